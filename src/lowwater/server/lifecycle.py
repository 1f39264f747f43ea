"""Life cycle: of a survey, of a round and of a place, as tables from a state and an event to the next state.

Pure, and the only module that decides which event may follow which state. Every change is looked up here first; an
event that is in no table is refused.

::

    gathering --begin--> open --finish--> finished
        |                | ^ |
        |           pause| | '--starve, close--.
        |                v |resume             v
        |               paused -----close---> closed
        |                                      ^
        '---------------close, desert----------'

    absent --lend--> lent --answer--> answered          (the place of a person in a round)
                     ^  |
                 lend|  |lapse
                     |  v
                    lapsed

The events tally and extend leave an open survey open, and forget leaves an ended one as it is.
"""

from dataclasses import dataclass
from typing import Literal

from lowwater.errors import BadMessage, Contradicted, LowwaterError, NoPlace, NotOpen, TooLate
from lowwater.server.store.outbox import Kind
from lowwater.server.store.records import Place, Position
from lowwater.wire import AnswerMessage, CountedMessage, State
from lowwater.wire.answers import FIRST

Event = Literal["begin", "desert", "tally", "extend", "starve", "finish", "pause", "resume", "close", "forget"]
PlaceState = Literal["absent", "lent", "lapsed", "answered"]
PlaceEvent = Literal["lend", "answer", "lapse"]

SURVEY: dict[tuple[State, Event], tuple[State, Kind]] = {
    ("gathering", "begin"): ("open", "begun"),
    ("gathering", "desert"): ("closed", "deserted"),
    ("gathering", "close"): ("closed", "closed"),
    ("open", "tally"): ("open", "tallied"),
    ("open", "extend"): ("open", "extended"),
    ("open", "finish"): ("finished", "finished"),
    ("open", "starve"): ("closed", "starved"),
    ("open", "pause"): ("paused", "paused"),
    ("open", "close"): ("closed", "closed"),
    ("paused", "resume"): ("open", "resumed"),
    ("paused", "close"): ("closed", "closed"),
    ("finished", "forget"): ("finished", "forgotten"),
    ("closed", "forget"): ("closed", "forgotten"),
}
"""The next state of a survey, and the kind of the outbox event."""

PLACE: dict[tuple[PlaceState, PlaceEvent], PlaceState] = {
    ("absent", "lend"): "lent",
    ("lent", "lend"): "lent",
    ("lapsed", "lend"): "lent",
    ("lent", "lapse"): "lapsed",
    ("lent", "answer"): "answered",
}
"""The next state of a place; the end of its round makes all but an answered one absent."""

ENDED: tuple[State, ...] = ("finished", "closed")
"""States of a survey that is over: it asks nobody."""

ASKING: tuple[State, ...] = ("gathering", "open")
"""States in which devices get places, and the clock moves surveys on."""

_PAST: dict[Event, str] = {"pause": "paused", "resume": "resumed", "close": "closed"}

COUNTED, AGAIN = CountedMessage("counted"), CountedMessage("again")


@dataclass(frozen=True, slots=True)
class Step:
    """The next state of a survey, and the kind of the outbox event."""

    state: State
    kind: Kind


def step(state: State, event: Event) -> Step:
    """The step from `state` by `event`; raise NotOpen where the table has none."""
    if (state, event) not in SURVEY:
        starts = [before for before, other in SURVEY if other == event]
        done = _PAST.get(event, event)
        raise NotOpen(f"this survey is {state}, and only one that is {' or '.join(starts)} can be {done}")
    return Step(*SURVEY[state, event])


def deletable(state: State) -> None:
    """Refuse to delete a survey that has not ended."""
    if state not in ENDED:
        raise NotOpen(f"this survey is {state}, and only one that has ended can be deleted; close it first")


def place_state(place: Place | None) -> PlaceState:
    """The state of a place.

    absent: there is no row; answered: it has a digest; lent: its lease is 0 or more; lapsed: its lease is below 0.
    """
    if place is None:
        return "absent"
    if place.digest is not None:
        return "answered"
    return "lent" if place.lease >= 0 else "lapsed"


def takes(position: Position | None, answer: AnswerMessage) -> bool:
    """Whether `answer` is one of the survey's choices, to the round that is open."""
    if position is None or answer.said >= position.choices:
        return False
    return position.state not in ENDED and position.round == answer.round


def verdict(position: Position, place: Place | None, answer: AnswerMessage, digest: bytes) -> CountedMessage:
    """Judge an answer: COUNTED if its place waits for it, AGAIN if it is a repeat, otherwise raise the refusal."""
    if answer.said >= position.choices:
        last = FIRST + position.choices - 1
        cuts = "one threshold" if position.choices == 2 else f"{position.choices - 1} thresholds"
        between = f"{FIRST} (no) or {last} (yes)" if position.choices == 2 else f"{FIRST} to {last}"
        raise BadMessage(f"code={answer.code}; this question has {cuts}, so it is answered by {between}")
    state = place_state(place)
    if state == "answered" and place is not None:
        if place.digest == digest:
            return AGAIN
        raise Contradicted
    raise_refusal(position, place, state, answer)
    return COUNTED


def raise_refusal(position: Position, place: Place | None, state: PlaceState, answer: AnswerMessage) -> None:
    """Raise TooLate or NoPlace for an answer that is too late, or has no place."""
    refusal: LowwaterError | None = None
    if answer.round < position.round or position.state in ENDED:
        refusal = TooLate()
    elif answer.round > position.round or place is None or place.question != answer.index:
        refusal = NoPlace()
    elif (state, "answer") not in PLACE:
        refusal = TooLate()
    if refusal is not None:
        raise refusal
