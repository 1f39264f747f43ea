"""Service: what a server does, one function for one transaction. The time is given, so that tests decide it."""

import hashlib
import re
import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from lowwater.errors import (
    BadInvitation,
    BadRecord,
    LowwaterError,
    Moved,
    NoSurvey,
    NotOpen,
)
from lowwater.search.plan import Plan
from lowwater.server import places, rounds
from lowwater.server.invitation import admitted
from lowwater.server.judgement import COUNTED, judge
from lowwater.server.rounds import Move, Progress
from lowwater.server.session import Row, Session
from lowwater.server.survey import MOST, MOVING, OVER, Rules, Survey
from lowwater.server.torn import Torn
from lowwater.wire import CheckInMessage, CountedMessage, PlaceMessage, PostedMessage, State

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")  # whatever else stands in a path is no survey's, and no database's business


Key = tuple[str, str, int, int]
"""A survey, a person, a round and a question."""

Standing = dict[str, Row | None]
"""The state and the round of each survey that there is."""


class Posted(NamedTuple):
    """An answer, and the survey it is for."""

    survey: str
    message: PostedMessage


class Judged(NamedTuple):
    """What became of answers, in order; and the surveys of which a question is full now."""

    outcomes: list[CountedMessage | LowwaterError]
    full: list[str]


def hold(session: Session, names: Iterable[str]) -> None:
    """Keep other servers from these surveys until the transaction ends.

    Whoever changes anything in a survey holds it first, and whoever needs several takes them in the same order: so
    nobody waits for another in a circle, in whatever order rows are touched after that.
    """
    numbers = sorted({_number_of(name) for name in names})
    session.each("hold", [{"number": number} for number in numbers])


def open_survey(session: Session, title: str, plan: Plan, rules: Rules, now: float) -> Survey:
    """Begin a survey."""
    survey = Survey.new(secrets.token_hex(10), title, plan, rules, now)
    session.run("add_survey", **survey.row())
    if survey.state == "open":
        rounds.put(session, survey)
    return survey


def survey_of(session: Session, name: str) -> Survey:
    """The survey of this name."""
    return _survey(session, "survey", name)


def surveys(session: Session) -> list[Survey | BadRecord]:
    """Every survey, the oldest first; where its record cannot be used, what is wrong with it."""
    return [_readable(session, name) for (name,) in session.all("survey_ids")]


def progress(session: Session, name: str) -> list[Progress]:
    """Every question so far."""
    return [Progress(*row) for row in session.all("questions", survey=name)]


def check_in(session: Session, name: str, message: CheckInMessage, now: float) -> PlaceMessage:
    """Give a device its question, or tell it to wait, or that it is done."""
    (outcome,) = check_in_all(session, name, [message], now)
    if isinstance(outcome, LowwaterError):
        raise outcome
    return outcome


def check_in_all(
    session: Session, name: str, messages: Sequence[CheckInMessage], now: float
) -> list[PlaceMessage | LowwaterError]:
    """Give each of many devices what `check_in` gives one; what is wrong with one comes back in its place."""
    survey = _survey(session, "survey_held", name)
    people = [person_of(name, message.name) if _may_enter(survey, message) else None for message in messages]
    given = _places(session, survey, list(dict.fromkeys(person for person in people if person is not None)), now)
    return [BadInvitation() if person is None else given[person] for person in people]


def answer(session: Session, posted: Sequence[Posted]) -> Judged:
    """Judge many answers, each by itself; what is wrong with one comes back in its place.

    Whatever can be written down is, all at once; what is left was said before, or is refused.
    """
    standing = {name: _row(session, "standing", name) for name in sorted({one.survey for one in posted})}
    keys = [_key(one) for one in posted]
    kept = _keep(session, posted, keys, standing)
    held = _held(session, [key for at, key in enumerate(keys) if at not in kept], standing)
    judged = [
        COUNTED if at in kept else _judged(one, standing[one.survey], held.get(keys[at][:3]))
        for at, one in enumerate(posted)
    ]
    return Judged(judged, _counted(session, [(keys[at], posted[at].message.answer.yes) for at in kept]))


def tick(session: Session, name: str, now: float) -> Move | None:
    """Move a survey on if it is time, and say how."""
    return rounds.moved(session, survey_of(session, name), now)


def set_state(session: Session, name: str, state: State, now: float) -> Survey | Torn:
    """Pause, resume or close a survey by hand; one whose record cannot be used can be closed."""
    survey = _found(session, name) if state == "closed" else survey_of(session, name)
    allowed = {"paused": ("open",), "open": ("paused",), "closed": ("gathering", "open", "paused")}[state]
    if survey.state not in allowed:
        raise NotOpen(f"this survey is {survey.state}, and only one that is {' or '.join(allowed)} can be {state}")
    _claim(session, survey)
    if isinstance(survey, Torn):
        return rounds.abandon(session, survey, now)
    if state == "closed":
        return rounds.end(session, survey, "closed", "it was closed by hand", now)
    after = survey.resumed(now) if state == "open" else replace(survey, state=state)
    session.run("move_survey", **after.moves())
    return after


def delete(session: Session, name: str) -> Survey | Torn:
    """Forget a survey that is over or cannot be used, and everyone in it; no invitation to it opens another one."""
    survey = _found(session, name)
    if isinstance(survey, Survey) and survey.ended is None:
        raise NotOpen(f"this survey is {survey.state}, and only one that has ended can be deleted; close it first")
    _claim(session, survey)
    for query in ("drop_places", "drop_people", "drop_questions"):
        session.run(query, survey=survey.id)
    session.run("drop_survey", id=survey.id)
    session.forget()
    return survey


