ALTER TABLE question ADD COLUMN yes_so_far BIGINT NOT NULL DEFAULT 0;

UPDATE question SET yes_so_far = (
    SELECT COALESCE(SUM(place.yes), 0) FROM place
    WHERE place.survey = question.survey AND place.round = question.round AND place.number = question.number
)
WHERE total IS NULL;

ALTER TABLE place RENAME TO place_with_bits;

CREATE TABLE place (
    survey TEXT NOT NULL REFERENCES survey (id),
    person TEXT NOT NULL,
    round BIGINT NOT NULL,
    number BIGINT NOT NULL,
    lease DOUBLE PRECISION NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (survey, person, round)
);

INSERT INTO place (survey, person, round, number, lease, digest)
SELECT survey, person, round, number, lease, COALESCE(digest, '----------------------------------------------------------------')
FROM place_with_bits;

DROP TABLE place_with_bits;

CREATE INDEX place_by_round ON place (survey, round, number);

CREATE INDEX place_by_lease ON place (survey, round, lease)
WHERE digest = '----------------------------------------------------------------' AND lease >= 0;
