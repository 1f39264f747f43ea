"""Verbs: one file for each, with a command of its name; `survey open` has a file of its own."""
