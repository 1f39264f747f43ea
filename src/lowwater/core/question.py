"""Question: "is your number at most ...?", put to one cohort in one round."""

import math
from dataclasses import dataclass
from itertools import pairwise

from lowwater.core.randomizer import Randomizer
from lowwater.errors import BadQuestion


@dataclass(frozen=True, slots=True)
class Question:
    """The thresholds of a question, how to randomize the answer, and how many people to ask (None: everyone).

    The truth is how many of the thresholds a person's number is within; with one threshold it is 1 for yes, 0 for no.
    """

    round: int
    index: int
    thresholds: tuple[float, ...]
    randomizer: Randomizer
    people: int | None

    def __post_init__(self) -> None:
        if type(self.round) is not int or type(self.index) is not int or self.round < 0 or self.index < 0:
            raise BadQuestion(f"question {self.index!r} of round {self.round!r}; both count from 0")
        if not isinstance(self.randomizer, Randomizer):
            raise BadQuestion(f"randomizer={self.randomizer!r}; it must be a Randomizer")
        self._check_thresholds()
        if self.people is not None and (type(self.people) is not int or self.people < 1):
            raise BadQuestion(f"people={self.people!r}; ask at least one person, or None for everyone")

    def _check_thresholds(self) -> None:
        thresholds, needed = self.thresholds, len(self.randomizer.table) - 1
        if not isinstance(thresholds, tuple) or not all(type(x) is float and math.isfinite(x) for x in thresholds):
            raise BadQuestion(f"thresholds={thresholds!r}; it must be a tuple of finite floats")
        if len(thresholds) != needed or any(low >= high for low, high in pairwise(thresholds)):
            raise BadQuestion(f"thresholds={thresholds}; {needed} are needed for this randomizer, the smallest first")

    @property
    def threshold(self) -> float:
        """The only threshold of a question that has one."""
        (only,) = self.thresholds
        return only
