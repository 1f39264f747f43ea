"""Solve: exact linear equations, as many as there are answers to a question."""

from collections.abc import Sequence
from fractions import Fraction


def solve(matrix: Sequence[Sequence[int]], right: Sequence[Fraction]) -> list[Fraction] | None:
    """The x with matrix x = right, by elimination in fractions; None where there is not exactly one."""
    rows = [[*map(Fraction, row), value] for row, value in zip(matrix, right, strict=True)]
    for at in range(len(rows)):
        pivot = next((row for row in rows[at:] if row[at]), None)
        if pivot is None:
            return None
        rows.remove(pivot)
        rows.insert(at, pivot)
        for other in rows:
            if other is not pivot:
                factor = other[at] / pivot[at]
                other[:] = [one - factor * two for one, two in zip(other, pivot, strict=True)]
    return [row[-1] / row[at] for at, row in enumerate(rows)]
