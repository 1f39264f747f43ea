"""Monotone fit: what the answers say of a quantile p whose curve may be any that rises, jumps included.

Suppose that the quantile lies between two neighbouring thresholds. Shares before it are then below p, shares after it
above p. From the quantile outwards the distance of the share from p stays the same at the next threshold, or grows; its
first value is one of a few candidates, equally likely, from a part of the noise up to the whole way. That is a hidden
Markov chain on either side, and one pass outside in gives its likelihood for all gaps at once.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.search.pool import Points

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_CANDIDATES = 14  # shares on one side of p, at distances in equal ratios
_FINEST = 0.3  # the least distance, in deviations of the share of all answers
_ROUGH = 0.2  # the deviation of a share from its candidate, in parts of the candidate's distance from p
_STAY = 0.95  # the probability that the share is the same at the next threshold
_LEAST = -600.0  # the log of a likelihood that counts as none


class Steps(NamedTuple):
    """The monotone fit, run by range by gap between neighbouring thresholds; the domain's ends are among them.

    evidence: the log of the likelihood of the points used, if the quantile lies in the gap.
    before, after: the expected shares on either side of the quantile, if it lies in the gap.
    """

    evidence: Floats
    before: Floats
    after: Floats


def fit_steps(points: Points, used: Flags, variance: float, p: float) -> Steps:
    """The monotone fit to the points of each range, where `used` says which, run by point by range."""
    noise = np.sqrt((variance + p * (1 - p)) / np.maximum(points.people[:, :-1].sum(axis=1), 1.0))
    (runs, count), ranges = points.share[:, :-1].shape, used.shape[2]
    share = np.repeat(points.share[:, :-1], ranges, axis=0)
    people = np.where(np.swapaxes(used, 1, 2), points.people[:, None, :], 0.0)[:, :, :-1].reshape(-1, count)
    below, above = (np.repeat(_distances(noise, most), ranges, axis=0) for most in (p, 1 - p))
    evidence, expected = _outside(
        np.concatenate([share, share[:, ::-1]]),
        np.concatenate([people, people[:, ::-1]]),
        np.concatenate([p - below, p + above]),
        variance,
        p,
    )
    before, after = evidence.reshape(2, runs, ranges, count + 1)
    low, high = expected.reshape(2, runs, ranges, count + 1)
    return Steps(before + after[..., ::-1], low, high[..., ::-1])


def _distances(noise: Floats, most: float) -> Floats:
    """Distances from p in equal ratios, from a part of the `noise` to `most`, run by candidate."""
    least = np.minimum(_FINEST * noise, most / 4)[:, None]
    return np.asarray(least * (most / least) ** np.linspace(0.0, 1.0, _CANDIDATES))


def _outside(share: Floats, people: Floats, candidates: Floats, variance: float, p: float) -> tuple[Floats, Floats]:
    """The log likelihood of the first 0, 1, 2, ... points outside of a quantile, and the share expected next to it.

    The last points are the next to the quantile; rows are runs, ranges and sides alike.
    """
    likelihood = _likelihood(share, people, candidates, variance, p)
    chain, scale = np.ones_like(candidates), np.zeros(len(candidates))
    evidence, expected = [scale], [candidates.mean(axis=1)]
    for at in range(share.shape[1]):
        asked = people[:, at, None] > 0
        chain = np.where(asked, likelihood[:, at] * _outwards(chain), chain)
        most = chain.max(axis=1)
        chain, scale = chain / most[:, None], scale + np.log(most)
        total = chain.sum(axis=1)
        evidence.append(scale + np.log(total / _CANDIDATES))
        expected.append((chain * candidates).sum(axis=1) / total)
    return np.stack(evidence, axis=1), np.stack(expected, axis=1)


def _outwards(chain: Floats) -> Floats:
    """The mean of `chain` over the next candidate outwards, given each one: the same, or any that is further away."""
    others = np.arange(_CANDIDATES)[::-1]
    further = np.cumsum(chain[:, ::-1], axis=1)[:, ::-1] - chain
    moved = np.where(others > 0, further / np.maximum(others, 1), chain)
    return np.asarray(_STAY * chain + (1 - _STAY) * moved)


def _likelihood(share: Floats, people: Floats, candidates: Floats, variance: float, p: float) -> Floats:
    """The likelihood of every point at every candidate, row by point by candidate; 1 at most."""
    counted = np.maximum(people, 1.0)[:, :, None]
    noise = (variance + candidates * (1 - candidates))[:, None, :] / counted + 0.25 / counted**2
    spread = noise + (_ROUGH * (candidates - p))[:, None, :] ** 2
    log = (np.log(noise / spread) - (share[:, :, None] - candidates[:, None, :]) ** 2 / spread) / 2
    return np.asarray(np.exp(np.maximum(log, _LEAST)))
