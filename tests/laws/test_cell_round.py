"""One round over cells: which choices a plan takes, how its cells lie, what it finds, and what it refuses."""

import json

import numpy as np
import pytest

import lowwater
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.tally import Tally
from lowwater.errors import BadPlan
from lowwater.people.numbers import Numbers
from lowwater.planning.design import design
from lowwater.planning.options import PlanOptions
from lowwater.rivals.histogram import Histogram
from lowwater.search.cells.posterior import cell_posterior
from lowwater.search.plan import Plan
from lowwater.search.strategy import run
from lowwater.simulate.monte_carlo import monte_carlo
from lowwater.testing import check_strategy

YEARS = Domain(0, 150, step=1)


def planned(people=20_000, epsilon=4, domain=YEARS, **options):
    """A plan without its forecast, which takes longer than the plan."""
    return design(people, epsilon, domain, PlanOptions(search="one-round", **options))


@pytest.mark.parametrize(
    ("people", "epsilon", "expected"),
    [(20_000, 4, 16), (1000, 4, 16), (20_000, 1, 16), (2000, 1, 8), (100, 1, 2), (20_000, 0.125, 2), (2**20, 0.125, 8)],
)
def test_an_answer_has_as_many_choices_as_all_answers_together_can_tell_apart(people, epsilon, expected):
    assert expected == planned(people, epsilon).choices


@pytest.mark.parametrize(("last", "expected"), [(1, 2), (9, 10), (15, 16), (150, 16)])
def test_there_are_no_more_choices_than_values(last, expected):
    assert expected == planned(domain=Domain(0, last, step=1)).choices


def test_a_quantile_is_asked_for_by_yes_or_no():
    assert 2 == planned(quantile=0.5).choices


@pytest.mark.parametrize("choices", [2, 3, 11, 16])
def test_whoever_says_how_many_choices_gets_as_many(choices):
    plan = planned(choices=choices)
    question, *_ = plan.strategy().ask(plan.strategy().start())
    assert (choices, choices) == (plan.choices, len(question.thresholds) + 1)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"choices": 1}, "choices=1; an answer has 2"),
        ({"choices": 17}, "choices=17; an answer has 2"),
        ({"choices": "8"}, "choices='8'"),
        ({"choices": 8, "quantile": 0.5}, "choices=8 with quantile=0.5"),
        ({"choices": 8, "domain": Domain(0, 4, step=1)}, "choices=8 of a domain with 5 values; give at most 5"),
        ({"choices": 16, "questions": 100}, "give at most 68 questions"),
    ],
)
def test_choices_that_cannot_be_are_refused_in_words(options, expected):
    with pytest.raises(BadPlan, match=expected):
        planned(**options)


@pytest.mark.parametrize("search", ["tail-fit", "cohorts", "paper"])
def test_other_searches_take_yes_or_no_alone(search):
    with pytest.raises(BadPlan, match="choices=8 means nothing"):
        lowwater.plan(20_000, 4, (0, 150), search=search, choices=8)
    plan = json.loads(planned().to_json()) | {"search": "cohorts", "level": {"kind": "quantile", "p": 0.5}}
    with pytest.raises(BadPlan, match="choices=16 with search='cohorts'; 2, for yes or no; 'one-round' takes more"):
        Plan.from_json(json.dumps(plan | {"questions": 1}))


@pytest.mark.parametrize("change", [{"choices": 200}, {"choices": 16, "level": {"kind": "quantile", "p": 0.5}}])
def test_a_plan_that_was_tampered_with_is_refused(change):
    with pytest.raises(BadPlan, match="choices="):
        Plan.from_json(json.dumps(json.loads(planned().to_json()) | change))


def test_a_plan_keeps_its_choices_and_an_older_one_has_two():
    plan = planned()
    fields = json.loads(plan.to_json())
    assert plan == Plan.from_json(json.dumps(fields))
    del fields["choices"]
    assert 2 == Plan.from_json(json.dumps(fields)).choices


@pytest.mark.parametrize("domain", [YEARS, Domain(0, 150, "maximum", 1), Domain(0, 40, step=1)], ids=str)
def test_the_questions_together_stand_between_all_values(domain):
    strategy = planned(10**6, domain=domain).strategy()
    thresholds = {cut for question in strategy.ask(strategy.start()) for cut in question.thresholds}
    assert {value + 0.5 for value in range(int(domain.hi))} == thresholds


