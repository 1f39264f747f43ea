"""Promise: one number that the contest decides, and its goal."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Promise:
    """One promise: the measured `figure`, the goal, and whether it must be at least or at most the goal."""

    words: str
    figure: float
    goal: float
    at_least: bool

    @property
    def kept(self) -> bool:
        """Whether the number reaches the goal."""
        return self.figure >= self.goal if self.at_least else self.figure <= self.goal
