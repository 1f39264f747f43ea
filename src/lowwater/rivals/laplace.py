"""The paper's baseline: everyone adds Laplace noise of scale 2 / epsilon, and the least noisy value is the answer.

No simulation is needed: the least of independent values exceeds t with the product of their chances to. The answer
drifts away as -(2 / epsilon) ln(N / 2), so this is a straw man; it is here because the paper compares with it.
Reference: section 6.1 of the paper, 'Comparison with naive mechanism', on [-1, 1].

`LaplaceMinimum` is the exact law on a distribution. `Laplace` draws from it on any people and any domain: the least
of n noises has an inverse, so each of 4096 cells draws one number, and no person is drawn. Private: noise of scale
width / epsilon changes a density by a factor of e**epsilon at most between any two numbers of the domain.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.law.distribution import Distribution, quantile
from lowwater.people.people import KnownPeople
from lowwater.rivals import asking

Floats = npt.NDArray[np.float64]

_GROUPS = 1024  # people stand for groups of equal size; the noise is far wider than a group
_STEPS = 2000
_REACH = 45.0  # scales beyond the last value worth looking at


@dataclass(frozen=True, eq=False)
class LaplaceMinimum:
    """The law of the baseline's answer on a population's law."""

    law: Distribution
    people: int
    epsilon: float
    iid: bool = False

    @property
    def scale(self) -> float:
        """The scale of the noise on [-1, 1]: the width over epsilon."""
        return 2 / self.epsilon

    def exceeds(self, t: Floats) -> Floats:
        """The chance that the answer exceeds each t."""
        listed = self.people <= _GROUPS and not self.iid  # few enough to go through one by one
        groups = self.people if listed else _GROUPS
        values = quantile(self.law, self._shares() if listed else (np.arange(groups) + 0.5) / groups)
        below = np.minimum(_laplace_cdf((t[:, None] - values) / self.scale), 1 - 1e-16)
        if self.iid:
            log: Floats = self.people * np.log1p(-below.mean(axis=1))
        else:
            log = self.people / groups * np.log1p(-below).sum(axis=1)
        chance: Floats = np.exp(log)
        return chance

    def _shares(self) -> Floats:
        return np.arange(self.people) / (self.people - 1)

    @cached_property
    def error_law(self) -> tuple[Floats, Floats]:
        """Absolute errors in rising order, and the chance that the error exceeds each."""
        far = self.scale * (np.log(self.people) + _REACH)
        errors = np.concatenate([[0.0], np.geomspace(1e-6, far, _STEPS)])
        above = self.exceeds(self.law.start + errors)
        below = 1 - self.exceeds(self.law.start - errors)
        return errors, np.clip(above + below, 0.0, 1.0)

    @property
    def mean_error(self) -> float:
        """The mean absolute error."""
        errors, exceeding = self.error_law
        return float(np.trapezoid(exceeding, errors))

    def quantile(self, share: float) -> float:
        """The absolute error that this share of answers does not exceed."""
        errors, exceeding = self.error_law
        return float(np.interp(share, 1 - exceeding, errors))


def _laplace_cdf(z: Floats) -> Floats:
    """The share of standard Laplace noise at or below z."""
    half = np.exp(-np.abs(z)) / 2
    return np.where(z < 0, half, 1 - half)


@dataclass(frozen=True)
class Laplace:
    """The baseline as a rival; its answers may lie far outside the domain."""

    cells: int = 4096
    name: str = "Laplace"
    reference: str = "section 6.1 of the paper"
    bits: float = 64.0
    rounds: int = 1

    def estimates(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, runs: int, rng: np.random.Generator
    ) -> Floats:
        """The least of everyone's noisy numbers."""
        cells = asking.cells(domain, self.cells)
        counts = asking.filled(people, domain, cells, runs, rng)
        with np.errstate(divide="ignore"):  # nobody is in an empty cell, and so its least noise is infinite
            above = np.log(rng.random(counts.shape)) / counts  # log of the chance that one noise exceeds the least
        middle = (np.arange(cells) + 0.5) / cells
        return asking.threshold(domain, (middle + _noise_exceeded(above) / float(epsilon)).min(axis=1))


def _noise_exceeded(log_chance: Floats) -> Floats:
    """The standard Laplace noise that is exceeded with this chance, given by its log."""
    with np.errstate(divide="ignore"):
        below = np.log(2) + np.log(-np.expm1(log_chance))
    return np.asarray(np.where(below < 0, below, -np.log(2) - log_chance))
