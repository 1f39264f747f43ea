"""What a plan says, in words and as JSON."""

import json
import re

import pytest

import lowwater
from lowwater.search.table import PRIVATE


@pytest.mark.parametrize("text", ["", "[1]", "{}", '{"value": 18}', '{"estimate": null}'])
def test_a_file_without_an_estimate_is_refused_by_its_name(say, tmp_path, text):
    (tmp_path / "earlier.json").write_text(text, encoding="utf-8")
    result = say("plan --people 20000 --epsilon 1 --domain 0 150 --after earlier.json")
    assert 2 == result.code
    assert "earlier.json holds no estimate" in result.err


def test_a_plan_says_what_to_expect_and_what_one_person_reveals(say):
    result = say("plan --people 20000 --epsilon 1 --domain 0 150")
    assert (0, "") == (result.code, result.err)
    assert result.out.startswith("A plan for 20,000 people on [0, 150]\n  finds           the minimum\n")
    assert re.search(r"^  forecast error  1\.\d+, if numbers spread evenly over the whole domain$", result.out, re.M)
    assert re.search(r"^  one person +whatever anyone believed .* at most 73.2 % \(1 nat\)$", result.out, re.M)


@pytest.mark.parametrize(
    ("options", "search", "why"),
    [
        ("", "tail-fit: 16 rounds of 2 questions, 625 people a question on average, .*", "it errs least in most .*"),
        ("--questions 1 --rounds 32", "tail-fit: 32 rounds, 625 people a round on average, each asked once", ".*"),
        (
            "--one-round",
            "one-round: 1 round of 9 questions with 16 cells to .*",
            "everyone is asked at once.*",
        ),
        (
            "--rounds 1",
            "one-round: 1 round of 9 questions with 16 cells to .*",
            "everyone is asked at once.*",
        ),
        ("--level simple", "cohorts: 12 rounds, 1,666 people a round, each asked once", "level asks for .*"),
        (
            "--rule lower-alpha",
            "paper: 8 rounds, everyone asked in every round",
            "rule asks for search='paper', the only one that takes it",
        ),
        ("--search cohorts", "cohorts: 12 rounds, 1,666 people a round, each asked once", "it was asked for"),
    ],
)
def test_a_plan_says_which_search_was_chosen_and_why(say, options, search, why):
    result = say(f"plan --people 20000 --epsilon 1 --domain 0 150 {options}")
    assert re.search(rf"^  search +{search}$", result.out, re.M)
    assert re.search(rf"^  why +{why}$", result.out, re.M)


def test_a_plan_says_what_every_search_is_expected_to_give(say):
    result = say("plan --people 20000 --epsilon 1 --domain 0 150")
    _, _, table = result.out.partition("Forecast error of each search under the same assumption, the smallest first:\n")
    assert sorted(PRIVATE) == sorted(re.findall(r"^  (\S+) ", table, re.M))
    assert re.search(r"^  cohorts +10.8\n(?:.*\n)*  paper +89.7; cannot work$", table, re.M)
    assert "Mind that" not in result.out


@pytest.mark.parametrize(("options", "search"), [("--one-round", "one-round"), ("--search cohorts", "cohorts")])
def test_a_plan_says_so_where_another_search_is_expected_to_err_less(say, options, search):
    result = say(f"plan --people 20000 --epsilon 1 --domain 0 150 {options}")
    assert result.out.endswith(f"\nMind that tail-fit is forecast to err less than {search} here.\n")


def test_even_the_tail_fit_says_so(say):
    result = say("plan --people 20000 --epsilon 1 --domain 0 150 --rounds 4 --questions 2")
    assert re.search(r"first:\n  one-round +[\d.]+\n  tail-fit +[\d.]+\n", result.out)
    assert result.out.endswith("\nMind that one-round is forecast to err less than tail-fit here.\n")


def test_searches_that_err_alike_are_not_held_against_each_other(say):
    result = say("plan --people 20000 --epsilon 1 --domain 0 1 --step 1 --search cohorts")
    assert {"0.00515"} == set(re.findall(r"^  (?:tail-fit|one-round|cohorts|paper) +(\S+)$", result.out, re.M))
    assert "Mind that" not in result.out


def test_a_comparison_has_every_search_in_full(say):
    result = say("plan --people 20000 --epsilon 1 --domain 0 150 --compare")
    assert result.out.startswith(
        "20,000 people at epsilon 1, if numbers spread evenly over the whole domain:\n  tail-fit "
    )
    assert re.search(
        r"^  one-round  forecast error [\d.]+, 1 round of 9 questions with 16 cells .*, one answer a person$",
        result.out,
        re.M,
    )
    assert "  paper      forecast error 89.7, 11 rounds, 11 answers a person; cannot work\n" in result.out
    compared = say("plan --people 20000 --epsilon 1 --domain 0 150 --compare --json").json
    assert sorted(PRIVATE) == sorted(row["search"] for row in compared)


def test_a_plan_in_json_is_the_plan_of_the_library(say):
    result = say("plan --people 20000 --epsilon 1 --domain 0 150 --json").json
    plan = lowwater.plan(20_000, 1, (0, 150))
    assert plan == lowwater.Plan.from_json(json.dumps(result.pop("plan")))
    compared = result.pop("compared")
    assert sorted(PRIVATE) == sorted(other["search"] for other in compared)
    assert {"search": "tail-fit", "forecast_error": plan.forecast_error, "caveats": []} == compared[0]
    assert {"paper"} <= {other["search"] for other in compared if other["caveats"]}
    assert {
        "search": "tail-fit",
        "why": plan.why,
        "people": 20_000,
        "forecast_error": plan.forecast_error,
        "assumes": "numbers spread evenly over the whole domain",
        "loss": 1.0,
        "reveals": plan.reveals,
        "caveats": [],
    } == result


def test_a_plan_for_an_error_says_how_many_people_it_takes(say):
    result = say("plan --error 2 --epsilon 1 --domain 0 150 --json").json
    assert lowwater.plan_for_error(2, 1, (0, 150)).people == result["people"]
    assert result["forecast_error"] <= 2


def test_people_who_will_not_answer_make_a_plan_worse(say):
    without, few = (
        say(f"plan --people 20000 --epsilon 1 --domain 0 150 --dropout {share} --json").json["forecast_error"]
        for share in (0, 0.5)  # a forecast of 96 simulated runs is good to a tenth
    )
    assert without < few


def test_what_is_known_about_the_tail_changes_the_forecast(say):
    result = say("plan --people 20000 --epsilon 1 --domain 0 150 --tail-width 72 --tail-alpha 0.5 --json").json
    assert lowwater.plan(20_000, 1, (0, 150), tail=lowwater.Tail(0.5, 72)).forecast_error == result["forecast_error"]


def test_a_plan_that_cannot_work_can_be_had_anyway_with_its_caveats(say):
    result = say("plan --people 10 --epsilon 1 --domain 0 150 --anyway")
    assert 0 == result.code
    assert 2 == len(re.findall(r"^  but +the (?:level|forecast error) is", result.out, re.MULTILINE))
