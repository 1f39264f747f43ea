"""Counts: what a campaign did, and how often it found what must never happen."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace

FAULTS = {
    "lost": "acknowledged answers that are not counted",
    "doubled": "answers that are counted twice, or that nobody gave",
    "overspent": "grants that were passed, and second bits for one round",
    "gone_back": "rounds that went back, and tallies that changed",
    "server_errors": "replies with status 5xx, except 503",
    "tracebacks": "tracebacks and errors in a server's log",
    "hung": "requests and connections past their bound",
    "remnants": "bytes in a database's files that should be gone",
    "failed": "laws that do not hold, and errors of the wrong kind",
}
"""Every fault by its field, and what it means."""

_NOTES = 20  # what a reader can look at; the counts tell the rest


@dataclass(frozen=True)
class Counts:
    """Faults by kind, notes about them, and how much was done to find them."""

    lost: int = 0
    doubled: int = 0
    overspent: int = 0
    gone_back: int = 0
    server_errors: int = 0
    tracebacks: int = 0
    hung: int = 0
    remnants: int = 0
    failed: int = 0
    done: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in FAULTS:
            if getattr(self, name) < 0:
                raise ValueError(f"{name}={getattr(self, name)!r}; faults count from 0")

    def __add__(self, other: "Counts") -> "Counts":
        sums = {name: getattr(self, name) + getattr(other, name) for name in FAULTS}
        done = Counter(self.done)
        done.update(other.done)
        return Counts(**sums, done=dict(done), notes=(self.notes + other.notes)[:_NOTES])

    def labelled(self, label: str) -> "Counts":
        """The same with a label before each note."""
        return replace(self, notes=tuple(f"{label}: {note}" for note in self.notes))

    @property
    def faults(self) -> dict[str, int]:
        """The number of each fault."""
        return {each.name: getattr(self, each.name) for each in fields(self) if each.name in FAULTS}

    @property
    def clean(self) -> bool:
        """Whether nothing was found."""
        return not any(self.faults.values())


def total(parts: "list[Counts]") -> Counts:
    """The sum of all."""
    return sum(parts, Counts())
