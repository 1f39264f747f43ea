"""Cells: one round that asks each person which of several cells of the domain their number is in."""
