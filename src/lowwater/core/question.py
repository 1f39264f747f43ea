"""Question: "is your number at most ...?", put to one cohort in one round."""

import math
from dataclasses import dataclass

from lowwater.core.randomizer import Randomizer
from lowwater.errors import BadQuestion


@dataclass(frozen=True, slots=True)
class Question:
    """One threshold of one round, how to randomize the answer, and how many people to ask (None: everyone)."""

    round: int
    index: int
    threshold: float
    randomizer: Randomizer
    people: int | None

    def __post_init__(self) -> None:
        if type(self.round) is not int or type(self.index) is not int or self.round < 0 or self.index < 0:
            raise BadQuestion(f"question {self.index!r} of round {self.round!r}; both count from 0")
        if type(self.threshold) is not float or not math.isfinite(self.threshold):
            raise BadQuestion(f"threshold={self.threshold!r}; it must be a finite float")
        if not isinstance(self.randomizer, Randomizer):
            raise BadQuestion(f"randomizer={self.randomizer!r}; it must be a Randomizer")
        if self.people is not None and (type(self.people) is not int or self.people < 1):
            raise BadQuestion(f"people={self.people!r}; ask at least one person, or None for everyone")
