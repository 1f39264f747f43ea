"""The exact law of a noisy count.

Of n people m have the truth yes; each answers at random, so the count of yes answers is the sum of a
Bin(m, p_yes) and a Bin(n - m, p_no). Its tail is computed by Fourier inversion on the lattice of whole numbers:
the characteristic function falls off like that of a normal law, so some thirty frequencies give the tail to
about 1e-14 whether n is ten or 2**40. There is no sampling, no normal approximation and no sum over people.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from lowwater.core.randomizer import Randomizer

Floats = npt.NDArray[np.float64]

_REACH = 8.5  # standard deviations on each side; the mass beyond is below 1e-16
_DECAY = 4.4  # at spread * sin(angle / 2) = 4.4 the characteristic function is below 1e-16
_SLACK = 30.0  # further counts on each side, for laws so narrow that they are Poisson rather than normal
_CHUNK = 1 << 15  # elements at a time, to bound the memory of the frequency table


def noisy_tail(cut: int, truths: npt.ArrayLike, total: int, randomizer: Randomizer) -> Floats:
    """P(at least cut yes answers out of total), if `truths` of the people have the truth yes."""
    truths = np.asarray(truths, dtype=float)
    if randomizer.honest:
        return (truths >= cut).astype(float)
    return _tail(cut, truths, total, np.asarray(randomizer.p_yes(True)), randomizer.p_yes(False))


def binomial_tail(cut: int, total: int, chance: npt.ArrayLike) -> Floats:
    """P(Bin(total, chance) >= cut)."""
    chance = np.asarray(chance, dtype=float)
    return _tail(cut, np.full(chance.shape, float(total)), total, chance, 0.0)


def binomial_tails(cuts: npt.ArrayLike, totals: npt.ArrayLike, chances: npt.ArrayLike) -> Floats:
    """P(Bin(total, chance) >= cut), element by element: another cut and total for each."""
    cut, total, chance = np.broadcast_arrays(*(np.asarray(each, dtype=float) for each in (cuts, totals, chances)))
    shape, cut, total, chance = cut.shape, cut.ravel(), total.ravel(), chance.ravel()
    spread = np.sqrt(total * chance * (1 - chance))
    ahead = _subtract(cut - 0.5, total, chance)
    far = _REACH * spread + _SLACK
    tail = (ahead < 0).astype(float)
    near = np.flatnonzero((np.abs(ahead) < far) & (cut > 0) & (cut <= total))
    for start in range(0, near.size, _CHUNK):
        at = near[start : start + _CHUNK]
        angle, half_period = _angles(spread[at], far[at], shared=False)
        tail[at] = _invert(ahead[at], angle, half_period, total[at], 0, chance[at], 0.0)
    return np.where(cut <= 0, 1.0, np.where(cut > total, 0.0, tail)).reshape(shape)


def _tail(cut: int, m: Floats, n: int, p1: Floats, p0: float) -> Floats:
    """P(Bin(m, p1) + Bin(n - m, p0) >= cut), over an array of m and one p1, or as many p1 as m."""
    if not 0 < cut <= n:
        return np.full(m.shape, float(cut <= 0))
    shape, m, p1 = m.shape, m.ravel(), p1.ravel()
    spread = np.sqrt(m * p1 * (1 - p1) + (n - m) * p0 * (1 - p0))
    ahead = _subtract(_subtract(np.asarray(cut - 0.5), m, p1), n - m, np.asarray(p0))  # of the mean
    far = _REACH * spread + _SLACK
    tail = (ahead < 0).astype(float)  # right already where the cut is out of reach
    near = np.flatnonzero(np.abs(ahead) < far)
    for start in range(0, near.size, _CHUNK):
        at = near[start : start + _CHUNK]
        angle, half_period = _angles(spread[at], far[at], shared=p1.size < m.size)
        tail[at] = _invert(ahead[at], angle, half_period, m[at], n, p1 if p1.size < m.size else p1[at], p0)
    return tail.reshape(shape)


def _subtract(start: Floats, count: Floats, chance: Floats) -> Floats:
    """Subtract count * chance, in parts of which the large ones are exact: for 2**40 people every digit matters."""
    rare = np.minimum(chance, 1 - chance)
    start = np.where(chance > 0.5, start - count, start)
    sign = np.where(chance > 0.5, -1.0, 1.0)
    high = np.floor(count / 2**20) * 2**20
    coarse = np.round(rare * 2**26) / 2**26
    parts = (high * coarse, (count - high) * coarse, high * (rare - coarse), (count - high) * (rare - coarse))
    for part in parts:
        start = start - sign * part
    return start


def _angles(spread: Floats, far: Floats, *, shared: bool) -> tuple[Floats, Floats]:
    """The frequencies of a square wave whose half period covers the whole law on either side of the cut."""
    if shared:
        spread, far = spread.min(keepdims=True), far.max(keepdims=True)
    half_period = 2 * np.ceil(far)
    last = 2 * np.arcsin(np.minimum(1.0, _DECAY / np.maximum(spread, _DECAY)))  # the transform is negligible beyond it
    count = int(np.ceil(np.max(last * half_period) / (2 * np.pi)))
    odd = 2 * np.arange(count) + 1
    return np.pi * odd / half_period[:, None], half_period


def _invert(ahead: Floats, angle: Floats, half_period: Floats, m: Floats, n: int, p1: Floats, p0: float) -> Floats:
    """The tail: one half plus the expectation of a square wave with its step at the cut."""
    half, inside = np.sin(angle / 2), angle < np.pi  # beyond pi the weight is 0
    size, turn = _log_size(half, p1[:, None]), _excess_turn(angle, p1[:, None])
    if p0:
        size, turn = _of_both(m, n, (size, turn), (_log_size(half, p0), _excess_turn(angle, p0)))
    else:
        size, turn = m[:, None] * size, m[:, None] * turn
    weight = np.where(inside, np.exp(size) / np.where(inside, half, 1.0), 0.0)
    waves = np.sin(turn - angle * ahead[:, None])
    tail: Floats = 0.5 + np.einsum("ij,ij->i", waves, np.broadcast_to(weight, waves.shape)) / half_period
    return np.clip(tail, 0.0, 1.0)


def _of_both(m: Floats, n: int, yes: tuple[Floats, Floats], no: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    """Size and turn of the whole count, from those of a truth of yes, which m have, and of no, which n - m have."""
    size, turn = n * no[0], n * no[1] + m[:, None] * (yes[1] - no[1])
    return size if np.array_equal(yes[0], no[0]) else size + m[:, None] * (yes[0] - no[0]), turn


def _log_size(half: Floats, p: Any) -> Floats:
    """Log of the modulus of 1 - p + p e**(i angle), where `half` is the sine of half the angle."""
    with np.errstate(divide="ignore"):  # a modulus of 0, at angle pi and p = 1/2, gives weight 0
        size: Floats = 0.5 * np.log1p(-4 * p * (1 - p) * half**2)
    return size


def _excess_turn(angle: Floats, p: Any) -> Floats:
    """Argument of 1 - p + p e**(i angle), less its mean p angle.

    Computed for the rarer answer, whose turns are small; for small angles, where both are nearly equal, by the series.
    """
    rare = np.minimum(p, 1 - p)
    q = rare * (1 - rare)
    square = angle * angle
    tail = (1 - 12 * q) / 120 - square * (1 - 60 * q + 360 * q * q) / 5040
    series = -q * (1 - 2 * rare) * angle * square * (1 / 6 - square * tail)
    whole = np.arctan2(rare * np.sin(angle), 1 - rare + rare * np.cos(angle)) - rare * angle
    turn: Floats = np.where(p > 0.5, -1.0, 1.0) * np.where(angle < 0.02, series, whole)
    return turn
