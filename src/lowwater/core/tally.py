"""Tally: how many said yes, out of how many."""

from dataclasses import dataclass

from lowwater.errors import BadTally


@dataclass(frozen=True, slots=True)
class Tally:
    """The answers to one question, counted."""

    yes: int
    total: int

    def __post_init__(self) -> None:
        if type(self.yes) is not int or type(self.total) is not int:
            raise BadTally(f"{self.yes!r} yes out of {self.total!r} answers; both must be whole numbers")
        if not 0 <= self.yes <= self.total:
            raise BadTally(f"{self.yes} yes out of {self.total} answers")

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.yes + other.yes, self.total + other.total)
