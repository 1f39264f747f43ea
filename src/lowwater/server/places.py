"""Places: where devices stand that check in. Each gets a question and a time to answer it, or is told to wait.

Devices that come together are looked up together: one query for each kind of row, not one for each device.
"""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from lowwater.errors import LowwaterError, Moved, NoPlace
from lowwater.server.rounds import Progress
from lowwater.server.session import Session
from lowwater.server.survey import Survey
from lowwater.wire import PlaceMessage, QuestionMessage

Places = dict[str, PlaceMessage | LowwaterError]
"""What each person gets."""

_RANDOM = secrets.SystemRandom()
_AGAIN, _RARELY = 1.0, 300.0  # seconds after which a device without a place asks again: at least, at most

_DONE, _WAIT = PlaceMessage("done", None, 0.0), PlaceMessage("wait", None, _AGAIN)


class Held(NamedTuple):
    """A place in the open round: its question, its lease (below 0 once it was freed), the digest of its answer."""

    number: int
    lease: float
    digest: str | None


class Loan(NamedTuple):
    """A place to be written down: a new one, or another lease of the one that was held before."""

    person: str
    number: int
    lease: float
    before: Held | None


class Desk:
    """Where people check in to the open round of a survey, and what it has lent them."""

    def __init__(self, session: Session, survey: Survey, people: Sequence[str], now: float) -> None:
        self._session, self._survey, self._now = session, survey, now
        rows = session.all("questions_of_round", survey=survey.id, round=survey.round)
        self._questions = {question.number: question for question in (Progress(*row) for row in rows)}
        self._free = {number: question.places - question.given for number, question in self._questions.items()}
        asked = [{"survey": survey.id, "person": person, "round": survey.round} for person in people]
        self._held = {person: Held(*row) for _, person, _, *row in session.each("held", asked)}
        self._loans: list[Loan] = []

    def held(self, person: str) -> Held | None:
        """The place that a person has already."""
        return self._held.get(person)

    def question(self, number: int, lease: float) -> PlaceMessage:
        """A question and the seconds left for it; never more than the survey gives, whatever clocks did meanwhile."""
        asked, rules = self._questions[number], self._survey.rules
        most = rules.span if rules.recruiting == "enrolled" else rules.lease
        message = QuestionMessage(asked.round, asked.number, asked.threshold, asked.if_yes, asked.if_no)
        return PlaceMessage("question", message, min(most, max(0.0, lease - self._now)))

    def lend(self, person: str, number: int, lease: float) -> PlaceMessage:
        """Lend a place, to be written down by `close`."""
        self._loans.append(Loan(person, number, lease, self.held(person)))
        return self.question(number, lease)

    def draw(self) -> int | None:
        """Take a free place: a question at random, by how many places it has left."""
        if not any(many > 0 for many in self._free.values()):
            return None
        number = _RANDOM.choices(list(self._free), weights=[max(0, many) for many in self._free.values()])[0]
        self._free[number] -= 1
        return number

    def close(self) -> None:
        """Write down what was lent; where another server was faster, everything is looked at again."""
        new = [self._row(loan) for loan in self._loans if loan.before is None]
        again = [self._row(loan) | {"before": loan.before.lease} for loan in self._loans if loan.before is not None]
        if self._session.many("add_place", new) != len(new) or self._session.many("renew_place", again) != len(again):
            raise Moved
        for number, question in self._questions.items():
            many = question.places - question.given - self._free[number]
            key = {"survey": self._survey.id, "round": self._survey.round, "number": number}
            if many and not self._session.run("give_places", **key, many=many):
                raise Moved

    def _row(self, loan: Loan) -> dict[str, str | int | float]:
        key: dict[str, str | int | float] = {"survey": self._survey.id, "round": self._survey.round}
        return key | {"person": loan.person, "number": loan.number, "lease": loan.lease}


def rolling(session: Session, survey: Survey, people: Sequence[str], now: float) -> Places:
    """A place in the open round for each, at random in one of its questions, under a lease."""
    desk = Desk(session, survey, people, now)
    asked = [{"survey": survey.id, "person": person} for person in people]
    answers: dict[str, int] = dict(session.each("answers_of", asked))
    lease = min(now + survey.rules.lease, survey.deadline)
    full = {person for person in people if answers.get(person, 0) >= survey.plan.answers}
    places: Places = {person: _rolling(desk, person, now, lease, full=person in full) for person in people}
    desk.close()
    return places


def _rolling(desk: Desk, person: str, now: float, lease: float, *, full: bool) -> PlaceMessage:
    held = desk.held(person)
    if held is not None and held.digest is None and held.lease >= now:
        return desk.question(held.number, held.lease)
    if full:
        return _DONE
    if held is not None and held.digest is not None:
        return _WAIT
    number = desk.draw() if held is None or held.lease < 0 else held.number  # not freed yet: it is still theirs
    return _WAIT if number is None else desk.lend(person, number, lease)


def enrolled(session: Session, survey: Survey, people: Sequence[str], now: float) -> Places:
    """Join while people are gathered; later, the question that was drawn, in its round."""
    asked = [{"survey": survey.id, "person": person} for person in people]
    if survey.state == "gathering":
        session.many("join", asked)
        return dict.fromkeys(people, _later(survey, now))
    desk = Desk(session, survey, people, now)
    drawn = {person: (number, index) for person, number, index in session.each("drawn_for", asked)}
    places: Places = {
        person: _enrolled(desk, survey, person, drawn[person], now)
        if person in drawn
        else NoPlace("this survey has begun, and only those who joined before take part")
        for person in people
    }
    desk.close()
    return places


def _enrolled(
    desk: Desk, survey: Survey, person: str, drawn: tuple[int | None, int | None], now: float
) -> PlaceMessage:
    number, index = (survey.round, 0) if survey.plan.everyone else drawn
    if number is None or index is None or number < survey.round:
        return _DONE
    if number > survey.round:
        return _later(survey, now)
    held = desk.held(person)
    if held is not None and held.digest is not None:
        return _later(survey, now) if survey.plan.everyone else _DONE
    if held is None or held.lease < survey.deadline:  # new, or of before the round was extended
        return desk.lend(person, index, survey.deadline)
    return desk.question(index, survey.deadline)


def _later(survey: Survey, now: float) -> PlaceMessage:
    """Wait for another round: an eighth of what this one may still take, so that whoever comes then has most of it."""
    return PlaceMessage("wait", None, min(_RARELY, max(_AGAIN, (survey.deadline - now) / 8)))
