"""Stores: checks of what a server relies on, for a database of your own. It must be empty; test records stay in it.

`check_store` uses one connection after the other, `check_shared_store` two at once, as several servers would.
"""

from collections.abc import Callable
from contextlib import closing

from lowwater.errors import BadStore, Moved
from lowwater.server.store.questions import Counts
from lowwater.server.store.records import QuestionRecord
from lowwater.server.store.store import Store
from lowwater.testing.store_samples import question, refuses, survey_record, transaction
from lowwater.testing.store_tables import (
    check_keys,
    check_outbox,
    check_people,
    check_places,
    check_questions,
    check_surveys,
)

Connect = Callable[[], Store]


def check_store(connect: Connect) -> None:
    """Check everything that one server relies on."""
    for check in (
        _check_migration,
        _check_commit,
        _check_rollback,
        check_surveys,
        check_questions,
        check_places,
        check_people,
        check_keys,
        check_outbox,
        _leave_open,
        _check_reopened,
    ):
        with closing(connect()) as store:
            check(store)


def check_shared_store(connect: Connect) -> None:
    """Check what several servers on one database rely on: locks of surveys, and no place given twice."""
    with closing(connect()) as store, closing(connect()) as other:
        store.migrate()
        with transaction(store):
            store.surveys.add(survey_record("shared"))
            store.questions.add("shared", question(0), places=1)
        _check_locks(store, other)
        _check_last_place(store, other)


def _check_migration(store: Store) -> None:
    newest = store.migrate()
    assert store.migrate() == newest, "a second migration changed the schema"


def _check_commit(store: Store) -> None:
    """A committed record comes back the same, field by field."""
    record = survey_record("kept")
    with transaction(store):
        store.surveys.add(record)
    with transaction(store):
        assert store.surveys.get("kept") == record, "a survey came back otherwise than it was written"
        assert store.surveys.get("nobody") is None, "there is a survey that nobody opened"


def _check_rollback(store: Store) -> None:
    """A transaction, or the part after a savepoint, can be rolled back, with the counts that it collected."""
    store.begin()
    store.surveys.add(survey_record("gone"))
    store.rollback()
    with transaction(store):
        assert store.surveys.get("gone") is None, "a transaction was undone, and left something behind"
        store.surveys.add(survey_record("half"))
        store.questions.add("half", question(0), places=5)
        store.mark()
        store.questions.count("half", 0, 0, Counts(given=1))
        store.surveys.look_by("half", 1.0)
        store.surveys.add(survey_record("other half"))
        store.back()
        store.mark()
        store.questions.count("half", 0, 0, Counts(given=2))
        store.drop()
    with transaction(store):
        assert store.surveys.get("other half") is None, "a savepoint was gone back to, and left something behind"
        assert _due(store, 19.0) == set(), "what was collected since the savepoint was written after all"
        assert _only(store.questions.all("half")).given == 2, "a savepoint that was dropped lost a change"


def _leave_open(store: Store) -> None:
    """Leave a transaction open, which the next check must not see."""
    store.begin()
    store.surveys.add(survey_record("half done"))


def _check_reopened(store: Store) -> None:
    """Committed changes outlive the connection, and others do not."""
    with transaction(store):
        assert store.surveys.get("kept") is not None, "what was committed is gone with the connection"
        assert store.surveys.get("half done") is None, "what was not committed is there"


def _check_locks(store: Store, other: Store) -> None:
    """A shared lock is held by several, an exclusive one by one transaction and no other."""
    store.begin()
    other.begin()
    store.hold([], ["shared"])
    other.hold([], ["shared"])
    store.rollback()
    other.rollback()
    for first, second in (((["shared"], []), ([], ["shared"])), (([], ["shared"]), (["shared"], []))):
        store.begin()
        store.hold(*first)
        other.begin()
        try:
            other.hold(*second)
        except (Moved, BadStore):
            other.rollback()
        else:
            raise AssertionError("a survey that somebody holds alone was held by somebody else")
        store.rollback()


def _check_last_place(store: Store, other: Store) -> None:
    """Of two servers that give the last place away, the second gets Moved."""
    with transaction(store):
        store.questions.count("shared", 0, 0, Counts(given=1))
    refuses(other, "shared", 0, 1, "two servers gave the same place away")


def _due(store: Store, now: float) -> set[str]:
    return set(store.surveys.due(now, 99))


def _only(records: list[QuestionRecord]) -> QuestionRecord:
    (record,) = records
    return record
