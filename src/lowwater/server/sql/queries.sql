-- name: add_survey
INSERT INTO survey (
    id, title, plan, terms, hash, recruiting, access, issuer, lease, span, least, extensions, state, search, round,
    extended, deadline, opened, ended, statement
) VALUES (
    :id, :title, :plan, :terms, :hash, :recruiting, :access, :issuer, :lease, :span, :least, :extensions, :state,
    :search, :round, :extended, :deadline, :opened, NULL, ''
);

-- name: survey
SELECT
    id, title, plan, terms, hash, recruiting, access, issuer, lease, span, least, extensions, state, search, round,
    extended, deadline, opened, ended, statement
FROM survey WHERE id = :id;

-- name: survey_held
SELECT
    id, title, plan, terms, hash, recruiting, access, issuer, lease, span, least, extensions, state, search, round,
    extended, deadline, opened, ended, statement
FROM survey WHERE id = :id {share};

-- name: standing
SELECT state, round FROM survey WHERE id = :id {share};

-- name: hold
SELECT {hold}(:number);

-- name: survey_ids
SELECT id FROM survey ORDER BY opened, id;

-- name: moving_ids
SELECT id FROM survey WHERE state IN ('gathering', 'open') ORDER BY id;

-- name: claim_round
UPDATE survey SET round = round
WHERE id = :id AND state = :state AND round = :round AND extended = :extended;

-- name: move_survey
UPDATE survey SET
    plan = :plan, state = :state, search = :search, round = :round, extended = :extended, deadline = :deadline,
    ended = :ended, statement = :statement
WHERE id = :id;

-- name: close_survey
UPDATE survey SET state = 'closed', ended = :ended, statement = :statement WHERE id = :id;

-- name: add_question
INSERT INTO question (survey, round, number, threshold, if_yes, if_no, places, given, answered, yes_so_far)
VALUES (:survey, :round, :number, :threshold, :if_yes, :if_no, :places, 0, 0, 0);

-- name: questions
SELECT round, number, threshold, if_yes, if_no, places, given, answered, yes, total
FROM question WHERE survey = :survey ORDER BY round, number;

-- name: questions_of_round
SELECT round, number, threshold, if_yes, if_no, places, given, answered, yes, total
FROM question WHERE survey = :survey AND round = :round ORDER BY number;

-- name: give_places
UPDATE question SET given = given + :many
WHERE survey = :survey AND round = :round AND number = :number AND given + :many <= places;

-- name: free_places
UPDATE question SET given = given - :many WHERE survey = :survey AND round = :round AND number = :number;

-- name: count_answers
UPDATE question SET answered = answered + :many, yes_so_far = yes_so_far + :yes
WHERE survey = :survey AND round = :round AND number = :number
RETURNING answered, places;

-- name: set_tallies
UPDATE question SET yes = yes_so_far, total = answered, yes_so_far = 0
WHERE survey = :survey AND round = :round;

-- name: held
SELECT survey, person, round, number, lease, NULLIF(digest, {unsaid}) FROM place
WHERE survey = :survey AND person = :person AND round = :round;

-- name: answers_of
SELECT person, COUNT(*) FROM place WHERE survey = :survey AND person = :person AND digest <> {unsaid} GROUP BY person;

-- name: add_place
INSERT INTO place (survey, person, round, number, lease, digest)
VALUES (:survey, :person, :round, :number, :lease, {unsaid})
ON CONFLICT (survey, person, round) DO NOTHING;

-- name: renew_place
UPDATE place SET number = :number, lease = :lease
WHERE survey = :survey AND person = :person AND round = :round AND digest = {unsaid} AND lease = :before;

-- name: answer
UPDATE place SET digest = :digest
WHERE survey = :survey AND person = :person AND round = :round AND number = :number AND digest = {unsaid} AND lease >= 0;

-- name: shorten_leases
UPDATE place SET lease = :most
WHERE survey = :survey AND round = :round AND digest = {unsaid} AND lease >= 0 AND lease > :most;

-- name: expire
UPDATE place SET lease = -1 - lease
WHERE survey = :survey AND round = :round AND digest = {unsaid} AND lease >= 0 AND lease < :now
RETURNING number;

-- name: tallies
SELECT number, yes_so_far, answered FROM question
WHERE survey = :survey AND round = :round;

-- name: scrub
UPDATE place SET number = -1, lease = -1 WHERE survey = :survey AND round = :round;

-- name: drop_unanswered
DELETE FROM place WHERE survey = :survey AND round = :round AND digest = {unsaid};

-- name: forget_so_far
UPDATE question SET yes_so_far = 0 WHERE survey = :survey AND round = :round;

-- name: undraw
UPDATE person SET round = NULL, number = NULL WHERE survey = :survey AND round = :round;

-- name: join
INSERT INTO person (survey, person) VALUES (:survey, :person) ON CONFLICT (survey, person) DO NOTHING;

-- name: joined
SELECT COUNT(*) FROM person WHERE survey = :survey;

-- name: people
SELECT person FROM person WHERE survey = :survey ORDER BY person;

-- name: drawn
SELECT number, COUNT(*) FROM person WHERE survey = :survey AND round = :round GROUP BY number;

-- name: draw
UPDATE person SET round = :round, number = :number WHERE survey = :survey AND person = :person;

-- name: drawn_for
SELECT person, round, number FROM person WHERE survey = :survey AND person = :person;

-- name: drop_places
DELETE FROM place WHERE survey = :survey;

-- name: drop_people
DELETE FROM person WHERE survey = :survey;

-- name: drop_questions
DELETE FROM question WHERE survey = :survey;

-- name: drop_survey
DELETE FROM survey WHERE id = :id;

-- name: add_key
INSERT INTO api_key (hash, name, made) VALUES (:hash, :name, :made);

-- name: key
SELECT name FROM api_key WHERE hash = :hash AND revoked IS NULL;

-- name: keys
SELECT name, made, revoked FROM api_key ORDER BY made, name;

-- name: revoke_key
UPDATE api_key SET revoked = :now WHERE name = :name AND revoked IS NULL;
