"""The live estimate is the one that the library gives to the same tallies."""

import pytest

from lowwater.core.tally import Tally

KINDS = {
    "cohorts": {},
    "tail_fit": {},
    "tail_fit with questions": {"questions": 3},
    "one_round": {"questions": 6},
    "quantile": {},
    "quantile with questions": {"questions": 3, "p": 0.25},
    "paper": {},
}
POSSIBLE = [
    (kind, direction, recruiting)
    for kind in KINDS
    for direction in ("minimum", "maximum")
    for recruiting in ("rolling", "enrolled")
    if not (kind.startswith("quantile") and direction == "maximum")  # a quantile is counted from below
    if not (kind == "paper" and recruiting == "rolling")  # who is asked in every round is gathered first
]


def _says(direction="minimum"):
    """Everyone holds 5, and tells the truth: what coins do to it is not the server's business."""
    return lambda question: 5 <= question.thresholds[0] if direction == "minimum" else 5 >= question.thresholds[0]


@pytest.mark.parametrize(
    ("kind", "direction", "recruiting"),
    [*POSSIBLE[::3], *(pytest.param(*item, marks=pytest.mark.long) for item in sorted({*POSSIBLE} - {*POSSIBLE[::3]}))],
)
def test_the_live_estimate_is_that_of_a_run(house, plans, kind, direction, recruiting):
    plan = getattr(plans, kind.split()[0])(direction=direction, **KINDS[kind])
    survey = house.open(plan, recruiting=recruiting)
    house.finish(survey, range(30), _says(direction))
    assert "finished" == house.survey(survey).state
    assert house.rerun(survey) == house.survey(survey).estimate


def test_a_survey_that_is_under_way_says_what_its_rounds_say(house, plans):
    survey = house.open(plans.cohorts(people=6))
    house.play(survey, range(2), _says())
    house.tick(survey)
    assert 1 == len(house.tallies(survey))
    assert house.rerun(survey) == house.survey(survey).estimate


def test_a_survey_that_asked_nobody_says_so(house, plans):
    survey = house.open(plans.tail_fit())
    assert "nobody was asked yet" == house.survey(survey).estimate.fitted.withheld


def test_tallies_are_what_was_said(house, plans):
    survey = house.open(plans.tail_fit(people=9, rounds=1, questions=3))
    values = {}
    for person in range(9):
        asked = house.check_in(survey, person).question
        values.setdefault(asked.index, []).append(person % 2 == 0)
        house.answer(survey, person, asked, person % 2 == 0)
    house.tick(survey)
    assert {(0, index): Tally.of(sum(bits), len(bits)) for index, bits in values.items()} == house.tallies(survey)


def test_a_question_that_nobody_answered_does_not_stop_its_round(house, plans):
    survey = house.open(plans.tail_fit(people=12, rounds=2, questions=2), span=100.0)
    house.play(survey, ["ada"])
    house.tick(survey, 100)
    assert (1, 1) == (house.survey(survey).round, sum(tally.total for tally in house.tallies(survey).values()))
    assert house.rerun(survey) == house.survey(survey).estimate


def test_places_are_given_at_random_over_the_questions_of_a_round(house, plans):
    """The first 20 of 40 devices all in one question of two: once in 6e10."""
    survey = house.open(plans.one_round(people=40, questions=2))
    given = [house.check_in(survey, person).question.index for person in range(40)]
    assert (20, {0, 1}) == (given.count(0), set(given[:20]))


def test_places_are_given_by_how_many_are_left(house, plans):
    """Every question has as many places as every other, and all are filled in the end."""
    survey = house.open(plans.one_round(people=12, questions=4))
    for person in range(12):
        house.check_in(survey, person)
    assert [3] * 4 == [question.given for question in house.questions(survey)]
