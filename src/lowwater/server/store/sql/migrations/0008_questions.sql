ALTER TABLE question RENAME COLUMN number TO question;

ALTER TABLE place RENAME COLUMN number TO question;

ALTER TABLE person RENAME COLUMN number TO question;
