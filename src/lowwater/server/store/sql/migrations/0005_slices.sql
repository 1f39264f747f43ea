DROP INDEX place_by_lease;

CREATE INDEX place_unanswered ON place (survey, round, lease) WHERE lease <> -1;

CREATE INDEX person_drawn ON person (survey, round, number) WHERE round IS NOT NULL;
