"""The tables of the life cycle: what may follow what, and nothing else."""

from typing import get_args

import pytest

from lowwater.errors import Contradicted, NoPlace, NotOpen, TooLate
from lowwater.server import lifecycle
from lowwater.server.store.outbox import Kind
from lowwater.server.store.records import Place, Position
from lowwater.wire import AnswerMessage, State

DIGEST = b"d" * 16
PLACES = {
    "absent": None,
    "lent": Place("s", b"p", 1, 0, 60.0, None),
    "lapsed": Place("s", b"p", 1, 0, -61.0, None),
    "answered": Place("s", b"p", 1, -1, -1.0, DIGEST),
}


def _position(state="open", number=1):
    return Position("s", state, number, None)


def test_every_state_can_be_reached_and_left_but_for_the_last_two():
    before, after = {state for state, _ in lifecycle.SURVEY}, {state for state, _ in lifecycle.SURVEY.values()}
    assert (set(get_args(State)), {"gathering"}) == (before, before - after)
    left = {start for (start, _), (end, _) in lifecycle.SURVEY.items() if start != end}
    assert set(lifecycle.ENDED) == before - left


def test_every_kind_of_event_but_the_first_comes_from_a_step():
    assert set(get_args(Kind)) - {"opened"} == {kind for _, kind in lifecycle.SURVEY.values()}


@pytest.mark.parametrize("state", get_args(State))
@pytest.mark.parametrize("event", ["pause", "resume", "close"])
def test_a_step_that_is_in_no_table_is_refused_and_the_refusal_names_the_state(state, event):
    if (state, event) in lifecycle.SURVEY:
        assert lifecycle.SURVEY[state, event][0] == lifecycle.step(state, event).state
        return
    with pytest.raises(NotOpen, match=f"this survey is {state}, and only one that is"):
        lifecycle.step(state, event)


@pytest.mark.parametrize("name", PLACES)
def test_a_place_has_one_state(name):
    assert name == lifecycle.place_state(PLACES[name])


@pytest.mark.parametrize(
    ("name", "outcome"), [("absent", NoPlace), ("lent", "counted"), ("lapsed", TooLate), ("answered", "again")]
)
def test_an_answer_to_the_open_round_is_judged_by_its_place(name, outcome):
    if isinstance(outcome, str):
        assert outcome == lifecycle.verdict(_position(), PLACES[name], AnswerMessage.of(1, 0, True), DIGEST).status
        return
    with pytest.raises(outcome):
        lifecycle.verdict(_position(), PLACES[name], AnswerMessage.of(1, 0, True), DIGEST)


def test_another_answer_contradicts():
    with pytest.raises(Contradicted):
        lifecycle.verdict(_position(), PLACES["answered"], AnswerMessage.of(1, 0, True), b"e" * 16)


def test_another_question_of_the_round_has_no_place():
    with pytest.raises(NoPlace):
        lifecycle.verdict(_position(), PLACES["lent"], AnswerMessage.of(1, 3, True), DIGEST)


@pytest.mark.parametrize("state", lifecycle.ENDED)
def test_a_survey_that_is_over_takes_no_answer_and_knows_a_repeat(state):
    with pytest.raises(TooLate):
        lifecycle.verdict(_position(state), PLACES["lent"], AnswerMessage.of(1, 0, True), DIGEST)
    assert (
        "again" == lifecycle.verdict(_position(state), PLACES["answered"], AnswerMessage.of(1, 0, True), DIGEST).status
    )


def test_a_round_that_is_over_is_too_late_and_one_that_is_to_come_has_no_place():
    with pytest.raises(TooLate):
        lifecycle.verdict(_position(number=2), None, AnswerMessage.of(1, 0, True), DIGEST)
    with pytest.raises(NoPlace):
        lifecycle.verdict(_position(number=0), None, AnswerMessage.of(1, 0, True), DIGEST)
