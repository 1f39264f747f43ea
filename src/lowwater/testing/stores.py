"""Stores: what a server relies on, checked on a database of your own kind. It must be empty; what is tried stays in it.

`check_store` uses one connection after the other, `check_shared_store` two at once, as several servers would.
"""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace

from lowwater.core.question import Question
from lowwater.core.randomizer import Randomizer
from lowwater.core.tally import Tally
from lowwater.errors import BadStore, Moved
from lowwater.server.store.places import Loan, Said
from lowwater.server.store.questions import Counts
from lowwater.server.store.records import Place, QuestionRecord, SurveyRecord
from lowwater.server.store.store import Store

Connect = Callable[[], Store]

ANN, BOB, EVE = (bytes([letter]) * 16 for letter in b"abe")
"""People as the database knows them."""

COIN = Randomizer.binary(3, 1)


def check_store(connect: Connect) -> None:
    """Everything that one server relies on."""
    for check in (
        _migrated,
        _kept,
        _undone,
        _surveys,
        _questions,
        _places,
        _people,
        _keys,
        _outbox,
        _half_done,
        _lasting,
    ):
        with closing(connect()) as store:
            check(store)


def check_shared_store(connect: Connect) -> None:
    """What several servers on one database rely on: locks of surveys, and no place given twice."""
    with closing(connect()) as one, closing(connect()) as other:
        one.migrate()
        with _transaction(one):
            one.surveys.add(_survey("shared"))
            one.questions.add("shared", _question(0), places=1)
        _held(one, other)
        _lent_once(one, other)


def _survey(name: str, opened: float = 10.0, due: float | None = 20.0) -> SurveyRecord:
    """A record with something of its own in every field."""
    return SurveyRecord(
        name, 'Ages, "in" years: ÿ 😀', '{"a": 1}', "{}", "f" * 64, "rolling", "invitation", "0" * 64, 60.5, 3600.25,
        2**52, 3, 1.5, 2.5, "open", "[1, [2, 3]]", "", 4, 1, 1e9 + 0.125, due, opened, None, "it's said",
    )  # fmt: skip


def _question(number: int, threshold: float = 0.1) -> Question:
    return Question(0, number, (threshold,), COIN, 5)


@contextmanager
def _transaction(store: Store) -> Iterator[None]:
    store.begin()
    yield
    store.commit()


def _migrated(store: Store) -> None:
    newest = store.migrate()
    assert store.migrate() == newest, "a second migration changed the schema"


def _kept(store: Store) -> None:
    """What was committed is there, field by field."""
    record = _survey("kept")
    with _transaction(store):
        store.surveys.add(record)
    with _transaction(store):
        assert store.surveys.get("kept") == record, "a survey came back otherwise than it was written"
        assert store.surveys.get("nobody") is None, "there is a survey that nobody opened"


def _undone(store: Store) -> None:
    """A transaction or a part of it can be undone, counts that were only collected too."""
    store.begin()
    store.surveys.add(_survey("gone"))
    store.rollback()
    with _transaction(store):
        assert store.surveys.get("gone") is None, "a transaction was undone, and left something behind"
        store.surveys.add(_survey("half"))
        store.questions.add("half", _question(0), places=5)
        store.mark()
        store.questions.count("half", 0, 0, Counts(given=1))
        store.surveys.look_by("half", 1.0)
        store.surveys.add(_survey("other half"))
        store.back()
        store.mark()
        store.questions.count("half", 0, 0, Counts(given=2))
        store.drop()
    with _transaction(store):
        assert store.surveys.get("other half") is None, "a savepoint was gone back to, and left something behind"
        assert _due(store, 19.0) == set(), "what was collected since the savepoint was written after all"
        assert _only(store.questions.all("half")).given == 2, "a savepoint that was dropped lost a change"


def _surveys(store: Store) -> None:
    """Surveys move, are found when they are due, and listed in the order of their age."""
    with _transaction(store):
        for name, opened in (("s3", 30.0), ("s1", 29.0), ("s2", 30.0)):
            store.surveys.add(_survey(name, opened, due=None))
    with _transaction(store):
        names = [record.id for record in store.surveys.page(29.0, "s1", 9)]
        assert names == ["s2", "s3"], "a page is not in the order of age and name"
        assert len(store.surveys.page(-1.0, "", 2)) == 2, "a page has more or fewer surveys than were asked for"
        store.surveys.set_due("s1", 5.0)
        store.surveys.look_by("s1", 7.0)
        store.surveys.look_by("s2", 6.0)
        moved = replace(_survey("s3", 30.0), state="closed", round=9, ended=31.5, due=None, statement="over")
        store.surveys.move(moved)
    with _transaction(store):
        assert store.surveys.due(6.0, 9) == ["s1", "s2"], "what is due was not found, or in another order"
        assert store.surveys.due(6.0, 1) == ["s1"], "more surveys came than were asked for"
        assert store.surveys.get("s3") == moved, "a survey did not move as it was told"
        position = store.surveys.position("s3")
        assert position is not None, "a survey has no position"
        assert (position.state, position.round, position.ended) == ("closed", 9, 31.5), "its position is another"
        store.surveys.drop("s3")
    with _transaction(store):
        assert store.surveys.get("s3") is None, "a survey that was deleted is there"


