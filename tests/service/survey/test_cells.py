"""Surveys whose answers name one of several cells: counted answer by answer, and estimated as anywhere else."""

import json
import random

import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import Randomizer
from lowwater.core.tally import Tally
from lowwater.errors import BadMessage, YourFault
from lowwater.search.plan import Plan
from lowwater.search.tail_fit import LEVEL
from lowwater.server.messages import event_of
from lowwater.server.store.records import Event


@pytest.fixture
def plan():
    return Plan("one-round", Domain(0, 150, step=1), 60, Epsilon.of(4), 1, LEVEL, questions=3, choices=8)


@pytest.mark.parametrize("recruiting", ["rolling", "enrolled"])
def test_a_survey_over_cells_ends_with_the_estimate_of_its_tallies(house, plan, recruiting):
    survey, coins = house.open(plan, recruiting=recruiting), random.Random(4)  # noqa: S311 - it only picks answers
    house.finish(survey, range(60), lambda question: coins.randrange(len(question.table)))
    tallies = house.tallies(survey)
    assert ([20] * 3, [8] * 3) == (
        [tally.total for tally in tallies.values()],
        [len(t.counts) for t in tallies.values()],
    )
    assert house.rerun(survey).value == house.survey(survey).estimate.value
    assert "finished" == house.survey(survey).state


def test_a_device_is_asked_what_the_plan_asks(house, plan):
    survey = house.open(plan)
    asked = house.check_in(survey, "ada").question
    wanted = plan.strategy().ask(plan.strategy().start())[asked.index]
    assert (wanted.thresholds, wanted.randomizer.table) == (asked.thresholds, asked.table)


def test_an_answer_that_is_none_of_the_choices_is_refused_and_not_counted(house, plan):
    survey = house.open(plan)
    asked = house.check_in(survey, "ada").question
    with pytest.raises(BadMessage, match="code=18; this question has 7 thresholds, so it is answered by 10 to 17"):
        house.answer(survey, "ada", asked, 8)
    assert {(0, "0" * 96)} == set(house.so_far(survey))
    assert "counted" == house.answer(survey, "ada", asked, 7)


def test_the_counts_of_a_round_that_was_given_up_are_forgotten(house, plan):
    survey = house.open(plan)
    house.play(survey, range(9), lambda _question: 5)
    assert 9 == sum(int(more[-32:-16]) for _, more in house.so_far(survey)) + sum(
        int(more[48:64]) for _, more in house.so_far(survey)
    )
    house.change(survey, "close")
    assert {(0, "")} == set(house.so_far(survey))


def test_an_analyst_reads_all_thresholds_and_counts(house, plan):
    survey = house.open(plan)
    house.finish(survey, range(60), lambda _question: 2)
    (asked, *_) = house.standing(survey).questions
    assert (7, (0, 0, 20, 0, 0, 0, 0, 0)) == (len(asked.thresholds), asked.counts)


def test_a_randomizer_that_no_row_can_hold_is_refused(house, plan, monkeypatch):
    part = 2**53 // 4
    odd = Randomizer(((2 * part, part, part), (part, 2 * part, part), (part, part - 1, 2 * part + 1)))
    asked = (Question(0, 0, (1.5, 2.5), odd, 60),)
    monkeypatch.setattr("lowwater.server.search_state.questions", lambda _plan, _search: asked)
    with pytest.raises(YourFault, match="not symmetric"):
        house.open(plan)


def test_an_event_of_an_older_server_is_read():
    tallies = [{"number": 0, "yes": 3, "total": 5}]
    fields = json.dumps({"round": 0, "tallies": tallies, "estimate": 1.5})
    (tally,) = event_of(Event("s", 1, "tallied", fields, 2.0, 1, 1)).tallies
    assert Tally.of(3, 5).counts == tally.counts
