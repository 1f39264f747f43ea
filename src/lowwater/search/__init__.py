"""The searches: each a small state machine in a file of its own, pure, driven by tallies alone."""
