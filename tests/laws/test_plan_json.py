"""Plans as JSON: the same when read back, and nothing else is taken for one."""

import json

import pytest

import lowwater
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadPlan, LowwaterError
from lowwater.search.level import Concentration, Deviations, ExactTail, Quantile
from lowwater.search.plan import Plan

ONE = Epsilon.of(1)
DOMAIN = Domain(-1, 1)
PLAN = Plan("cohorts", DOMAIN, 5000, ONE, 12, Deviations())
PLANS = [
    PLAN,
    Plan("paper", Domain(0, 150, "maximum", 1), 5000, Epsilon.of("0.1"), 8, Concentration(3.5), "clamp"),
    Plan("honest", Domain(0.1, 0.7), 7, None, 20, Quantile(0.0)),
    Plan("cohorts", DOMAIN, 5000, ONE, 3, ExactTail()),
    Plan("cohorts", DOMAIN, 5000, ONE, 3, Quantile(0.5)),
    lowwater.plan(5000, 1, (-1, 1)),
    lowwater.plan(500, 1, (-1, 1), search="paper", dropout=0.1, refuse=False),
    lowwater.plan(500, 1, (-1, 1), rounds=1, refuse=False),
    lowwater.plan(500, 1, (0, 9), step=1, rounds=16, questions=2, refuse=False),
]
FORECAST = json.loads(PLANS[5].to_json())["forecast"]


def changed(**fields) -> str:
    return json.dumps(json.loads(PLAN.to_json()) | fields)


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_a_plan_survives_its_json(plan):
    assert plan == Plan.from_json(plan.to_json())
    assert "\n" not in plan.to_json()


def test_the_reason_for_a_search_survives_its_json():
    for plan in PLANS:
        assert plan.why == json.loads(plan.to_json())["why"]
    assert 3 == len({plan.why for plan in PLANS})  # asked for, chosen, and chosen because of one round


@pytest.mark.parametrize("length", range(0, len(PLAN.to_json()), 7))
def test_a_torn_plan_is_refused(length):
    with pytest.raises(BadPlan, match="not a plan"):
        Plan.from_json(PLAN.to_json()[:length])


@pytest.mark.parametrize("text", ["null", "[]", "5", '"plan"', "{}", "NaN", '{"version": "lowwater/plan/2"}'])
def test_foreign_json_is_refused(text):
    with pytest.raises(BadPlan):
        Plan.from_json(text)


def test_json_too_deep_to_read_is_refused():
    with pytest.raises(BadPlan):
        Plan.from_json("[" * 10**5)


@pytest.mark.parametrize(
    "fields",
    [
        {"version": "lowwater/plan/0"},
        {"search": "guess"},
        {"search": []},
        {"people": "5000"},
        {"people": 0},
        {"people": True},
        {"people": 11},  # fewer than rounds
        {"epsilon": 0},
        {"epsilon": -1},
        {"epsilon": "1"},
        {"epsilon": None},
        {"rounds": 0},
        {"rounds": 53},
        {"rounds": 1.5},
        {"level": {"kind": "deviations", "first": -1}},
        {"level": 5},
        {"domain": 5},
        {"domain": {"lo": 1, "hi": -1}},
        {"domain": {"lo": None, "hi": 1}},
        {"extra": 1},
        {"outside": "ignore"},
        {"why": None},
        {"why": 5},
        {"questions": 2},  # only a fit has several
        {"search": "one-round"},  # with twelve rounds
        {"forecast": 5},
        {"forecast": {}},
        {"forecast": FORECAST | {"forecast_error": "much"}},
        {"forecast": FORECAST | {"forecast_error": -1.0}},
    ],
    ids=str,
)
def test_a_plan_with_a_wrong_field_is_refused(fields):
    with pytest.raises(LowwaterError):
        Plan.from_json(changed(**fields))
