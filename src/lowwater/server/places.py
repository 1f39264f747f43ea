"""Places: where a device stands that checks in. It gets a question and a time to answer it, or is told to wait."""

import secrets
from typing import Any

from lowwater.errors import Moved, NoPlace
from lowwater.server.rounds import Progress
from lowwater.server.session import Row, Session
from lowwater.server.survey import Survey
from lowwater.wire import PlaceMessage, QuestionMessage

_RANDOM = secrets.SystemRandom()
_AGAIN, _RARELY = 1.0, 300.0  # seconds after which a device without a place asks again: at least, at most


def rolling(session: Session, survey: Survey, person: str, now: float) -> PlaceMessage:
    """A place in the open round, at random in one of its questions, under a lease."""
    held = session.one("place", survey=survey.id, person=person, round=survey.round)
    if held is not None and held[2] is None and held[1] >= now:
        return _placed(session, survey, held[0], held[1] - now)
    (answered,) = session.one("answers_of", survey=survey.id, person=person) or (0,)
    if answered >= survey.plan.answers:
        return PlaceMessage("done", None, 0.0)
    if held is not None and held[2] is not None:
        return PlaceMessage("wait", None, _AGAIN)
    number = _given(session, survey) if held is None or held[1] < 0 else held[0]  # not freed yet: it is still theirs
    if number is None:
        return PlaceMessage("wait", None, _AGAIN)
    lease = min(now + survey.rules.lease, survey.deadline)
    _lend(session, survey, person, number, lease, held)
    return _placed(session, survey, number, lease - now)


def _lend(session: Session, survey: Survey, person: str, number: int, lease: float, held: Row | None) -> None:
    """Write a place down, or a longer lease of it; whoever was faster is looked at again."""
    given: dict[str, Any] = {"survey": survey.id, "person": person, "round": survey.round, "number": number}
    kind, before = ("add_place", {}) if held is None else ("renew_place", {"before": held[1]})
    if not session.run(kind, **given, **before, lease=lease):
        raise Moved


def _given(session: Session, survey: Survey) -> int | None:
    """A free place: a question at random, by how many places it has left."""
    rows = [Progress(*row) for row in session.all("questions_of_round", survey=survey.id, round=survey.round)]
    free = {question.number: question.places - question.given for question in rows if question.given < question.places}
    while free:
        number = _RANDOM.choices(list(free), weights=list(free.values()))[0]
        if session.run("give_place", survey=survey.id, round=survey.round, number=number):
            return number
        del free[number]
    return None


def enrolled(session: Session, survey: Survey, person: str, now: float) -> PlaceMessage:
    """Join while people are gathered; later, the question that was drawn, in its round."""
    if survey.state == "gathering":
        session.run("join", survey=survey.id, person=person)
        return _later(survey, now)
    drawn = session.one("person", survey=survey.id, person=person)
    if drawn is None:
        raise NoPlace("this survey has begun, and only those who joined before take part")
    number, index = (survey.round, 0) if survey.plan.everyone else drawn
    if number is None or number < survey.round:
        return PlaceMessage("done", None, 0.0)
    if number > survey.round:
        return _later(survey, now)
    held = session.one("place", survey=survey.id, person=person, round=survey.round)
    if held is not None and held[2] is not None:
        return _later(survey, now) if survey.plan.everyone else PlaceMessage("done", None, 0.0)
    if held is None or held[1] < survey.deadline:  # new, or of before the round was extended
        _lend(session, survey, person, index, survey.deadline, held)
    return _placed(session, survey, index, survey.deadline - now)


def _later(survey: Survey, now: float) -> PlaceMessage:
    """Wait for another round: an eighth of what this one may still take, so that whoever comes then has most of it."""
    return PlaceMessage("wait", None, min(_RARELY, max(_AGAIN, (survey.deadline - now) / 8)))


def _placed(session: Session, survey: Survey, number: int, seconds: float) -> PlaceMessage:
    rows = session.all("questions_of_round", survey=survey.id, round=survey.round)
    question = next(Progress(*row) for row in rows if row[1] == number)
    said = QuestionMessage(question.round, question.number, question.threshold, question.if_yes, question.if_no)
    return PlaceMessage("question", said, max(0.0, seconds))
