"""What each verb says, in words and as JSON, and the files it takes."""

import gzip
import json
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import lowwater
from lowwater.search.table import PRIVATE

PAPER = "evaluate --search paper --rule lower-alpha --people 32768 --epsilon 1 --beta 1 1 --width 0.3 --minima 6"
AGES = "--column age --epsilon 1 --domain 0 150"

# Words and JSON


@pytest.mark.no_cover  # twenty thousand devices
def test_the_demo_tells_what_was_found_and_what_one_device_said(say):
    said = say("demo --seed 7")
    assert (0, "") == (said.code, said.err)
    assert re.search(r"^  the minimum +1[789], likely off by about ", said.out, re.MULTILINE)
    assert re.search(
        r"^  one device +round 1: is your number at most (49|99).5\? I said (yes|no) \(1 nat\)$", said.out, re.M
    )


def test_the_demo_shows_the_search_narrowing_round_by_round(say):
    said = say("demo --people 4000 --epsilon 4 --seed 7")
    rows = re.findall(
        r"^ +(\d+)  <= [\d.]+, [\d.]+\? +[\d.]+ % +[\d.]+ %  [━┃·]{48}  ([\d.]+) to ([\d.]+), likely (\d+)$",
        said.out,
        re.M,
    )
    assert [str(number) for number in range(1, 17)] == [row[0] for row in rows]
    widths = [float(high) - float(low) for _, low, high, _ in rows]
    assert widths[-1] < widths[0] / 3
    assert all(float(low) <= float(likely) <= float(high) for _, low, high, likely in rows)


@pytest.mark.parametrize("people", [4000, 100])
def test_the_demo_asks_two_questions_in_each_of_sixteen_rounds_and_everybody_once_at_most(say, people):
    found = say(f"demo --people {people} --epsilon 15 --json").json
    assert [2] * 16 == [len(asked) for asked in found["rounds"]]
    assert sum(sum(question["counts"]) for asked in found["rounds"] for question in asked) <= people


def test_the_demo_without_a_seed_is_not_simulated(say):
    assert say("demo --people 4000 --epsilon 2 --json").json["simulated"] is False


def test_a_seeded_demo_repeats_itself(say):
    first, second = (say("demo --people 4000 --epsilon 2 --seed 7 --json").json for _ in range(2))
    assert first == second
    assert first["simulated"]


def test_the_demo_says_how_wrong_it_was(say):
    found = say("demo --people 4000 --epsilon 2 --seed 7 --json").json
    assert 18 == found["true_value"]
    assert abs(found["value"] - 18) == found["error"]


def test_the_demo_draws_a_picture_that_can_be_parsed(say, tmp_path):
    said = say("demo --people 4000 --epsilon 2 --seed 7 --svg narrowing.svg")
    assert said.out.endswith("The picture is in narrowing.svg.\n")
    picture = ET.parse(tmp_path / "narrowing.svg").getroot()  # noqa: S314 - drawn just now
    assert "{http://www.w3.org/2000/svg}svg" == picture.tag


def test_the_picture_has_a_row_for_each_round(say, tmp_path):
    rounds = say("demo --people 4000 --epsilon 2 --seed 7 --svg narrowing.svg --json").json["rounds"]
    picture = ET.parse(tmp_path / "narrowing.svg").getroot()  # noqa: S314 - drawn just now
    assert len(rounds) == len(picture.findall("{http://www.w3.org/2000/svg}g"))


