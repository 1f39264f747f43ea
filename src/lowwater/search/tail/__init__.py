"""Tail: the model by which a fitted search looks for a minimum, and its parts."""