def _questions(store: Store) -> None:
    """Counts add up, no place is given twice, and a round leaves its tally."""
    with _transaction(store):
        store.surveys.add(_survey("q"))
        store.questions.add("q", _question(0, -0.0), places=3)
        store.questions.add("q", _question(1, 1e-300), places=2)
    store.begin()
    store.questions.count("q", 0, 0, Counts(given=2, answered=1, yes=1))
    store.questions.count("q", 0, 0, Counts(given=1, answered=1))
    asked = store.questions.of_round("q", 0)
    assert [one.given for one in asked] == [3, 0], "what a transaction gave is not seen by itself"
    assert store.commit() == [], "a question that lacks an answer is called full"
    store.begin()
    store.questions.count("q", 0, 0, Counts(answered=1, yes=1))
    assert store.commit() == ["q"], "a question that has all its answers is not called full"
    _refuses(store, "q", 1, 3, "more places were given than there are")
    with _transaction(store):
        first, second = store.questions.all("q")
        assert first == QuestionRecord("q", 0, 0, -0.0, 3, 1, 3, 3, 3, None, None), "a question came back otherwise"
        assert second.threshold == 1e-300, "a threshold was rounded"
        assert store.questions.running("q", 0) == {0: Tally.of(2, 3), 1: Tally.of(0, 0)}, "a running tally is wrong"
        store.questions.close("q", 0)
    with _transaction(store):
        assert [(one.yes, one.total) for one in store.questions.all("q")] == [(2, 3), (0, 0)], "a tally is wrong"
        assert store.questions.running("q", 0)[0].yes == 0, "a closed round keeps its running tally"
        store.questions.free("q", 0, 0, 2)
        assert store.questions.all("q")[0].given == 1, "a place was not given back"
        store.questions.drop("q")
        assert store.questions.all("q") == [], "questions that were deleted are there"


def _refuses(store: Store, survey: str, number: int, given: int, wrong: str) -> None:
    """More places than a question has are not given: whoever tries is told to look again."""
    store.begin()
    store.questions.count(survey, 0, number, Counts(given=given))
    try:
        store.commit()
    except Moved:
        store.rollback()
    else:
        raise AssertionError(wrong)


def _places(store: Store) -> None:
    """A place is lent once, answered once, and only while it is lent."""
    with _transaction(store):
        store.surveys.add(_survey("p"))
        store.questions.add("p", _question(0), places=5)
        assert store.places.lend("p", 0, [Loan(one, 0, 50.5, None) for one in (ANN, BOB, EVE)]), "nobody got a place"
    with _transaction(store):
        places = store.places.get({("p", 0, ANN), ("p", 1, ANN), ("p", 0, bytes(16))})
        assert places == {("p", 0, ANN): Place("p", ANN, 0, 0, 50.5, None)}, "a place came back otherwise"
        assert not store.places.lend("p", 0, [Loan(ANN, 0, 60.0, None)]), "a place was lent twice"
        stale = replace(places["p", 0, ANN], lease=1.0)
        assert not store.places.lend("p", 0, [Loan(ANN, 0, 60.0, stale)]), "a lease was renewed that nobody had"
        assert store.places.lend("p", 0, [Loan(ANN, 0, 60.5, places["p", 0, ANN])]), "a lease was not renewed"
        assert store.places.next_lease("p", 0) == 50.5, "the next lease runs out at another time"
    with _transaction(store):
        assert not store.places.answer([Said("p", 0, ANN, 1, b"d" * 16)]), "an answer to another question was taken"
        assert store.places.answer([Said("p", 0, ANN, 0, b"d" * 16)]), "an answer was not taken"
        assert not store.places.answer([Said("p", 0, ANN, 0, b"e" * 16)]), "a second answer was taken"
        assert store.places.expire("p", 0, 55.0) == {0: 2}, "leases that ran out were not freed"
        assert not store.places.answer([Said("p", 0, BOB, 0, b"d" * 16)]), "an answer was taken for a place that lapsed"
        digest = store.places.get({("p", 0, ANN)})["p", 0, ANN].digest
        assert digest == b"d" * 16, "the digest of an answer is another"
        assert set(store.places.of("p", [ANN, BOB])[ANN]) == {0}, "the places of a person are others"
    _forgotten(store)


