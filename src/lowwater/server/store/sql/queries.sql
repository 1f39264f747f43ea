-- name: add_survey
INSERT INTO survey ({survey}) VALUES ({survey:given});

-- name: survey
SELECT {survey} FROM survey WHERE id = :id;

-- name: position
SELECT {position} FROM survey WHERE id = :id;

-- name: members_of
SELECT {position} FROM survey WHERE id {bytewise} > :first_id AND id {bytewise} < :last_id ORDER BY id;

-- name: surveys_after
SELECT {survey} FROM survey
WHERE opened > :opened OR (opened = :opened AND id > :id)
ORDER BY opened, id LIMIT :limit;

-- name: running
SELECT id, state, round, deadline, span, least, extended,
    (SELECT CAST(COALESCE(SUM(places), 0) AS BIGINT) FROM question WHERE survey = survey.id AND question.round = survey.round),
    (SELECT CAST(COALESCE(SUM(answered), 0) AS BIGINT) FROM question WHERE survey = survey.id AND question.round = survey.round)
FROM survey WHERE ended IS NULL ORDER BY id;

-- name: texts_after
SELECT id, opened, title, terms FROM survey
WHERE opened > :opened OR (opened = :opened AND id > :id)
ORDER BY opened, id LIMIT :limit;

-- name: due
SELECT id FROM survey WHERE due <= :now ORDER BY due, id LIMIT :limit;

-- name: due_by
UPDATE survey SET due = :due WHERE id = :id AND (due IS NULL OR due > :due);

-- name: move_survey
UPDATE survey SET
    plan = :plan, state = :state, search = :search, estimate = :estimate, round = :round, extended = :extended,
    deadline = :deadline, due = :due, ended = :ended, statement = :statement
WHERE id = :id;

-- name: close_survey
UPDATE survey SET state = 'closed', ended = :ended, statement = :statement, due = NULL WHERE id = :id;

-- name: set_due
UPDATE survey SET due = :due WHERE id = :id;

-- name: drop_survey
DELETE FROM survey WHERE id = :id;

-- name: add_question
INSERT INTO question (
    survey, round, question, threshold, thresholds, if_yes, if_no, places, given, answered, yes_so_far, more_so_far
)
VALUES (:survey, :round, :question, :threshold, :thresholds, :if_yes, :if_no, :places, 0, 0, 0, :more);

-- name: questions
SELECT {question} FROM question WHERE survey = :survey ORDER BY round, question;

-- name: questions_of_round
SELECT {question} FROM question WHERE survey = :survey AND round = :round ORDER BY question;

-- name: free_places
UPDATE question SET given = given - :count WHERE survey = :survey AND round = :round AND question = :question;

-- name: count
UPDATE question SET given = given + :given, answered = answered + :answered, yes_so_far = yes_so_far + :yes
WHERE survey = :survey AND round = :round AND question = :question AND (:given = 0 OR given + :given <= places)
RETURNING answered, places, more_so_far;

-- name: count_more
UPDATE question SET more_so_far = :more WHERE survey = :survey AND round = :round AND question = :question;

-- name: running_tallies
SELECT question, yes_so_far, answered, more_so_far FROM question WHERE survey = :survey AND round = :round ORDER BY question;

-- name: set_tallies
UPDATE question SET yes = yes_so_far, total = answered, more = more_so_far, yes_so_far = 0, more_so_far = ''
WHERE survey = :survey AND round = :round;

-- name: forget_tallies
UPDATE question SET yes_so_far = 0, more_so_far = '' WHERE survey = :survey AND round = :round;

-- name: drop_questions
DELETE FROM question WHERE survey = :survey;

-- name: place
SELECT {place} FROM place WHERE survey = :survey AND round = :round AND person = :person;

-- name: places_of
SELECT {place} FROM place
WHERE survey = :survey AND person = :person
AND round IN (SELECT round FROM question WHERE survey = :survey AND question = 0);

-- name: add_place
INSERT INTO place (survey, person, round, question, lease, digest)
VALUES (:survey, :person, :round, :question, :lease, {unsaid})
ON CONFLICT (survey, round, person) DO NOTHING;

