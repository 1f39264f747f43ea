"""Service: what a server does, one function for one transaction. The time is given, so that tests decide it."""

import hashlib
import re
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from lowwater.core.question import Question
from lowwater.core.randomizer import Randomizer
from lowwater.core.tally import Tally
from lowwater.errors import (
    BadInvitation,
    BadStore,
    Contradicted,
    LowwaterError,
    Moved,
    NoPlace,
    NoSurvey,
    NotOpen,
    TooLate,
)
from lowwater.search.plan import Plan
from lowwater.server.invitation import admitted
from lowwater.server.session import Row, Session
from lowwater.server.survey import MOVING, Rules, Survey
from lowwater.wire import CheckInMessage, CountedMessage, PlaceMessage, PostedMessage, QuestionMessage

_RANDOM = secrets.SystemRandom()
_AGAIN = 1.0  # seconds after which a device without a place asks again
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")  # whatever else stands in a path is no survey's, and no database's business


Counts = dict[tuple[str, int, int], int]
"""New answers by survey, round and question."""


class Posted(NamedTuple):
    """An answer, and the survey it is for."""

    survey: str
    message: PostedMessage


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


def open_survey(session: Session, title: str, plan: Plan, rules: Rules, now: float) -> Survey:
    """Begin a survey."""
    survey = Survey.new(secrets.token_hex(10), title, plan, rules, now)
    session.run("add_survey", **survey.row())
    if survey.state == "open":
        _put(session, survey)
    return survey


def survey_of(session: Session, name: str) -> Survey:
    """The survey of this name."""
    return _survey(session, "survey", name)


def surveys(session: Session) -> list[Survey]:
    """Every survey, the oldest first."""
    return [survey_of(session, name) for (name,) in session.all("survey_ids")]


def progress(session: Session, name: str) -> list[Progress]:
    """Every question so far."""
    return [Progress(*row) for row in session.all("questions", survey=name)]


def check_in(session: Session, name: str, message: CheckInMessage, now: float) -> PlaceMessage:
    """Give a device its question, or tell it to wait, or that it is done."""
    survey = _survey(session, "survey_held", name)
    if survey.rules.access == "invitation" and not admitted(survey.id, survey.rules.issuer, message):
        raise BadInvitation
    person = person_of(name, message.name)
    if survey.state == "paused":
        return PlaceMessage("wait", None, survey.rules.lease)
    if survey.state not in MOVING:
        raise NotOpen(f"this survey is {survey.state}: {survey.statement}")
    if survey.rules.recruiting == "enrolled":
        return _enrolled(session, survey, person, now)
    return _rolling(session, survey, person, now)


def answer(
    session: Session, posted: Sequence[Posted], now: float | None = None
) -> list[CountedMessage | LowwaterError]:
    """Judge many answers, each by itself; what is wrong with one comes back in its place.

    Given the time, a round that is full now is closed at once.
    """
    standing = {name: _row(session, "standing", name) for name in sorted({one.survey for one in posted})}
    more: Counts = {}
    judged: dict[int, CountedMessage | LowwaterError] = {}
    for at in sorted(range(len(posted)), key=lambda at: (posted[at].survey, posted[at].message.name)):
        try:  # every server holds people in the same order, and so none waits for another in a circle
            judged[at] = _judge(session, posted[at], standing[posted[at].survey], more)
        except (Moved, BadStore):  # no judgement: the whole transaction is undone, and perhaps tried again
            raise
        except LowwaterError as error:
            judged[at] = error
    full = set()
    for (name, number, index), many in sorted(more.items()):
        ((answered, places),) = session.all("count_answers", survey=name, round=number, number=index, many=many)
        full |= {name} if answered >= places else set()
    if now is not None:
        for name in sorted(full):
            tick(session, name, now)
    return [judged[at] for at in range(len(posted))]


def tick(session: Session, name: str, now: float) -> bool:
    """Move a survey on if it is time: say whether anything changed. Several servers may try at once; one does it."""
    survey = survey_of(session, name)
    if survey.state == "gathering":
        return _gathered(session, survey, now)
    if survey.state != "open":
        return False
    _expire(session, survey, now)
    questions = [Progress(*row) for row in session.all("questions_of_round", survey=name, round=survey.round)]
    full = all(question.answered >= question.places for question in questions)
    if not full and now < survey.deadline:
        return False
    return _closed(session, survey, now)


