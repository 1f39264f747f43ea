"""What next: one line that says how to halve the error, or what to ask instead."""

import pytest

import lowwater
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import randomized_response
from lowwater.search.what_next import what_next

COIN = randomized_response(Epsilon.of(1))


@pytest.mark.parametrize(
    ("power", "words"),
    [
        (1.0, "half the error takes about 80,000 people, or epsilon 1.9"),
        (2.0, "half the error takes about 40,000 people, or epsilon 1.4"),
        (0.5, "half the error takes about 320,000 people, or epsilon 3"),
        (0.35, "half the error takes about 1,100,000 people"),
    ],
)
def test_half_the_error_takes_more_people_or_a_larger_epsilon(power, words):
    assert words == what_next(power, 0.01, 20_000, COIN)


def test_an_epsilon_that_leaves_no_privacy_is_no_advice():
    strong = randomized_response(Epsilon.of(4))
    assert "half the error takes about 80,000 people" == what_next(1.0, 0.01, 20_000, strong)


@pytest.mark.parametrize(("level", "quantile"), [(0.012, "2 %"), (0.0009, "0.2 %"), (0.2, "40 %")])
def test_a_tail_too_steep_for_more_people_is_left_for_a_quantile(level, quantile):
    expected = f"more people hardly help here; the {quantile} quantile can be had from as many people now"
    assert expected == what_next(0.2, level, 20_000, COIN)


def test_whoever_asks_for_the_median_is_not_told_to_ask_for_the_median():
    estimate = lowwater.find_quantile([20.0, 60.0, 61.0, 70.0] * 5_000, 0.5, 1, (0, 150), seed=1)
    assert estimate.what_next.startswith("half the error takes about ")
    assert "more people hardly help here" == what_next(0.2, None, 20_000, COIN)


@pytest.mark.parametrize(("search", "people"), [("cohorts", "80,000"), ("paper", "80,000")])
def test_a_search_with_a_level_says_how_many_people_halve_it(search, people):
    estimates = lowwater.find_min([20.0, 60.0] * 10_000, 1, (0, 150), search=search, rounds=4, h=None, seed=1)
    assert estimates.what_next.startswith(f"half the level takes about {people} people;")


def test_a_search_without_noise_or_for_a_quantile_has_nothing_to_say():
    median = lowwater.find_quantile([20.0, 60.0] * 10_000, 0.4, 1, (0, 150), search="cohorts", seed=1)
    assert "" == median.what_next


def test_where_no_end_is_in_sight_the_median_is():
    expected = "1,024 people at this epsilon hardly show an end; ask for the median, or ask more people"
    assert expected == what_next(1.0, 0.4, 1024, COIN)
