"""Group sample: as many people of every group as a plan asks, drawn from all who are in it."""

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.people.people import Floats

Ints = npt.NDArray[np.int64]


class GroupSample:
    """`people` of each of several groups, whose sizes are the `pool`; run i of a search asks group i."""

    iid = False

    def __init__(self, people: int, pool: Ints) -> None:
        self.people, self.pool = people, pool
        self._at: Floats = np.empty((pool.size, 0))
        self._counts: Floats = np.empty((pool.size, 0))

    def look(self, thresholds: Floats, counts: Floats) -> None:
        """Take the counts at the thresholds of a round, group by threshold."""
        self._at, self._counts = thresholds, counts

    def count(self, domain: Domain, thresholds: Floats) -> Floats:  # noqa: ARG002 (the domain of the last look)
        """How many of each group have the truth yes at its threshold, or its several thresholds, by the last look."""
        each = thresholds.reshape(len(self._at), -1)
        place = np.argmax(self._at[:, None, :] == each[:, :, None], axis=2)
        return np.take_along_axis(self._counts, place, axis=1).reshape(thresholds.shape)

    def chance(self, domain: Domain, thresholds: Floats) -> Floats:
        """The share of each group with the truth yes."""
        sizes = np.maximum(self.pool, 1).reshape(-1, *[1] * (thresholds.ndim - 1))
        return np.asarray(self.count(domain, thresholds) / sizes)