def set_state(session: Session, name: str, state: str, now: float) -> Survey:
    """Pause, resume or close a survey by hand."""
    survey = survey_of(session, name)
    allowed = {"paused": ("open",), "open": ("paused",), "closed": ("gathering", "open", "paused")}[state]
    if survey.state not in allowed:
        raise NotOpen(f"this survey is {survey.state}, and only one that is {' or '.join(allowed)} can be {state}")
    if not _claim(session, survey):
        raise Moved
    if state == "closed":
        _scrub(session, survey)
        after = survey.over("closed", "it was closed by hand", now)
    else:
        after = survey.resumed(now) if state == "open" else replace(survey, state=state)
    session.run("move_survey", **after.moves())
    return after


def person_of(survey: str, name: str) -> str:
    """How the database knows a device: the name itself is its secret, and is not kept."""
    return hashlib.sha256(f"{survey}/{name}".encode()).hexdigest()


def digest_of(message: PostedMessage) -> str:
    """By this a repeat is known from a change; without the receipt, which is not kept, it does not tell the bit."""
    said = message.answer
    return hashlib.sha256(f"{message.receipt}/{said.round}/{said.index}/{said.yes:d}".encode()).hexdigest()


def _row(session: Session, query: str, name: str) -> Row | None:
    return session.one(query, id=name) if _ID.fullmatch(name) else None


def _survey(session: Session, query: str, name: str) -> Survey:
    row = _row(session, query, name)
    if row is None:
        raise NoSurvey(f"there is no survey {name[:40]!r} here")
    return Survey.of(row)


def _rolling(session: Session, survey: Survey, person: str, now: float) -> PlaceMessage:
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


def _enrolled(session: Session, survey: Survey, person: str, now: float) -> PlaceMessage:
    """Join while people are gathered; later, the question that was drawn, in its round."""
    if survey.state == "gathering":
        session.run("join", survey=survey.id, person=person)
        return PlaceMessage("wait", None, _AGAIN)
    drawn = session.one("person", survey=survey.id, person=person)
    if drawn is None:
        raise NoPlace("this survey has begun, and only those who joined before take part")
    number, index = (survey.round, 0) if survey.plan.everyone else drawn
    if number is None or number < survey.round:
        return PlaceMessage("done", None, 0.0)
    if number > survey.round:
        return PlaceMessage("wait", None, _AGAIN)
    held = session.one("place", survey=survey.id, person=person, round=survey.round)
    if held is not None and held[2] is not None:
        return PlaceMessage("wait" if survey.plan.everyone else "done", None, _AGAIN if survey.plan.everyone else 0.0)
    if held is None or held[1] < survey.deadline:  # new, or of before the round was extended
        _lend(session, survey, person, index, survey.deadline, held)
    return _placed(session, survey, index, survey.deadline - now)


def _placed(session: Session, survey: Survey, number: int, seconds: float) -> PlaceMessage:
    rows = session.all("questions_of_round", survey=survey.id, round=survey.round)
    question = next(Progress(*row) for row in rows if row[1] == number)
    said = QuestionMessage(question.round, question.number, question.threshold, question.if_yes, question.if_no)
    return PlaceMessage("question", said, max(0.0, seconds))


def _judge(session: Session, one: Posted, standing: Row | None, more: Counts) -> CountedMessage:
    """One answer: counted, counted before, or refused."""
    if standing is None:
        raise NoSurvey(f"there is no survey {one.survey[:40]!r} here")
    state, number = standing
    said, person = one.message.answer, person_of(one.survey, one.message.name)
    if said.round > number:
        raise NoPlace
    held = session.one("place", survey=one.survey, person=person, round=said.round)
    if held is None or held[0] != said.index:
        raise NoPlace if said.round >= number else TooLate
    _, lease, before = held
    digest = digest_of(one.message)
    if before is not None:
        if before == digest:
            return CountedMessage("again")
        raise Contradicted
    if said.round != number or lease < 0 or state not in ("open", "paused"):
        raise TooLate
    given = {"survey": one.survey, "person": person, "round": said.round}
    if not session.run("answer", **given, digest=digest, yes=int(said.yes)):
        raise Moved
    key = (one.survey, said.round, said.index)
    more[key] = more.get(key, 0) + 1
    return CountedMessage("counted")


