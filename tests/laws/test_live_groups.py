"""Plans of live groups: each public group by itself, and what hiding them costs."""

import numpy as np
import pytest

from lowwater.core.domain import Domain
from lowwater.errors import BadPlan, CannotWork
from lowwater.people.power_law import PowerLawPeople
from lowwater.people.some_of import SomeOf
from lowwater.planning import planner
from lowwater.planning.live_groups import HiddenTail, LiveGroup, cost_words, hidden_plans, public_plans
from lowwater.planning.options import PlanOptions
from lowwater.planning.tail import Tail

DOMAIN = Domain(0, 150, step=1)
COHORTS = PlanOptions(search="cohorts")
GROUPS = (LiveGroup("DE", 0.6), LiveGroup("FR", 0.4))


def test_a_public_group_has_the_plan_of_a_survey_of_its_people():
    plans = public_plans(20_000, "1", DOMAIN, COHORTS, GROUPS)
    assert [planner.plan(people, 1, DOMAIN, COHORTS) for people in (12_000, 8_000)] == list(plans)


def test_a_hidden_group_is_put_to_an_equal_part_of_all_people_whatever_its_share():
    plans = hidden_plans(20_000, "1", DOMAIN, PlanOptions(), GROUPS)
    assert [("cohorts", 10_000)] * 2 == [(plan.search, plan.people) for plan in plans]


def test_the_smaller_the_hidden_group_the_larger_the_forecast_error():
    shares = (1.0, 0.8, 0.5, 0.3)
    plans = hidden_plans(80_000, "1", DOMAIN, COHORTS, [LiveGroup(f"{share}", share) for share in shares])
    errors = [plan.forecast_error for plan in plans]
    assert sorted(errors) == errors
    assert planner.plan(20_000, 1, DOMAIN, COHORTS).forecast_error == errors[0]


def test_the_forecast_says_which_share_it_assumes():
    plan = hidden_plans(20_000, "1", DOMAIN, COHORTS, GROUPS)[1]
    assert plan.forecast.assumes.endswith(", and 40 % of people are in the group")


def test_a_group_that_is_no_larger_than_the_level_is_refused_by_its_name():
    with pytest.raises(CannotWork, match=r"group 'LU': .*at 0\.01 or more, which is all of the group") as refusal:
        hidden_plans(200_000, "1", DOMAIN, COHORTS, (*GROUPS, LiveGroup("LU", 0.01)))
    assert "with 3 groups, so many times more" in str(refusal.value)
    assert "the level is" in refusal.value.reasons[0]


def test_a_refused_plan_can_be_had_anyway_with_its_caveats():
    plans = hidden_plans(200, "1", DOMAIN, COHORTS, GROUPS, refuse=False)
    assert all(plan.caveats for plan in plans)


def test_a_level_of_the_whole_group_is_no_caveat_without_groups():
    assert (1.0, 0.25) == (Tail().most, HiddenTail(share=0.25).most)


@pytest.mark.parametrize("search", ["tail-fit", "one-round"])
def test_a_search_that_fits_everybody_is_refused_for_hidden_groups(search):
    with pytest.raises(BadPlan, match=f"search={search!r} with hidden groups: it takes everybody to be at or before"):
        hidden_plans(20_000, "1", DOMAIN, PlanOptions(search=search), GROUPS)


def test_a_quantile_is_refused_for_hidden_groups():
    with pytest.raises(BadPlan, match=r"quantile=0\.5 with hidden groups"):
        hidden_plans(20_000, "1", DOMAIN, PlanOptions(quantile=0.5), GROUPS)


def test_words_of_the_paper_choose_its_search_for_hidden_groups():
    (plan,) = hidden_plans(2**20, "8", Domain(-1, 1), PlanOptions(rule="unknown-alpha"), GROUPS[:1], refuse=False)
    assert "paper" == plan.search


def test_hiding_five_even_groups_takes_about_twenty_five_times_as_many_people():
    groups = [LiveGroup(f"{at}", 0.2) for at in range(5)]
    plan = hidden_plans(500_000, "1", DOMAIN, COHORTS, groups)[0]
    assert "takes about 25 times as many people" in cost_words(plan, groups[0], 5)
    level = plan.forecast.level / 0.2
    more = hidden_plans(25 * 500_000, "1", DOMAIN, COHORTS, groups)[0].forecast.level / 0.2
    public = public_plans(500_000, "1", DOMAIN, COHORTS, groups)[0].forecast.level
    assert level > 4 * public
    assert more == pytest.approx(public, rel=0.15)


def test_people_of_whom_a_share_is_in_the_group_say_yes_that_much_less_often():
    everybody = PowerLawPeople(1000, True, 1.0, 0.0, 150.0)
    some = SomeOf(everybody, 0.25)
    thresholds = np.array([15.0, 75.0, 150.0])
    np.testing.assert_allclose(some.chance(DOMAIN, thresholds), 0.25 * everybody.chance(DOMAIN, thresholds))
    fixed = SomeOf(PowerLawPeople(1000, False, 1.0, 0.0, 150.0), 0.25)
    counts = fixed.count(DOMAIN, thresholds)
    assert [True] * 3 == [float(count).is_integer() and count <= 250 for count in counts]
    assert (1000, 1000, False, True) == (some.people, some.pool, fixed.iid, some.iid)
    assert everybody.target(DOMAIN, None) == some.target(DOMAIN, None)
