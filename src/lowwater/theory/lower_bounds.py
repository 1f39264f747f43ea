"""Lower bounds: what no locally private search can beat, on the domain [-1, 1]."""

import math

import numpy as np

from lowwater.core.randomizer import Randomizer
from lowwater.errors import YourFault
from lowwater.law.count import binomial_tail

WIDTH = 2.0  # of the paper's domain: no two minima lie further apart
WIDEST_EPSILON = 22 / 35
_GRID = 400


def lower_bound(people: int, epsilon: float, alpha: float) -> float:
    """Theorem 3: (1/8) (1 / 16 eps**2 N)**(1 / 2 alpha), for i.i.d. data and eps at most 22/35."""
    if not 0 < epsilon <= WIDEST_EPSILON:
        raise YourFault(f"epsilon={epsilon!r}; the theorem holds up to 22/35. sharper_lower_bound holds for any")
    return math.pow(16 * epsilon**2 * people, -1 / (2 * alpha)) / 8


def sharper_lower_bound(people: int, randomizer: Randomizer, alpha: float, c: float = 1.0) -> float:
    """Any epsilon: sup over tau of 1/2 (tau / C)**(1/alpha) [1 - TV(Bin(N, b), Bin(N, b + t tau))].

    Two laws, one with a tail of mass tau cut off, whose minima lie (tau / C)**(1/alpha) apart, and the best one-bit
    randomizer: no test of their tallies errs less than 1 - TV, and no estimate less than half the distance.
    """
    noise = math.sqrt(randomizer.variance / people)
    masses = np.minimum(noise * np.geomspace(1e-3, 30, _GRID), 1.0)
    apart = np.minimum((masses / c) ** (1 / alpha), WIDTH)
    hidden = [1 - total_variation(people, randomizer, tau) for tau in masses.tolist()]
    return float(np.max(0.5 * apart * hidden))


def total_variation(people: int, randomizer: Randomizer, share: float) -> float:
    """The total variation between the tallies of nobody and of this `share` of yes, attained by one cut."""
    if randomizer.honest:
        return 1 - math.pow(1 - share, people)
    no, yes = randomizer.p_yes(False), randomizer.p_yes(True)
    chance = no + (yes - no) * share
    if not no < chance < 1:
        return 0.0
    up, down = math.log(chance / no), math.log((1 - no) / (1 - chance))
    cut = math.ceil(people * down / (up + down))  # where both are equally likely
    tails = binomial_tail(cut, people, np.array([no, chance]))
    return float(tails[1] - tails[0])


def hardness_floor(epsilon: float) -> float:
    """Theorem 1 as a number: with one person at -1 and the rest at 1, or all at 1, one of the errors is at least this.

    Both data sets differ in one record, so their estimates' laws differ by a factor of at most e**eps: with p the
    chance to stay below 0 in the second, its error is at least p and the first one's at least e**-eps (1 - p).
    However many people there are, the larger of the two is at least 1 / (1 + e**eps).
    """
    return 1 / (1 + math.exp(epsilon))