def _put(session: Session, survey: Survey) -> None:
    """Write the questions of the round at hand."""
    (joined,) = session.one("joined", survey=survey.id) or (0,)
    for question in survey.questions:
        places = question.people if question.people is not None else joined
        session.run("add_question", **_question(survey, question, places))


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


def _gathered(session: Session, survey: Survey, now: float) -> bool:
    """Begin once enough people have joined, or the deadline has come with at least somebody for every question."""
    (joined,) = session.one("joined", survey=survey.id) or (0,)
    if joined < survey.plan.people and now < survey.deadline:
        return False
    if not _claim(session, survey):
        return False
    if joined < max(survey.rules.least, survey.plan.cohorts):
        few = f"only {joined} people joined, and {max(survey.rules.least, survey.plan.cohorts)} are needed"
        session.run("move_survey", **survey.over("closed", few, now).moves())
        return True
    after = survey.begun(joined, now)
    session.run("move_survey", **after.moves())
    if not after.plan.everyone:
        _draw(session, after)
    _put(session, after)
    return True


def _draw(session: Session, survey: Survey) -> None:
    """Give everyone who joined a round and a question, at random."""
    people = [person for (person,) in session.all("people", survey=survey.id)]
    _RANDOM.shuffle(people)
    slots = [
        (number, index)
        for number, sizes in enumerate(survey.sizes())
        for index, size in enumerate(sizes)
        for _ in range(size)
    ]
    slots += [slots[-1]] * (len(people) - len(slots))  # who is left over after rounding helps the last question
    session.many(
        "draw",
        (
            {"survey": survey.id, "person": person, "round": number, "number": index}
            for person, (number, index) in zip(people, slots, strict=False)
        ),
    )


def _expire(session: Session, survey: Survey, now: float) -> None:
    """Free the places whose lease ran out."""
    freed: dict[int, int] = {}
    for (number,) in session.all("expire", survey=survey.id, round=survey.round, now=now):
        freed[number] = freed.get(number, 0) + 1
    if survey.rules.recruiting == "rolling":
        for number, many in sorted(freed.items()):
            session.run("free_places", survey=survey.id, round=survey.round, number=number, many=many)


def _claim(session: Session, survey: Survey) -> bool:
    """Compare and swap: only one server moves a survey from where it was seen."""
    seen = {"id": survey.id, "state": survey.state, "round": survey.round, "extended": survey.extended}
    return bool(session.run("claim_round", **seen))


def _closed(session: Session, survey: Survey, now: float) -> bool:
    """Count the round and move the search, or wait longer, or give up."""
    if not _claim(session, survey):
        return False
    tallies = _tallies(session, survey)
    answers = sum(tally.total for tally in tallies)
    if answers < survey.rules.least:
        if survey.extended < survey.rules.extensions:
            session.run("move_survey", **survey.lengthened(now).moves())
            return True
        _scrub(session, survey)
        session.run("move_survey", **survey.starved(answers, now).moves())
        return True
    for number, tally in enumerate(tallies):
        given = {"survey": survey.id, "round": survey.round, "number": number}
        session.run("set_tally", **given, yes=tally.yes, total=tally.total)
    _scrub(session, survey)
    after = survey.advanced(tallies, now)
    session.run("move_survey", **after.moves())
    if after.state == "open":
        _put(session, after)
    return True


def _tallies(session: Session, survey: Survey) -> tuple[Tally, ...]:
    found = {
        number: Tally(int(yes), int(total))
        for number, yes, total in session.all("tallies", survey=survey.id, round=survey.round)
    }
    return tuple(found.get(question.index, Tally(0, 0)) for question in survey.questions)


def _scrub(session: Session, survey: Survey) -> None:
    """Forget the bits of the round at hand."""
    session.run("scrub", survey=survey.id, round=survey.round)