@pytest.mark.usefixtures("people")
def test_a_find_draws_its_estimate(say, tmp_path):
    said = say(f"find people.csv {AGES} --seed 1 --svg estimate.svg")
    assert said.out.endswith("\n\nThe picture is in estimate.svg.\n")
    found = say(f"find people.csv {AGES} --seed 1 --json").json
    estimate = lowwater.Estimate.of_fields(
        {name: value for name, value in found.items() if name not in ("people", "plan")}
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
    found = say(f"find people.csv {AGES} --seed 1 --json")
    (tmp_path / "earlier.json").write_text(found.out, encoding="utf-8")
    later = say(f"find people.csv {AGES} --seed 2 --json --after earlier.json").json
    assert found.json["value"] == later["plan"]["known"]["earlier"]
    assert found.json["likely_error"] == later["plan"]["known"]["off"]
    (tmp_path / "survey.json").write_text(json.dumps({"survey": "x", "estimate": found.json}), encoding="utf-8")
    assert later == say(f"find people.csv {AGES} --seed 2 --json --after survey.json").json


@pytest.mark.parametrize("text", ["", "[1]", "{}", '{"value": 18}', '{"estimate": null}'])
def test_a_file_without_an_estimate_is_refused_by_its_name(say, tmp_path, text):
    (tmp_path / "earlier.json").write_text(text, encoding="utf-8")
    said = say("plan --people 20000 --epsilon 1 --domain 0 150 --after earlier.json")
    assert 2 == said.code
    assert "earlier.json holds no estimate" in said.err


def test_a_plan_says_what_to_expect_and_what_one_person_reveals(say):
    said = say("plan --people 20000 --epsilon 1 --domain 0 150")
    assert (0, "") == (said.code, said.err)
    assert said.out.startswith("A plan for 20,000 people on [0, 150]\n  finds           the minimum\n")
    assert re.search(r"^  forecast error  2\.\d+, if numbers spread evenly over the whole domain$", said.out, re.M)
    assert re.search(r"^  one person +whatever anyone believed .* at most 73.2 % \(1 nat\)$", said.out, re.M)


@pytest.mark.parametrize(
    ("options", "search", "why"),
    [
        ("", "tail-fit: 32 rounds, 625 people a round on average, each asked once", "it errs least in most .*"),
        ("--questions 2 --rounds 16", "tail-fit: 16 rounds of 2 questions, 625 people a question on average, .*", ".*"),
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
    said = say(f"plan --people 20000 --epsilon 1 --domain 0 150 {options}")
    assert re.search(rf"^  search +{search}$", said.out, re.M)
    assert re.search(rf"^  why +{why}$", said.out, re.M)


def test_a_plan_says_what_every_search_is_expected_to_give(say):
    said = say("plan --people 20000 --epsilon 1 --domain 0 150")
    _, _, table = said.out.partition("Forecast error of each search under the same assumption, the smallest first:\n")
    assert sorted(PRIVATE) == sorted(re.findall(r"^  (\S+) ", table, re.M))
    assert re.search(r"^  cohorts +10.8\n(?:.*\n)*  paper +89.7; cannot work$", table, re.M)
    assert "Mind that" not in said.out


@pytest.mark.parametrize(("options", "search"), [("--one-round", "one-round"), ("--search cohorts", "cohorts")])
def test_a_plan_says_so_where_another_search_is_expected_to_err_less(say, options, search):
    said = say(f"plan --people 20000 --epsilon 1 --domain 0 150 {options}")
    assert said.out.endswith(f"\nMind that tail-fit is forecast to err less than {search} here.\n")


def test_even_the_tail_fit_says_so(say):
    said = say("plan --people 20000 --epsilon 1 --domain 0 150 --rounds 4 --questions 2")
    assert re.search(r"first:\n  one-round +[\d.]+\n  tail-fit +[\d.]+\n", said.out)
    assert said.out.endswith("\nMind that one-round is forecast to err less than tail-fit here.\n")


def test_searches_that_err_alike_are_not_held_against_each_other(say):
    said = say("plan --people 20000 --epsilon 1 --domain 0 1 --step 1 --search cohorts")
    assert {"0.0625"} == set(re.findall(r"^  (?:tail-fit|one-round|cohorts|paper) +(\S+)$", said.out, re.M))
    assert "Mind that" not in said.out


def test_a_comparison_has_every_search_in_full(say):
    said = say("plan --people 20000 --epsilon 1 --domain 0 150 --compare")
    assert said.out.startswith(
        "20,000 people at epsilon 1, if numbers spread evenly over the whole domain:\n  tail-fit "
    )
    assert re.search(
        r"^  one-round  forecast error [\d.]+, 1 round of 9 questions with 16 cells .*, one answer a person$",
        said.out,
        re.M,
    )
    assert "  paper      forecast error 89.7, 11 rounds, 11 answers a person; cannot work\n" in said.out
    compared = say("plan --people 20000 --epsilon 1 --domain 0 150 --compare --json").json
    assert sorted(PRIVATE) == sorted(found["search"] for found in compared)


def test_a_plan_in_json_is_the_plan_of_the_library(say):
    found = say("plan --people 20000 --epsilon 1 --domain 0 150 --json").json
    plan = lowwater.plan(20_000, 1, (0, 150))
    assert plan == lowwater.Plan.from_json(json.dumps(found.pop("plan")))
    compared = found.pop("compared")
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
    } == found


def test_a_plan_for_an_error_says_how_many_people_it_takes(say):
    found = say("plan --error 2 --epsilon 1 --domain 0 150 --json").json
    assert lowwater.plan_for_error(2, 1, (0, 150)).people == found["people"]
    assert found["forecast_error"] <= 2


def test_people_who_will_not_answer_make_a_plan_worse(say):
    without, few = (
        say(f"plan --people 20000 --epsilon 1 --domain 0 150 --dropout {share} --json").json["forecast_error"]
        for share in (0, 0.2)
    )
    assert without < few


def test_what_is_known_about_the_tail_changes_the_forecast(say):
    found = say("plan --people 20000 --epsilon 1 --domain 0 150 --tail-width 72 --tail-alpha 0.5 --json").json
    assert lowwater.plan(20_000, 1, (0, 150), tail=lowwater.Tail(0.5, 72)).forecast_error == found["forecast_error"]


def test_a_plan_that_cannot_work_can_be_had_anyway_with_its_caveats(say):
    said = say("plan --people 10 --epsilon 1 --domain 0 150 --anyway")
    assert 0 == said.code
    assert 2 == len(re.findall(r"^  but +the (?:level|forecast error) is", said.out, re.MULTILINE))


def test_an_evaluation_says_how_wrong_a_search_is_and_how_it_knows(say):
    said = say(PAPER)
    assert (0, "") == (said.code, said.err)
    assert said.out.startswith("  mean error    0.0886683\n  how           exact; branches of total mass ")


def test_the_papers_setting_has_the_error_that_is_known(say):
    found = say(f"{PAPER} --json").json
    assert 0.088668 == pytest.approx(found["mean_error"], abs=1e-5)
    assert (True, None, 6) == (found["exact"], found["runs"], found["populations"])


def test_a_simulated_evaluation_repeats_itself_and_says_how_far_it_may_be_off(say):
    first, second = (
        say("evaluate --people 1024 --epsilon 4 --width 0.3 --runs 40 --seed 1 --json").json for _ in range(2)
    )
    assert first == second
    assert (False, 40, 1) == (first["exact"], first["runs"], first["seed"])
    assert 0 < first["standard_error"] < first["mean_error"]


def test_an_evaluation_of_a_maximum_mirrors_that_of_a_minimum(say):
    options = "--search cohorts --people 1024 --epsilon 4 --width 0.3 --iid --json"
    low, high = (say(f"evaluate {options} --start {start}").json for start in ("-1", "0.7 --maximum"))
    assert (-1, 1) == (low["target"], high["target"])
    assert low["mean_error"] == pytest.approx(high["mean_error"], rel=1e-6)


@pytest.mark.usefixtures("people")
def test_a_find_tells_its_statements_apart(say):
    said = say(f"find people.csv {AGES}")
    assert (0, "") == (said.code, said.err)
    assert re.match(r"  the minimum +[\d.]+, likely off by about [\d.]+\n", said.out)
    assert re.search(r"^  certain +somebody is at or below [\d.]+ \(99.99 % sure\); .*if answers", said.out, re.M)
    assert re.search(r"^  fitted +(between [\d.]+ and [\d.]+ with probability 95 %, if|no limits: )", said.out, re.M)
    assert re.search(r"^  what next +\w+", said.out, re.M)
    assert "simulated" not in said.out


@pytest.mark.usefixtures("people")
def test_a_find_over_cohorts_is_certain_of_somebody_only(say):
    said = say(f"find people.csv {AGES} --search cohorts")
    assert re.search(r"^  certain +somebody is at or below [\d.]+ \(9[\d.]+ % sure\); if answers", said.out, re.M)
    assert re.search(r"^  fitted +no limits: this search fits no model$", said.out, re.M)
    said = say(f"find people.csv {AGES} --search cohorts --maximum")
    assert re.search(r"^  certain +somebody is at or above [\d.]+ \(9[\d.]+ % sure\); if answers", said.out, re.M)


@pytest.mark.usefixtures("people")
def test_a_find_in_one_round_says_what_one_question_sees_and_what_all_do(say):
    said = say(f"find people.csv {AGES} --one-round")
    assert re.search(
        r"^  level +[\d.]+: one question alone sees shares of 23.2 % and more in one cell, all answers together 7.62 %",
        said.out,
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
    found = say(f"find people.csv --column age --epsilon 4 --domain 0 150 --seed 1 --json {words}").json
    assert estimate.fields() == {name: found[name] for name in estimate.fields()}


@pytest.mark.usefixtures("people")
def test_a_quantile_agrees_with_the_library_and_lies_between_its_limits(say, ages):
    found = say(f"find people.csv {AGES} --quantile 0.5 --seed 1 --json").json
    assert lowwater.find_quantile(ages, 0.5, 1, (0, 150), seed=1).value == found["value"]
    assert found["certain"]["least"] <= found["value"] <= found["certain"]["most"]
    assert found["certain"]["most"] - found["certain"]["least"] < 40 * found["likely_error"]
    assert 0.95 == found["certain"]["confidence"]


@pytest.mark.usefixtures("people")
def test_a_quantile_by_halves_has_no_limits(say, ages):
    found = say(f"find people.csv {AGES} --quantile 0.5 --search cohorts --seed 1 --json").json
    assert lowwater.find_quantile(ages, 0.5, 1, (0, 150), search="cohorts", seed=1).value == found["value"]
    assert (None, None) == (found["certain"]["least"], found["certain"]["most"])


@pytest.mark.long
def test_a_study_of_the_paper_says_what_it_does_without_and_where_its_report_is(say, tmp_path):
    said = say("paper --only laplace --only purchases --quick --jobs 1 --out small")
    assert (0, "") == (said.code, said.err)
    assert re.fullmatch(
        r"Purchase history \(section 6\.3\): left out, no --purchases file was given\. .*\n"
        r"18 points in \d+ s; drawing\.\n"
        r"The report is small/report\.html; its numbers are in small/numbers\.jsonl, its figures in small/figures\.\n",
        said.out,
    )
    assert ["figures", "numbers.jsonl", "report.html"] == sorted(path.name for path in (tmp_path / "small").iterdir())


# Files


@pytest.fixture
def plainly(say, people):  # noqa: ARG001 - the file must be there
    """What is found in people.csv: what every other way to write the same numbers must give too."""
    return say(f"find people.csv {AGES} --seed 1 --json").json


def in_csv(ages, *, delimiter=",", header_end="\n", end="\n"):
    lines = "".join(f"{person}{delimiter}{age:g}{end}" for person, age in enumerate(ages))
    return f"person{delimiter}age{header_end}{lines}"


@pytest.mark.parametrize(
    ("name", "style"),
    [
        ("comma.csv", {}),
        ("semicolon.csv", {"delimiter": ";"}),
        ("bar.csv", {"delimiter": "|"}),
        ("tab.tsv", {"delimiter": "\t"}),
        ("windows.csv", {"header_end": "\r\n", "end": "\r\n"}),
        ("mixed.csv", {"header_end": "\n", "end": "\r\n"}),
    ],
)
def test_a_text_file_is_read_whatever_its_delimiter_and_its_line_endings(say, plainly, ages, write, name, style):
    write(name, in_csv(ages, **style))
    assert plainly == say(f"find {name} {AGES} --seed 1 --json").json


def test_a_compressed_file_is_read(say, plainly, ages, write):
    write("people.csv.gz", gzip.compress(in_csv(ages).encode()))
    assert plainly == say(f"find people.csv.gz {AGES} --seed 1 --json").json


def test_a_parquet_file_is_read(say, plainly, ages, tmp_path):
    import pyarrow as arrow
    from pyarrow import parquet

    parquet.write_table(arrow.table({"age": ages, "name": ["x"] * len(ages)}), tmp_path / "people.parquet")
    assert plainly == say(f"find people.parquet {AGES} --seed 1 --json").json


def test_a_column_may_have_an_odd_name(say, ages, write):
    write("odd.csv", "\n".join(['"the ""age""; it\'s"', *(f"{age:g}" for age in ages)]) + "\n")
    said = say("""find odd.csv --column 'the "age"; it'"'"'s' --epsilon 1 --domain 0 150 --seed 1 --json""")
    assert (0, 20_000) == (said.code, said.json["people"])


@pytest.mark.usefixtures("people")
def test_numbers_outside_the_domain_may_be_clamped(say, ages):
    found = say("find people.csv --column age --epsilon 1 --domain 0 50 --maximum --outside clamp --seed 1 --json").json
    assert lowwater.find_max(np.minimum(ages, 50), 1, (0, 50), seed=1).value == found["value"]


def test_the_demo_of_one_round_over_cells_counts_every_answer(say):
    found = say("demo --people 3000 --epsilon 4 --search one-round --json").json
    (asked,) = found["rounds"]
    assert (10, {15}, {16}) == (
        len(asked),
        {len(question["thresholds"]) for question in asked},
        {len(question["counts"]) for question in asked},
    )
    assert 3000 == sum(sum(question["counts"]) for question in asked)


def test_the_demo_of_one_round_over_cells_says_so_in_words(say):
    told = say("demo --people 3000 --epsilon 4 --search one-round --seed 1").out
    assert "by one of 16 cells" in told
    assert "<= 150 thresholds?" in told
