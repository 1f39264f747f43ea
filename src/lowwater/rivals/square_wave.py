"""One round, a square wave: everyone reports a position near their own, and the distribution is estimated by EM.

The number is put in one of d cells; the report is one of d + 2b cells, each of the 2b + 1 nearest e**epsilon times as
likely as any other. Expectation maximization estimates the shares of the cells from the counts of the reports;
every step is smoothed with weights 1/4, 1/2, 1/4 against overfitting. The answer is the first position where the
cumulated estimate reaches a low level.
Reference: Li, Wang, Lopuhaa-Zwakenberg, Skoric, Li, Estimating numerical distributions under local differential privacy
(SIGMOD 2020), with their b, their discrete version (cells before noise) and their smoothing.

Private: a report has one of two chances, e**epsilon apart.
Chosen here: d = 512; EM stops where a step gains less than .001 in log-likelihood, as in the reference, or after 2000
steps, a cap that costs it something at epsilons well below 1. The level is .05, a fixed one: smoothing blurs the edge
of the data by as much for many people as for few, so a level that falls with N walks out of the data. It did best in
quick runs with N = 2**15, epsilon = 1, uniform data of width .3, and both are the same everywhere. A quantile
has its own level.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import MOST
from lowwater.people.people import KnownPeople
from lowwater.rivals import asking
from lowwater.rivals.wave import Wave, smoothed

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_LOOK = 10  # steps between two looks at the likelihood, which costs as much as a step


@dataclass(frozen=True)
class SquareWave:
    """The low quantile of the distribution that best explains the reports."""

    cells: int = 512
    level: float = 0.05
    steps: int = 2000
    close: float = 1e-3
    name: str = "square wave"
    reference: str = "Li et al. 2020"
    rounds: int = 1

    @property
    def bits(self) -> float:
        """Enough for 2d reports, the most that d cells can have."""
        return math.log2(2 * self.cells)

    def estimates(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, runs: int, rng: np.random.Generator
    ) -> Floats:
        """The first cell of each run where the cumulated estimate reaches the level."""
        shares = self._shares(people, domain, epsilon, runs, rng)
        reached = np.cumsum(shares, axis=1) >= self.level
        return asking.value(domain, (reached.argmax(axis=1) + 0.5) / shares.shape[1])

    def quantiles(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, level: float, runs: int, rng: np.random.Generator
    ) -> Floats:
        """Where the cumulated estimate of each run reaches the level, linear within a cell."""
        return asking.value(domain, asking.reached(self._shares(people, domain, epsilon, runs, rng), level))

    def _shares(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, runs: int, rng: np.random.Generator
    ) -> Floats:
        """The estimated shares of the cells, a row for each run."""
        cells = asking.cells(domain, self.cells)
        wave = Wave.of(min(epsilon, MOST), cells)
        return self.fit(wave, wave.reports(asking.filled(people, domain, cells, runs, rng), rng))

    def fit(self, wave: Wave, counts: Ints) -> Floats:
        """Smoothed EM for all runs at once; those that have converged are left alone."""
        shares = np.full((len(counts), wave.cells), 1 / wave.cells)
        best, active = np.full(len(counts), -math.inf), np.arange(len(counts))
        for step in range(self.steps):
            if step % _LOOK == 0:
                likelihood = wave.log_likelihood(shares[active], counts[active])
                moving = likelihood - best[active] >= _LOOK * self.close
                best[active], active = likelihood, active[moving]
            shares[active] = smoothed(wave.likelier(shares[active], counts[active]))
        return shares
