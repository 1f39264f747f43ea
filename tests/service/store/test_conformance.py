"""The suite for stores passes on both databases, and finds what is wrong with others."""

import pytest

from lowwater.server.config import connect
from lowwater.testing import check_shared_store, check_store


def _connect(database, spoil=lambda _store: None):
    def connected():
        store = connect(database)
        spoil(store)
        return store

    return connected


def test_a_store_keeps_what_a_server_relies_on(fresh):
    check_store(_connect(fresh()))


def test_servers_that_share_a_store_do_not_get_in_each_others_way(postgres):
    check_shared_store(_connect(postgres))


def _renamed(**queries):
    """Run another query in place of one."""

    def spoil(store):
        known = dict(store.connection._queries)
        store.connection._queries = known | {name: known.get(other, other) for name, other in queries.items()}

    return spoil


def _no_rollback(store):
    store.connection.rollback = store.connection.commit


def _no_savepoint(store):
    store.connection.back = store.connection.drop


def _no_commit(store):
    store.connection.commit = store.connection.rollback


def _forgetful(store):
    store.questions.settle = list


SPOILT = {
    "a transaction was undone": _no_rollback,
    "a savepoint was gone back to": _no_savepoint,
    "came back otherwise": _renamed(survey="SELECT * FROM survey WHERE id = :id"),
    "what is due was not found": _renamed(due="SELECT id FROM survey WHERE due <= :now ORDER BY id DESC LIMIT :limit"),
    "a page is not in the order": _renamed(
        surveys_after="SELECT * FROM survey WHERE opened >= :opened AND :id = :id ORDER BY opened LIMIT :limit"
    ),
    "a savepoint that was dropped lost a change": _forgetful,
    "an answer to another question was taken": _renamed(
        answer="UPDATE place SET digest = :digest, question = -1, lease = -1 WHERE survey = :survey AND round = :round "
        "AND person = :person AND :question = :question"
    ),
    "a lease was renewed that nobody had": _renamed(
        renew_place="UPDATE place SET question = :question, lease = :lease WHERE survey = :survey AND round = :round "
        "AND person = :person AND :before = :before"
    ),
    "not each of two people was overwritten": _renamed(silent="wiped"),
    "somebody joined twice": _renamed(joined="SELECT COUNT(*) + 1 FROM person WHERE survey = :survey"),
    "that was revoked is valid": _renamed(
        key="SELECT name, made, revoked, survey, reading FROM api_key WHERE hash = :hash"
    ),
    "a key lost its limits": _renamed(
        key="SELECT name, made, revoked, NULL, 0 FROM api_key WHERE hash = :hash AND revoked IS NULL"
    ),
    "the position of a deleted event came again": _renamed(
        take_positions="SELECT COALESCE(MAX(position), 0) + :count FROM outbox"
    ),
    "events of another survey were deleted": _renamed(drop_events="DELETE FROM outbox WHERE survey >= :survey"),
}


@pytest.mark.parametrize("broken", SPOILT)
def test_a_store_that_breaks_a_promise_is_told_which(file, broken):
    with pytest.raises(AssertionError, match=broken):
        check_store(_connect(str(file), SPOILT[broken]))


def test_a_store_that_keeps_nothing_is_told_so(file):
    def spoil(store):
        store.migrate()
        _no_commit(store)

    with pytest.raises(AssertionError, match="came back otherwise"):
        check_store(_connect(str(file), spoil))


def test_a_store_whose_locks_hold_nobody_is_told_so(postgres):
    def unlocked(store):
        store.hold = lambda _exclusive, _shared: None

    with pytest.raises(AssertionError, match="held by somebody else"):
        check_shared_store(_connect(postgres, unlocked))
