"""The search of one round: everybody is asked at once, evenly over the domain, and the model does the rest."""

import pytest

import lowwater
from lowwater.core.domain import Domain
from lowwater.core.tally import Tally
from lowwater.planning.design import design
from lowwater.planning.options import PlanOptions

ENDS = (-1, 1)


def planned(people=20_000, domain=ENDS, step=None, epsilon=4, search="one-round", choices=2, **options):
    """A plan without its forecast, which takes longer than the plan."""
    where = Domain.of(domain, step)
    known = {"choices": choices} if search == "one-round" else {}
    return design(people, epsilon, where, PlanOptions(search=search, **known, **options))


@pytest.mark.parametrize("people", [2, 16, 100, 1024, 4095, 10**6])
@pytest.mark.parametrize("domain", [ENDS, Domain(0, 9, "maximum", 1)], ids=str)
def test_everybody_is_asked_once_at_most_and_all_of_them_in_one_round(people, domain):
    plan = planned(people, domain)
    strategy = plan.strategy()
    questions = strategy.ask(strategy.start())
    assert {0} == {question.round for question in questions}
    assert list(range(plan.questions)) == [question.index for question in questions]
    assert people - plan.questions < sum(question.people for question in questions) <= people
    answered = strategy.advance(strategy.start(), tuple(Tally.of(0, question.people) for question in questions))
    assert () == strategy.ask(answered)
    assert (1, 1) == (plan.answers, plan.terms().answers)


@pytest.mark.parametrize("direction", ["minimum", "maximum"])
def test_the_questions_are_spread_evenly_over_the_domain(direction):
    strategy = planned(domain=Domain(-1, 1, direction), questions=3).strategy()
    assert [-0.5, 0.0, 0.5] == sorted(question.threshold for question in strategy.ask(strategy.start()))


@pytest.mark.parametrize(
    ("people", "expected"), [(1, 1), (10, 10), (16, 16), (512, 16), (1024, 32), (4096, 128), (10**6, 128)]
)
def test_there_are_as_many_questions_as_people_can_fill(people, expected):
    assert expected == planned(people).questions


@pytest.mark.parametrize(("domain", "expected"), [((0, 150), 128), ((0, 100), 100), ((0, 9), 9), ((0, 1), 1)])
def test_there_are_no_more_questions_than_gaps_between_values(domain, expected):
    plan = planned(10**6, domain, step=1)
    strategy = plan.strategy()
    thresholds = {question.threshold for question in strategy.ask(strategy.start())}
    assert (expected, expected) == (plan.questions, len(thresholds))
    assert {0.5} == {threshold % 1 for threshold in thresholds}


def test_whoever_says_how_many_questions_gets_as_many():
    assert 5 == planned(questions=5).questions
    assert 500 == planned(questions=500).questions


@pytest.mark.parametrize(("direction", "quantile"), [("minimum", None), ("maximum", None), ("minimum", 0.3)])
@pytest.mark.parametrize(
    ("people", "epsilon"), [(2**12, 1), *(pytest.param(2**15, epsilon, marks=pytest.mark.long) for epsilon in (1, 4))]
)
def test_it_beats_guessing_by_far(people, epsilon, direction, quantile):
    plan = planned(people, Domain(-1, 1, direction), epsilon=epsilon, quantile=quantile)
    crowd = lowwater.Population.beta(1, 1, start=-0.6, width=0.9, people=people)
    # a guess errs by 0.5 on average; the mean over 16 runs stays ten deviations and more below a half of that
    assert lowwater.evaluate(plan, crowd, runs=16, seed=1).mean_error < 0.25


def test_more_people_make_it_better():
    crowds = [lowwater.Population.beta(1, 1, start=-0.6, width=0.9, people=people) for people in (2**11, 2**15, 2**19)]
    errors = [
        lowwater.evaluate(planned(crowd.people, epsilon=1), crowd, runs=40, seed=1).mean_error for crowd in crowds
    ]
    # each is less than half of the one before, and a mean over 40 runs is off by a sixth
    assert sorted(errors, reverse=True) == errors


@pytest.mark.no_cover
@pytest.mark.parametrize("alpha", [2, *(pytest.param(alpha, marks=pytest.mark.long) for alpha in (0.5, 1))])
def test_asking_in_many_rounds_is_better(alpha):
    crowd = lowwater.Population.beta(alpha, 1, start=-0.6, width=0.6, people=2**15)
    once, often = (
        lowwater.evaluate(planned(2**15, epsilon=1, search=search), crowd, runs=60, seed=2).mean_error
        for search in ("one-round", "tail-fit")
    )
    assert often < once
