"""Settling: two late questions of a fitted search, whose sizes the plan fixes and whose places the answers choose."""

import json

import numpy as np
import pytest

import lowwater
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import randomized_response
from lowwater.errors import BadPlan
from lowwater.planning.design import design
from lowwater.planning.options import PlanOptions
from lowwater.search.plan import Plan
from lowwater.search.round_sizes import GROWTH, round_sizes, settling_of
from lowwater.search.settling import FORMER, LATEST, MOST_BELOW, NO_SETTLING, RULES, SHARES, Settling, settling

COIN = randomized_response(Epsilon.of(1)).variance


def planned(people, epsilon=1, **options):
    return design(people, epsilon, Domain(-1, 1), PlanOptions(search="tail-fit", **options))


@pytest.mark.parametrize("questions", [1, 2])
@pytest.mark.parametrize("quantile", [None, 0.01, 0.5])
@pytest.mark.parametrize("people", [900, 5000, 20_000, 200_000, 10**6])
def test_nobody_is_asked_twice_and_everybody_left_has_a_round(people, quantile, questions):
    plan = planned(people, quantile=quantile, rounds=32 // questions, questions=questions)
    assert {questions} == set(map(len, plan.sizes))
    assert 32 // questions == len(plan.sizes)
    assert min(map(min, plan.sizes)) >= 1
    assert 0.95 * people <= sum(map(sum, plan.sizes)) <= people


@pytest.mark.parametrize(
    ("people", "aim"), [(2000, None), (10_000, 0.05), (40_000, 0.05), (50_000, 0.02), (180_000, 0.01), (10**6, 0.01)]
)
def test_the_smallest_share_that_half_of_all_people_can_prove_is_aimed_at(people, aim):
    result = settling(people, 32, 1, COIN, None)
    assert aim == result.aim
    assert (aim is None) == (result.below == 0)
    assert int(RULES[LATEST].above * people) == result.above
    assert result.below <= MOST_BELOW * people


def test_two_questions_a_round_settle_as_single_ones_do():
    single, double = (settling(200_000, 32 // questions, questions, COIN, None) for questions in (1, 2))
    assert single == double
    assert (26, 28) == double.places(16, 2)
    (above, _), (below, _), _ = round_sizes(200_000, 16, 2, double)[-3:]
    assert (double.above, double.below) == (above, below)


def test_each_question_of_a_quantile_settles_with_as_many_people():
    each = int(RULES[LATEST].each * 200_000)
    assert Settling(each, each) == settling(200_000, 16, 2, COIN, 0.5)


def test_beside_a_question_that_settles_another_asks_as_many_as_its_round_has_grown_to():
    sizes = round_sizes(200_000, 16, 2, Settling(1000, 2000, 0.01))
    assert [last for _, last in sizes] == sorted(last for _, last in sizes)
    assert GROWTH == pytest.approx(sizes[-1][1] / sizes[0][1], rel=0.01)


@pytest.mark.parametrize(
    ("result", "places"),
    [(Settling(5, 7, 0.01), (27, 29)), (Settling(5, 0), (29, None)), (NO_SETTLING, (None, None))],
)
def test_settling_questions_come_late_and_others_follow(result, places):
    assert places == result.places(32, 1)


@pytest.mark.parametrize("questions", [1, 2])
@pytest.mark.parametrize("number", RULES)
@pytest.mark.parametrize("rounds", range(8, 53))
def test_above_settles_in_an_earlier_round_than_below(rounds, number, questions):
    above, below = Settling(5, 7, 0.01, RULES[number].after).places(rounds, questions)
    assert 0 < above // questions < below // questions < rounds
    assert above % questions == below % questions == 0


@pytest.mark.parametrize(("people", "rounds", "questions"), [(200_000, 7, 1), (200_000, 16, 3), (700, 32, 1)])
def test_few_rounds_many_questions_or_few_people_do_not_settle(people, rounds, questions):
    assert NO_SETTLING == settling(people, rounds, questions, COIN, None)


def test_noise_that_drowns_half_of_people_leaves_nothing_to_settle():
    assert NO_SETTLING == settling(5000, 32, 1, 100.0, None)


def test_a_plan_that_does_not_settle_asks_growing_rounds_to_the_end():
    plan = planned(200_000, settle=False)
    assert NO_SETTLING == settling_of(plan.setting)
    assert list(plan.sizes) == sorted(plan.sizes)


def test_a_plan_written_before_settling_keeps_its_sizes():
    written = json.loads(planned(200_000, settle=False).to_json())
    del written["settle"]
    assert planned(200_000, settle=False).sizes == Plan.from_json(json.dumps(written)).sizes


def test_a_plan_written_before_growth_keeps_rounds_that_grow_32_times():
    written = json.loads(planned(200_000, settle=False).to_json())
    del written["growth"]
    sizes = Plan.from_json(json.dumps(written)).sizes
    assert pytest.approx(32, rel=0.02) == sizes[-1][0] / sizes[0][0]
    assert 200_000 * 0.999 < sum(map(sum, sizes)) <= 200_000


def test_a_plan_written_before_its_rule_was_told_settles_in_the_last_two_rounds_as_it_did():
    written = json.loads(planned(200_000).to_json())
    assert LATEST == written.pop("settling")
    plan = Plan.from_json(json.dumps(written))
    assert plan.settling == FORMER
    (above, _), (below, _) = plan.sizes[-2:]
    assert above == 24_000
    assert (28, 30) == settling_of(plan.setting).places(16, 2)
    assert below == settling_of(plan.setting).below
    assert plan == Plan.from_json(plan.to_json())


@pytest.mark.parametrize("rule", [0, 3, 1.0, "2", None, True])
def test_a_plan_that_settles_by_no_known_rule_is_refused(rule):
    written = json.loads(planned(200_000).to_json()) | {"settling": rule}
    with pytest.raises(BadPlan, match=r"settling=.*it is 1 or 2, and new plans have 2"):
        Plan.from_json(json.dumps(written))


@pytest.mark.parametrize("growth", [0, 0.5, -1.0, 1025, 1e400, "8", None, True])
def test_a_plan_whose_growth_is_no_number_from_1_to_1024_is_refused(growth):
    written = json.loads(planned(200_000).to_json()) | {"growth": growth}
    with pytest.raises(BadPlan, match=r"growth=.*from 1, for rounds of one size, to 1024"):
        Plan.from_json(json.dumps(written))


@pytest.mark.parametrize(("search", "settle"), [("cohorts", True), ("tail-fit", 1), ("tail-fit", None)])
def test_only_a_search_that_can_settle_does_and_only_if_it_is_told_so_plainly(search, settle):
    plan = lowwater.plan(5000, 1, (-1, 1), search=search, refuse=False)
    with pytest.raises(BadPlan, match=f"settle={settle!r} with search='{search}'.*only with 'tail-fit'"):
        Plan.from_json(json.dumps(json.loads(plan.to_json()) | {"settle": settle}))


def test_other_searches_ignore_the_wish_to_settle():
    assert lowwater.plan(5000, 1, (-1, 1), search="cohorts", settle=True, refuse=False).settle is False


# Ten runs each. 95 of 100 name somebody at or below 22.5: that the median of ten does not has a chance below 1e-4. Of
# the three shares 2.6 are proved on average (deviation .6), without settling 1.4 (.5), 4.8 deviations of means apart.
def test_settling_questions_prove_what_others_do_not():
    ages = np.round(np.random.default_rng(3).triangular(18, 25, 90, 200_000))
    runs = {
        settle: [lowwater.find_min(ages, 1, (0, 150), step=1, settle=settle, seed=seed) for seed in range(10)]
        for settle in (True, False)
    }
    assert np.median([run.certain.somebody for run in runs[True]]) <= 22.5
    few = {settle: np.mean([len(run.certain.few) for run in result]) for settle, result in runs.items()}
    assert few[True] > few[False]
    assert few[True] <= len(SHARES)
