"""What the demo says, in words, as JSON and in a picture."""

import re
import xml.etree.ElementTree as ET

import pytest


@pytest.mark.no_cover  # twenty thousand devices
def test_the_demo_tells_what_was_found_and_what_one_device_said(say):
    result = say("demo --seed 7")
    assert (0, "") == (result.code, result.err)
    assert re.search(r"^  the minimum +1[789], likely off by about ", result.out, re.MULTILINE)
    assert re.search(
        r"^  one device +round 1: is your number at most (49|99).5\? I said (yes|no) \(1 nat\)$", result.out, re.M
    )


def test_the_demo_shows_the_search_narrowing_round_by_round(say):
    result = say("demo --people 4000 --epsilon 4 --seed 7")
    rows = re.findall(
        r"^ +(\d+)  <= [\d.]+, [\d.]+\? +[\d.]+ % +[\d.]+ %  [━┃·]{48}  ([\d.]+) to ([\d.]+), likely (\d+)$",
        result.out,
        re.M,
    )
    assert [str(number) for number in range(1, 17)] == [row[0] for row in rows]
    widths = [float(high) - float(low) for _, low, high, _ in rows]
    assert widths[-1] < widths[0] / 3
    assert all(float(low) <= float(likely) <= float(high) for _, low, high, likely in rows)


@pytest.mark.parametrize("people", [4000, 100])
def test_the_demo_asks_two_questions_in_each_of_sixteen_rounds_and_everybody_once_at_most(say, people):
    result = say(f"demo --people {people} --epsilon 15 --json").json
    assert [2] * 16 == [len(asked) for asked in result["rounds"]]
    assert sum(sum(question["counts"]) for asked in result["rounds"] for question in asked) <= people


def test_the_demo_without_a_seed_is_not_simulated(say):
    assert say("demo --people 4000 --epsilon 2 --json").json["simulated"] is False


def test_a_seeded_demo_repeats_itself(say):
    first, second = (say("demo --people 4000 --epsilon 2 --seed 7 --json").json for _ in range(2))
    assert first == second
    assert first["simulated"]


def test_the_demo_says_how_wrong_it_was(say):
    result = say("demo --people 4000 --epsilon 2 --seed 7 --json").json
    assert 18 == result["true_value"]
    assert abs(result["value"] - 18) == result["error"]


def test_the_demo_draws_a_picture_that_can_be_parsed(say, tmp_path):
    result = say("demo --people 4000 --epsilon 2 --seed 7 --svg narrowing.svg")
    assert result.out.endswith("The picture is in narrowing.svg.\n")
    picture = ET.parse(tmp_path / "narrowing.svg").getroot()  # noqa: S314 - drawn just now
    assert "{http://www.w3.org/2000/svg}svg" == picture.tag


def test_the_picture_has_a_row_for_each_round(say, tmp_path):
    rounds = say("demo --people 4000 --epsilon 2 --seed 7 --svg narrowing.svg --json").json["rounds"]
    picture = ET.parse(tmp_path / "narrowing.svg").getroot()  # noqa: S314 - drawn just now
    assert len(rounds) == len(picture.findall("{http://www.w3.org/2000/svg}g"))


def test_the_demo_of_one_round_over_cells_counts_every_answer(say):
    result = say("demo --people 3000 --epsilon 4 --search one-round --json").json
    (asked,) = result["rounds"]
    assert (10, {15}, {16}) == (
        len(asked),
        {len(question["thresholds"]) for question in asked},
        {len(question["counts"]) for question in asked},
    )
    assert 3000 == sum(sum(question["counts"]) for question in asked)


def test_the_demo_of_one_round_over_cells_says_so_in_words(say):
    result = say("demo --people 3000 --epsilon 4 --search one-round --seed 1").out
    assert "by one of 16 cells" in result
    assert "<= 150 thresholds?" in result
