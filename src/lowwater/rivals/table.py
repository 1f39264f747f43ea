"""Every rival by its name: the only list to edit when one is added."""

from lowwater.rivals.ceilings import CentralMinimum, SampleMinimum
from lowwater.rivals.gradient import Gradient
from lowwater.rivals.histogram import Histogram
from lowwater.rivals.laplace import Laplace
from lowwater.rivals.noisy_search import NoisySearch
from lowwater.rivals.prefix import PrefixSums
from lowwater.rivals.random_threshold import RandomThreshold
from lowwater.rivals.rival import Rival
from lowwater.rivals.screening import Screening
from lowwater.rivals.sequential import SequentialTest
from lowwater.rivals.square_wave import SquareWave

RIVALS: dict[str, Rival] = {
    "Laplace": Laplace(),
    "sequential test": SequentialTest(),
    "noisy binary search": NoisySearch(),
    "Bayesian screening": Screening(),
    "stochastic gradient": Gradient(),
    "OUE histogram, 32 bins": Histogram(bins=32),
    "OUE histogram, 128 bins": Histogram(),
    "OUE histogram, 512 bins": Histogram(bins=512),
    "prefix sums": PrefixSums(),
    "square wave": SquareWave(),
    "random thresholds": RandomThreshold(),
}
"""Locally private, each with the whole epsilon of every person."""

CEILINGS: dict[str, Rival] = {
    "central model (not local)": CentralMinimum(),
    "sample minimum (not private)": SampleMinimum(),
}
"""Not locally private: what is possible where somebody may see all numbers."""