-- name: renew_place
UPDATE place SET question = :question, lease = :lease
WHERE survey = :survey AND round = :round AND person = :person AND digest = {unsaid} AND lease = :before;

-- name: answer
UPDATE place SET digest = :digest, question = -1, lease = -1
WHERE survey = :survey AND round = :round AND person = :person AND question = :question AND digest = {unsaid} AND lease >= 0;

-- name: shorten_leases
UPDATE place SET lease = :most
WHERE survey = :survey AND round = :round AND lease <> -1 AND lease >= 0 AND lease > :most;

-- name: expire
UPDATE place SET lease = -1 - lease
WHERE survey = :survey AND round = :round AND lease <> -1 AND lease >= 0 AND lease < :now
RETURNING question;

-- name: next_lease
SELECT MIN(lease) FROM place WHERE survey = :survey AND round = :round AND lease <> -1 AND lease >= 0;

-- name: silent
SELECT round, person FROM place
WHERE survey = :survey AND round < :round AND lease <> -1 AND lease <> -0.5
LIMIT :limit;

-- name: wipe_place
UPDATE place SET question = -1, lease = -0.5 WHERE survey = :survey AND round = :round AND person = :person;

-- name: wiped
SELECT round, person FROM place
WHERE survey = :survey AND round < :round AND lease <> -1 AND lease = -0.5
LIMIT :limit;

-- name: some_places
SELECT round, person FROM place WHERE survey = :survey ORDER BY round, person LIMIT :limit;

-- name: drop_place
DELETE FROM place WHERE survey = :survey AND round = :round AND person = :person;

-- name: join
INSERT INTO person (survey, person) VALUES (:survey, :person) ON CONFLICT (survey, person) DO NOTHING;

-- name: joined
SELECT COUNT(*) FROM person WHERE survey = :survey;

-- name: members
SELECT person FROM person WHERE survey = :survey ORDER BY person;

-- name: member
SELECT {member} FROM person WHERE survey = :survey AND person = :person;

-- name: drawn
SELECT question, COUNT(*) FROM person WHERE survey = :survey AND round = :round GROUP BY question ORDER BY question;

-- name: draw
UPDATE person SET round = :round, question = :question WHERE survey = :survey AND person = :person;

-- name: drawn_before
SELECT person FROM person WHERE survey = :survey AND round < :round LIMIT :limit;

-- name: undraw
UPDATE person SET round = NULL, question = NULL WHERE survey = :survey AND person = :person;

-- name: some_members
SELECT person FROM person WHERE survey = :survey ORDER BY person LIMIT :limit;

-- name: drop_member
DELETE FROM person WHERE survey = :survey AND person = :person;

-- name: take_positions
UPDATE outbox_end SET position = position + :count RETURNING position;

-- name: add_event
INSERT INTO outbox (survey, number, kind, fields, time, position)
VALUES (
    :survey, COALESCE((SELECT MAX(number) FROM outbox WHERE survey = :survey), 0) + 1, :kind, :fields, :time, :position
);

-- name: events_after
SELECT {event} FROM outbox WHERE survey = :survey AND number > :number ORDER BY number LIMIT :limit;

-- name: events_after_position
SELECT {event} FROM outbox WHERE position > :position ORDER BY position LIMIT :limit;

-- name: last_event
SELECT MAX(number) FROM outbox WHERE survey = :survey;

-- name: outbox_end
SELECT position FROM outbox_end;

-- name: drop_events
DELETE FROM outbox WHERE survey = :survey;

-- name: add_key
INSERT INTO api_key (hash, name, made, survey, reading) VALUES (:hash, :name, :made, :survey, :reading);

-- name: key
SELECT {key} FROM api_key WHERE hash = :hash AND revoked IS NULL;

-- name: keys
SELECT {key} FROM api_key ORDER BY made, name;

-- name: revoke_key
UPDATE api_key SET revoked = :now WHERE name = :name AND revoked IS NULL;

-- name: drop_keys
DELETE FROM api_key WHERE survey = :survey;
