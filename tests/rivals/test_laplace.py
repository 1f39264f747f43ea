"""The Laplace baseline as a rival: drawn by cells, held against its exact law."""

import math

import numpy as np
import pytest
from scipy.stats import kstest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.law.distribution import Beta
from lowwater.people.population import Population
from lowwater.rivals.laplace import Laplace, LaplaceMinimum

RUNS = 1500


def drawn(people, domain=Domain(-1, 1), nats=1.0):  # noqa: B008 - a frozen value
    return Laplace().estimates(people, domain, Epsilon.of(nats), RUNS, np.random.default_rng(1))


@pytest.mark.parametrize("iid", [False, True])
@pytest.mark.parametrize("nats", [0.25, 1, 4, 16])
def test_answers_follow_the_exact_law(nats, iid):
    law = Beta(1, 2, -0.5, 0.9)
    exact = LaplaceMinimum(law, 1000, nats, iid)
    draws = drawn(Population(law, 1000, iid), nats=nats)
    # cells and groups move a number by 1/4000 at most, far below the noise; a false alarm in a million
    assert kstest(draws, lambda t: 1 - exact.exceeds(np.asarray(t))).pvalue > 1e-6


def test_the_mean_error_is_the_exact_one():
    law, start = Beta(1, 1, -1, 0.3), -1
    errors = np.abs(drawn(Population(law, 2**15)) - start)
    expected = LaplaceMinimum(law, 2**15, 1.0).mean_error
    assert abs(errors.mean() - expected) < 5 * errors.std() / math.sqrt(RUNS)  # a false alarm in 1.7 million


def test_noise_is_as_wide_as_the_domain_over_epsilon():
    draws = drawn(Population.of([75.0]), Domain(0, 150), nats=2)
    assert abs(np.abs(draws - 75).mean() - 75) < 5 * 75 / math.sqrt(RUNS)  # one person: the scale is 150 / 2


def test_one_person_makes_the_law_of_one_noise():
    draws = drawn(Population.of([0.0]), nats=1)
    assert kstest(draws, "laplace", args=(0, 2)).pvalue > 1e-6  # in cells of 1/2048, far below the noise
