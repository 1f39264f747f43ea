"""Store tables: what a server relies on in each table of a store, one check for each."""

from dataclasses import replace

from lowwater.core.question import Question
from lowwater.core.randomizer import Randomizer
from lowwater.core.tally import Tally
from lowwater.server.store.places import AnswerDigest, Loan
from lowwater.server.store.questions import Counts
from lowwater.server.store.records import ApiKey, Place, QuestionRecord
from lowwater.server.store.store import Store
from lowwater.testing.store_samples import ANN, BOB, EVE, question, refuses, survey_record, transaction


def _check_members(store: Store) -> None:
    """The members of a whole survey are those whose id is its own, a hyphen and a number, by bytes, not by locale."""
    with transaction(store):
        for name in ("m-0", "m-10", "m_0", "M-0", "mm-0", "m"):
            store.surveys.add(survey_record(name, 28.0, due=None))
    with transaction(store):
        members = [member.id for member in store.surveys.members("m")]
        for name in ("m-0", "m-10", "m_0", "M-0", "mm-0", "m"):
            store.surveys.drop(name)
        assert members == ["m-0", "m-10"], "the members of a survey with groups are others"


def check_surveys(store: Store) -> None:
    """Surveys move, are fetched when they are due, and listed from the oldest on."""
    with transaction(store):
        for name, opened in (("s3", 30.0), ("s1", 29.0), ("s2", 30.0)):
            store.surveys.add(survey_record(name, opened, due=None))
    with transaction(store):
        names = [record.id for record in store.surveys.page(29.0, "s1", 9)]
        assert names == ["s2", "s3"], "a page is not in the order of age and name"
        assert len(store.surveys.page(-1.0, "", 2)) == 2, "a page has more or fewer surveys than were asked for"
        store.surveys.set_due("s1", 5.0)
        store.surveys.look_by("s1", 7.0)
        store.surveys.look_by("s2", 6.0)
        moved = replace(survey_record("s3", 30.0), state="closed", round=9, ended=31.5, due=None, statement="over")
        store.surveys.move(moved)
    with transaction(store):
        assert store.surveys.due(6.0, 9) == ["s1", "s2"], "what is due was not found, or in another order"
        assert store.surveys.due(6.0, 1) == ["s1"], "more surveys came than were asked for"
        assert store.surveys.get("s3") == moved, "a survey did not move as it was told"
        position = store.surveys.position("s3")
        assert position is not None, "a survey has no position"
        assert (position.state, position.round, position.ended) == ("closed", 9, 31.5), "its position is another"
        store.surveys.drop("s3")
    _check_members(store)
    with transaction(store):
        assert store.surveys.get("s3") is None, "a survey that was deleted is there"


def check_questions(store: Store) -> None:
    """Counts add up, no more places are given than there are, and a round leaves its tally."""
    with transaction(store):
        store.surveys.add(survey_record("q"))
        store.questions.add("q", question(0, -0.0), places=3)
        store.questions.add("q", question(1, 1e-300), places=2)
    store.begin()
    store.questions.count("q", 0, 0, Counts(given=2, answered=1, yes=1))
    store.questions.count("q", 0, 0, Counts(given=1, answered=1))
    records = store.questions.of_round("q", 0)
    assert [record.given for record in records] == [3, 0], "what a transaction gave is not seen by itself"
    assert store.commit() == [], "a question that lacks an answer is called full"
    store.begin()
    store.questions.count("q", 0, 0, Counts(answered=1, yes=1))
    assert store.commit() == ["q"], "a question that has all its answers is not called full"
    refuses(store, "q", 1, 3, "more places were given than there are")
    with transaction(store):
        (progress,) = (progress for progress in store.surveys.running() if progress.survey == "q")
        assert (progress.round, progress.places, progress.answered) == (4, 0, 0), "another round was counted"
        assert {type(progress.places), type(progress.answered)} == {int}, "a sum is no whole number"
        first, second = store.questions.all("q")
        assert first == QuestionRecord("q", 0, 0, -0.0, 3, 1, 3, 3, 3, None, None), "a question came back otherwise"
        assert second.threshold == 1e-300, "a threshold was rounded"
        assert store.questions.running("q", 0) == {0: Tally.of(2, 3), 1: Tally.of(0, 0)}, "a running tally is wrong"
        store.questions.close("q", 0)
    with transaction(store):
        assert [(record.yes, record.total) for record in store.questions.all("q")] == [(2, 3), (0, 0)], (
            "a tally is wrong"
        )
        assert store.questions.running("q", 0)[0].yes == 0, "a closed round keeps its running tally"
        store.questions.free("q", 0, 0, 2)
        assert store.questions.all("q")[0].given == 1, "a place was not given back"
        store.questions.drop("q")
        assert store.questions.all("q") == [], "questions that were deleted are there"
    _check_several_thresholds(store)


