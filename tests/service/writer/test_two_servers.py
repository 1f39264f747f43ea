"""Two servers on one PostgreSQL: a round is closed by one of them, and no answer that was acknowledged is lost."""

import asyncio
import random
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import psycopg
import pytest

from lowwater.errors import LowwaterError, Refused
from lowwater.server import answers, service
from lowwater.server.answers import Posted
from lowwater.server.config import connect
from lowwater.server.store.places import AnswerDigest, Loan
from lowwater.server.store.questions import Counts
from lowwater.wire import AnswerMessage, CheckInMessage, CountedMessage, PostedMessage, TextsMessage
from lowwater.wire.rules import Rules

TEXTS = (TextsMessage("A survey"),)


@pytest.fixture
def writers(make_writer, postgres):
    return [make_writer(connect(postgres)) for _ in range(2)]


@pytest.fixture
def house(make_house, postgres):
    return make_house(postgres)


def _name(person):
    return f"{person:_>32}"


async def _check_in(writer, survey, person):
    message = CheckInMessage(_name(person), None)
    (place,) = await writer.check_in(survey, [message])
    if isinstance(place, LowwaterError):
        raise place
    return place


def _posted(survey, person, asked):
    answer = AnswerMessage.of(asked.round, asked.index, person % 3 == 0)
    return Posted(survey, PostedMessage(_name(person), "r" * 40, answer))


async def _take_part(writers, survey, person, chance, book):
    """A device that asks and answers now at this server and now at that, and gives up when it is told to."""
    for _ in range(20):
        try:
            place = await _check_in(chance.choice(writers), survey, person)
        except Refused:
            return
        if place.status == "done":
            return
        if place.question is not None:
            (judged,) = await chance.choice(writers).answer([_posted(survey, person, place.question)])
            if isinstance(judged, CountedMessage):
                book[place.question.round, place.question.index] += 1
                return
        await asyncio.sleep(0)


@pytest.mark.parametrize("seed", [1, 2])
def test_every_acknowledged_answer_is_in_a_tally(writers, house, plans, seed):
    plan = plans.tail_fit(people=60, rounds=3, questions=2)
    survey, book, chance = house.open(plan), Counter(), random.Random(seed)  # noqa: S311

    async def ticking():
        for _ in range(100):
            await asyncio.gather(*(writer.move(survey) for writer in writers), return_exceptions=True)
            if house.survey(survey).ended is not None:
                return

    async def story():
        devices = (_take_part(writers, survey, person, chance, book) for person in range(90))
        await asyncio.gather(ticking(), *devices)

    asyncio.run(story())
    answered = {
        (question.round, question.question): question.answered
        for question in house.questions(survey)
        if question.answered
    }
    assert dict(book) == answered
    assert house.rerun(survey) == house.survey(survey).estimate


def test_a_round_is_closed_once_however_many_try(writers, house, plans):
    survey = house.open(plans.cohorts(people=12), span=100.0)
    rounds = []
    for number in range(3):
        house.play(survey, [f"person {number}"])
        now = house.now = house.now + 101

        async def both(now=now):
            asked = [
                writer.do(lambda store: service.tick(store, survey, now), exclusive=survey) for writer in writers * 2
            ]
            return await asyncio.gather(*asked)

        rounds.append([move for move in asyncio.run(both()) if move])
    assert ([["tallied"], ["tallied"], ["finished"]], "finished") == (rounds, house.survey(survey).state)


def test_a_survey_begins_once_however_many_try(writers, house, plans):
    survey = house.open(plans.cohorts(people=6), recruiting="enrolled")
    for person in range(6):
        house.check_in(survey, person)

    async def both():
        asked = [
            writer.do(lambda store: service.tick(store, survey, 1000.0), exclusive=survey) for writer in writers * 3
        ]
        return await asyncio.gather(*asked)

    begun = [move for move in asyncio.run(both()) if move]
    assert (["begun"], 1) == (begun, len(house.questions(survey)))


def test_one_name_at_two_servers_gets_one_place(writers, house, plans):
    survey = house.open(plans.one_round(people=24, questions=4))

    async def both():
        return await asyncio.gather(*(_check_in(writer, survey, 1) for writer in writers * 5))

    places = asyncio.run(both())
    assert (1, 1) == (
        len({place.question for place in places}),
        sum(question.given for question in house.questions(survey)),
    )


def test_one_answer_at_two_servers_is_counted_once(writers, house, plans):
    """Long lists of the same answers in opposite orders, so that each server waits for what the other one holds."""
    survey = house.open(plans.one_round(people=80, questions=2))
    posted = [_posted(survey, person, house.check_in(survey, f"{person}").question) for person in range(60)]

    async def both():
        return await asyncio.gather(writers[0].answer(posted), writers[1].answer(posted[::-1]))

    outcomes, other = asyncio.run(both())
    verdict = [{judged.status, again.status} for judged, again in zip(outcomes, other[::-1], strict=True)]
    assert ([{"counted", "again"}] * 60, 60) == (verdict, sum(row.answered for row in house.questions(survey)))


