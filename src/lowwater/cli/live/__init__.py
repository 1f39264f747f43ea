"""Live: a survey with a server and a fleet of simulated devices, and a search followed by its tallies."""
