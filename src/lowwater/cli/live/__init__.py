"""Live: surveys of simulated devices, over HTTP or in one process, and the replay of a search from its tallies."""
