"""Simulation by counts: no person is drawn one by one, so the cost of a run grows with rounds, never with people."""
