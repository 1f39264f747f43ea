"""Upper bounds: what the paper proves of Algorithm 2, on the domain [-1, 1].

Theorem numbers are the paper's. `exponent` gives the concentration used in them, as printed and as Hoeffding has
it. Each bound takes `as_printed=True` for the text of the paper; without it the errata are corrected, as its docstring
states.
"""

import math

from lowwater.core.randomizer import Randomizer
from lowwater.errors import YourFault
from lowwater.law.count import binomial_tail
from lowwater.theory.fatness import Fatness

WIDTH = 2.0  # of the paper's domain


def exponent(people: int, margin: float, randomizer: Randomizer, *, as_printed: bool = True) -> float:
    """Lemma 2: a share that is off by `margin` is mistaken with probability at most exp(-exponent).

    As printed (e - 1)**2 margin**2 N / (4 e (e + 1)); Hoeffding's inequality gives 2 N t**2 margin**2, which is 4
    times (small loss) to 8 times (large loss) as much.
    """
    if not as_printed:
        return 2 * people * (randomizer.p_yes(True) - randomizer.p_yes(False)) ** 2 * margin**2
    e = randomizer.p_yes(True) / randomizer.p_yes(False)
    return (e - 1) ** 2 * margin**2 * people / (4 * (e + 1) * e)


def fixed_bound(
    fatness: Fatness,
    start: float,
    level: float,
    people: int,
    rounds: int,
    randomizer: Randomizer,
    *,
    as_printed: bool = False,
) -> float:
    """Theorem 4, fixed data: 2 (2 level / C)**(1/alpha) + 2 exp(-exponent) + 2**-L.

    As printed the exponential stands once. The error decomposition (Lemma 1) has an equals sign where an upper
    bound is meant, and its mistake term needs a factor 2: with L = 2, the quantile at -1 and a sure mistake, the
    error is 1.75 and the printed bound 1.25.
    """
    _check_level(fatness, start, level)
    quantile = 2 * math.pow(2 * level / fatness.c, 1 / fatness.alpha)
    return quantile + _mistakes(level, people, randomizer, as_printed) + math.ldexp(1.0, -rounds)


def iid_bound(
    fatness: Fatness,
    start: float,
    level: float,
    people: int,
    rounds: int,
    randomizer: Randomizer,
    *,
    as_printed: bool = False,
) -> float:
    """Theorem 5, i.i.d. data: the quantile term by rising factorials, k = ceil(2 level N) over N + 1.

    The printed proof uses fatness for every u, though it holds up to x-bar only; where the k-th of N uniforms lies
    beyond C (x-bar - min)**alpha the quantile may be anywhere, which adds 2 * width * P(that).
    """
    _check_level(fatness, start, level)
    k, power = math.ceil(2 * level * people), 1 / fatness.alpha
    quantile = 2 * math.pow(fatness.c, -power) * rising(k, power) / rising(people + 1, power)
    if not as_printed:
        reach = min(1.0, fatness.c * math.pow(fatness.until - start, fatness.alpha))
        quantile += 2 * WIDTH * (1 - float(binomial_tail(k, people, reach)))
    return quantile + _mistakes(level, people, randomizer, as_printed) + math.ldexp(1.0, -rounds)


def rate(people: int, epsilon: float, rounds: int, h: float, alpha: float) -> float:
    """Theorem 2, without its constant: (L**2 h / eps**2 N)**(1 / 2 alpha) + exp(-h) + 2**-L."""
    guide = math.pow(rounds**2 * h / (epsilon**2 * people), 1 / (2 * alpha))
    return guide + math.exp(-h) + math.ldexp(1.0, -rounds)


def lower_alpha_rate(people: int, epsilon: float, alpha: float) -> float:
    """Corollary 1's guide line: (ln(N)**3 / eps**2 N)**(1 / 2 alpha)."""
    return math.pow(math.log(people) ** 3 / (epsilon**2 * people), 1 / (2 * alpha))


def unknown_alpha_rate(people: int, epsilon: float, alpha: float) -> float:
    """Corollary 2's guide line: (ln(N)**6 / eps**2 N)**(1 / 2 alpha)."""
    return math.pow(math.log(people) ** 6 / (epsilon**2 * people), 1 / (2 * alpha))


def rising(x: float, power: float) -> float:
    """The rising factorial Gamma(x + power) / Gamma(x), by Stirling's series where log-gammas would cancel."""
    if x > 1e5:
        return math.pow(x, power) * math.exp(power * (power - 1) / (2 * x) * (1 - (2 * power - 1) / (6 * x)))
    return math.exp(math.lgamma(x + power) - math.lgamma(x))


def _mistakes(level: float, people: int, randomizer: Randomizer, as_printed: bool) -> float:
    return (1 if as_printed else 2) * math.exp(-exponent(people, level, randomizer))


def _check_level(fatness: Fatness, start: float, level: float) -> None:
    reach = fatness.c * math.pow(fatness.until - start, fatness.alpha)
    if not 2 * level < reach:
        raise YourFault(
            f"the theorem asks for 2 level < C (x-bar - min)**alpha = {reach:.4g}, and the level is {level:.4g}: "
            "ask more people, or allow a larger epsilon"
        )
