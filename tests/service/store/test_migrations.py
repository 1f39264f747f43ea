"""A database is brought up to date from nothing, once, by whoever comes first."""

import threading
from contextlib import closing

import pytest

from lowwater.errors import BadStore
from lowwater.server import queries
from lowwater.server.config import connect

NEWER = {False: "PRAGMA user_version = 99", True: "INSERT INTO migration (number) VALUES (99)"}


@pytest.fixture
def house(make_house, database):
    """One of the test's own: it may be of no use afterwards."""
    return make_house(database)


def test_migrations_are_numbered_from_one_without_gaps():
    numbers = [number for number, _ in queries.migrations()]
    assert list(range(1, len(numbers) + 1)) == numbers


def test_a_database_is_made_from_nothing(database):
    with closing(connect(database)) as session:
        assert (len(queries.migrations()), []) == (session.migrate(), session.all("survey_ids"))


def test_migrating_again_changes_nothing(house, plans):
    survey = house.open(plans.cohorts())
    before = house.dump(survey)
    for _ in range(2):
        house.reopen()
    assert (before, "open") == (house.dump(survey), house.survey(survey).state)


def test_a_newer_schema_is_refused(house):
    house.session._connection.execute(NEWER[house.database.startswith("postgresql")])
    with pytest.raises(BadStore, match="schema 99, and this server knows"):
        house.session.migrate()


def test_a_newer_schema_is_left_as_it_is(house):
    house.session._connection.execute(NEWER[house.database.startswith("postgresql")])
    with pytest.raises(BadStore):
        house.session.migrate()
    with pytest.raises(BadStore, match="99"):
        house.session.migrate()


OLDER = (
    "INSERT INTO place VALUES ('s', 'told', 0, 0, 50.0, 'd', NULL)",
    "INSERT INTO place VALUES ('s', 'silent', 0, 0, 50.0, NULL, NULL)",
    "INSERT INTO place VALUES ('s', 'telling', 1, 0, 50.0, 'e', 1)",
    "INSERT INTO place VALUES ('s', 'asked', 1, 0, 50.0, NULL, NULL)",
    "INSERT INTO question VALUES ('s', 1, 0, 0.5, 1, 1, 9, 2, 1, NULL, NULL)",
    "INSERT INTO person VALUES ('s', 'person 0', 0, 0)",
    "INSERT INTO person VALUES ('s', 'person 1', 1, 0)",
)
ONE = "INSERT INTO survey VALUES ('s', '', '', '', '', '', '', '', 1, 1, 1, 1, 'open', '', 1, 0, 1, 1, {ended}, '')"
LEFT = {
    "NULL": [("asked", 0, 50.0), ("telling", 0, 50.0), ("told", -1, -1.0)],
    "2.0": [("telling", 0, 50.0), ("told", -1, -1.0)],
}


@pytest.mark.parametrize("ended", LEFT)
def test_a_database_of_the_first_schema_forgets_what_it_had_kept(database, ended, monkeypatch):
    with monkeypatch.context() as earlier, closing(connect(database)) as session:
        first = queries.migrations()[:1]
        earlier.setattr(queries, "migrations", lambda: first)
        session.migrate()
        for statement in (ONE.format(ended=ended), *OLDER):
            session._connection.execute(statement)
    with closing(connect(database)) as session:
        session.migrate()
        places = list(session._connection.execute("SELECT person, number, lease FROM place ORDER BY person"))
        tallies = list(session._connection.execute("SELECT yes_so_far FROM question"))
        people = list(session._connection.execute("SELECT person, round, number FROM person ORDER BY person"))
    drawn = [("person 0", None, None), ("person 1", 1, 0)] if ended == "NULL" else []
    assert (LEFT[ended], drawn, [(1,)]) == (places, people, tallies)


def test_many_may_migrate_at_once(database):
    """As a server and `lowwater key` do, started together on a machine without a database."""
    together, found = threading.Barrier(4), []

    def migrate():
        together.wait()
        with closing(connect(database, alone=False)) as session:
            found.append(session.migrate())

    threads = [threading.Thread(target=migrate) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(queries.migrations())] * 4 == found