def _forgotten(store: Store) -> None:
    """Those who did not answer are forgotten in slices, and those who did are kept until they are dropped."""
    with _transaction(store):
        assert store.places.forget_silent("p", 0, 9) == 0, "people of a round that is open were forgotten"
        slices = [store.places.forget_silent("p", 1, 1) for _ in range(5)]
        assert slices == [1, 1, 1, 1, 0], "not each of two people was overwritten, then dropped"
        left = store.places.get({("p", 0, one) for one in (ANN, BOB, EVE)})
        assert {person for _, _, person in left} == {ANN}, "somebody who did not answer is there, or who did is not"
        assert [store.places.drop("p", 5), store.places.drop("p", 5)] == [1, 0], "places were not dropped, or not once"


def _people(store: Store) -> None:
    """People join once, are drawn, and forgotten."""
    with _transaction(store):
        store.surveys.add(_survey("people"))
        for _ in range(2):
            store.people.join("people", [BOB, ANN])
        assert (store.people.joined("people"), store.people.all("people")) == (2, [ANN, BOB]), "somebody joined twice"
        store.people.draw("people", {ANN: (0, 1), BOB: (2, 0)})
    with _transaction(store):
        assert store.people.drawn("people", 0) == {1: 1}, "those who were drawn for a round were miscounted"
        assert store.people.get("people", [ANN, EVE])[ANN].number == 1, "somebody was drawn for another question"
        assert [store.people.undraw("people", 1, 5) for _ in range(2)] == [1, 0], "who was drawn was not forgotten"
        assert store.people.get("people", [ANN, BOB])[ANN].round is None, "who was drawn for an old round is known"
        assert store.people.get("people", [BOB])[BOB].round == 2, "who was drawn for a later round was forgotten"
        assert [store.people.drop("people", 1) for _ in range(3)] == [1, 1, 0], "people were not dropped in slices"


def _keys(store: Store) -> None:
    """A key is valid until it is revoked."""
    with _transaction(store):
        store.keys.add("a" * 64, "desk", 1.0)
        assert store.keys.valid("a" * 64), "a key is not valid"
        assert not store.keys.valid("b" * 64), "a key that nobody made is valid"
        assert store.keys.revoke("desk", 2.0), "a key could not be revoked"
        assert not store.keys.revoke("desk", 3.0), "a key was revoked twice"
        assert not store.keys.valid("a" * 64), "a key that was revoked is valid"
        assert [(key.name, key.revoked) for key in store.keys.all()] == [("desk", 2.0)], "the list of keys is wrong"


def _outbox(store: Store) -> None:
    """Events are numbered from 1 in each survey, and followed after a number."""
    with _transaction(store):
        for name in ("o", "other o"):
            store.surveys.add(_survey(name))
            store.outbox.add(name, "opened", 1.0)
        store.outbox.add("o", "tallied", 2.0, tallies=[{"yes": 1, "total": 2}])
    with _transaction(store):
        events = store.outbox.after("o", 0, 9)
        assert [(event.number, event.kind) for event in events] == [(1, "opened"), (2, "tallied")], "events are wrong"
        assert store.outbox.after("o", 1, 9) == events[1:], "events after a number are others"
        assert store.outbox.after("o", 0, 1) == events[:1], "more events came than were asked for"
        store.outbox.drop("o")
        assert store.outbox.after("o", 0, 9) == [], "events that were deleted are there"
        assert len(store.outbox.after("other o", 0, 9)) == 1, "events of another survey were deleted"


def _half_done(store: Store) -> None:
    """Begin what is never committed."""
    store.begin()
    store.surveys.add(_survey("half done"))


def _lasting(store: Store) -> None:
    """What was committed outlives the connection, and what was not does not."""
    with _transaction(store):
        assert store.surveys.get("kept") is not None, "what was committed is gone with the connection"
        assert store.surveys.get("half done") is None, "what was not committed is there"


def _held(one: Store, other: Store) -> None:
    """Many hold a survey together, and nobody beside whoever holds it alone."""
    one.begin()
    other.begin()
    one.hold([], ["shared"])
    other.hold([], ["shared"])
    one.rollback()
    other.rollback()
    for first, second in (((["shared"], []), ([], ["shared"])), (([], ["shared"]), (["shared"], []))):
        one.begin()
        one.hold(*first)
        other.begin()
        try:
            other.hold(*second)
        except (Moved, BadStore):
            other.rollback()
        else:
            raise AssertionError("a survey that somebody holds alone was held by somebody else")
        one.rollback()


def _lent_once(one: Store, other: Store) -> None:
    """Of two servers that give away the last place, the second is told to look again."""
    with _transaction(one):
        one.questions.count("shared", 0, 0, Counts(given=1))
    _refuses(other, "shared", 0, 1, "two servers gave the same place away")


def _due(store: Store, now: float) -> set[str]:
    return set(store.surveys.due(now, 99))


def _only(records: list[QuestionRecord]) -> QuestionRecord:
    (record,) = records
    return record
