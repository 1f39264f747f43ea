"""Shapes: the widths, alphas and betas of the paper's beta data, of which every combination is one configuration."""

WIDTHS, ALPHAS, BETAS = (0.3, 0.6, 0.9), (0.5, 0.9, 1.0, 2.0, 4.0), (1.0, 2.0)
