"""Plans: valid at birth, and never promising more than they keep."""

import contextlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lowwater
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.tally import Tally
from lowwater.errors import BadPlan, LowwaterError, NotPrivate
from lowwater.search.level import Concentration, Deviations, Quantile
from lowwater.search.plan import Plan
from lowwater.search.search import finest_rounds
from lowwater.search.table import PRIVATE, SEARCHES
from lowwater.search.tail_fit import LEVEL

ONE = Epsilon.of(1)
DOMAIN = Domain(-1, 1)
HONEST = Plan("honest", Domain(0.1, 0.7), 7, None, 20, Quantile(0.0))


@pytest.mark.parametrize("people", [0, -1, 1.5, "100", True, None])
def test_a_survey_needs_a_whole_number_of_people(people):
    with pytest.raises(BadPlan, match="people="):
        Plan("paper", DOMAIN, people, ONE, 3, Deviations())


@pytest.mark.parametrize("rounds", [0, -1, 53, 1.5, "3", True, None])
def test_rounds_are_a_whole_number_that_doubles_can_tell_apart(rounds):
    with pytest.raises(BadPlan, match="rounds="):
        Plan("paper", DOMAIN, 100, ONE, rounds, Deviations())


def test_a_search_is_one_of_the_table():
    with pytest.raises(BadPlan, match=", ".join(SEARCHES)):
        Plan("guess", DOMAIN, 100, ONE, 3, Deviations())


def test_values_outside_are_refused_or_clamped_and_nothing_else():
    with pytest.raises(LowwaterError, match="outside"):
        lowwater.plan(5000, 1, (-1, 1), outside="ignore")


@given(st.integers(1, 10**6), st.integers(1, 52))
def test_cohorts_never_need_more_people_than_there_are(people, rounds):
    if people < rounds:
        with pytest.raises(BadPlan, match="cannot fill"):
            Plan("cohorts", DOMAIN, people, ONE, rounds, Deviations())
    else:
        plan = Plan("cohorts", DOMAIN, people, ONE, rounds, Deviations())
        assert people - rounds < plan.asked * plan.cohorts <= people


@given(st.floats(0.01, 30), st.integers(1, 52))
def test_all_answers_together_stay_within_the_grant(nats, rounds):
    for search in ("paper", "cohorts"):
        with contextlib.suppress(LowwaterError):  # more than 15 nats an answer
            plan = Plan(search, DOMAIN, 100, Epsilon.of(nats), rounds, Deviations())
            assert plan.loss <= plan.epsilon
            assert plan.terms().loss * plan.terms().answers == plan.loss


@pytest.mark.parametrize("rounds", [2, 5, 52])
def test_a_search_of_one_round_has_one_and_the_remedy_is_named(rounds):
    with pytest.raises(BadPlan, match=rf"rounds={rounds} with search='one-round'.*; leave rounds out, or take"):
        Plan("one-round", DOMAIN, 100, ONE, rounds, Deviations())


@given(st.integers(1, 10**4), st.integers(1, 200))
def test_the_questions_of_one_round_never_need_more_people_than_there_are(people, questions):
    if people < questions:
        with pytest.raises(BadPlan, match="cannot fill"):
            Plan("one-round", DOMAIN, people, ONE, 1, LEVEL, questions=questions)
    else:
        plan = Plan("one-round", DOMAIN, people, ONE, 1, LEVEL, questions=questions)
        assert people - questions < plan.asked * plan.cohorts <= people


@pytest.mark.parametrize("search", ["cohorts", "paper", "honest"])
def test_only_a_fit_takes_several_questions_a_round(search):
    epsilon = None if search == "honest" else ONE
    with pytest.raises(BadPlan, match=f"questions=2 a round; at least 1, and at most 1 with search='{search}'"):
        Plan(search, DOMAIN, 100, epsilon, 3, Quantile(0.5), questions=2)


def test_a_plan_that_nobody_chose_was_asked_for():
    assert "it was asked for" == HONEST.why


