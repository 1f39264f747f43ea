"""Fatness: how much mass lies near the minimum. F is alpha-fat where F(x) >= C (x - min)**alpha up to x-bar."""

import math
from dataclasses import dataclass

import numpy as np

from lowwater.errors import YourFault
from lowwater.law.beta import log_beta
from lowwater.law.distribution import Beta, TruncatedNormal


@dataclass(frozen=True)
class Fatness:
    """alpha, C and x-bar of Definition 1."""

    alpha: float
    c: float
    until: float

    def __post_init__(self) -> None:
        if not (0 < self.alpha < math.inf and 0 < self.c < math.inf):
            raise YourFault(f"alpha={self.alpha!r}, C={self.c!r}; both must be positive and finite")


def of_beta(law: Beta) -> Fatness:
    """Appendix A, example 1: C = min{1, 1 / (alpha B(alpha, beta))} / width**alpha, up to the end.

    The paper has max{1, ...}, which is false: with alpha = beta = 2 it claims F(x) >= 3 x**2 on [0, 1], where F(1) = 1.
    """
    steep = math.exp(-math.log(law.alpha) - log_beta(law.alpha, law.beta))
    return Fatness(law.alpha, min(1.0, steep) / law.width**law.alpha, law.end)


def of_truncated_normal(law: TruncatedNormal) -> Fatness:
    """Appendix A, example 2: alpha = 1, and C the smaller density at the two ends.

    The paper adds that any truncated law has alpha = 1; that needs a density bounded away from 0 at the cut.
    """
    mass = float(law.mass(np.asarray(law.end)))
    ends = ((law.start - law.mean) / law.deviation, (law.end - law.mean) / law.deviation)
    density = min(math.exp(-z * z / 2) for z in ends) / math.sqrt(2 * math.pi)
    return Fatness(1.0, density / (law.deviation * mass), law.end)
