CREATE INDEX place_by_lease ON place (survey, round, lease) WHERE digest IS NULL AND lease >= 0;

UPDATE place SET number = -1, lease = -1
WHERE digest IS NOT NULL AND yes IS NULL;

DELETE FROM place
WHERE digest IS NULL
AND EXISTS (SELECT 1 FROM survey WHERE survey.id = place.survey AND (survey.ended IS NOT NULL OR survey.round > place.round));

UPDATE person SET round = NULL, number = NULL
WHERE EXISTS (SELECT 1 FROM survey WHERE survey.id = person.survey AND survey.round > person.round);

DELETE FROM person
WHERE EXISTS (SELECT 1 FROM survey WHERE survey.id = person.survey AND survey.ended IS NOT NULL);
