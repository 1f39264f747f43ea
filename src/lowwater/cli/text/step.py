"""Step: one round of a search, and how it is shown as a line of text with a bar."""

from dataclasses import dataclass
from itertools import accumulate
from operator import itemgetter

from lowwater.core.domain import Domain
from lowwater.core.question import Question
from lowwater.core.tally import Tally

_COLUMNS = 48
_MOST_SHOWN = 8  # thresholds in one line


@dataclass(frozen=True)
class Step:
    """One round: the cell before it, its questions, their tallies, the cell after it and the value in it.

    A tally that is withheld, because too few answered, is None.
    """

    before: tuple[float, float]
    questions: tuple[Question, ...]
    tallies: tuple[Tally | None, ...]
    after: tuple[float, float]
    value: float

    @property
    def thresholds(self) -> list[float]:
        """The thresholds of the questions, in rising order."""
        return sorted(threshold for question in self.questions for threshold in question.thresholds)

    @property
    def shares(self) -> list[float]:
        """The debiased shares that are not withheld, in the order of `thresholds`, clamped to [0, 1]."""
        asked = zip(self.questions, self.tallies, strict=True)
        pairs = (pair for question, tally in asked if tally is not None for pair in _shares(question, tally))
        shares = sorted(pairs, key=itemgetter(0))  # stable: questions at one threshold stay in their order
        return [min(1.0, max(0.0, share)) for _, share in shares]


def _shares(question: Question, tally: Tally) -> list[tuple[float, float]]:
    """The thresholds of a question that somebody answered, each with the debiased share within it."""
    if len(question.thresholds) == 1:
        return [(question.threshold, question.randomizer.share(tally))]
    within = list(accumulate(reversed(question.randomizer.debias(tally))))[:-1]
    return list(zip(question.thresholds, within, strict=True))


def bar(domain: Domain, step: Step) -> str:
    """The domain as a line of characters that marks the cell after the round and, if they are few, the thresholds."""
    low, high = (_column(domain, end) for end in step.after)
    cells = ["━" if low <= column < max(high, low + 1) else "·" for column in range(_COLUMNS)]
    for threshold in step.thresholds if len(step.thresholds) <= _MOST_SHOWN else ():
        cells[min(_COLUMNS - 1, _column(domain, threshold))] = "┃"
    return "".join(cells)


def line(domain: Domain, step: Step) -> str:
    """One round as a line of text."""
    side = "<=" if domain.direction == "minimum" else ">="
    asked = f"{side} {threshold_list(step.thresholds)}?"
    few = len(step.thresholds) <= _MOST_SHOWN
    shares = " ".join(f"{100 * share:5.1f} %" for share in step.shares) if few else ""
    shares += " withheld" if None in step.tallies else ""
    low, high = step.after
    where = f"{low:.4g} to {high:.4g}, likely {step.value:.4g}"
    return f"{step.questions[0].round + 1:>3}  {asked:<16}{shares}  {bar(domain, step)}  {where}"


def threshold_list(thresholds: list[float]) -> str:
    """The thresholds as text, separated by commas; of many, their number."""
    if len(thresholds) > _MOST_SHOWN:
        return f"{len(thresholds)} thresholds"
    return ", ".join(f"{threshold:.5g}" for threshold in thresholds)


def _column(domain: Domain, value: float) -> int:
    return round((min(max(value, domain.lo), domain.hi) - domain.lo) / domain.width * _COLUMNS)
