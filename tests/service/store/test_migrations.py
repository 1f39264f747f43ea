"""A database is brought up to date from nothing, once, by whoever comes first."""

import hashlib
import threading
from contextlib import closing

import pytest

from lowwater.core.tally import Tally
from lowwater.errors import BadStore
from lowwater.server.config import connect
from lowwater.server.store import queries

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
        assert (len(queries.migrations()), []) == (session.migrate(), session.surveys.page(-1.0, "", 9))


def test_migrating_again_changes_nothing(house, plans):
    survey = house.open(plans.cohorts())
    before = house.dump(survey)
    for _ in range(2):
        house.reopen()
    assert (before, "open") == (house.dump(survey), house.survey(survey).state)


def test_a_newer_schema_is_refused(house):
    house.store.connection._connection.execute(NEWER[house.database.startswith("postgresql")])
    with pytest.raises(BadStore, match="schema 99, and this server knows"):
        house.store.migrate()


def test_a_newer_schema_is_left_as_it_is(house):
    house.store.connection._connection.execute(NEWER[house.database.startswith("postgresql")])
    with pytest.raises(BadStore):
        house.store.migrate()
    with pytest.raises(BadStore, match="99"):
        house.store.migrate()


PEOPLE = {name: hashlib.sha256(name.encode()).hexdigest() for name in ("told", "silent", "telling", "asked")}
OLDER = (  # every value is ours
    f"INSERT INTO place VALUES ('s', '{PEOPLE['told']}', 0, 0, 50.0, '{'d' * 64}', NULL)",  # noqa: S608
    f"INSERT INTO place VALUES ('s', '{PEOPLE['silent']}', 0, 0, 50.0, NULL, NULL)",  # noqa: S608
    f"INSERT INTO place VALUES ('s', '{PEOPLE['telling']}', 1, 0, 50.0, '{'e' * 64}', 1)",  # noqa: S608
    f"INSERT INTO place VALUES ('s', '{PEOPLE['asked']}', 1, 0, 50.0, NULL, NULL)",  # noqa: S608
    "INSERT INTO question VALUES ('s', 1, 0, 0.5, 1, 1, 9, 2, 1, NULL, NULL)",
    f"INSERT INTO person VALUES ('s', '{PEOPLE['told']}', 0, 0)",  # noqa: S608
    f"INSERT INTO person VALUES ('s', '{PEOPLE['telling']}', 1, 0)",  # noqa: S608
)
ONE = "INSERT INTO survey VALUES ('s', '', '', '', '', '', '', '', 1, 1, 1, 1, 'open', '', 1, 0, 1, 1, {ended}, '')"
LEFT = {
    "NULL": [("asked", 0, 50.0, None), ("telling", -1, -1.0, "e" * 32), ("told", -1, -1.0, "d" * 32)],
    "2.0": [("telling", -1, -1.0, "e" * 32), ("told", -1, -1.0, "d" * 32)],
}


def _known(person):
    """The name behind a hash, which is shorter than it was."""
    return next(name for name, digest in PEOPLE.items() if bytes.fromhex(digest)[:16] == person)


def _make_first_schema(database, monkeypatch, *statements):
    """Make a database of the first schema, and run these statements on it."""
    with monkeypatch.context() as earlier, closing(connect(database)) as store:
        first = queries.migrations()[:1]
        earlier.setattr(queries, "migrations", lambda: first)
        store.migrate()
        for statement in statements:
            store.connection._connection.execute(statement)


@pytest.mark.parametrize("ended", LEFT)
def test_a_database_of_the_first_schema_keeps_its_people_and_forgets_what_it_had_kept(database, ended, monkeypatch):
    _make_first_schema(database, monkeypatch, ONE.format(ended=ended), *OLDER)
    with closing(connect(database)) as store:
        store.migrate()
        keys = [("s", number, bytes.fromhex(digest)[:16]) for digest in PEOPLE.values() for number in (0, 1)]
        places = [
            (_known(place.person), place.question, place.lease, place.digest and place.digest.hex())
            for place in store.places.get(keys).values()
        ]
        tallies = store.questions.running("s", 1)
        people = {
            _known(member.person): member.round for member in store.people.get("s", [key[2] for key in keys]).values()
        }
    drawn = {"told": None, "telling": 1} if ended == "NULL" else {}
    assert (LEFT[ended], drawn, {0: Tally.of(1, 1)}) == (sorted(places), people, tallies)


NUMBERED = (  # once the index of a question was called its number
    "INSERT INTO question VALUES ('s', 1, 3, 0.5, 1, 1, 9, 2, 1, NULL, NULL)",
    f"INSERT INTO place VALUES ('s', '{PEOPLE['asked']}', 1, 4, 50.0, NULL, NULL)",  # noqa: S608
    f"INSERT INTO person VALUES ('s', '{PEOPLE['asked']}', 1, 5)",  # noqa: S608
)


def test_the_index_of_a_question_keeps_its_value_under_its_new_name(database, monkeypatch):
    _make_first_schema(database, monkeypatch, ONE.format(ended="NULL"), *NUMBERED)
    person = bytes.fromhex(PEOPLE["asked"])[:16]
    with closing(connect(database)) as store:
        store.migrate()
        (question,), member = store.questions.all("s"), store.people.get("s", [person])[person]
        (place,) = store.places.get([("s", 1, person)]).values()
        drawn = store.people.drawn("s", 1)
    assert (3, 4, 5, {5: 1}) == (question.question, place.question, member.question, drawn)


def test_a_survey_of_an_earlier_schema_goes_on(make_house, database, plans):
    """Opened and answered before the last migration; its people, its tallies and its estimate are there after it."""
    house = make_house(database)
    survey = house.open(plans.cohorts(people=12))
    house.play(survey, range(6))
    house.tick(survey)
    before = house.survey(survey)
    house.store.connection._connection.execute("UPDATE survey SET estimate = ''")
    house.reopen()
    assert before == house.survey(survey)
    house.finish(survey, range(6, 30))
    assert "finished" == house.survey(survey).state


def test_many_may_migrate_at_once(database):
    """As a server and `lowwater key` do, started together on a machine without a database."""
    together, replies = threading.Barrier(4), []

    def migrate():
        together.wait()
        with closing(connect(database, alone=False)) as session:
            replies.append(session.migrate())

    threads = [threading.Thread(target=migrate) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(queries.migrations())] * 4 == replies
