"""Text: what the command line prints and reads: facts, rounds, outcomes, progress, failures."""
