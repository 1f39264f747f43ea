"""Quantile fit: the posterior of a quantile, averaged over smooth curves and over curves that may jump anywhere.

Both kinds are compared with the same points, and weigh as much as the answers are likely under them. The cells of the
posterior are laid twice: first where the monotone fit has its mass, then where a rough fit of the curves has its own.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.search.pool import Answers, Points, deviations_above_zero, pool
from lowwater.search.quantile.curve_fit import LINKS, fit_curves
from lowwater.search.quantile.grid import cell_of, laid, middles, mixed, regrouped
from lowwater.search.quantile.monotone_fit import Steps, fit_steps
from lowwater.search.quantile.posterior import QuantilePosterior
from lowwater.search.quantile.ranges import RANGES, Ranges, ranges_of

Floats = npt.NDArray[np.float64]

SURE = 4.0
"""Pooled standard deviations from p that put a threshold on one side of the quantile."""

_AT_ONCE = 8  # runs whose tables stay small
_FIRST, _CELLS = 32, 48  # cells of the rough fit and of the posterior
_ROUGH_SLOPES, _SLOPES = 10, 10
_FLAT, _STEEP = 0.5, 30.0  # the least rise between the limits in deviations of all answers, and the largest
_KEPT = 12.0  # slopes whose log likelihood is this much less than the best one's are left out
_ROUGH = 0.25  # the power of a rough likelihood, whose peak may lie between the cells
_CENTRAL = 1.0  # the prior density is that of as many people's numbers: their share p below the quantile


class _Evidence(NamedTuple):
    """What the answers say; `jumps` is the monotone fit with what points out of range say, run by range by gap."""

    points: Points
    ranges: Ranges
    steps: Steps
    jumps: Floats
    low: Floats
    high: Floats
    gaps: Floats
    widths: Floats
    variance: float
    p: float

    def curves(self, edges: Floats, slopes: Floats) -> Floats:
        """The log likelihood of all points, run by link by range by slope by cell."""
        at = middles(edges)
        log = fit_curves(self.points, self.ranges, at, slopes, self.variance, self.p)
        gap = cell_of(self.gaps, at)[:, None]
        return log + np.take_along_axis(self.ranges.others, gap, axis=2)[:, None, :, None, :]


def fit_quantile(answers: Answers, variance: float, p: float) -> QuantilePosterior:
    """The posterior of every run."""
    starts = range(0, len(answers.threshold), _AT_ONCE)
    chunks = [Answers(*(column[start : start + _AT_ONCE] for column in answers)) for start in starts]
    parts = [_fit(chunk, variance, p) for chunk in chunks]
    return QuantilePosterior(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _fit(answers: Answers, variance: float, p: float) -> QuantilePosterior:
    evidence = _evidence(answers, variance, p)
    noise = np.sqrt((variance + p * (1 - p)) / answers.people.sum(axis=1))
    flat = np.minimum(_FLAT * noise, _STEEP / 2)
    edges, slopes = _laid(evidence, flat)
    # Slopes are equally likely in equal ratios, over all that were tried roughly.
    part = np.log(slopes[:, -1] / slopes[:, 0]) / np.log(_STEEP / flat)
    return _averaged(evidence, edges, slopes, part)


def _evidence(answers: Answers, variance: float, p: float) -> _Evidence:
    """The two fits that need no cells: the limits and the monotone fit."""
    points = pool(answers, variance)
    low, high = _limits(points, variance, p)
    gaps = np.concatenate([np.full((len(low), 1), -1.0), points.threshold], axis=1)
    inside = (gaps[:, :-1] >= low[:, None]) & (gaps[:, 1:] <= high[:, None])
    widths = np.where(inside, np.diff(gaps, axis=1), 0.0)
    ranges = ranges_of(points, variance, p)
    steps = fit_steps(points, ranges.used, variance, p)
    jumps = np.where(widths[:, None] > 0, steps.evidence + ranges.others, -np.inf)
    return _Evidence(points, ranges, steps, jumps, low, high, gaps, widths, variance, p)


def _limits(points: Points, variance: float, p: float) -> tuple[Floats, Floats]:
    """The last threshold significantly below the quantile, and the first significantly above it."""
    threshold, share, people = points.threshold[:, :-1], points.share[:, :-1], points.people[:, :-1]
    noise = variance + p * (1 - p)
    above = deviations_above_zero(share - p, people, noise) >= SURE
    below = deviations_above_zero((p - share)[:, ::-1], people[:, ::-1], noise)[:, ::-1] >= SURE
    high = np.min(np.where(above, threshold, 1.0), axis=1)
    low = np.max(np.where(below & (threshold < high[:, None]), threshold, -1.0), axis=1)
    return low, high


def _laid(evidence: _Evidence, flat: Floats) -> tuple[Floats, Floats]:
    """The edges of the cells and the slopes that are worth a closer look."""
    gaps, widths, jumps = evidence.gaps, evidence.widths, evidence.jumps
    tempered = widths * np.exp((jumps - jumps.max(axis=(1, 2), keepdims=True)) / 2).sum(axis=1)
    first = laid(gaps, mixed((0.75, tempered), (0.25, widths)), _FIRST)
    wide = evidence.high - evidence.low
    slopes = _ratios(flat / wide, _STEEP / wide, _ROUGH_SLOPES)
    rough = evidence.curves(first, slopes).max(axis=(1, 2))
    cells = np.diff(first, axis=1)
    fits = rough.max(axis=1)
    peaked = cells * np.exp((fits - fits.max(axis=1, keepdims=True)) * _ROUGH)
    edges = laid(first, mixed((0.5, peaked), (0.3, regrouped(tempered, gaps, first)), (0.2, cells)), _CELLS)
    return edges, _worth(slopes, rough.max(axis=2))


def _worth(slopes: Floats, fits: Floats) -> Floats:
    """Slopes between those whose fit is good enough, and half a step further, run by slope."""
    kept = fits >= fits.max(axis=1, keepdims=True) - _KEPT
    half = np.sqrt(slopes[:, 1] / slopes[:, 0])
    least, most = np.where(kept, slopes, np.inf).min(axis=1), np.where(kept, slopes, 0.0).max(axis=1)
    return _ratios(least / half, most * half, _SLOPES)


def _ratios(least: Floats, most: Floats, count: int) -> Floats:
    """`count` numbers from `least` to `most` in equal ratios, run by number."""
    return np.asarray(least[:, None] * (most / least)[:, None] ** np.linspace(0.0, 1.0, count))


def _averaged(evidence: _Evidence, edges: Floats, slopes: Floats, part: Floats) -> QuantilePosterior:
    """The posterior over both kinds of curves, each as likely as the other beforehand.

    `part` is the prior probability of the slopes.
    """
    p, at = evidence.p, middles(edges)
    prior = _CENTRAL * (p * np.log((1 + at) / 2) + (1 - p) * np.log((1 - at) / 2))
    smooth = evidence.curves(edges, slopes)
    cells = np.log(np.maximum(np.diff(edges, axis=1), 1e-300)) + prior
    smooth += (cells + np.log(part / (len(LINKS) * slopes.shape[1]))[:, None])[:, None, None, None, :]
    best = evidence.jumps.max(axis=(1, 2))
    mass = evidence.widths * np.exp(evidence.jumps - best[:, None, None]).sum(axis=1)
    jump = np.log(np.maximum(regrouped(mass, evidence.gaps, edges), 1e-300)) + best[:, None] + prior
    top = np.maximum(smooth.max(axis=(1, 2, 3, 4)), jump.max(axis=1))
    smooth, jump = np.exp(smooth - top[:, None, None, None, None]), np.exp(jump - top[:, None])
    total = smooth.sum(axis=(1, 2, 3, 4)) + jump.sum(axis=1)
    believed = RANGES[smooth.sum(axis=(1, 3, 4)).argmax(axis=1)]
    gap = cell_of(evidence.gaps, at)
    before, after = (np.take_along_axis(each[:, -1], gap, axis=1) for each in evidence.steps[1:])
    weights = smooth.sum(axis=2) / total[:, None, None, None], jump / total[:, None]
    return QuantilePosterior(evidence.low, evidence.high, edges, *weights, slopes, before, after, believed)
