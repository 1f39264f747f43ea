"""Events on the wire: what happened to surveys, and the lines of a stream that follows them."""

from dataclasses import dataclass
from typing import Literal

from lowwater.wire.message import Message
from lowwater.wire.terms import State

EventKind = Literal[
    "opened", "begun", "deserted", "extended", "tallied", "starved", "finished", "paused", "resumed", "closed",
    "forgotten",
]  # fmt: skip
"""The kinds of events of a survey."""

ENDS: tuple[EventKind, ...] = ("finished", "closed", "starved", "deserted")
"""The kinds of events after which a survey is over."""


@dataclass(frozen=True)
class TallyMessage(Message):
    """The tally of a question: how many gave each answer; of one threshold, 0 for no and 1 for yes.

    `index` is that of the question in its round; `thresholds` are empty where the event is of an older version. The
    counts are `withheld` where fewer than `least` of the rules answered.
    """

    index: int
    thresholds: tuple[float, ...]
    answers: int
    counts: tuple[int, ...] | None
    withheld: bool


@dataclass(frozen=True)
class EventMessage(Message):
    """An event of a survey: the number to resume after, its kind and time, and the fields of its kind.

    `position` is its number among the events of all surveys. `begun` has `people`; `tallied` has `round`, `tallies`,
    and of the estimate after it the value (`estimate`), the `cell`, and the `limits` by the model, where there are
    some; `extended` has `round`; `deserted`, `starved`, `finished` and `closed` have a `statement`.
    """

    survey: str
    number: int
    position: int
    kind: EventKind
    time: float
    people: int | None = None
    round: int | None = None
    tallies: tuple[TallyMessage, ...] | None = None
    estimate: float | None = None
    cell: tuple[float, ...] | None = None
    limits: tuple[float, ...] | None = None
    statement: str | None = None


@dataclass(frozen=True)
class EventLine(Message):
    """A line of a stream: an event."""

    event: EventMessage
    kind: Literal["event"] = "event"


@dataclass(frozen=True)
class ProgressLine(Message):
    """A line of a stream: how far the open round of a survey is, and how many answers come in a second."""

    survey: str
    state: State
    round: int
    places: int
    answered: int
    rate: float
    deadline: float
    time: float
    kind: Literal["progress"] = "progress"


@dataclass(frozen=True)
class BeatLine(Message):
    """A line of a stream: nothing happened, and the server is there; `position` is how far it has read the outbox."""

    time: float
    position: int
    kind: Literal["beat"] = "beat"


StreamLine = EventLine | ProgressLine | BeatLine
"""A line of a stream."""


@dataclass(frozen=True)
class ArrivalsMessage(Message):
    """How many answers of one outcome came in the minute that began at `time`."""

    time: float
    outcome: str
    answers: int
