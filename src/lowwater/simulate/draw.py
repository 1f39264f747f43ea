"""Draw: the generator of simulated coins, and hypergeometric counts for any number of people."""

import numpy as np
import numpy.typing as npt

from lowwater.errors import YourFault

Ints = npt.NDArray[np.int64]

EXACT = 10**9
"""numpy's hypergeometric sampler takes fewer people than this."""

_FEW = 10**6
_ONE_BY_ONE = 16


def generator(seed: int | None) -> np.random.Generator:
    """A generator from `seed`, which anyone can repeat; without one, from the operating system's entropy."""
    try:
        return np.random.default_rng(seed)
    except (TypeError, ValueError):
        raise YourFault(f"seed={seed!r}; it is a whole number, 0 or more, or None") from None


def without_replacement(rng: np.random.Generator, good: Ints, whole: Ints, drawn: Ints) -> Ints:
    """The hypergeometric count of `good` ones among `drawn` from a `whole`.

    Exact below 10**9 people. Above, where any of the four counts (good or bad, drawn or not) is below a million, a
    binomial law stands in, whose deviation is right to 0.1 %; else the normal law with the same mean and variance.
    """
    if (whole < EXACT).all():
        return _exact(rng, good, whole - good, drawn)
    counts = np.empty_like(whole)
    exact, rest = np.flatnonzero(whole < EXACT), np.flatnonzero(whole >= EXACT)
    counts[exact] = rng.hypergeometric(good[exact], (whole - good)[exact], drawn[exact])
    if rest.size:
        counts[rest] = _approximate(rng, good[rest], whole[rest], drawn[rest])
    return counts


def _exact(rng: np.random.Generator, good: Ints, bad: Ints, drawn: Ints) -> Ints:
    """Hypergeometric counts; short arrays are drawn one by one, which is faster than numpy's checks of arrays."""
    if good.size > _ONE_BY_ONE:
        return rng.hypergeometric(good, bad, drawn)
    counts = zip(good.tolist(), bad.tolist(), drawn.tolist(), strict=True)
    return np.array([rng.hypergeometric(*count) for count in counts], dtype=np.int64)


def _approximate(rng: np.random.Generator, good: Ints, whole: Ints, drawn: Ints) -> npt.NDArray[np.float64]:
    """The normal approximation everywhere, then the binomial ones where a count is small."""
    bad, left = whole - good, whole - drawn
    good_share, drawn_share = good / np.maximum(whole, 1), drawn / np.maximum(whole, 1)
    mean = drawn_share * good
    variance = mean * (1 - good_share) * left / np.maximum(whole - 1, 1)
    counts = np.rint(mean + np.sqrt(variance) * rng.standard_normal(good.shape))
    for few, share, base, sign in (
        (left, good_share, good, -1),
        (bad, drawn_share, drawn, -1),
        (drawn, good_share, 0 * drawn, 1),
        (good, drawn_share, 0 * good, 1),
    ):
        at = np.flatnonzero(few < _FEW)
        counts[at] = base[at] + sign * rng.binomial(few[at], share[at])
    return np.clip(counts, np.maximum(0, drawn - bad), np.minimum(good, drawn))
