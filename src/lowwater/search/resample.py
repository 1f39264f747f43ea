"""Systematic resampling: draws from weights that are a function of the weights alone."""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def resample(weights: Floats, count: int) -> Ints:
    """`count` indices into the flattened weights of every run, each drawn as often as its weight says."""
    cumulative = np.cumsum(weights.reshape(len(weights), -1), axis=1)
    marks = (np.arange(count) + 0.5) / count
    drawn = np.stack([np.searchsorted(row, marks * row[-1]) for row in cumulative])
    return np.asarray(np.minimum(drawn, cumulative.shape[1] - 1))
