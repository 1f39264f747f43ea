"""Quantile: the model by which a fitted search looks for a quantile, and its parts."""
