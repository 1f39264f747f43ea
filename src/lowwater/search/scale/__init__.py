"""Scale: the model by which a fitted search looks for a minimum among a few values, such as ratings, and its parts."""
