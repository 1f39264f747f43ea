"""Rounds: how a survey moves from one to the next. The time is given, so that tests decide it.

Whatever moves a survey claims it first: of several servers that see the same, one does it. A round that is over leaves
its tally, and of its people no more than it takes to know a repeated answer from a new one.
"""

import secrets
from dataclasses import replace
from itertools import cycle, islice
from typing import Any, Literal, NamedTuple

from lowwater.core.question import Question
from lowwater.core.randomizer import Randomizer
from lowwater.core.tally import Tally
from lowwater.server.session import Session
from lowwater.server.survey import MOVING, Survey
from lowwater.server.torn import Torn
from lowwater.wire import State

Move = Literal["begun", "deserted", "extended", "tallied", "starved"]
"""It has its people, or too few came; the round is given another span, or was counted, or given up."""

CLOSED: tuple[Move, ...] = ("tallied", "starved")
"""Moves after which a round is over."""

_RANDOM = secrets.SystemRandom()


class Progress(NamedTuple):
    """One question of a survey: how far it is, and its tally once its round is over."""

    round: int
    number: int
    threshold: float
    if_yes: int
    if_no: int
    places: int
    given: int
    answered: int
    yes: int | None
    total: int | None


def claim(session: Session, survey: Survey | Torn) -> bool:
    """Compare and swap: only one server moves a survey from where it was seen."""
    seen = {"id": survey.id, "state": survey.state, "round": survey.round, "extended": survey.extended}
    return bool(session.run("claim_round", **seen))


def put(session: Session, survey: Survey) -> None:
    """Write the questions of the round at hand."""
    places = _places(session, survey)
    for question in survey.questions:
        session.run("add_question", **_question(survey, question, places[question.index]))


def moved(session: Session, survey: Survey, now: float) -> Move | None:
    """Move a survey on if it is time, and say how. Several servers may try at once; one does it."""
    if survey.state in MOVING and survey.deadline > now + survey.rules.span:
        survey = _shortened(session, survey, now)
    if survey.state == "gathering":
        return _gathered(session, survey, now)
    if survey.state != "open":
        return None
    if survey.rules.recruiting == "rolling":
        _expire(session, survey, now)
    asked = [Progress(*row) for row in session.all("questions_of_round", survey=survey.id, round=survey.round)]
    if any(question.answered < question.places for question in asked) and now < survey.deadline:
        return None
    return _closed(session, survey, sum(one.places for one in asked), now) if claim(session, survey) else None


def end(session: Session, survey: Survey, state: State, statement: str, now: float) -> Survey:
    """End a survey; who was to be asked, and what the open round was told, is forgotten."""
    _forget(session, survey)
    after = survey.over(state, statement, now)
    session.run("move_survey", **after.moves())
    return after


def abandon(session: Session, torn: Torn, now: float) -> Torn:
    """End a survey whose record cannot be used, and forget as much of it as of any other that ends."""
    _forget(session, torn)
    session.run("close_survey", id=torn.id, ended=now, statement="it was closed by hand; its record cannot be used")
    return torn._replace(state="closed")


def _places(session: Session, survey: Survey) -> dict[int, int]:
    """How many people each question asks: those who were drawn for it, or all who joined, or so many as come."""
    if survey.rules.recruiting == "enrolled" and not survey.plan.everyone:
        return dict(session.all("drawn", survey=survey.id, round=survey.round))
    joined = _joined(session, survey)
    return {one.index: joined if one.people is None else one.people for one in survey.questions}


def _question(survey: Survey, question: Question, places: int) -> dict[str, Any]:
    coin: Randomizer = question.randomizer
    return {
        "survey": survey.id,
        "round": question.round,
        "number": question.index,
        "threshold": question.threshold,
        "if_yes": coin.if_yes,
        "if_no": coin.if_no,
        "places": places,
    }


def _joined(session: Session, survey: Survey) -> int:
    (joined,) = session.one("joined", survey=survey.id) or (0,)
    return int(joined)


