"""Answers: judge many at once, and write down what counts."""

import hashlib
from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from lowwater.errors import LowwaterError, Moved, NoSurvey
from lowwater.server import lifecycle
from lowwater.server.store.places import Said
from lowwater.server.store.queries import DIGEST
from lowwater.server.store.questions import Counts
from lowwater.server.store.records import Place, Position
from lowwater.server.store.store import Store
from lowwater.wire import CountedMessage, PostedMessage
from lowwater.wire.rules import MOST

Outcome = CountedMessage | LowwaterError
Key = tuple[str, int, bytes]
"""A survey, a round and a person."""


class Posted(NamedTuple):
    """An answer, and the survey it is for."""

    survey: str
    message: PostedMessage


def person_of(survey: str, name: str) -> bytes:
    """How the database knows a device: the name itself is its secret, and is not kept."""
    return hashlib.sha256(f"{survey}/{name}".encode()).digest()[:DIGEST]


def digest_of(message: PostedMessage) -> bytes:
    """By this a repeat is known from a change; without the receipt, which is not kept, it does not tell the bit."""
    said = message.answer
    return hashlib.sha256(f"{message.receipt}/{said.round}/{said.index}/{said.said}".encode()).digest()[:DIGEST]


def judge(store: Store, posted: Sequence[Posted], positions: dict[str, Position | None]) -> list[Outcome]:
    """Judge many answers, each by itself; what is wrong with one comes back in its place.

    Whatever can be written down is, all at once; what is left was said before, or is refused.
    """
    said = [_said(answer) for answer in posted]
    kept = _keep(store, posted, said, positions)
    places = _places(store, [answer for at, answer in enumerate(said) if at not in kept], positions)
    _count(store, [(said[at], posted[at].message.answer.said) for at in kept])
    return [
        lifecycle.COUNTED if at in kept else _verdict(answer, said[at], positions[answer.survey], places)
        for at, answer in enumerate(posted)
    ]


def _said(answer: Posted) -> Said:
    message = answer.message
    person = person_of(answer.survey, message.name)
    return Said(answer.survey, message.answer.round, person, message.answer.index, digest_of(message))


def _key(said: Said) -> Key:
    return said.survey, said.round, said.person


def _keep(
    store: Store, posted: Sequence[Posted], said: Sequence[Said], positions: dict[str, Position | None]
) -> set[int]:
    """Write down what can be, and return which; all servers in one order, so none waits for another in a circle."""
    first: dict[tuple[Key, int], int] = {}
    for at, answer in enumerate(posted):
        if lifecycle.takes(positions[answer.survey], answer.message.answer) and said[at].number <= MOST:
            first.setdefault((_key(said[at]), said[at].number), at)
    chosen = [first[key] for key in sorted(first)]
    store.mark()
    if store.places.answer([said[at] for at in chosen]):
        store.drop()
        return set(chosen)
    store.back()  # somebody among them has no place, or spoke before: the others alone
    places = _places(store, [said[at] for at in chosen], positions)
    waiting = [at for at in chosen if _waits(places.get(_key(said[at])), said[at])]
    if not store.places.answer([said[at] for at in waiting]):
        raise Moved
    return set(waiting)


def _waits(place: Place | None, said: Said) -> bool:
    """Whether a place waits for an answer to this question."""
    state = lifecycle.place_state(place)
    return (state, "answer") in lifecycle.PLACE and place is not None and place.number == said.number


def _places(store: Store, said: Collection[Said], positions: dict[str, Position | None]) -> dict[Key, Place]:
    """The places that answers speak of, in rounds that there are."""
    last = {survey: -1 if position is None else position.round for survey, position in positions.items()}
    return store.places.get({_key(answer) for answer in said if answer.round <= last[answer.survey]})


def _verdict(answer: Posted, said: Said, position: Position | None, places: dict[Key, Place]) -> Outcome:
    """What becomes of an answer that was not written down: it was before, or it is refused."""
    if position is None:
        return NoSurvey(f"there is no survey {answer.survey[:40]!r} here")
    try:
        outcome = lifecycle.verdict(position, places.get(_key(said)), answer.message.answer, said.digest)
    except LowwaterError as error:
        return error
    if outcome is lifecycle.COUNTED:  # another server was at its place in between
        raise Moved
    return outcome


def _count(store: Store, new: Sequence[tuple[Said, int]]) -> None:
    """Add new answers to the tallies of their questions.

    This is the only trace of anybody's yes: no row of a person has it, in no round.
    """
    many = Counter((said.survey, said.round, said.number) for said, _ in new)
    agreed = Counter((said.survey, said.round, said.number) for said, yes in new if yes)
    for asked, answered in many.items():
        store.questions.count(*asked, Counts(answered=answered, yes=agreed[asked]))
