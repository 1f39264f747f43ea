"""Other people's mechanisms, for comparison: each a small faithful file with its reference."""
