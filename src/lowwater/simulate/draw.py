"""Where simulated coins come from, and counts drawn without replacement, for any number of people."""

import numpy as np
import numpy.typing as npt

from lowwater.errors import YourFault

Ints = npt.NDArray[np.int64]

EXACT = 10**9
"""numpy's hypergeometric sampler takes fewer people than this."""

_FEW = 10**6
_ONE_BY_ONE = 16


def generator(seed: int | None) -> np.random.Generator:
    """Coins from a seed, which anyone can repeat; without one, from the operating system's entropy."""
    try:
        return np.random.default_rng(seed)
    except (TypeError, ValueError):
        raise YourFault(f"seed={seed!r}; it is a whole number, 0 or more, or None") from None


def without_replacement(rng: np.random.Generator, good: Ints, whole: Ints, drawn: Ints) -> Ints:
    """How many good ones are among those drawn from the whole.

    Exact below 10**9 people. Above, where any of the four counts (good or bad, drawn or not) is below a million, a
    binomial law stands in, whose deviation is right to 0.1 %; else the normal law with the same mean and variance.
    """
    if (whole < EXACT).all():
        return _exact(rng, good, whole - good, drawn)
    found = np.empty_like(whole)
    exact, rest = np.flatnonzero(whole < EXACT), np.flatnonzero(whole >= EXACT)
    found[exact] = rng.hypergeometric(good[exact], (whole - good)[exact], drawn[exact])
    if rest.size:
        found[rest] = _approximate(rng, good[rest], whole[rest], drawn[rest])
    return found


def _exact(rng: np.random.Generator, good: Ints, bad: Ints, drawn: Ints) -> Ints:
    """Hypergeometric counts; a few are drawn one by one, for numpy's checks of arrays take longer than they do."""
    if good.size > _ONE_BY_ONE:
        return rng.hypergeometric(good, bad, drawn)
    counts = zip(good.tolist(), bad.tolist(), drawn.tolist(), strict=True)
    return np.array([rng.hypergeometric(*count) for count in counts], dtype=np.int64)


def _approximate(rng: np.random.Generator, good: Ints, whole: Ints, drawn: Ints) -> npt.NDArray[np.float64]:
    """The normal stand-in everywhere, then the binomial ones where a count is small."""
    bad, left = whole - good, whole - drawn
    good_share, drawn_share = good / np.maximum(whole, 1), drawn / np.maximum(whole, 1)
    mean = drawn_share * good
    variance = mean * (1 - good_share) * left / np.maximum(whole - 1, 1)
    found = np.rint(mean + np.sqrt(variance) * rng.standard_normal(good.shape))
    for few, share, base, sign in (
        (left, good_share, good, -1),
        (bad, drawn_share, drawn, -1),
        (drawn, good_share, 0 * drawn, 1),
        (good, drawn_share, 0 * good, 1),
    ):
        at = np.flatnonzero(few < _FEW)
        found[at] = base[at] + sign * rng.binomial(few[at], share[at])
    return np.clip(found, np.maximum(0, drawn - bad), np.minimum(good, drawn))