def _check_several_thresholds(store: Store) -> None:
    """A question of several thresholds keeps them all, and the counts of every answer."""
    cuts = (-0.1, 0.1, 1e-300 + 1 / 3)
    with transaction(store):
        store.questions.add("q", Question(0, 0, cuts, Randomizer.symmetric(4, 2**50), 9), places=9)
    with transaction(store):
        store.questions.count("q", 0, 0, Counts(given=3, answered=2, yes=1, more=(0, 1)))
        store.questions.count("q", 0, 0, Counts(answered=1, more=(1,)))
    with transaction(store):
        store.questions.count("q", 0, 0, Counts(answered=2, more=(0, 1)))
        (record,) = store.questions.all("q")
        assert (record.cuts, record.if_no, record.tally) == (cuts, 2**50, None), "thresholds came back otherwise"
    with transaction(store):
        assert store.questions.running("q", 0) == {0: Tally((1, 1, 1, 2))}, "answers were miscounted"
        store.questions.close("q", 0)
    with transaction(store):
        (record,) = store.questions.all("q")
        assert record.tally == Tally((1, 1, 1, 2)), "a tally of several answers is wrong"
        assert store.questions.running("q", 0)[0].counts[1:] == (0,), "a closed round keeps its running tally"
        store.questions.drop("q")


def check_places(store: Store) -> None:
    """A place is lent once, answered once, and only while it is lent."""
    with transaction(store):
        store.surveys.add(survey_record("p"))
        store.questions.add("p", question(0), places=5)
        assert store.places.lend("p", 0, [Loan(person, 0, 50.5, None) for person in (ANN, BOB, EVE)]), (
            "nobody got a place"
        )
    with transaction(store):
        places = store.places.get({("p", 0, ANN), ("p", 1, ANN), ("p", 0, bytes(16))})
        assert places == {("p", 0, ANN): Place("p", ANN, 0, 0, 50.5, None)}, "a place came back otherwise"
        assert not store.places.lend("p", 0, [Loan(ANN, 0, 60.0, None)]), "a place was lent twice"
        stale = replace(places["p", 0, ANN], lease=1.0)
        assert not store.places.lend("p", 0, [Loan(ANN, 0, 60.0, stale)]), "a lease was renewed that nobody had"
        assert store.places.lend("p", 0, [Loan(ANN, 0, 60.5, places["p", 0, ANN])]), "a lease was not renewed"
        assert store.places.next_lease("p", 0) == 50.5, "the next lease runs out at another time"
    with transaction(store):
        assert not store.places.answer([AnswerDigest("p", 0, ANN, 1, b"d" * 16)]), (
            "an answer to another question was taken"
        )
        assert store.places.answer([AnswerDigest("p", 0, ANN, 0, b"d" * 16)]), "an answer was not taken"
        assert not store.places.answer([AnswerDigest("p", 0, ANN, 0, b"e" * 16)]), "a second answer was taken"
        assert store.places.expire("p", 0, 55.0) == {0: 2}, "leases that ran out were not freed"
        assert not store.places.answer([AnswerDigest("p", 0, BOB, 0, b"d" * 16)]), (
            "an answer was taken for a place that lapsed"
        )
        digest = store.places.get({("p", 0, ANN)})["p", 0, ANN].digest
        assert digest == b"d" * 16, "the digest of an answer is another"
        assert set(store.places.of("p", [ANN, BOB])[ANN]) == {0}, "the places of a person are others"
    _check_forgetting(store)


