"""Every search keeps the promises of the protocol, and the paper's Algorithm 1 does what the paper says."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.tally import Tally
from lowwater.errors import NobodyAnswered
from lowwater.search.level import ExactTail, Quantile
from lowwater.search.plan import Plan
from lowwater.search.search import Request
from lowwater.search.strategy import run
from lowwater.search.table import SEARCHES
from lowwater.testing import check_strategy

ANY = Quantile(0.0)  # left iff there is any yes at all
DOMAINS = [Domain(-1, 1), Domain(0.1, 0.7), Domain(0, 150, step=1), Domain(0, 1, step=0.1)]


def planned(search, domain, level=None, rounds=4, people=60):
    """So many rounds of one question; or, where a search has one round only, as many questions in it."""
    row = SEARCHES[search]
    rounds, questions = (1, rounds) if row.most_rounds == 1 else (rounds, 1)
    level = level or row.design(Request(people, domain, rounds, questions)).level
    return Plan(
        search, domain, people, Epsilon.of(4) if row.private else None, rounds, level, questions=questions
    ).strategy()


def estimate_of(values, domain, rounds, level=ANY):
    """What Algorithm 1 says of these numbers."""
    strategy = planned("honest", domain, level, rounds, len(values))
    return run(
        strategy, lambda asked: Tally.of(sum(domain.truth(value, asked.thresholds) for value in values), len(values))
    ).value


@pytest.mark.no_cover
@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("direction", ["minimum", "maximum"])
@pytest.mark.parametrize("domain", DOMAINS, ids=str)
@pytest.mark.parametrize("quantile", [None, pytest.param(0.3, marks=pytest.mark.long)])
def test_every_search_keeps_the_protocol(search, direction, domain, quantile):
    level = None if quantile is None else Quantile(quantile)
    check_strategy(planned(search, domain.looking_for(direction), level), people=40, runs=4)


def test_cohorts_with_exact_tails_keep_the_protocol():
    check_strategy(planned("cohorts", DOMAINS[0], ExactTail(0.05), people=40), people=10, runs=3)


@pytest.mark.parametrize("search", SEARCHES)
def test_silence_is_an_error_and_not_a_right_turn(search):
    with pytest.raises(NobodyAnswered, match="round 0"):
        run(planned(search, DOMAINS[0]), lambda _asked: Tally.of(0, 0))


@pytest.mark.parametrize("search", SEARCHES)
def test_a_total_of_nought_leaves_the_state(search):
    strategy = planned(search, DOMAINS[0])
    moved = strategy.advance(strategy.start(), tuple(Tally.of(3, 15) for _ in strategy.ask(strategy.start())))
    for state in (strategy.start(), moved):
        assert state == strategy.advance(state, (Tally.of(0, 0),))


def algorithm_1(values, rounds):
    """The paper's Algorithm 1, line by line, in fractions."""
    left, right = Fraction(-1), Fraction(1)
    for _ in range(rounds):
        threshold = (left + right) / 2
        signs = [1 if threshold - Fraction(value) >= 0 else -1 for value in values]
        share = Fraction(sum(signs), 2 * len(values)) + Fraction(1, 2)
        left, right = (left, threshold) if share > 0 else (threshold, right)
    return float((left + right) / 2)


numbers = st.lists(st.floats(-1, 1), min_size=1, max_size=8)


@given(numbers, st.integers(1, 40))
def test_algorithm_1_is_the_papers_line_by_line(values, rounds):
    assert algorithm_1(values, rounds) == estimate_of(values, Domain(-1, 1), rounds)


@given(numbers, st.integers(1, 40), st.sampled_from([Domain(-1, 1), Domain(-3, 5), Domain(-1.3, 1.1)]))
def test_algorithm_1_errs_by_at_most_half_a_cell(values, rounds, domain):
    half = domain.width / 2 * 2**-rounds
    assert abs(estimate_of(values, domain, rounds) - min(values)) <= half * (1 + 1e-9) + 1e-15
    assert abs(estimate_of(values, domain.looking_for("maximum"), rounds) - max(values)) <= half * (1 + 1e-9) + 1e-15


def test_a_value_at_the_threshold_goes_towards_the_end_that_is_searched_for():
    assert -0.5 == estimate_of([0.0], Domain(-1, 1), 1)
    assert 0.5 == estimate_of([0.0], Domain(-1, 1, "maximum"), 1)
    assert -0.375 == estimate_of([-0.25, 0.7], Domain(-1, 1), 3)


@given(numbers, st.integers(1, 40), st.sampled_from([0.0, 0.25, 0.5]))
def test_a_maximum_is_the_mirror_image_of_a_minimum(values, rounds, share):
    mirrored = estimate_of([-value for value in values], Domain(-3, 1), rounds, Quantile(share))
    assert -mirrored == estimate_of(values, Domain(-1, 3, "maximum"), rounds, Quantile(share))


@given(st.lists(st.integers(0, 10), min_size=1, max_size=8), st.integers(1, 4))
def test_so_is_a_maximum_of_data_with_a_step(values, rounds):
    mirrored = estimate_of([-value for value in values], Domain(-10, 0, step=1), rounds)
    assert -mirrored == estimate_of(values, Domain(0, 10, "maximum", step=1), rounds)


@given(st.lists(st.integers(0, 150), min_size=1, max_size=8))
def test_data_with_a_step_are_found_exactly(values):
    assert min(values) == estimate_of(values, Domain(0, 150, step=1), 8)
    assert max(values) == estimate_of(values, Domain(0, 150, "maximum", step=1), 8)
