"""Planning: which search, how many rounds, what error to expect, and how many people it takes."""