def person_of(survey: str, name: str) -> str:
    """How the database knows a device: the name itself is its secret, and is not kept."""
    return hashlib.sha256(f"{survey}/{name}".encode()).hexdigest()


def digest_of(message: PostedMessage) -> str:
    """By this a repeat is known from a change; without the receipt, which is not kept, it does not tell the bit."""
    said = message.answer
    return hashlib.sha256(f"{message.receipt}/{said.round}/{said.index}/{said.yes:d}".encode()).hexdigest()


def _may_enter(survey: Survey, message: CheckInMessage) -> bool:
    return survey.rules.access == "open" or admitted(survey.id, survey.rules.issuer, message)


def _places(session: Session, survey: Survey, people: Sequence[str], now: float) -> places.Places:
    if survey.state == "paused":
        return dict.fromkeys(people, PlaceMessage("wait", None, survey.rules.lease))
    if survey.state not in MOVING:
        return dict.fromkeys(people, NotOpen(f"this survey is {survey.state}: {survey.statement}"))
    recruit = places.enrolled if survey.rules.recruiting == "enrolled" else places.rolling
    return recruit(session, survey, people, now)


def _row(session: Session, query: str, name: str) -> Row | None:
    return session.one(query, id=name) if _ID.fullmatch(name) else None


def _survey(session: Session, query: str, name: str) -> Survey:
    return Survey.of(_there(name, _row(session, query, name)))


def _readable(session: Session, name: str) -> Survey | BadRecord:
    """A survey, or what is wrong with its record."""
    try:
        return survey_of(session, name)
    except BadRecord as error:
        return error


def _found(session: Session, name: str) -> Survey | Torn:
    """A survey, or what can be told of it where its record cannot be used."""
    row = _there(name, _row(session, "survey", name))
    try:
        return Survey.of(row)
    except BadRecord:
        return Torn.of(row)


def _claim(session: Session, survey: Survey | Torn) -> None:
    """Compare and swap, as rounds do; a survey that somebody else moved is looked at again."""
    if not rounds.claim(session, survey):
        raise Moved


def _number_of(name: str) -> int:
    """The number under which a survey is held; whatever stands in a path has one."""
    return int.from_bytes(hashlib.sha256(name.encode(errors="replace")).digest()[:8], signed=True)


def _there(name: str, row: Row | None) -> Row:
    if row is None:
        raise NoSurvey(f"there is no survey {name[:40]!r} here")
    return row


def _key(one: Posted) -> Key:
    said = one.message.answer
    return one.survey, person_of(one.survey, one.message.name), said.round, said.index


def _keep(session: Session, posted: Sequence[Posted], keys: Sequence[Key], standing: Standing) -> set[int]:
    """Write down what can be, and say which; every server in the same order, so none waits for another in a circle."""
    now = {name: row[1] for name, row in standing.items() if row is not None and row[0] not in OVER}
    first: dict[Key, int] = {}
    for at, key in enumerate(keys):
        if key[2] == now.get(key[0]) and key[3] <= MOST:
            first.setdefault(key, at)
    rows = {key: _written(key, posted[first[key]].message) for key in sorted(first)}
    session.mark()
    if session.many("answer", rows.values()) == len(rows):
        session.drop()
        return set(first.values())
    session.back()  # somebody among them has no place, or spoke before: the others alone
    held = _held(session, list(rows), standing)
    free = [key for key in rows if _free(key, held.get(key[:3]))]
    if session.many("answer", [rows[key] for key in free]) != len(free):
        raise Moved
    return {first[key] for key in free}


def _free(key: Key, held: Row | None) -> bool:
    """Whether this is the question of the place, and its lease runs, and nothing was said."""
    return held is not None and held[0] == key[3] and held[1] >= 0 and held[2] is None


def _written(key: Key, message: PostedMessage) -> dict[str, Any]:
    survey, person, number, index = key
    return {"survey": survey, "person": person, "round": number, "number": index, "digest": digest_of(message)}


def _held(session: Session, keys: Sequence[Key], standing: Standing) -> dict[tuple[str, str, int], Row]:
    """The places that are asked about, where there are any: question, lease and digest."""
    last = {name: row[1] for name, row in standing.items() if row is not None}
    asked = [
        {"survey": survey, "person": person, "round": number}
        for survey, person, number in {key[:3] for key in keys}
        if number <= last.get(survey, -1)
    ]
    return {(survey, person, number): tuple(row) for survey, person, number, *row in session.each("held", asked)}


def _judged(one: Posted, standing: Row | None, held: Row | None) -> CountedMessage | LowwaterError:
    """What becomes of an answer that was not written down: it was before, or it is refused."""
    try:
        judged = judge(one.message.answer, _there(one.survey, standing), held, digest_of(one.message))
    except LowwaterError as error:
        return error
    if judged is COUNTED:  # another server was at its place in between
        raise Moved
    return judged


def _counted(session: Session, new: Sequence[tuple[Key, bool]]) -> list[str]:
    """Add new answers to the tallies of their questions; say which surveys have a question that is full now.

    This is the only trace of anybody's yes: no row of a person has it, in no round.
    """
    full = set()
    many = Counter((survey, number, index) for (survey, _, number, index), _ in new)
    yes = Counter((survey, number, index) for (survey, _, number, index), said in new if said)
    for asked in sorted(many):
        name, number, index = asked
        counts = {"many": many[asked], "yes": yes[asked]}
        ((answered, places),) = session.all("count_answers", survey=name, round=number, number=index, **counts)
        full |= {name} if answered >= places else set()
    return sorted(full)
