"""Plain options: the options of a plan that are plain values, so that a message carries them as they are."""

from dataclasses import dataclass

from lowwater.core.domain import Direction, Outside


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainOptions:
    """What a plan takes beside people, epsilon, domain and what is known beforehand.

    A `search` that is left out is chosen. `direction` and `step` are those of the domain where left out; `quantile`
    looks for that share instead of an end. `rule`, `alpha` and `h` are words of the paper's search, `level` one of
    cohorts, `choices` (how many an answer has) one of one-round. `rounds` and `questions` a round are designed where
    left out. `dropout` is the share of people expected not to answer, `outside` what becomes of numbers outside the
    domain. `settle` keeps two late questions, where a search can, for what they prove without a model; without it all
    questions serve the estimate.
    """

    search: str | None = None
    direction: Direction | None = None
    quantile: float | None = None
    step: float | None = None
    rule: str | None = None
    alpha: float | None = None
    h: float | None = None
    level: str | None = None
    choices: int | None = None
    rounds: int | None = None
    questions: int | None = None
    dropout: float = 0.0
    outside: Outside = "refuse"
    settle: bool = True
