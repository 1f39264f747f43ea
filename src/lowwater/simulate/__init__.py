"""Simulation without people: populations told by counts, and runs whose cost grows with rounds, never with people."""
