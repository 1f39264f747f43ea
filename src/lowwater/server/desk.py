"""Desk: where devices check in. Each gets a question and a time to answer it, or is told to wait.

Devices that check in at once are looked up together: one query for each kind of row, not one for each device.
"""

import secrets
from collections.abc import Sequence

from lowwater.core.randomizer import Randomizer
from lowwater.errors import LowwaterError, Moved, NoPlace
from lowwater.server.lifecycle import place_state
from lowwater.server.store.places import Loan
from lowwater.server.store.questions import Counts
from lowwater.server.store.records import Member, Place, QuestionRecord
from lowwater.server.store.store import Store
from lowwater.server.survey import Survey
from lowwater.wire import PlaceMessage, QuestionMessage

Places = dict[bytes, PlaceMessage | LowwaterError]
"""The message, or the error, for each person."""

_SHORTEST, _LONGEST = 1.0, 300.0  # seconds after which a device without a place asks again

_DONE, _WAIT = PlaceMessage("done", None, 0.0), PlaceMessage("wait", None, _SHORTEST)


class Desk:
    """The open round of a survey: its questions, their free places, and the places of `people`."""

    def __init__(self, store: Store, survey: Survey, people: Sequence[bytes], now: float) -> None:
        self._store, self._survey, self._now = store, survey, now
        questions = store.questions.of_round(survey.id, survey.round)
        self._questions = {question.question: question for question in questions}
        self._free = {index: question.places - question.given for index, question in self._questions.items()}
        self._messages = {index: _message(question) for index, question in self._questions.items()}
        self._most = survey.rules.span if survey.rules.recruiting == "enrolled" else survey.rules.lease
        self._places = store.places.of(survey.id, people)
        self._loans: list[Loan] = []

    def place(self, person: bytes) -> Place | None:
        """The place that a person has in the open round."""
        return self._places.get(person, {}).get(self._survey.round)

    def answers(self, person: bytes) -> int:
        """Count the answers of a person, in all rounds."""
        return sum(place_state(place) == "answered" for place in self._places.get(person, {}).values())

    def question(self, index: int, lease: float) -> PlaceMessage:
        """A question and the seconds left for it; never more than the rules give, even if the clock was set back."""
        return PlaceMessage("question", self._messages[index], min(self._most, max(0.0, lease - self._now)))

    def lend(self, person: bytes, index: int, lease: float) -> PlaceMessage:
        """Lend a place; `close` stores it."""
        self._loans.append(Loan(person, index, lease, self.place(person)))
        return self.question(index, lease)

    def draw(self) -> int | None:
        """Take a free place at random, and return its question: each in proportion to its free places."""
        free = [(index, count) for index, count in self._free.items() if count > 0]
        at = secrets.randbelow(sum(count for _, count in free)) if len(free) > 1 else 0
        for index, count in free:
            if at < count:
                self._free[index] -= 1
                return index
            at -= count
        return None

    def take(self, index: int) -> int | None:
        """Take a free place of this question and return the question, or None where it has no free place."""
        if self._free[index] <= 0:
            return None
        self._free[index] -= 1
        return index

    def close(self) -> None:
        """Store the loans; raise Moved where another server took one of the places first."""
        if not self._loans:
            return
        if not self._store.places.lend(self._survey.id, self._survey.round, self._loans):
            raise Moved
        for index, question in self._questions.items():
            given = question.places - question.given - self._free[index]
            self._store.questions.count(self._survey.id, self._survey.round, index, Counts(given=given))
        self._store.surveys.look_by(self._survey.id, min(loan.lease for loan in self._loans))


def _message(question: QuestionRecord) -> QuestionMessage:
    cuts, parts = question.cuts, (question.if_yes, question.if_no)
    coin = Randomizer.binary(*parts) if len(cuts) == 1 else Randomizer.symmetric(len(cuts) + 1, question.if_no)
    return QuestionMessage(question.round, question.question, cuts, coin.table)


def rolling(store: Store, survey: Survey, people: Sequence[bytes], now: float) -> Places:
    """Lend each person a place in the open round, in one of its questions at random, under a lease."""
    desk = Desk(store, survey, people, now)
    lease, most = min(now + survey.rules.lease, survey.deadline), survey.plan.answers
    places: Places = {
        person: _rolling(desk, person, now, lease, full=desk.answers(person) >= most) for person in people
    }
    desk.close()
    return places


def _rolling(desk: Desk, person: bytes, now: float, lease: float, *, full: bool) -> PlaceMessage:
    place = desk.place(person)
    state = place_state(place)
    if place is not None and state == "lent" and place.lease >= now:
        return desk.question(place.question, place.lease)
    if full:
        return _DONE
    if state == "answered":
        return _WAIT
    index = _question(desk, place)
    return _WAIT if index is None else desk.lend(person, index, lease)


def _question(desk: Desk, place: Place | None) -> int | None:
    """The index of the question to lend: that of the person's `place` in this round, since a device takes no other."""
    if place is None:
        return desk.draw()
    lent = place_state(place) == "lent"  # not freed, still theirs
    return place.question if lent else desk.take(place.question)


def enrolled(store: Store, survey: Survey, people: Sequence[bytes], now: float) -> Places:
    """Let people join while the survey gathers; later, lend members the question drawn for them, in its round."""
    if survey.state == "gathering":
        store.people.join(survey.id, people)
        store.surveys.look_by(survey.id, now)  # to see whether they are enough
        return dict.fromkeys(people, _later(survey, now))
    desk, members = Desk(store, survey, people, now), store.people.get(survey.id, people)
    late = NoPlace("this survey has begun, and only those who joined before take part")
    places: Places = {
        person: _enrolled(desk, survey, members[person], now) if person in members else late for person in people
    }
    desk.close()
    return places


def _enrolled(desk: Desk, survey: Survey, member: Member, now: float) -> PlaceMessage:
    round_index, index = (survey.round, 0) if survey.plan.everyone else (member.round, member.question)
    if round_index is None or index is None or round_index < survey.round:
        return _DONE
    if round_index > survey.round:
        return _later(survey, now)
    place = desk.place(member.person)
    if place_state(place) == "answered":
        return _later(survey, now) if survey.plan.everyone else _DONE
    if place is None or place.lease < survey.deadline:  # new, or lent before the round was extended
        return desk.lend(member.person, index, survey.deadline)
    return desk.question(index, survey.deadline)


def _later(survey: Survey, now: float) -> PlaceMessage:
    """Tell a device to wait an eighth of the time left in this round: it then has most of the next one's span."""
    return PlaceMessage("wait", None, min(_LONGEST, max(_SHORTEST, (survey.deadline - now) / 8)))
