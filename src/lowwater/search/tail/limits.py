"""Tail limits: the limits of a minimum and its likely error by a fitted power law, and when the limits are withheld.

The constants were calibrated on the paper's grid, the stress set and real data together: docs/decisions/47-limits.md.
"""

import numpy as np
import numpy.typing as npt

from lowwater.law.normal import normal_cdf
from lowwater.search.pool import Answers
from lowwater.search.tail.posterior import Posterior

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

REASONS = (
    "",
    "these answers could not tell everyone from nobody",
    "the answers do not follow a power law (misfit)",
    "a power law fits only a small part of the people near the end",
    "many people seem to share the last value, and a power law says little about such a heap",
    "nearly everybody is at the domain's other end, and on the way there too few could be seen",
    "some answers hint at people beyond the tail, and they are too few to be sure of",
)
"""Why limits are withheld, in words; the first: they are not."""

_BLIND = 1.0  # the level from which on not even everyone can be told from nobody
_MISFIT = 2.0  # the largest chi-square for each point fitted
_BELIEVED = 0.1  # the least share that the power law must be believed up to
_FLAT, _HEAP = 0.15, 0.8  # exponents below .15 are a heap of people at one value, if they have this probability
_OTHER_END = 0.02  # minima within 1 % of the domain's width of its other end leave nearly all of it empty
_HINT = 0.88  # standard deviations of all answers before the tail above which they hint at somebody
_LIKELY = 0.95  # the posterior quantile of the exponent that counts as likely
_LEAST = 0.002  # the posterior quantile of the least likely minimum
_NEAR, _FAR = 0.025, 0.9  # posterior quantiles that the limits start from
_FURTHER = 1.05  # by how much further from the upper limit the near limit is
_TELLING = 2.6  # the largest likely exponent of a tail that tells where it starts
_OPEN = 0.25  # the largest part of the way to the domain's start that may be open for a near limit before it
_BACK, _AHEAD = 0.2, 0.2  # the far limit moves towards the upper limit by .2 for each unit of the exponent beyond .8
_STEPS = 32  # larger errors than this many steps are left out of a rounded error
_MODEL = 0.06  # the error of the model for each unit of the exponent, in distances between value and upper limit
_CLOSE, _NEARBY = 0.08, 8.0  # ways to the domain's start that count: on [-1, 1], and in distances to the upper limit


def likely_exponent(posterior: Posterior) -> Floats:
    """The exponent that the true one exceeds with a probability of 5 %."""
    exponents, order = posterior.shapes.exponent, np.argsort(posterior.shapes.exponent, kind="stable")
    cumulative = np.cumsum(posterior.by_shape[:, order], axis=1)
    at = np.minimum(np.count_nonzero(cumulative < _LIKELY, axis=1), exponents.size - 1)
    return np.asarray(exponents[order][at])


def limits(posterior: Posterior) -> tuple[Floats, Floats]:
    """The near and the far limit.

    A tail that may be steep says little about its start, and one that was seen from afar may end anywhere: their near
    limit is the domain's start. The far limit is the nearer to the upper limit, the steeper the tail may be, and the
    likelier the domain's start is: finitely many people need not reach it.
    """
    exponent, upper = likely_exponent(posterior), posterior.upper
    first = -1.0 - posterior.step / 2  # the place for the domain's first value
    near = np.maximum(upper - _FURTHER * (upper - posterior.quantile(_NEAR)), first)
    opening = (upper - posterior.quantile(_LEAST)) / np.maximum(upper + 1, 1e-300)
    far, start = posterior.quantile(_FAR), posterior.by_cell[:, -1]
    part = np.clip(_AHEAD * exponent - _BACK + start, 0.0, 1.0)
    return np.where((exponent > _TELLING) | (opening > _OPEN), first, near), np.asarray(far + part * (upper - far))


def hint(posterior: Posterior, answers: Answers, variance: float) -> Floats:
    """By how many standard deviations the share of all who were asked before the tail lies above zero."""
    people = np.where(answers.threshold <= posterior.quantile(_LEAST)[:, None], answers.people, 0.0)
    return np.asarray((people * answers.share).sum(axis=1) / np.sqrt(variance * people.sum(axis=1) + 1))


def withheld(posterior: Posterior, level: Floats, hinted: Floats) -> Ints:
    """The index of the first of REASONS for which the limits are withheld; 0 where none is. `hinted`: see `hint`."""
    heap = (posterior.by_shape * (posterior.shapes.exponent < _FLAT)).sum(axis=1)
    tests = [
        level >= _BLIND,
        posterior.misfit > _MISFIT * np.maximum(posterior.used, 1),
        posterior.believed < _BELIEVED,
        heap > _HEAP,
        1 - posterior.quantile(0.5) < _OTHER_END,
        hinted > _HINT,
    ]
    reason = np.argmax(np.stack([np.zeros(len(level), dtype=bool), *tests]), axis=0)
    return np.asarray(reason, dtype=np.int64)


def likely_error(posterior: Posterior, minimum: Floats) -> Floats:
    """The expected absolute error of a minimum after the domain's start and that of the model, added in squares.

    To it comes the way to the start, where that is close: tails thinner than any power law begin there, and the fit
    ends where it sees nobody any more. What counts of it falls off exponentially with the way.
    """
    exponent = np.exp(posterior.expect(np.log(posterior.shapes.exponent)))
    reach, way = posterior.upper - minimum, np.maximum(minimum + 1, 0.0)
    model, start = _MODEL * exponent * reach, way * np.exp(-way / _CLOSE - way / np.maximum(_NEARBY * reach, 1e-300))
    if posterior.step:
        model, start = _rounded(model, posterior.step), _rounded(start, posterior.step)
    return np.asarray(np.hypot(posterior.error_after_start(minimum), model) + start)


def _rounded(deviation: Floats, step: float) -> Floats:
    """The mean absolute value of a normal error of this deviation, rounded to whole steps unless they are small."""
    edges = step * (np.arange(_STEPS) + 0.5)
    rounded = 2 * step * normal_cdf(-edges / np.maximum(deviation, 1e-300)[:, None]).sum(axis=1)
    return np.where(deviation < _STEPS / 4 * step, rounded, deviation)