def test_a_deadlock_is_tried_again(writers, house, plans):
    """Each holds one question and wants the other's; PostgreSQL ends one of the two, which begins anew."""
    survey = house.open(plans.one_round(people=24, questions=2))
    together = threading.Barrier(2)

    def giving(*numbers):
        first = []

        def operation(store):
            for number in numbers:
                store.questions.count(survey, 0, number, Counts(given=1))
                store.settle()
                if not first:
                    first.append(True)
                    together.wait()
            return True

        return operation

    async def both():
        return await asyncio.gather(writers[0].do(giving(0, 1)), writers[1].do(giving(1, 0)))

    assert [True, True] == asyncio.run(both())
    assert [2, 2] == [question.given for question in house.questions(survey)]


def _deadlocks(writers):
    """How many PostgreSQL has seen so far, once each server's session has told it."""

    def seen(session):
        session.connection._connection.execute("SELECT pg_stat_force_next_flush()")
        return session.connection._connection.execute(
            "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        ).fetchone()[0]

    for writer in writers:
        asyncio.run(writer.do(seen))
    return asyncio.run(writers[0].do(seen))


def test_servers_never_wait_for_each_other_in_a_circle(writers, house, plans):
    """Places and answers of two surveys with two questions each, at both servers at once, and nobody is turned back."""
    surveys = [house.open(plans.tail_fit(people=180, rounds=3, questions=2)) for _ in range(2)]
    before, chance, books = _deadlocks(writers), random.Random(1), {survey: Counter() for survey in surveys}  # noqa: S311

    async def story():
        each = [(survey, person) for person in range(220) for survey in surveys]
        await asyncio.gather(*(_take_part(writers, survey, person, chance, books[survey]) for survey, person in each))

    asyncio.run(story())
    for survey in surveys:
        answered = {
            (question.round, question.question): question.answered
            for question in house.questions(survey)
            if question.answered
        }
        assert dict(books[survey]) == answered
    assert 0 == _deadlocks(writers) - before


def _until_somebody_waits(postgres):
    """Until PostgreSQL says that a session waits for what another one holds."""
    with psycopg.connect(postgres, autocommit=True) as looking:
        waiting = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        assert any(looking.execute(waiting).fetchone() != (0,) for _ in range(10_000))


def test_closing_by_hand_does_not_turn_a_round_back(postgres, house, plans):
    """One server moves the survey to round 2 while the other one waits to close it."""
    survey = house.open(plans.cohorts(people=12), span=100.0)
    house.play(survey, ["ada"])
    house.store.begin()
    house.store.hold([survey], [])
    assert service.tick(house.store, survey, house.now + 101)
    with closing(connect(postgres)) as slow, ThreadPoolExecutor(1) as threads:
        slow.begin()
        waiting = threads.submit(slow.hold, [survey], [])
        _until_somebody_waits(postgres)
        house.store.commit()
        waiting.result()
        service.change(slow, survey, "close", house.now)
        slow.commit()
    assert (1, "closed") == (house.survey(survey).round, house.survey(survey).state)


def test_an_answer_and_the_end_of_its_lease_do_not_both_happen(postgres, house, plans):
    """A server has judged an answer in time when the other one frees its place."""
    survey = house.open(plans.cohorts(people=3), lease=60.0, span=1000.0)
    person = answers.person_of(survey, _name("ada"))
    house.check_in(survey, "ada")
    with closing(connect(postgres)) as slow:
        slow.begin()
        (place,) = slow.places.get([(survey, 0, person)]).values()
        assert (0, 1060.0, None) == (place.question, place.lease, place.digest)
        house.tick(survey, 61)
        assert not slow.places.answer([AnswerDigest(survey, 0, person, 0, b"late" * 4)])
        slow.rollback()
    assert [0] == [question.given for question in house.questions(survey)]


def test_a_lease_is_not_renewed_after_somebody_freed_the_place(postgres, house, plans):
    survey = house.open(plans.cohorts(people=3), lease=60.0, span=1000.0)
    person = answers.person_of(survey, _name("ada"))
    house.check_in(survey, "ada")
    with closing(connect(postgres)) as slow:
        slow.begin()
        (before,) = slow.places.get([(survey, 0, person)]).values()
        house.tick(survey, 61)
        assert not slow.places.lend(survey, 0, [Loan(person, 0, 1200.0, before)])
        slow.rollback()


def test_servers_with_rules_of_their_own_agree_on_the_survey(writers, house, plans):
    opened = asyncio.run(
        writers[0].do(lambda session: service.open_survey(session, TEXTS, plans.cohorts(), Rules(lease=5.0), 1000.0))
    )
    assert opened == asyncio.run(writers[1].do(lambda session: service.survey_of(session, opened.id)))
    assert opened == house.survey(opened.id)
