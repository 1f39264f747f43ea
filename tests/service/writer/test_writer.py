"""One thread writes for all: together, durably, and each to blame for itself alone."""

import asyncio
import threading
from contextlib import closing

import pytest

from lowwater.errors import BadStore, NoPlace, NotOpen
from lowwater.server import keys, service
from lowwater.server.answers import Posted
from lowwater.server.config import connect
from lowwater.server.store.store import Store
from lowwater.wire import AnswerMessage, CheckInMessage, PostedMessage, TextsMessage
from lowwater.wire.rules import Rules

PEOPLE = [f"{number:_>32}" for number in range(200)]

TEXTS = (TextsMessage("A survey"),)


class Counting:
    """A connection that counts its commits."""

    def __init__(self, connection):
        self._session, self.commits = connection, 0

    def __getattr__(self, word):
        return getattr(self._session, word)

    def commit(self):
        self.commits += 1
        self._session.commit()


def _key(name):
    return lambda session: keys.make(session, name, 0.0)


def _fails(error):
    """An operation that has done half of its work when it fails."""

    def operation(session):
        keys.make(session, "half", 0.0)
        raise error

    return operation


def _spoil(session):
    """Have the commit fail for real: a constraint that is looked at in the end."""
    connection = session.connection._connection
    if type(session.connection).__name__ == "Postgres":
        connection.execute("CREATE TABLE one (number BIGINT UNIQUE DEFERRABLE INITIALLY DEFERRED)")
        connection.execute("INSERT INTO one VALUES (1), (1)")
    else:
        connection.execute("PRAGMA defer_foreign_keys = ON")
        session.people.join("nowhere", [b"nobody"])


async def _together(writer, *operations):
    """In one transaction: the writer is kept busy until all of them stand in its queue."""
    busy, free = threading.Event(), threading.Event()
    first = asyncio.ensure_future(writer.do(lambda _session: busy.set() or free.wait()))
    await asyncio.to_thread(busy.wait)
    asked = [asyncio.ensure_future(writer.do(operation)) for operation in operations]
    await asyncio.sleep(0)
    free.set()
    await first
    return await asyncio.gather(*asked, return_exceptions=True)


async def _answered(writer, survey):
    """Everyone checks in at once, and then everyone answers at once."""
    places = await asyncio.gather(
        *(writer.do(lambda s, n=n: service.check_in(s, survey, CheckInMessage(n, None), 1000.0)) for n in PEOPLE)
    )
    posted = [
        Posted(survey, PostedMessage(name, "r" * 40, AnswerMessage.of(0, place.question.index, True)))
        for name, place in zip(PEOPLE, places, strict=True)
    ]
    return posted, await asyncio.gather(*(writer.answer([reply]) for reply in posted))


def _names(session):
    return [key.name for key in session.keys.all()]


@pytest.fixture
def opening(plans):
    plan = plans.one_round(people=400, questions=4)
    return lambda session: service.open_survey(session, TEXTS, plan, Rules(), 1000.0).id


def test_many_answers_at_once_are_all_acknowledged_and_all_there(writer, beside, opening):
    async def story():
        survey = await writer.do(opening)
        return survey, await _answered(writer, survey)

    survey, (_, outcomes) = asyncio.run(story())
    assert ["counted"] * 200 == [judged.status for (judged,) in outcomes]
    assert 200 == sum(question.answered for question in service.questions(beside, survey))


def test_what_is_asked_at_once_costs_one_commit(make_writer, database):
    session = Counting(connect(database).connection)
    writer = make_writer(Store(session))
    asyncio.run(_together(writer, *(_key(f"key {number}") for number in range(100))))
    assert 2 == session.commits  # the other one is that of whatever kept the writer busy


def test_answers_are_judged_one_by_one_and_in_order(writer, opening):
    async def story():
        survey = await writer.do(opening)
        posted, _ = await _answered(writer, survey)
        stranger = posted[0]._replace(message=PostedMessage("s" * 32, "r" * 40, AnswerMessage.of(0, 0, True)))
        return await writer.answer([posted[0], stranger, posted[1]])

    again, refused, also = asyncio.run(story())
    assert ("again", NoPlace, "again") == (again.status, type(refused), also.status)


