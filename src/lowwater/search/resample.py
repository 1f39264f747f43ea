"""Systematic resampling: draws from weights that are a function of the weights alone."""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def resample(weights: Floats, count: int, offset: Floats | None = None) -> Ints:
    """`count` indices into the flattened weights of every run, each drawn as often as its weight says.

    `offset` shifts the marks of a run by a part of their distance; one half where it is left out.
    """
    cumulative = np.cumsum(weights.reshape(len(weights), -1), axis=1)
    shift = np.full(len(weights), 0.5) if offset is None else offset
    marks = (np.arange(count) + shift[:, None]) / count
    drawn = np.stack([np.searchsorted(row, mark * row[-1]) for row, mark in zip(cumulative, marks, strict=True)])
    return np.asarray(np.minimum(drawn, cumulative.shape[1] - 1))
