"""Desk: where devices check in. Each gets a question and a time to answer it, or is told to wait.

Devices that come together are looked up together: one query for each kind of row, not one for each device.
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
"""What each person gets."""

_AGAIN, _RARELY = 1.0, 300.0  # seconds after which a device without a place asks again: at least, at most

_DONE, _WAIT = PlaceMessage("done", None, 0.0), PlaceMessage("wait", None, _AGAIN)


class Desk:
    """Where people check in to the open round of a survey, and what it has lent them."""

    def __init__(self, store: Store, survey: Survey, people: Sequence[bytes], now: float) -> None:
        self._store, self._survey, self._now = store, survey, now
        self._questions = {question.number: question for question in store.questions.of_round(survey.id, survey.round)}
        self._free = {number: question.places - question.given for number, question in self._questions.items()}
        self._messages = {number: _message(question) for number, question in self._questions.items()}
        self._most = survey.rules.span if survey.rules.recruiting == "enrolled" else survey.rules.lease
        self._places = store.places.of(survey.id, people)
        self._loans: list[Loan] = []

    def held(self, person: bytes) -> Place | None:
        """The place that a person has already."""
        return self._places.get(person, {}).get(self._survey.round)

    def answers(self, person: bytes) -> int:
        """How many answers a person has given, in all rounds."""
        return sum(place_state(place) == "answered" for place in self._places.get(person, {}).values())

    def question(self, number: int, lease: float) -> PlaceMessage:
        """A question and the seconds left for it; never more than the survey gives, whatever clocks did meanwhile."""
        return PlaceMessage("question", self._messages[number], min(self._most, max(0.0, lease - self._now)))

    def lend(self, person: bytes, number: int, lease: float) -> PlaceMessage:
        """Lend a place, to be written down by `close`."""
        self._loans.append(Loan(person, number, lease, self.held(person)))
        return self.question(number, lease)

    def draw(self) -> int | None:
        """Take a free place: a question at random, by how many places it has left."""
        free = [(number, many) for number, many in self._free.items() if many > 0]
        at = secrets.randbelow(sum(many for _, many in free)) if len(free) > 1 else 0
        for number, many in free:
            if at < many:
                self._free[number] -= 1
                return number
            at -= many
        return None

    def take(self, number: int) -> int | None:
        """Take a free place of this question, where there is one."""
        if self._free[number] <= 0:
            return None
        self._free[number] -= 1
        return number

    def close(self) -> None:
        """Write down what was lent; where another server was faster, everything is looked at again."""
        if not self._loans:
            return
        if not self._store.places.lend(self._survey.id, self._survey.round, self._loans):
            raise Moved
        for number, question in self._questions.items():
            given = question.places - question.given - self._free[number]
            self._store.questions.count(self._survey.id, self._survey.round, number, Counts(given=given))
        self._store.surveys.look_by(self._survey.id, min(loan.lease for loan in self._loans))


def _message(asked: QuestionRecord) -> QuestionMessage:
    coin = Randomizer.binary(asked.if_yes, asked.if_no)
    return QuestionMessage(asked.round, asked.number, (asked.threshold,), coin.table)


def rolling(store: Store, survey: Survey, people: Sequence[bytes], now: float) -> Places:
    """A place in the open round for each, at random in one of its questions, under a lease."""
    desk = Desk(store, survey, people, now)
    lease, most = min(now + survey.rules.lease, survey.deadline), survey.plan.answers
    places: Places = {
        person: _rolling(desk, person, now, lease, full=desk.answers(person) >= most) for person in people
    }
    desk.close()
    return places


def _rolling(desk: Desk, person: bytes, now: float, lease: float, *, full: bool) -> PlaceMessage:
    held = desk.held(person)
    state = place_state(held)
    if held is not None and state == "lent" and held.lease >= now:
        return desk.question(held.number, held.lease)
    if full:
        return _DONE
    if state == "answered":
        return _WAIT
    number = _number(desk, held)
    return _WAIT if number is None else desk.lend(person, number, lease)


def _number(desk: Desk, held: Place | None) -> int | None:
    """A question for whoever has none now: in one round always the same, since a device takes no other."""
    if held is None:
        return desk.draw()
    return held.number if place_state(held) == "lent" else desk.take(held.number)  # lent: not freed yet, still theirs


def enrolled(store: Store, survey: Survey, people: Sequence[bytes], now: float) -> Places:
    """Join while people are gathered; later, the question that was drawn, in its round."""
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
    number, index = (survey.round, 0) if survey.plan.everyone else (member.round, member.number)
    if number is None or index is None or number < survey.round:
        return _DONE
    if number > survey.round:
        return _later(survey, now)
    held = desk.held(member.person)
    if place_state(held) == "answered":
        return _later(survey, now) if survey.plan.everyone else _DONE
    if held is None or held.lease < survey.deadline:  # new, or of before the round was extended
        return desk.lend(member.person, index, survey.deadline)
    return desk.question(index, survey.deadline)


def _later(survey: Survey, now: float) -> PlaceMessage:
    """Wait for another round: an eighth of what this one may still take, so that whoever comes then has most of it."""
    return PlaceMessage("wait", None, min(_RARELY, max(_AGAIN, (survey.deadline - now) / 8)))