@pytest.mark.parametrize("error", [NotOpen(), KeyError("a bug")], ids=["refusal", "bug"])
def test_an_operation_that_fails_is_undone_alone(writer, beside, error):
    first, second, third = asyncio.run(_together(writer, _key("ada"), _fails(error), _key("bob")))
    assert (["ada", "bob"], error) == (_names(beside), second)
    assert first.startswith("lw_")
    assert third.startswith("lw_")


def test_an_operation_that_the_database_refuses_is_undone_alone(writer, beside):
    def twice(session):
        for _ in range(2):
            session.keys.add("same", "half", 0.0)

    _, refused, _ = asyncio.run(_together(writer, _key("ada"), twice, _key("bob")))
    assert (["ada", "bob"], True) == (_names(beside), isinstance(refused, Exception))


def test_a_database_that_fails_in_the_middle_tells_everybody_and_keeps_nothing(writer, beside):
    outcomes = asyncio.run(_together(writer, _key("ada"), _fails(BadStore()), _key("bob")))
    assert ([BadStore] * 3, []) == ([type(item) for item in outcomes], _names(beside))


def test_a_commit_that_fails_tells_everybody_and_keeps_nothing(writer, beside):
    outcomes = asyncio.run(_together(writer, _key("ada"), _spoil, _key("bob")))
    assert ([BadStore] * 3, []) == ([type(item) for item in outcomes], _names(beside))


def test_a_writer_goes_on_after_a_commit_that_failed(writer, beside):
    asyncio.run(_together(writer, _spoil))
    asyncio.run(_together(writer, _key("ada")))
    assert ["ada"] == _names(beside)


@pytest.mark.parametrize("name", ["", "\0", "\ud800", "x" * 10_000, "'"])
def test_whatever_stands_for_a_survey_in_a_path_keeps_nobody_from_anything(writer, beside, name):
    asyncio.run(writer.do(_key("ada"), exclusive=name))
    assert ["ada"] == _names(beside)


def test_stopping_finishes_what_was_asked(make_writer, database, beside):
    session = connect(database)
    session.migrate()
    writer = make_writer(session)

    async def story():
        asked = [asyncio.ensure_future(writer.do(_key(f"key {number:02}"))) for number in range(50)]
        await asyncio.sleep(0)  # until all of them stand in the queue
        await asyncio.to_thread(writer.stop)
        return await asyncio.gather(*asked)

    assert 50 == len(asyncio.run(story())) == len(_names(beside))


def test_whoever_no_longer_waits_does_no_harm(writer, beside):
    async def story():
        gone = asyncio.ensure_future(writer.do(_key("gone")))
        await asyncio.sleep(0)
        gone.cancel()
        await writer.do(_key("ada"))

    asyncio.run(story())
    assert ["ada", "gone"] == sorted(_names(beside))


def test_a_loop_that_is_gone_does_no_harm(writer, beside):
    async def hurried():
        asked = asyncio.ensure_future(writer.do(_key("gone")))
        await asyncio.sleep(0)
        asked.cancel()

    asyncio.run(hurried())
    asyncio.run(_together(writer, _key("ada")))
    assert "ada" in _names(beside)


def test_a_connection_that_was_cut_is_made_anew(make_writer, postgres):
    writer = make_writer(connect(postgres))

    def cut(session):
        session.connection._connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    (outcomes,) = asyncio.run(_together(writer, cut))
    asyncio.run(_together(writer, _key("ada")))
    with closing(connect(postgres)) as beside:
        assert (BadStore, ["ada"]) == (type(outcomes), _names(beside))


def test_whoever_checks_in_while_a_round_is_closed_gets_the_next_one(writer, plans):
    plan = plans.tail_fit(people=40, rounds=4)

    async def story():
        survey = await writer.do(lambda store: service.open_survey(store, TEXTS, plan, Rules(), 1000.0).id)
        rounds = []
        for person in PEOPLE[:40]:
            (place,) = await writer.check_in(survey, [CheckInMessage(person, None)])
            if isinstance(place, NotOpen):  # the search has asked all it wanted
                break
            rounds.append(place.question.round)
            answer = AnswerMessage.of(place.question.round, place.question.index, True)
            await writer.answer([Posted(survey, PostedMessage(person, person, answer))])
        await writer.finish()
        return rounds, await writer.do(lambda store: store.surveys.position(survey))

    rounds, position = asyncio.run(story())
    assert (sorted(rounds), {0, 1, 2, 3}, "finished") == (rounds, set(rounds), position.state)
