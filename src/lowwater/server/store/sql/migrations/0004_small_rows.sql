ALTER TABLE survey ADD COLUMN keep_names DOUBLE PRECISION NOT NULL DEFAULT 315576000;

ALTER TABLE survey ADD COLUMN keep_tallies DOUBLE PRECISION NOT NULL DEFAULT 315576000;

ALTER TABLE survey ADD COLUMN estimate TEXT NOT NULL DEFAULT '';

ALTER TABLE survey ADD COLUMN due DOUBLE PRECISION DEFAULT 0;

CREATE INDEX survey_by_due ON survey (due);

CREATE INDEX survey_by_age ON survey (opened, id);

ALTER TABLE place RENAME TO place_of_text;

CREATE TABLE place (
    survey TEXT NOT NULL REFERENCES survey (id),
    person {bytes} NOT NULL,
    round INTEGER NOT NULL,
    number INTEGER NOT NULL,
    lease DOUBLE PRECISION NOT NULL,
    digest {bytes} NOT NULL,
    PRIMARY KEY (survey, round, person)
);

INSERT INTO place (survey, person, round, number, lease, digest)
SELECT survey, SUBSTR({unhex:person}, 1, 16), round,
    CASE WHEN digest LIKE '-%' THEN number ELSE -1 END,
    CASE WHEN digest LIKE '-%' THEN lease ELSE -1 END,
    CASE WHEN digest LIKE '-%' THEN {unsaid} ELSE SUBSTR({unhex:REPLACE(digest, '-', '0')}, 1, 16) END
FROM place_of_text;

DROP TABLE place_of_text;

CREATE INDEX place_by_lease ON place (survey, lease) WHERE lease >= 0;

ALTER TABLE person RENAME TO person_of_text;

CREATE TABLE person (
    survey TEXT NOT NULL REFERENCES survey (id),
    person {bytes} NOT NULL,
    round INTEGER,
    number INTEGER,
    PRIMARY KEY (survey, person)
);

INSERT INTO person (survey, person, round, number)
SELECT survey, SUBSTR({unhex:person}, 1, 16), round, number FROM person_of_text;

DROP TABLE person_of_text;

CREATE TABLE outbox (
    survey TEXT NOT NULL REFERENCES survey (id),
    number BIGINT NOT NULL,
    kind TEXT NOT NULL,
    fields TEXT NOT NULL,
    time DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (survey, number)
);
