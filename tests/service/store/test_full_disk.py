"""A disk that fills up: whoever was told that an answer counts was told the truth, and nothing is half there."""

import json
import subprocess
import sys
from collections import Counter

import pytest

from lowwater.errors import BadStore
from lowwater.server.store.queries import UNSAID

FILLING = """
import json, resource, sys
from lowwater.errors import BadStore
from lowwater.server import service
from lowwater.server.answers import Posted
from lowwater.server.config import connect
from lowwater.wire import AnswerMessage, CheckInMessage, PostedMessage

session, survey, told = connect(sys.argv[1]), sys.argv[2], []
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
try:
    for person in range(4000):
        name = f"{person:_>32}"
        session.begin()
        asked = service.check_in(session, survey, CheckInMessage(name, None), 1000.0).question
        answer = AnswerMessage.of(asked.round, asked.index, True)
        service.answer(session, [Posted(survey, PostedMessage(name, "r" * 40, answer))])
        session.commit()
        told.append(person)
except BadStore as error:
    print(json.dumps({"told": told, "error": str(error)}))
"""


def _whole(house, survey):
    """Counts and rows agree: answers, tallies, and places of each question."""
    rows, questions = house.rows("place", survey), house.questions(survey)
    lent = Counter(row[3] for row in rows if row[4] >= 0)
    tallies = house.store.questions.running(survey, 0)
    return (
        sum(question.answered for question in questions) == sum(row[5] != UNSAID for row in rows)
        and all(tally.yes == tally.total for tally in tallies.values())
        and all(question.given == question.answered + lent[question.question] for question in questions)
    )


@pytest.fixture
def house(make_house, file):
    return make_house(str(file))


@pytest.fixture
def survey(house, plans):
    return house.open(plans.one_round(people=4000, questions=2))


def _pages(house, most):
    ((result,),) = house.store.connection._connection.execute(f"PRAGMA max_page_count = {most}")
    return result


def _filled(house, survey):
    """How many answers were acknowledged before the disk was full."""
    for person in range(4000):
        try:
            house.play(survey, [person])
        except BadStore:
            return person
    raise AssertionError("this disk does not fill up")


def test_a_full_disk_keeps_what_was_told_and_nothing_by_halves(house, survey):
    _pages(house, 28)
    details = _filled(house, survey)
    kept = sum(question.answered for question in house.questions(survey))
    assert (details, True) == (kept, _whole(house, survey))


def test_a_disk_with_room_again_goes_on(house, survey):
    _pages(house, 28)
    details = _filled(house, survey)
    _pages(house, 4000)
    house.play(survey, [details])
    assert details + 1 == sum(question.answered for question in house.questions(survey))


def test_whoever_has_a_place_has_room_for_an_answer_on_a_full_disk(house, survey):
    """An answer overwrites what its place was given: a row never grows."""
    asked = {person: house.check_in(survey, person).question for person in range(300)}
    _pages(house, 1)  # no page more than there are
    judged = house.judge(*(house.posted(survey, person, question, True) for person, question in asked.items()))
    assert ({"counted"}, True) == ({verdict.status for verdict in judged}, _whole(house, survey))
    with pytest.raises(BadStore, match="the disk is full"):
        house.play(survey, range(300, 600))
    assert (True, True) == (
        300 <= sum(question.answered for question in house.questions(survey)),
        _whole(house, survey),
    )


def test_a_file_that_may_not_grow_keeps_what_was_told(house, survey, file):
    """The operating system refuses to write: another error than a full disk, and the same promise."""
    house.close()
    done = subprocess.run(
        [sys.executable, "-c", FILLING, str(file), survey, str(400_000)], capture_output=True, text=True, check=True
    )
    document = json.loads(done.stdout)
    house.store = type(house)(str(file)).store
    assert len(document["told"]) == sum(question.answered for question in house.questions(survey))
    assert (True, True) == (0 < len(document["told"]) < 4000, _whole(house, survey))
