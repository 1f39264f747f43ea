"""Tally: how many gave each answer."""

from dataclasses import dataclass

from lowwater.errors import BadTally


@dataclass(frozen=True, slots=True)
class Tally:
    """The answers to one question, counted: counts[j] people gave answer j."""

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.counts, tuple) or any(type(count) is not int for count in self.counts):
            raise BadTally(f"counts={self.counts!r}; it must be a tuple of whole numbers")
        if len(self.counts) < 2 or min(self.counts) < 0:
            raise BadTally(f"counts={self.counts}; there must be two or more, and none below 0")

    @classmethod
    def of(cls, yes: int, total: int) -> "Tally":
        """The tally of `yes` out of `total` answers to a question of one threshold."""
        if type(yes) is not int or type(total) is not int:
            raise BadTally(f"{yes!r} yes out of {total!r} answers; both must be whole numbers")
        if not 0 <= yes <= total:
            raise BadTally(f"{yes} yes out of {total} answers")
        return cls((total - yes, yes))

    @property
    def total(self) -> int:
        """All answers."""
        return sum(self.counts)

    @property
    def yes(self) -> int:
        """How many answered yes to a question of one threshold."""
        return self.counts[1]

    def __add__(self, other: "Tally") -> "Tally":
        if len(self.counts) != len(other.counts):
            raise BadTally(f"{self.counts} and {other.counts} are tallies of different questions")
        return Tally(tuple(map(sum, zip(self.counts, other.counts, strict=True))))
