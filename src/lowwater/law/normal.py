"""The normal law, approximated: good enough to place a question, never to state a confidence."""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_SLOPE, _BEND = np.sqrt(2 / np.pi), 0.044715


def normal_cdf(deviations: Floats) -> Floats:
    """The share below, to 3e-4."""
    clipped = np.clip(deviations, -8.0, 8.0)
    return np.asarray((1 + np.tanh(_SLOPE * clipped * (1 + _BEND * clipped * clipped))) / 2)


def normal_quantile(share: Floats) -> Floats:
    """The deviations below which this share lies, to 5e-4: Abramowitz and Stegun, 26.2.23."""
    rare = np.clip(np.minimum(share, 1 - share), 1e-300, 0.5)
    t = np.sqrt(-2 * np.log(rare))
    top = 2.515517 + t * (0.802853 + t * 0.010328)
    bottom = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308))
    return np.asarray(np.where(share < 0.5, -1.0, 1.0) * (t - top / bottom))