def _gathered(session: Session, survey: Survey, now: float) -> Move | None:
    """Begin once enough people have joined, or the deadline has come with at least somebody for every question."""
    if _joined(session, survey) < survey.plan.people and now < survey.deadline:
        return None
    if not claim(session, survey):
        return None
    joined, needed = _joined(session, survey), max(survey.rules.least, survey.plan.cohorts)  # nobody joins any more
    if joined < needed:
        end(session, survey, "closed", f"only {joined} people joined, and {needed} are needed", now)
        return "deserted"
    after = survey.begun(joined, now)
    session.run("move_survey", **after.moves())
    if not after.plan.everyone:
        _draw(session, after)
    put(session, after)
    return "begun"


def _draw(session: Session, survey: Survey) -> None:
    """Give everyone who joined a round and a question, at random; who is left over makes one more, the last first."""
    people = [person for (person,) in session.all("people", survey=survey.id)]
    _RANDOM.shuffle(people)
    sizes = {(number, index): size for number, asked in enumerate(survey.sizes()) for index, size in enumerate(asked)}
    slots = [place for place, size in sizes.items() for _ in range(size)]
    slots += islice(cycle(reversed(sizes)), len(people) - len(slots))
    session.many(
        "draw",
        (
            {"survey": survey.id, "person": person, "round": number, "number": index}
            for person, (number, index) in zip(people, slots, strict=True)
        ),
    )


def _shortened(session: Session, survey: Survey, now: float) -> Survey:
    """A clock that was ahead when the round began gave it more than a span; from now on it has one."""
    after = replace(survey, deadline=now + survey.rules.span)
    session.run("move_survey", **after.moves())
    return after


def _expire(session: Session, survey: Survey, now: float) -> None:
    """Free the places whose lease ran out; one that ends too late, by a clock that was ahead, ends in due time."""
    key = {"survey": survey.id, "round": survey.round}
    session.run("shorten_leases", **key, most=now + survey.rules.lease)
    freed: dict[int, int] = {}
    for (number,) in session.all("expire", **key, now=now):
        freed[number] = freed.get(number, 0) + 1
    for number, many in sorted(freed.items()):
        session.run("free_places", **key, number=number, many=many)


def _closed(session: Session, survey: Survey, places: int, now: float) -> Move:
    """Count the round and move the search, or wait longer, or give up; no round needs more than it has places."""
    tallies = _tallies(session, survey)
    answers, needed = sum(tally.total for tally in tallies), max(1, min(survey.rules.least, places))
    if answers >= needed:
        _tallied(session, survey, tallies, now)
        return "tallied"
    if survey.extended < survey.rules.extensions:
        session.run("move_survey", **survey.lengthened(now).moves())
        return "extended"
    end(session, survey, "closed", survey.starved(answers, needed), now)
    return "starved"


def _tallied(session: Session, survey: Survey, tallies: tuple[Tally, ...], now: float) -> None:
    """Write the tallies down, and go on to the next round or finish."""
    session.run("set_tallies", survey=survey.id, round=survey.round)
    after = survey.advanced(tallies, now)
    if after.questions:
        _scrub(session, survey)
        session.run("move_survey", **after.moves())
        put(session, after)
    else:
        end(session, after, "finished", "the search has asked all it wanted", now)


def _tallies(session: Session, survey: Survey) -> tuple[Tally, ...]:
    found = {
        number: Tally(int(yes), int(total))
        for number, yes, total in session.all("tallies", survey=survey.id, round=survey.round)
    }
    return tuple(found.get(question.index, Tally(0, 0)) for question in survey.questions)


def _forget(session: Session, survey: Survey | Torn) -> None:
    """Of a survey that ends: the round at hand, and everyone who was to be asked."""
    _scrub(session, survey)
    session.run("drop_people", survey=survey.id)


def _scrub(session: Session, survey: Survey | Torn) -> None:
    """Forget the round at hand: its running tally, who was asked what and when, and everyone who did not answer."""
    for query in ("scrub", "drop_unanswered", "undraw", "forget_so_far"):
        session.run(query, survey=survey.id, round=survey.round)
    session.forget()
