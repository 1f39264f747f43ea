"""Answers: judge many at once, and store those that count."""

import hashlib
from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from lowwater.errors import LowwaterError, Moved, NoSurvey
from lowwater.server import lifecycle
from lowwater.server.store.places import AnswerDigest
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
    """The hash by which the database knows a device: its name is its secret, and is not kept."""
    return hashlib.sha256(f"{survey}/{name}".encode()).digest()[:DIGEST]


def digest_of(message: PostedMessage) -> bytes:
    """The hash that tells a repeated answer from a changed one; the receipt, which is not kept, hides the bit in it."""
    answer = message.answer
    return hashlib.sha256(f"{message.receipt}/{answer.round}/{answer.index}/{answer.said}".encode()).digest()[:DIGEST]


def judge(store: Store, posted: Sequence[Posted], positions: dict[str, Position | None]) -> list[Outcome]:
    """Judge each of many answers by itself, and return its message or its error, in order.

    All answers that a place waits for are stored at once; each of the others is a repeat, or is refused.
    """
    digests = [_digest(answer) for answer in posted]
    kept = _keep(store, posted, digests, positions)
    places = _places(store, [digest for at, digest in enumerate(digests) if at not in kept], positions)
    _count(store, [(digests[at], posted[at].message.answer.said) for at in kept])
    return [
        lifecycle.COUNTED if at in kept else _verdict(answer, digests[at], positions[answer.survey], places)
        for at, answer in enumerate(posted)
    ]


def _digest(answer: Posted) -> AnswerDigest:
    message = answer.message
    person = person_of(answer.survey, message.name)
    return AnswerDigest(answer.survey, message.answer.round, person, message.answer.index, digest_of(message))


def _key(digest: AnswerDigest) -> Key:
    return digest.survey, digest.round, digest.person


def _keep(
    store: Store, posted: Sequence[Posted], digests: Sequence[AnswerDigest], positions: dict[str, Position | None]
) -> set[int]:
    """Store the answers that a place waits for, and return which; sorted by key, so that no two servers deadlock."""
    first: dict[tuple[Key, int], int] = {}
    for at, answer in enumerate(posted):
        if lifecycle.takes(positions[answer.survey], answer.message.answer) and digests[at].question <= MOST:
            first.setdefault((_key(digests[at]), digests[at].question), at)
    chosen = [first[key] for key in sorted(first)]
    store.mark()
    if store.places.answer([digests[at] for at in chosen]):
        store.drop()
        return set(chosen)
    store.back()  # one of them has no place, or is a repeat: store the others alone
    places = _places(store, [digests[at] for at in chosen], positions)
    waiting = [at for at in chosen if _waits(places.get(_key(digests[at])), digests[at])]
    if not store.places.answer([digests[at] for at in waiting]):
        raise Moved
    return set(waiting)


def _waits(place: Place | None, digest: AnswerDigest) -> bool:
    """Whether a place waits for an answer to this question."""
    state = lifecycle.place_state(place)
    return (state, "answer") in lifecycle.PLACE and place is not None and place.question == digest.question


def _places(store: Store, digests: Collection[AnswerDigest], positions: dict[str, Position | None]) -> dict[Key, Place]:
    """Fetch the places of answers, in rounds that exist."""
    last = {survey: -1 if position is None else position.round for survey, position in positions.items()}
    return store.places.get({_key(digest) for digest in digests if digest.round <= last[digest.survey]})


def _verdict(answer: Posted, digest: AnswerDigest, position: Position | None, places: dict[Key, Place]) -> Outcome:
    """The outcome of an answer that was not stored: it is a repeat, or it is refused."""
    if position is None:
        return NoSurvey(f"there is no survey {answer.survey[:40]!r} here")
    try:
        outcome = lifecycle.verdict(position, places.get(_key(digest)), answer.message.answer, digest.digest)
    except LowwaterError as error:
        return error
    if outcome is lifecycle.COUNTED:  # another server changed its place in between
        raise Moved
    return outcome


def _count(store: Store, new: Sequence[tuple[AnswerDigest, int]]) -> None:
    """Add new answers to the running tallies of their questions.

    The answer itself is stored nowhere else: no row of a person has it, in any round.
    """
    counters: dict[tuple[str, int, int], Counter[int]] = {}
    for digest, answer in new:
        counters.setdefault((digest.survey, digest.round, digest.question), Counter())[answer] += 1
    for question, counts in counters.items():
        more = tuple(counts[answer] for answer in range(2, max(counts) + 1))
        store.questions.count(*question, Counts(answered=counts.total(), yes=counts[1], more=more))
