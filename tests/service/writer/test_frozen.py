"""A server that freezes in the middle of a transaction holds the others up for a moment, and no longer."""

import asyncio
from contextlib import closing

import pytest

from lowwater.errors import BadStore
from lowwater.server import service
from lowwater.server.config import connect
from lowwater.server.store import postgres as module
from lowwater.server.store import queries
from lowwater.wire import CheckInMessage

LIMITS = ("idle_in_transaction_session_timeout", "lock_timeout")


@pytest.fixture
def hasty(monkeypatch):
    """The same limits as always, in tenths of seconds."""
    monkeypatch.setattr(module, "_TIMEOUTS", (f"{LIMITS[0]} = '1s'", f"{LIMITS[1]} = '200ms'"))


@pytest.fixture
def survey(make_house, postgres, plans):
    return make_house(postgres).open(plans.cohorts())


def _frozen(database, survey):
    """A session that holds a survey, and says no more."""
    session = connect(database)
    session.begin()
    session.hold([survey], [])
    return session


def _check_in(writer, survey):
    message = CheckInMessage("a" * 40, None)
    (place,) = asyncio.run(writer.check_in(survey, [message]))
    return place


def _limits(session):
    return [session.connection._connection.execute(f"SHOW {name}").fetchone()[0] for name in LIMITS]


@pytest.mark.usefixtures("hasty")
def test_others_go_on_once_the_frozen_one_has_lost_its_transaction(postgres, survey, make_writer):
    with closing(_frozen(postgres, survey)) as frozen:
        assert "question" == _check_in(make_writer(connect(postgres)), survey).status
        with pytest.raises(BadStore):
            frozen.surveys.position(survey)


def _flushed(database, survey):
    """A session that holds a survey, and froze before it said a word after the pipeline that took it."""
    session = connect(database)
    session.begin()
    session.hold([survey], [])
    session.connection._execute("SET LOCAL idle_in_transaction_session_timeout = 0")  # as after a pipeline's flush
    return session


@pytest.mark.usefixtures("hasty")
def test_others_end_a_server_that_froze_where_its_idleness_is_not_timed(postgres, survey, make_writer):
    with closing(_flushed(postgres, survey)) as frozen:
        assert "question" == _check_in(make_writer(connect(postgres)), survey).status
        with pytest.raises(BadStore):
            frozen.surveys.position(survey)


@pytest.mark.usefixtures("hasty")
def test_a_server_that_is_slow_with_another_survey_is_left_alone(postgres, survey, make_house, make_writer, plans):
    other = make_house(postgres).open(plans.cohorts())
    with closing(_flushed(postgres, survey)), closing(_flushed(postgres, other)) as slow:
        assert "question" == _check_in(make_writer(connect(postgres)), survey).status
        assert "open" == slow.surveys.position(other).state


@pytest.mark.usefixtures("hasty")
def test_a_server_that_wakes_goes_on_with_a_connection_of_its_own(postgres, survey, make_writer):
    with closing(_frozen(postgres, survey)) as frozen:
        _check_in(make_writer(connect(postgres)), survey)
        with pytest.raises(BadStore):
            frozen.commit()
        frozen.rollback()
        frozen.begin()
        assert ("open", 0) == (frozen.surveys.position(survey).state, frozen.surveys.position(survey).round)


def test_every_connection_has_limits(postgres):
    with closing(connect(postgres)) as session:
        assert (["5s", "2s"], "10") == (
            _limits(session),
            session.connection._connection.info.get_parameters()["keepalives_idle"],
        )


def test_the_address_of_a_database_may_say_otherwise(postgres):
    with closing(connect(f"{postgres}&keepalives_idle=77&connect_timeout=3")) as session:
        network = session.connection._connection.info.get_parameters()
    assert ("77", "3", "5") == (network["keepalives_idle"], network["connect_timeout"], network["keepalives_interval"])


@pytest.mark.usefixtures("hasty")
def test_a_migration_waits_for_another_however_long_it_takes(postgres, make_house):
    house = make_house(postgres)
    house.store.begin()
    house.store.connection._execute(f"SELECT pg_advisory_xact_lock({module._LOCK})")  # and idle, until it loses it
    with closing(connect(postgres)) as session:
        assert (len(queries.migrations()), ["1s", "200ms"]) == (session.migrate(), _limits(session))


def _planned_for(session):
    """How many places PostgreSQL believes there are: -1 where it never looked."""
    return session.connection._connection.execute(
        "SELECT reltuples FROM pg_class WHERE oid = 'place'::regclass"
    ).fetchone()[0]


def test_statistics_are_taken_after_a_migration_and_early_in_a_survey(postgres, make_house, plans):
    house = make_house(postgres)
    before = _planned_for(house.store)
    survey = house.open(plans.cohorts(people=3000))
    messages = [CheckInMessage(f"{person:_>40}", None) for person in range(300)]
    house.do(service.check_in_all, survey, messages, house.now)
    assert (0, 300) == (before, _planned_for(house.store))
