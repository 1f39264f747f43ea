"""Hostile campaigns against servers, devices, ledgers and databases, with a seed each; `make campaign` runs all."""
