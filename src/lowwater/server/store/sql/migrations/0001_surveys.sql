CREATE TABLE survey (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    plan TEXT NOT NULL,
    terms TEXT NOT NULL,
    hash TEXT NOT NULL,
    recruiting TEXT NOT NULL,
    access TEXT NOT NULL,
    issuer TEXT NOT NULL,
    lease DOUBLE PRECISION NOT NULL,
    span DOUBLE PRECISION NOT NULL,
    least BIGINT NOT NULL,
    extensions BIGINT NOT NULL,
    state TEXT NOT NULL,
    search TEXT NOT NULL,
    round BIGINT NOT NULL,
    extended BIGINT NOT NULL,
    deadline DOUBLE PRECISION NOT NULL,
    opened DOUBLE PRECISION NOT NULL,
    ended DOUBLE PRECISION,
    statement TEXT NOT NULL
);

CREATE TABLE question (
    survey TEXT NOT NULL REFERENCES survey (id),
    round BIGINT NOT NULL,
    number BIGINT NOT NULL,
    threshold DOUBLE PRECISION NOT NULL,
    if_yes BIGINT NOT NULL,
    if_no BIGINT NOT NULL,
    places BIGINT NOT NULL,
    given BIGINT NOT NULL,
    answered BIGINT NOT NULL,
    yes BIGINT,
    total BIGINT,
    PRIMARY KEY (survey, round, number)
);

CREATE TABLE place (
    survey TEXT NOT NULL REFERENCES survey (id),
    person TEXT NOT NULL,
    round BIGINT NOT NULL,
    number BIGINT NOT NULL,
    lease DOUBLE PRECISION NOT NULL,
    digest TEXT,
    yes BIGINT,
    PRIMARY KEY (survey, person, round)
);

CREATE INDEX place_by_round ON place (survey, round, number);

CREATE TABLE person (
    survey TEXT NOT NULL REFERENCES survey (id),
    person TEXT NOT NULL,
    round BIGINT,
    number BIGINT,
    PRIMARY KEY (survey, person)
);

CREATE TABLE api_key (
    hash TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    made DOUBLE PRECISION NOT NULL,
    revoked DOUBLE PRECISION
);
