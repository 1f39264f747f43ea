"""Optimized unary encoding, and the first significant bin."""

import itertools
from fractions import Fraction
from math import prod

import numpy as np
import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import SCALE
from lowwater.law.count import binomial_tail
from lowwater.people.population import Population
from lowwater.rivals.histogram import Histogram, in_order, tallies, unary
from lowwater.search.level import ExactTail
from lowwater.testing import check_randomizer, exp_from_below


def likelihood(message, own, bit):
    """The chance of a whole message from somebody in this bin, exactly."""
    chances = (Fraction(bit.if_yes if place == own else bit.if_no, SCALE) for place in range(len(message)))
    return prod(chance if text else 1 - chance for text, chance in zip(message, chances, strict=True))


@pytest.mark.parametrize("nats", ["0.125", "1", "4", "15"])
@pytest.mark.parametrize("bins", [2, 3, 4])
def test_two_numbers_make_a_message_differ_by_e_to_the_epsilon_at_most(nats, bins):
    epsilon, bit = Epsilon.of(nats), unary(Epsilon.of(nats))
    messages = list(itertools.product([False, True], repeat=bins))
    assert all(1 == sum(likelihood(message, own, bit) for message in messages) for own in range(bins))
    worst = max(
        likelihood(message, item, bit) / likelihood(message, other, bit)
        for message in messages
        for item, other in itertools.permutations(range(bins), 2)
    )
    assert worst <= exp_from_below(epsilon)
    assert worst > exp_from_below(epsilon) * (1 - Fraction(1, 10**8))  # and none of it is wasted


@pytest.mark.parametrize("nats", [0.125, 1, 4, 64])
def test_every_bit_is_a_randomizer_that_conforms(nats):
    check_randomizer(unary(Epsilon.of(nats)))


def test_a_tally_without_its_bias_is_the_share():
    bit = unary(Epsilon.of(1))
    expected = 300 * bit.p_yes(True) + 700 * bit.p_yes(False)  # of 1000 people
    assert pytest.approx(0.3) == (expected / 1000 - bit.p_yes(False)) / (bit.p_yes(True) - bit.p_yes(False))


def by_people(cells, bins, bit, rng):
    """One survey as it is told: everyone throws a coin for every bit."""
    own = cells[:, None] == np.arange(bins)
    return (rng.random(own.shape) < np.where(own, bit.p_yes(True), bit.p_yes(False))).sum(axis=0)


def test_counts_follow_the_law_of_people_who_send_all_their_bits():
    rng, bit, runs = np.random.default_rng(1), unary(Epsilon.of(1)), 3000
    cells = np.repeat([0, 2, 3], [5, 11, 24])
    people = np.array([by_people(cells, 4, bit, rng) for _ in range(runs)])
    counts = tallies(np.tile(np.bincount(cells, minlength=4), (runs, 1)), 40, bit, rng)
    errors = np.abs(people.mean(axis=0) - counts.mean(axis=0)) / (people.std(axis=0) / np.sqrt(runs / 2))
    assert (errors < 5).all()  # four means: a false alarm in 400,000
    assert pytest.approx(np.cov(people.T), abs=5 * 10 / np.sqrt(runs / 2)) == np.cov(counts.T)  # variances below 10


@pytest.mark.parametrize("people", [2**10, 2**20])
@pytest.mark.parametrize("nats", [0.125, 1, 15])
def test_empty_bins_raise_an_alarm_in_one_survey_of_a_hundred_at_most(people, nats):
    rival, bit = Histogram(), unary(Epsilon.of(nats))
    cut = ExactTail(rival.false_alarm / rival.bins).cut(0.0, people, bit)
    assert rival.bins * float(binomial_tail(cut, people, bit.p_yes(False))) <= 0.01


def test_the_first_significant_bin_is_the_one_that_holds_the_minimum():
    people = Population.beta(1, 1, start=-0.45, width=0.8, people=2**16)
    estimates = Histogram(bins=16).estimates(people, Domain(-1, 1), Epsilon.of(2), 500, np.random.default_rng(1))
    assert (
        np.mean(estimates == -0.4375) >= 0.98
    )  # a false alarm in 500 runs has a chance of .01 at most, five or more none


def test_without_a_significant_bin_the_fullest_is_taken():
    estimates = Histogram(bins=2).estimates(
        Population.of([0.5] * 4), Domain(-1, 1), Epsilon.of(0.125), 50, np.random.default_rng(1)
    )
    assert {-0.5, 0.5} == set(estimates.tolist())


def test_everyone_sends_a_bit_for_each_bin():
    assert [32.0, 512.0] == [Histogram(bins=bins).bits for bins in (32, 512)]


def test_shares_of_a_distribution_stay_as_they_are():
    shares = np.array([[0.0, 0.5, 0.125, 0.375]])
    assert shares.tolist() == in_order(shares).tolist()


def test_shares_in_order_are_not_negative_and_their_sum_is_everyone():
    result = in_order(np.random.default_rng(1).normal(1 / 64, 0.1, (50, 64)))
    assert (result >= 0).all()
    assert pytest.approx(np.ones(50)) == result.sum(axis=1)


def test_noise_that_falls_and_rises_again_is_sorted_out():
    assert pytest.approx(np.array([[0.25, 0.25, 0.5]])) == in_order(np.array([[0.5, -0.25, 0.75]]))
