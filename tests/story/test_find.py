"""What a find says, in words, as JSON and in a picture."""

import json
import re

import pytest

import lowwater

AGES = "--column age --epsilon 1 --domain 0 150"


@pytest.mark.usefixtures("people")
def test_a_find_draws_its_estimate(say, tmp_path):
    result = say(f"find people.csv {AGES} --seed 1 --svg estimate.svg")
    assert result.out.endswith("\n\nThe picture is in estimate.svg.\n")
    record = say(f"find people.csv {AGES} --seed 1 --json").json
    estimate = lowwater.Estimate.of_fields(
        {name: value for name, value in record.items() if name not in ("people", "plan")}
    )
    assert estimate.plot().svg == (tmp_path / "estimate.svg").read_text(encoding="utf-8")


@pytest.mark.usefixtures("people")
def test_a_find_that_draws_prints_json_alone_where_json_is_wanted(say, tmp_path):
    assert (
        say(f"find people.csv {AGES} --seed 1 --json").json
        == say(f"find people.csv {AGES} --seed 1 --json --svg estimate.svg").json
    )
    assert (tmp_path / "estimate.svg").is_file()


@pytest.mark.usefixtures("people")
def test_an_earlier_estimate_is_known_to_a_later_search(say, tmp_path):
    result = say(f"find people.csv {AGES} --seed 1 --json")
    (tmp_path / "earlier.json").write_text(result.out, encoding="utf-8")
    later = say(f"find people.csv {AGES} --seed 2 --json --after earlier.json").json
    assert result.json["value"] == later["plan"]["known"]["earlier"]
    assert result.json["likely_error"] == later["plan"]["known"]["off"]
    (tmp_path / "survey.json").write_text(json.dumps({"survey": "x", "estimate": result.json}), encoding="utf-8")
    assert later == say(f"find people.csv {AGES} --seed 2 --json --after survey.json").json


@pytest.mark.usefixtures("people")
def test_a_find_tells_its_statements_apart(say):
    result = say(f"find people.csv {AGES}")
    assert (0, "") == (result.code, result.err)
    assert re.match(r"  the minimum +[\d.]+, likely off by about [\d.]+\n", result.out)
    assert re.search(r"^  certain +somebody is at or below [\d.]+ \(99.99 % sure\); .*if answers", result.out, re.M)
    assert re.search(r"^  fitted +(between [\d.]+ and [\d.]+ with probability 95 %, if|no limits: )", result.out, re.M)
    assert re.search(r"^  what next +\w+", result.out, re.M)
    assert "simulated" not in result.out


@pytest.mark.usefixtures("people")
def test_a_find_over_cohorts_is_certain_of_somebody_only(say):
    result = say(f"find people.csv {AGES} --search cohorts")
    assert re.search(r"^  certain +somebody is at or below [\d.]+ \(9[\d.]+ % sure\); if answers", result.out, re.M)
    assert re.search(r"^  fitted +no limits: this search fits no model$", result.out, re.M)
    result = say(f"find people.csv {AGES} --search cohorts --maximum")
    assert re.search(r"^  certain +somebody is at or above [\d.]+ \(9[\d.]+ % sure\); if answers", result.out, re.M)


@pytest.mark.usefixtures("people")
def test_a_find_in_one_round_says_what_one_question_sees_and_what_all_do(say):
    result = say(f"find people.csv {AGES} --one-round")
    assert re.search(
        r"^  level +[\d.]+: one question alone sees shares of 23.2 % and more in one cell, all answers together 7.62 %",
        result.out,
        re.M,
    )


@pytest.mark.usefixtures("people")
def test_a_seeded_find_repeats_itself_and_is_marked(say):
    first, second = (say(f"find people.csv {AGES} --seed 1") for _ in range(2))
    assert first == second
    assert "this estimate is not private" in first.out


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize(
    ("words", "find", "options"),
    [
        ("", lowwater.find_min, {}),
        ("--step 1", lowwater.find_min, {"step": 1}),
        ("--maximum", lowwater.find_max, {}),
        ("--one-round", lowwater.find_min, {"rounds": 1}),
        ("--rounds 8 --questions 4", lowwater.find_min, {"rounds": 8, "questions": 4}),
        ("--search cohorts --maximum", lowwater.find_max, {"search": "cohorts"}),
        ("--level exact-tail", lowwater.find_min, {"level": "exact-tail"}),
        ("--search paper --alpha 1 --rounds 3", lowwater.find_min, {"search": "paper", "alpha": 1, "rounds": 3}),
        ("--search paper --rounds 3 --h 2", lowwater.find_min, {"search": "paper", "rounds": 3, "h": 2}),
    ],
)
def test_a_find_agrees_with_the_library(say, ages, words, find, options):
    estimate = find(ages, 4, (0, 150), seed=1, **options)
    result = say(f"find people.csv --column age --epsilon 4 --domain 0 150 --seed 1 --json {words}").json
    assert estimate.fields() == {name: result[name] for name in estimate.fields()}


@pytest.mark.usefixtures("people")
def test_a_quantile_agrees_with_the_library_and_lies_between_its_limits(say, ages):
    result = say(f"find people.csv {AGES} --quantile 0.5 --seed 1 --json").json
    assert lowwater.find_quantile(ages, 0.5, 1, (0, 150), seed=1).value == result["value"]
    assert result["certain"]["least"] <= result["value"] <= result["certain"]["most"]
    assert result["certain"]["most"] - result["certain"]["least"] < 40 * result["likely_error"]
    assert 0.95 == result["certain"]["confidence"]


@pytest.mark.usefixtures("people")
def test_a_quantile_by_halves_has_no_limits(say, ages):
    result = say(f"find people.csv {AGES} --quantile 0.5 --search cohorts --seed 1 --json").json
    assert lowwater.find_quantile(ages, 0.5, 1, (0, 150), search="cohorts", seed=1).value == result["value"]
    assert (None, None) == (result["certain"]["least"], result["certain"]["most"])
