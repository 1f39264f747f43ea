ALTER TABLE api_key ADD COLUMN survey TEXT;

ALTER TABLE api_key ADD COLUMN reading BIGINT NOT NULL DEFAULT 0;

ALTER TABLE outbox ADD COLUMN place BIGINT NOT NULL DEFAULT 0;

UPDATE outbox SET place = ranked.place
FROM (SELECT survey, number, ROW_NUMBER() OVER (ORDER BY time, survey, number) AS place FROM outbox) AS ranked
WHERE outbox.survey = ranked.survey AND outbox.number = ranked.number;

CREATE UNIQUE INDEX outbox_by_place ON outbox (place);

CREATE TABLE outbox_end (place BIGINT NOT NULL);

INSERT INTO outbox_end (place) SELECT COALESCE(MAX(place), 0) FROM outbox;

CREATE INDEX survey_running ON survey (id) WHERE ended IS NULL;