@pytest.mark.parametrize("why", [None, 5, ["because"]])
def test_the_reason_is_a_sentence(why):
    with pytest.raises(BadPlan, match="why="):
        Plan("paper", DOMAIN, 100, ONE, 3, Deviations(), why=why)


def test_a_grant_of_more_than_fifteen_nats_is_not_used_up():
    assert 15 == pytest.approx(float(Plan("cohorts", DOMAIN, 100, Epsilon.of(40), 3, Deviations()).loss), abs=1e-8)


def test_honest_answers_have_no_terms_to_promise():
    with pytest.raises(NotPrivate):
        HONEST.terms()
    assert HONEST.loss is None
    assert "everything" in HONEST.reveals


def test_nobody_is_asked_to_grant_what_no_answer_can_cost():
    items = [lowwater.plan(20_000, epsilon, (0, 150)).terms().grant for epsilon in (50, 4)]
    assert [Epsilon.of(15), Epsilon.of(4)] == items


def test_only_the_honest_go_without_epsilon():
    for search, epsilon in (("honest", ONE), ("paper", None), ("cohorts", None)):
        with pytest.raises(BadPlan, match="only 'honest' goes without"):
            Plan(search, DOMAIN, 100, epsilon, 3, Quantile(0.5))


def test_an_honest_plan_never_divides_by_nought():
    with contextlib.suppress(BadPlan):  # to refuse this level is as good as to make sense of it
        strategy = Plan("honest", DOMAIN, 100, None, 3, Concentration(1.0)).strategy()
        strategy.cuts(strategy.start(), 100)


@pytest.mark.parametrize(
    ("ends", "expected"), [((-1, 1), 52), ((0, 150), 52), ((1e15, 1e15 + 1), 3), ((1.7e18, 1.7e18 + 1e6), 11)]
)
def test_no_domain_is_halved_more_often_than_doubles_can_tell(ends, expected):
    domain = Domain(*ends)
    assert expected == finest_rounds(domain)
    edges = [domain.edge(index, 2**expected) for index in (0, 1, 2, 2**expected - 1, 2**expected)]
    assert edges == sorted(set(edges))
    assert math.isclose(edges[-1], domain.hi)


@pytest.mark.parametrize(
    ("search", "rounds", "questions"), [("tail-fit", 6, 2), ("one-round", 1, 5), ("cohorts", 6, 1)]
)
def test_a_plan_says_how_many_people_each_question_of_each_round_asks(search, rounds, questions):
    plan = Plan(search, Domain(-1, 1), 1000, Epsilon.of(1), rounds, Quantile(0.5), questions=questions)
    strategy, state, asked = plan.strategy(), plan.strategy().start(), []
    while result := strategy.ask(state):
        asked.append(tuple(question.people for question in result))
        state = strategy.advance(state, tuple(Tally.of(0, question.people) for question in result))
    assert list(plan.sizes) == asked


@pytest.mark.parametrize("people", [40, 1000])
@pytest.mark.parametrize("search", [name for name in PRIVATE if not SEARCHES[name].everyone])
def test_no_search_asks_more_people_than_there_are(search, people):
    plan = lowwater.plan(people, 1, (-1, 1), search=search, refuse=False)
    strategy, state, asked = plan.strategy(), plan.strategy().start(), 0
    while questions := strategy.ask(state):
        asked += sum(question.people for question in questions)
        state = strategy.advance(state, tuple(Tally.of(0, question.people) for question in questions))
    assert 0 < asked <= people


@pytest.mark.parametrize("search", ["tail-fit", "one-round"])
def test_a_level_that_the_search_would_not_follow_is_refused(search):
    with pytest.raises(BadPlan, match=r"whose level is Deviations\(first=4.5, last=4.5\); leave it out"):
        Plan(search, Domain(-1, 1), 100, Epsilon.of(1), 1, Deviations(1.0, 1.0))