def test_everybody_is_asked_once_at_most():
    plan = planned(20_007)
    asked = plan.strategy().ask(plan.strategy().start())
    assert 20_007 - plan.questions < sum(question.people for question in asked) <= 20_007


@pytest.mark.parametrize(
    "plan",
    [
        planned(400, 1, Domain(0, 9, step=1), choices=4),
        planned(400, 4, Domain(-1, 1, "maximum"), choices=3, questions=5),
        planned(10**6, 4, Domain(0, 1000, step=1), choices=16, questions=2),
    ],
    ids=["few values", "a maximum", "many values"],
)
def test_it_keeps_the_promises_of_a_search(plan):
    check_strategy(plan.strategy(), runs=2)


def _expected(share):
    """The tallies that people would give on average, where `share` gives how many are at or before a number."""

    def tally(question):
        within = np.sort([share(cut) for cut in question.thresholds])
        truths = np.diff([0.0, *within, 1.0])[::-1]
        answers = truths @ np.array(question.randomizer.table, dtype=float) / 2**53
        return Tally(tuple(round(10**7 * answer) for answer in answers))

    return tally


@pytest.mark.parametrize("alpha", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("direction", ["minimum", "maximum"])
def test_without_noise_the_end_is_found(alpha, direction):
    plan = planned(domain=Domain(0, 150, direction))
    near, sign = (18.0, 1) if direction == "minimum" else (90.0, -1)
    estimate = run(plan.strategy(), _expected(lambda cut: min(1.0, max(0.0, sign * (cut - near) / 72)) ** alpha))
    assert near == pytest.approx(estimate.value, abs=0.3)
    assert estimate.fitted.low <= near <= estimate.fitted.high


@pytest.mark.parametrize("first", [0, 18, 149])
def test_without_noise_the_first_of_whole_numbers_is_found(first):
    plan = planned()
    last = min(150, first + 71)
    share = lambda cut: min(1.0, max(0.0, (np.floor(cut) - first + 1) / (last - first + 1)))  # noqa: E731
    assert first == run(plan.strategy(), _expected(share)).value


def test_nobody_who_can_be_seen_leaves_the_whole_domain():
    plan = planned()
    estimate = run(plan.strategy(), _expected(lambda _cut: 0.0))
    assert (150.0, None) == (estimate.cell[1], estimate.certain.somebody)


def test_a_minimum_and_the_maximum_of_the_negated_numbers_mirror_each_other():
    ages = np.random.default_rng(1).integers(18, 90, 5000).astype(float)
    least = lowwater.find_min(ages, 4, (0, 150), rounds=1, step=1, seed=1)
    largest = lowwater.find_max(-ages, 4, (-150, 0), rounds=1, step=1, seed=1)
    assert (least.value, least.cell) == (-largest.value, (-largest.cell[1], -largest.cell[0]))


def test_the_weights_of_a_posterior_sum_to_one_and_its_curve_rises():
    strategy = planned(4000, domain=Domain(0, 150)).strategy()
    counts = np.random.default_rng(3).multinomial(444, np.full(16, 1 / 16), size=strategy.questions)
    posterior = cell_posterior(strategy.cells(tuple(map(tuple, counts.tolist()))))
    shares = posterior.shares(np.linspace(-1, posterior.best.top, 30))
    assert 1 == pytest.approx(posterior.weight.sum())
    assert (np.diff(shares) >= -1e-9).all()


# Over 24 runs the new round errs by .4 +- .1 years, yes and no by 1.4 +- .1, and the histogram by 22 +- 2.
def test_it_errs_less_than_yes_or_no_and_than_a_histogram_of_151_bits():
    ages = Numbers(np.rint(18 + 72 * (np.arange(4096) + 0.5) / 4096))
    runs = {name: planned(4096, **{"choices": 2} if name == "two" else {}).strategy() for name in ("two", "cells")}
    errors = {
        name: np.abs(monte_carlo(search, YEARS, ages, runs=24, rng=np.random.default_rng(5)) - 18).mean()
        for name, search in runs.items()
    }
    rival = Histogram(151).estimates(ages, YEARS, Epsilon.of(4), 24, np.random.default_rng(5))
    assert errors["cells"] < min(0.7 * errors["two"], np.abs(rival - 18).mean())
