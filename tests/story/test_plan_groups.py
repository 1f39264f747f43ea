"""What a plan with groups says: what each group can find, what groups cost, and which cannot work."""

import json
import re

import pytest

import lowwater
from lowwater.planning.live_groups import LiveGroup, hidden_plans
from lowwater.planning.options import PlanOptions

WORDS = "plan --people 9000 --epsilon 4 --domain 0 150 --step 1 --search cohorts"
TRADES = "--groups nurse=0.5,miner=0.3,pilot"


def test_every_group_has_a_line_and_everybody_as_one_stands_beside_them(say):
    result = say(f"{WORDS} {TRADES}")
    assert (0, "") == (result.code, result.err)
    assert result.out.startswith("A plan for 9,000 people in 3 groups on [0, 150]\n  group  share  asked  forecast")
    assert [("nurse", "50", "4,500"), ("miner", "30", "2,700"), ("pilot", "20", "1,800")] == re.findall(
        r"^  (\w+) +(\d+) % +([\d,]+)  [\d.]+ +cohorts: ", result.out, re.M
    )
    assert "  groups          told in clear, outside epsilon\n" in result.out
    assert re.search(
        r"^  without groups  forecast error [\d.]+ with cohorts, for all 9,000 people as one$", result.out, re.M
    )
    assert "cost" not in result.out


def test_a_public_group_has_the_plan_of_the_library(say):
    told = say(f"{WORDS} {TRADES} --json").json
    plans = [lowwater.Plan.from_json(json.dumps(group["plan"])) for group in told["groups"]]
    options = {"step": 1, "search": "cohorts"}
    assert [lowwater.plan(people, 4, (0, 150), **options) for people in (4500, 2700, 1800)] == plans
    assert lowwater.plan(9000, 4, (0, 150), **options).forecast_error == told["together"]["forecast_error"]
    assert (9000, False, [], []) == (told["people"], told["hidden"], told["costs"], told["caveats"])
    assert {"group", "share", "asked", "search", "forecast_error", "assumes", "loss", "caveats", "plan"} == told[
        "groups"
    ][0].keys()


def test_hidden_groups_say_what_hiding_costs(say):
    result = say(f"{WORDS} {TRADES} --hidden")
    assert "  groups          hidden, within epsilon\n" in result.out
    times = re.findall(
        r"^  cost +(\w+), hidden: 3,000 people .* takes about (\d+) times as many people$", result.out, re.M
    )
    assert [("nurse", "6"), ("miner", "10"), ("pilot", "15")] == times


def test_either_spelling_lists_the_same_groups(say):
    one = say(f"{WORDS} --groups 'nurse=0.5, pilot' --json").json
    assert one == say(f"{WORDS} --group nurse=0.5 --group pilot --json").json
    assert ["nurse", "a, b"] == [
        group["group"] for group in say(f"{WORDS} --groups nurse --group 'a, b' --json").json["groups"]
    ][::-1]


@pytest.mark.parametrize("hidden", ["", "--hidden"])
def test_an_error_says_how_many_people_all_groups_take_together(say, hidden):
    words = "plan --error 10 --epsilon 4 --domain 0 150 --step 1 --search cohorts --groups nurse=0.7,pilot"
    told = say(f"{words} {hidden} --json").json
    errors = [group["forecast_error"] for group in told["groups"]]
    assert max(errors) <= 10
    assert errors == sorted(errors)
    assert (bool(hidden), sum(group["asked"] for group in told["groups"])) == (told["hidden"], told["people"])


def test_a_group_that_cannot_work_is_refused_by_its_name_before_anybody_is_asked(say):
    refused = say(f"{WORDS} --groups nurse=0.99,pilot --hidden")
    assert (3, "") == (refused.code, refused.out)
    assert refused.err.startswith("lowwater: group 'pilot': 4,500 people at epsilon 4 cannot work: the level is ")
    assert "with 2 groups, so many times more are asked in all" in refused.err


def test_it_can_be_had_anyway_with_what_stands_against_it(say):
    result = say(f"{WORDS} --groups nurse=0.99,pilot --hidden --anyway")
    assert re.search(r"^  pilot +1 % +4,500  [\d.]+; cannot work  cohorts: ", result.out, re.M)
    assert re.search(r"^  but +pilot: the level is .* which is all of the group", result.out, re.M)


def test_plans_that_no_live_survey_can_have_say_so(say):
    words = "plan --people 20000 --epsilon 4 --domain 0 150 --rule unknown-alpha --groups a=0.9,b"
    assert re.search(r"^  but +these plans promise people different things", say(words).out, re.M)
    assert 1 == len(say(f"{words} --json").json["caveats"])
    assert [] == say(f"{words} --rounds 7 --json").json["caveats"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("--groups a,,b", "3 groups ('a', '', 'b'); give 1 to 100, each with a name of its own"),
        ("--groups a --group a", "2 groups ('a', 'a')"),
        ("--groups a=0.7,b=0.4", "the shares of a=0.7, b=0.4 leave -0.1 for others"),
        ("--groups a=many", "--group a=many: 'many' is no share"),
        ("--groups a=0.99999,b", "group 'b': nobody of 9,000 people is expected in it; ask more, or leave it out"),
        ("--groups a,b --hidden --quantile 0.5 --search cohorts", "quantile=0.5 with hidden groups"),
        ("--hidden", "--hidden goes with --group or --groups."),
        ("--groups a,b --compare", "--compare goes without groups"),
    ],
)
def test_what_cannot_be_groups_is_refused_in_words(say, words, error):
    refused = say(f"{WORDS} {words}")
    assert (2, "") == (refused.code, refused.out)
    assert error in refused.err


def test_a_hidden_group_has_the_plan_of_the_library(say):
    told = say(f"{WORDS} --groups nurse=0.5,pilot --hidden --json").json
    groups = (LiveGroup("nurse", 0.5), LiveGroup("pilot", 0.5))
    domain = lowwater.Domain(0, 150, step=1)
    plans = hidden_plans(9000, "4", domain, PlanOptions(search="cohorts", step=1), groups)
    assert list(plans) == [lowwater.Plan.from_json(json.dumps(group["plan"])) for group in told["groups"]]
    assert 2 == len(told["costs"])
