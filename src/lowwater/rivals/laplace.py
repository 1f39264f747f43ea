"""The paper's baseline: everyone adds Laplace noise of scale 2 / epsilon, and the least noisy value is the answer.

No simulation is needed: the least of independent values exceeds t with the product of their chances to. The answer
drifts away as -(2 / epsilon) ln(N / 2), so this is a straw man; it is here because the paper compares with it.
Reference: section 6.1 of the paper, 'Comparison with naive mechanism', on [-1, 1].
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lowwater.law.distribution import Distribution, quantile

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
        """The noise that hides a value of [-1, 1]: its width over epsilon."""
        return 2 / self.epsilon

    def exceeds(self, t: Floats) -> Floats:
        """P(the answer exceeds t), at each t."""
        groups = min(self.people, _GROUPS)
        values = quantile(self.law, (np.arange(groups) + 0.5) / groups if groups < self.people else self._shares())
        below = np.minimum(_laplace_cdf((t[:, None] - values) / self.scale), 1 - 1e-16)
        if self.iid:
            log: Floats = self.people * np.log1p(-below.mean(axis=1))
        else:
            log = self.people / groups * np.log1p(-below).sum(axis=1)
        chance: Floats = np.exp(log)
        return chance

    def _shares(self) -> Floats:
        return np.arange(self.people) / (self.people - 1)

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
        errors, exceeding = self.error_law()
        return float(np.trapezoid(exceeding, errors))

    def quantile(self, share: float) -> float:
        """The absolute error that this share of answers does not exceed."""
        errors, exceeding = self.error_law()
        return float(np.interp(share, 1 - exceeding, errors))


def _laplace_cdf(z: Floats) -> Floats:
    """The share of standard Laplace noise at or below z."""
    half = np.exp(-np.abs(z)) / 2
    return np.where(z < 0, half, 1 - half)
