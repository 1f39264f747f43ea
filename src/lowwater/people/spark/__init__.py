"""Spark: people in the rows of a table that stays where it is; each answer is randomized on the row's executor."""
