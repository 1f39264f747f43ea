"""Staggered: the thresholds of a round whose questions each split the domain into cells.

All thresholds in rising order are dealt to the questions in turn. So the cells of every question are as wide as those
of any other, and the questions together cut the domain at all thresholds: the cell that ends at threshold i begins at
the threshold `questions` before it.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.search.unit_scale import UnitScale

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Staggered:
    """`questions` of `size` cells each."""

    domain: Domain
    questions: int
    size: int

    @cached_property
    def natural(self) -> Floats:
        """All thresholds, from the end that is searched for; where numbers have a step, between two of them.

        Two questions may share a threshold where there are fewer gaps between values than thresholds.
        """
        count = self.questions * (self.size - 1)
        if self.domain.values is None:
            return np.asarray(self.domain.edge(np.arange(1, count + 1), count + 1))
        gaps = self.domain.values - 1
        return np.asarray(self.domain.edge(np.floor((np.arange(count) + 0.5) * gaps / count) + 1, self.domain.values))

    @cached_property
    def unit(self) -> Floats:
        """All thresholds on [-1, 1], rising."""
        return UnitScale(self.domain).unit(self.natural)

    def of_question(self, index: int) -> tuple[float, ...]:
        """The thresholds of one question, as a question has them: the smallest first."""
        return tuple(sorted(self.natural[index :: self.questions].tolist()))
