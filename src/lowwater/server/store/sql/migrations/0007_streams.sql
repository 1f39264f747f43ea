ALTER TABLE api_key ADD COLUMN survey TEXT;

ALTER TABLE api_key ADD COLUMN reading BIGINT NOT NULL DEFAULT 0;

ALTER TABLE outbox ADD COLUMN position BIGINT NOT NULL DEFAULT 0;

UPDATE outbox SET position = ranked.position
FROM (SELECT survey, number, ROW_NUMBER() OVER (ORDER BY time, survey, number) AS position FROM outbox) AS ranked
WHERE outbox.survey = ranked.survey AND outbox.number = ranked.number;

CREATE UNIQUE INDEX outbox_by_position ON outbox (position);

CREATE TABLE outbox_end (position BIGINT NOT NULL);

INSERT INTO outbox_end (position) SELECT COALESCE(MAX(position), 0) FROM outbox;

CREATE INDEX survey_running ON survey (id) WHERE ended IS NULL;
