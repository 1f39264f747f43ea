"""Linear equations, solved exactly: as many as there are answers to a question."""

from collections.abc import Sequence
from fractions import Fraction


def solve(matrix: Sequence[Sequence[int]], right: Sequence[Fraction]) -> list[Fraction] | None:
    """The x with matrix x = right, by Gaussian elimination in fractions; None unless there is exactly one."""
    rows = [[*map(Fraction, row), value] for row, value in zip(matrix, right, strict=True)]
    for column in range(len(rows)):
        pivot = next((row for row in rows[column:] if row[column]), None)
        if pivot is None:
            return None
        rows.remove(pivot)
        rows.insert(column, pivot)
        for other in rows:
            if other is not pivot:
                factor = other[column] / pivot[column]
                other[:] = [value - factor * pivot_value for value, pivot_value in zip(other, pivot, strict=True)]
    return [row[-1] / row[column] for column, row in enumerate(rows)]
