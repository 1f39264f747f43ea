"""Verbs: one file for each, with a command of its name."""
