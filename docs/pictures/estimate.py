"""Draw the estimate of the quickstart: its answers, what they prove, and what a fit makes of them."""

import sys
from pathlib import Path

import numpy as np

import lowwater

PEOPLE = 200_000


def estimated() -> lowwater.Estimate:
    """The estimate that the quickstart reads."""
    ages = 18 + 72 * np.random.default_rng(2019).beta(1.1, 2.4, size=PEOPLE)
    return lowwater.find_min(ages, epsilon=1, domain=(0, 150), seed=1)


if __name__ == "__main__":
    estimated().plot(Path(sys.argv[1]) / "estimate.svg")
