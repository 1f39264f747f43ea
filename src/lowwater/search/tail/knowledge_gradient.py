"""Knowledge gradient: the threshold whose answers are expected to tell most about the minimum."""

import numpy as np
import numpy.typing as npt

from lowwater.search.tail.posterior import Posterior
from lowwater.search.tail.power_law_fit import SEARCH_ERROR, model_error
from lowwater.search.tail.sums import curves, logarithm

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Singles = npt.NDArray[np.float32]

_AHEAD = 0.5  # people looked ahead to, as a part of all asked so far
_BINS = 16
_KEPT = 8  # runs whose outcomes fit the processor's cache


def knowledge_gradient(posterior: Posterior, thresholds: Floats, people: Floats, variance: float) -> Ints:
    """The index of the threshold after whose answers the expected distance of minimum and median is least."""
    mean, deviation = _predictive(posterior, thresholds, np.maximum(_AHEAD * people, 1.0), variance)
    columns = (mean, deviation, posterior.by_cell, posterior.distance)
    few = (slice(start, start + _KEPT) for start in range(0, len(mean), _KEPT))
    return np.concatenate([np.argmin(_distances(*(column[runs] for column in columns)), axis=1) for runs in few])


def _distances(mean: Floats, deviation: Floats, weight: Floats, distance: Floats) -> Floats:
    """The expected distance of minimum and median after the answers at each threshold, run by threshold.

    The expected distance of anything from its median is the integral of min(F, 1 - F), with its distribution function
    F: here a sum over cells, for every outcome of the answers.
    """
    below = _normal(_edges(mean, deviation, weight), mean, deviation)
    up_to = np.zeros((*below.shape[:2], below.shape[2] + 2, below.shape[3]), dtype=np.float32)
    up_to[:, :, -1] = 1
    up_to[:, :, 1:-1] = below
    up_to *= weight[:, None, None, :].astype(np.float32)
    outcomes = np.diff(np.cumsum(up_to, axis=3, out=up_to), axis=2)
    least = np.minimum(outcomes, outcomes[..., -1:] - outcomes).sum(axis=2)
    return np.asarray(np.matmul(least[..., :-1], np.diff(distance, axis=1)[:, :, None])[..., 0])


def _predictive(posterior: Posterior, thresholds: Floats, ahead: Floats, variance: float) -> tuple[Floats, Floats]:
    """Mean and deviation of the share at each threshold given the minimum, run by threshold by grid point."""
    minimum = posterior.upper[:, None] - posterior.distance
    span = np.maximum(posterior.top[:, None] - minimum, 1e-300)
    ratio = (thresholds[:, :, None] - minimum[:, None, :]) / span[:, None, :]
    shares, square = _moments(posterior, logarithm(ratio))
    spread = np.maximum(square - shares * shares, 0.0) + model_error(shares, SEARCH_ERROR) ** 2
    people = ahead[:, None, None]
    return shares, np.sqrt(spread + (variance + shares * (1 - shares) + 1 / people) / people)


def _moments(posterior: Posterior, log: Floats) -> tuple[Floats, Floats]:
    """Mean and mean square of the share given the minimum, run by threshold by cell; `log` is that of the ratio."""
    hypotheses, shapes = posterior.hypotheses, posterior.shapes
    fitted = (posterior.weight, posterior.constant)
    mean, square = np.zeros_like(log), np.zeros_like(log)
    weights, constants = (hypotheses.table(columns)[:, :, None] for columns in fitted)
    share = np.empty_like(log)
    for index, curve in enumerate(curves(shapes.at(slice(shapes.straight)), log)):
        np.minimum(np.multiply(curve, constants[:, index], out=share), 1, out=share)
        part = weights[:, index] * share
        mean += part
        part *= share
        square += part
    weight, constant = (hypotheses.bent(columns)[:, :, None] for columns in fitted)
    share = np.minimum(constant * shapes.at(slice(shapes.straight, None)).curves(log[:, None, :, -1:])[..., 0], 1)
    mean[:, :, -1] += (weight * share).sum(axis=1)
    square[:, :, -1] += (weight * share * share).sum(axis=1)
    all_ = np.maximum(posterior.by_cell, 1e-300)[:, None]
    return mean / all_, square / all_


def _edges(mean: Floats, deviation: Floats, weight: Floats) -> Floats:
    """The edges between outcomes, run by threshold by edge: evenly spaced in the inverse hyperbolic sine."""
    likely = (weight > 1e-5)[:, None, :]
    unit = np.where(likely, deviation, np.inf).min(axis=2)
    most = np.where(likely, mean + 2 * deviation, -np.inf).max(axis=2)
    low, high = np.arcsinh(-2.0), np.arcsinh(most / unit)
    parts = np.arange(1, _BINS) / _BINS
    return np.asarray(unit[:, :, None] * np.sinh(low + (high - low)[:, :, None] * parts))


def _normal(x: Floats, mean: Floats, deviation: Floats) -> Singles:
    """The normal distribution function at `x`, near enough, in single precision, run by threshold by edge by cell."""
    scale, shift = (column.astype(np.float32)[:, :, None, :] for column in (1 / deviation, mean / deviation))
    z = x.astype(np.float32)[:, :, :, None] * scale
    z -= shift
    np.clip(z, -8.0, 8.0, out=z)
    power = z * z
    power *= -0.07056
    power -= 1.5976
    power *= z
    np.exp(power, out=power)
    power += 1
    return np.reciprocal(power, out=power)
