"""A long list of check-ins is taken in slices, one at a time of all lists, so that others come in between."""

import asyncio
import json
import time
from contextlib import closing

import pytest
from starlette.requests import Request

from lowwater.server import service
from lowwater.server.access import Access
from lowwater.server.arrivals import Arrivals
from lowwater.server.config import connect
from lowwater.server.metrics import Metrics
from lowwater.server.routes import SLICE, Routes
from lowwater.server.store.store import Store
from lowwater.wire import CheckInMessage, TextsMessage
from lowwater.wire.rules import Rules

MANY = 5 * SLICE
TEXTS = (TextsMessage("A survey"),)


class Noting:
    """A connection that notes after how many check-ins each transaction ended."""

    def __init__(self, connection):
        self._connection, self.sizes, self._lent = connection, [], 0

    def __getattr__(self, word):
        return getattr(self._connection, word)

    def many(self, query, given):
        rows = list(given)
        self._lent += len(rows) if query == "add_place" else 0
        return self._connection.many(query, rows)

    def commit(self):
        self._connection.commit()
        self.sizes, self._lent = [*self.sizes, self._lent], 0


@pytest.fixture
def noting(database):
    return Noting(connect(database).connection)


def _routes(writer):
    return Routes(Access(writer, None), Arrivals(), Metrics())


@pytest.fixture
def routes(make_writer, noting):
    return _routes(make_writer(Store(noting)))


def _request(survey, names):
    body = json.dumps([{"name": name, "invitation": None, "version": "lowwater/2"} for name in names]).encode()

    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}

    headers = [(b"content-type", b"application/json")]
    return Request({"type": "http", "headers": headers, "path_params": {"survey": survey}}, receive)


async def _opened(routes, plans, **rules):
    """A survey with a place for everybody."""
    plan = plans.cohorts(people=30 * MANY)
    survey = await routes._writer.do(lambda session: service.open_survey(session, TEXTS, plan, Rules(**rules), 1000.0))
    return survey.id


def _names(mark, many=MANY):
    return [f"{mark}{number:_>40}" for number in range(many)]


def test_no_transaction_has_more_than_a_slice_of_all_lists(routes, noting, plans):
    async def story():
        survey = await _opened(routes, plans)
        lists = [routes.bulk_check_in(_request(survey, _names(mark))) for mark in "abc"]
        return [json.loads(reply.body) for reply in await asyncio.gather(*lists)]

    replies = asyncio.run(story())
    assert [{"question"}] * 3 == [{place["status"] for place in reply} for reply in replies]
    assert (3 * MANY, SLICE) == (sum(noting.sizes), max(noting.sizes))


def test_others_come_in_between(routes, plans):
    """One after the other, as many as there are slices: none has to wait for the whole list."""

    async def story():
        survey = await _opened(routes, plans)
        whole = asyncio.ensure_future(routes.bulk_check_in(_request(survey, _names("a"))))
        await asyncio.sleep(0)
        for name in _names("b", 3):
            await routes._writer.check_in(survey, [CheckInMessage(name, None)])
        between = whole.done()
        await whole
        return between

    assert not asyncio.run(story())


def test_a_name_that_comes_twice_has_one_place(routes, plans):
    async def story():
        survey = await _opened(routes, plans)
        names = _names("a", 3)
        return json.loads((await routes.bulk_check_in(_request(survey, [*names, *names]))).body)

    places = asyncio.run(story())
    assert places[:3] == places[3:]


def test_a_list_is_given_places_by_the_clock_of_each_slice(make_writer, database, plans):
    """Whoever waits for the slices before does not lose that time of the lease."""
    times = iter(range(1000, 10**6))
    with closing(connect(database)) as session:
        session.migrate()
        writer = make_writer(connect(database, alone=False))
        writer.clock = lambda: float(next(times))
        routes = _routes(writer)

        async def story():
            survey = await _opened(routes, plans, lease=60.0)
            return json.loads((await routes.bulk_check_in(_request(survey, _names("a")))).body)

        assert {60.0} == {place["seconds"] for place in asyncio.run(story())}


def test_all_places_of_a_list_are_drawn_by_what_is_left(routes, plans):
    """Two questions with as many places as people come: both are full in the end, whatever was drawn."""

    async def story():
        plan = plans.one_round(people=2 * SLICE, questions=2)
        survey = await routes._writer.do(
            lambda session: service.open_survey(session, TEXTS, plan, Rules(), time.time())
        )
        places = json.loads((await routes.bulk_check_in(_request(survey.id, _names("a", 2 * SLICE + 7)))).body)
        questions = await routes._writer.do(lambda session: service.questions(session, survey.id))
        return [place["status"] for place in places], [(question.given, question.places) for question in questions]

    statuses, given = asyncio.run(story())
    assert (["question"] * 2 * SLICE + ["wait"] * 7, [(SLICE, SLICE)] * 2) == (statuses, given)
