"""Lots: which rows a question asks.

Every row draws one lot for the whole run, and each question takes the next interval of lots, as wide as its share of
people. Intervals do not overlap, so a row answers once; a cohort has its size on average, and its tally says how many
they were.
"""

from dataclasses import dataclass
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from lowwater.errors import BadPlan

LOTS = 2**64
"""How many lots there are."""


@dataclass(frozen=True, slots=True)
class Cohorts:
    """The cohorts of one round: question i asks the rows whose lots lie from edges[i] to below edges[i + 1]."""

    edges: tuple[int, ...]

    def of(self, lots: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
        """The question that each lot is asked, -1 for none."""
        reachable = np.array([edge for edge in self.edges if edge < LOTS], dtype=np.uint64)
        question = np.searchsorted(reachable, lots, side="right") - 1
        return np.where(question < len(self.edges) - 1, question, -1)


@dataclass(slots=True)
class Lots:
    """The lots of `people`, given out question by question."""

    people: int
    taken: int = 0

    def take(self, sizes: tuple[int, ...]) -> Cohorts:
        """The cohorts of the next questions, of these sizes on average."""
        ends = list(accumulate(sizes, initial=self.taken))
        if ends[-1] > self.people:
            raise BadPlan(f"cohorts of {sum(sizes)}, and {self.people - self.taken} people left who were not asked yet")
        self.taken = ends[-1]
        return Cohorts(tuple(LOTS * end // self.people for end in ends))