def _check_forgetting(store: Store) -> None:
    """Unanswered places are forgotten in slices, and answered ones are kept until they are dropped."""
    with transaction(store):
        assert store.places.forget_silent("p", 0, 9) == 0, "people of a round that is open were forgotten"
        slices = [store.places.forget_silent("p", 1, 1) for _ in range(5)]
        assert slices == [1, 1, 1, 1, 0], "not each of two people was overwritten, then dropped"
        left = store.places.get({("p", 0, person) for person in (ANN, BOB, EVE)})
        assert {person for _, _, person in left} == {ANN}, "somebody who did not answer is there, or who did is not"
        assert [store.places.drop("p", 5), store.places.drop("p", 5)] == [1, 0], "places were not dropped, or not once"


def check_people(store: Store) -> None:
    """People join once, are drawn, and forgotten."""
    with transaction(store):
        store.surveys.add(survey_record("people"))
        for _ in range(2):
            store.people.join("people", [BOB, ANN])
        assert (store.people.joined("people"), store.people.all("people")) == (2, [ANN, BOB]), "somebody joined twice"
        store.people.draw("people", {ANN: (0, 1), BOB: (2, 0)})
    with transaction(store):
        assert store.people.drawn("people", 0) == {1: 1}, "those who were drawn for a round were miscounted"
        assert store.people.get("people", [ANN, EVE])[ANN].question == 1, "somebody was drawn for another question"
        assert [store.people.undraw("people", 1, 5) for _ in range(2)] == [1, 0], "who was drawn was not forgotten"
        assert store.people.get("people", [ANN, BOB])[ANN].round is None, "who was drawn for an old round is known"
        assert store.people.get("people", [BOB])[BOB].round == 2, "who was drawn for a later round was forgotten"
        assert [store.people.drop("people", 1) for _ in range(3)] == [1, 1, 0], "people were not dropped in slices"


def check_keys(store: Store) -> None:
    """A key is valid until it is revoked."""
    with transaction(store):
        store.keys.add("a" * 64, "desk", 1.0)
        store.keys.add("c" * 64, "viewer", 1.5, "s1", reading=True)
        assert store.keys.get("a" * 64) == ApiKey("desk", 1.0, None), "a key is not valid"
        assert store.keys.get("c" * 64) == ApiKey("viewer", 1.5, None, "s1", 1), "a key lost its limits"
        assert store.keys.get("b" * 64) is None, "a key that nobody made is valid"
        assert store.keys.revoke("desk", 2.0), "a key could not be revoked"
        assert not store.keys.revoke("desk", 3.0), "a key was revoked twice"
        assert store.keys.get("a" * 64) is None, "a key that was revoked is valid"
        listed = [(key.name, key.revoked) for key in store.keys.all()]
        assert listed == [("desk", 2.0), ("viewer", None)], "the list of keys is wrong"


def check_outbox(store: Store) -> None:
    """Events are numbered from 1 in each survey, and followed after a number; positions count those of all surveys."""
    with transaction(store):
        start = store.outbox.end()
        for name in ("o", "other o"):
            store.surveys.add(survey_record(name))
            store.outbox.add(name, "opened", 1.0)
        store.outbox.add("o", "tallied", 2.0, tallies=[{"yes": 1, "total": 2}])
    with transaction(store):
        events = store.outbox.after("o", 0, 9)
        assert [(event.number, event.kind) for event in events] == [(1, "opened"), (2, "tallied")], "events are wrong"
        assert store.outbox.after("o", 1, 9) == events[1:], "events after a number are others"
        assert store.outbox.after("o", 0, 1) == events[:1], "more events came than were asked for"
        everywhere = store.outbox.after_position(start, 9)
        assert [event.position for event in everywhere] == [start + 1, start + 2, start + 3], "positions have gaps"
        assert store.outbox.after_position(start + 1, 9) == everywhere[1:], "events after a position are others"
        store.outbox.drop("o")
        assert store.outbox.after("o", 0, 9) == [], "events that were deleted are there"
        assert len(store.outbox.after("other o", 0, 9)) == 1, "events of another survey were deleted"
        store.outbox.add("other o", "closed", 3.0)
    with transaction(store):
        last = [event.position for event in store.outbox.after_position(start + 3, 9)]
        assert (last, store.outbox.end()) == ([start + 4], start + 4), "the position of a deleted event came again"
