"""Plan: everything that is fixed before the first question.

A plan knows its search by name, from a literal table, and makes the strategy and the terms. It alone decides how
a grant is split over rounds or people over cohorts; the strategy never sees epsilon.
"""

import json
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from lowwater.core.domain import Domain, Outside
from lowwater.core.epsilon import Epsilon
from lowwater.core.estimate import Estimate
from lowwater.core.randomizer import HONEST, MOST, Randomizer, randomized_response
from lowwater.core.statements import Whom
from lowwater.core.terms import Terms
from lowwater.errors import BadPlan, LowwaterError, NotPrivate
from lowwater.search import plan_json
from lowwater.search.forecast import Forecast
from lowwater.search.knowledge import NOTHING, Knowledge
from lowwater.search.level import Level, Quantile
from lowwater.search.round_sizes import GROWTH, MOST_GROWTH
from lowwater.search.search import Search, Setting, Sizes, finest_rounds
from lowwater.search.settling import LATEST, RULES
from lowwater.search.strategy import Strategy
from lowwater.search.table import PRIVATE, SEARCHES

MOST_THRESHOLDS = 1024
"""The most thresholds of questions with several each: a fit to more takes too long."""

ASKED_FOR = "it was asked for"
"""The reason of a plan whose search was named by the caller."""


@dataclass(frozen=True)
class Plan:
    """A search and why it was chosen, a domain, people, a grant (`epsilon`), rounds, a level, and their forecast.

    `settle` lets two late questions prove something without a model, by the rule of the number `settling`, and `growth`
    is how many times the last growing round is larger than the first; plans written before keep the sizes they had.
    `known` is what is known before anybody answers; the search takes it as its prior. An answer has `choices`: 2 are
    yes and no, more are cells of the domain.
    """

    search: str
    domain: Domain
    people: int
    epsilon: Epsilon | None
    rounds: int
    level: Level
    outside: Outside = "refuse"
    forecast: Forecast | None = None
    questions: int = 1
    seed: int = 0
    why: str = ASKED_FOR
    settle: bool = False
    known: Knowledge = NOTHING
    choices: int = 2
    growth: float = GROWTH
    settling: int = LATEST

    def __post_init__(self) -> None:
        if self.search not in SEARCHES:
            raise BadPlan(f"search={self.search!r}; it is one of {', '.join(SEARCHES)}")
        self._check_rounds()
        self._check_people()
        if (self.epsilon is None) == self.row.private:
            raise BadPlan(f"search={self.search!r} with epsilon={self.epsilon}; only {_honest()} goes without")
        self._check_level()
        self._check_choices()
        if type(self.growth) not in (int, float) or not 1 <= self.growth <= MOST_GROWTH:
            raise BadPlan(f"growth={self.growth!r}; it is a number from 1, for rounds of one size, to {MOST_GROWTH:g}")
        if type(self.settling) is not int or self.settling not in RULES:
            raise BadPlan(
                f"settling={self.settling!r}; it is {' or '.join(map(str, RULES))}, and new plans have {LATEST}"
            )
        _ = self.randomizer  # a bad split of the grant is refused here, not at the first question

    def _check_level(self) -> None:
        if self.epsilon is None and not isinstance(self.level, Quantile):
            raise BadPlan("an honest plan with a level made for noise; its level is a quantile, 0 for the minimum")
        only = self.row.only_level
        if only is not None and self.level != only and self.quantile is None:
            raise BadPlan(f"level={self.level} with search={self.search!r}, whose level is {only}; leave it out")

    def _check_choices(self) -> None:
        most, values = self.row.most_choices, self.domain.values
        if type(self.choices) is not int or not 2 <= self.choices <= most:
            several = " or ".join(repr(name) for name, search in SEARCHES.items() if search.most_choices > 2)
            limit = "2, for yes or no" if most == 2 else f"2 to {most}"
            raise BadPlan(f"choices={self.choices!r} with search={self.search!r}; {limit}; {several} takes more")
        if self.choices > 2 and (self.quantile is not None or self.choices > (values or self.choices)):
            raise BadPlan(f"choices={self.choices!r}; take 2 for a quantile, and no more than the domain has values")
        if self.choices > 2 and self.questions * (self.choices - 1) > MOST_THRESHOLDS:
            raise BadPlan(
                f"questions={self.questions!r} with choices={self.choices!r} cut the domain {MOST_THRESHOLDS} times or "
                f"more; give at most {MOST_THRESHOLDS // (self.choices - 1)} questions"
            )

    def _check_rounds(self) -> None:
        finest, questions, row = finest_rounds(self.domain), self.questions, self.row
        if type(self.rounds) is not int or not 1 <= self.rounds <= finest:
            raise BadPlan(
                f"rounds={self.rounds!r}; 1 to {finest} on ({self.domain.lo!r}, {self.domain.hi!r}): "
                "finer cells than that no double can tell apart"
            )
        if row.most_rounds is not None and self.rounds > row.most_rounds:
            most = "one round" if row.most_rounds == 1 else f"at most {row.most_rounds} rounds"
            raise BadPlan(
                f"rounds={self.rounds!r} with search={self.search!r}, which has {most}; "
                "leave rounds out, or take search='tail-fit'"
            )
        if type(questions) is not int or questions < 1 or questions > (row.most_questions or questions):
            raise BadPlan(f"questions={questions!r} a round; {_most_questions(self.search)}")
        if type(self.seed) is not int or self.seed < 0:
            raise BadPlan(f"seed={self.seed!r}; it is a whole number, 0 or more")
        if self.known and (not row.learns or self.quantile is not None):
            raise BadPlan(
                f"known={self.known} with search={self.search!r}; only {_learning()} learn from it, for an end"
            )
        if type(self.settle) is not bool or (self.settle and not row.settling):
            raise BadPlan(
                f"settle={self.settle!r} with search={self.search!r}; it is true or false, and true only "
                f"with {_settling()}"
            )

    def _check_people(self) -> None:
        if type(self.people) is not int or self.people < 1:
            raise BadPlan(f"people={self.people!r}; a survey needs at least one")
        if self.people < self.cohorts:
            fewer = "in fewer rounds" if self.questions == 1 else "fewer questions"
            raise BadPlan(f"{self.people} people cannot fill {self.cohorts} cohorts; ask more people, or {fewer}")
        if self.outside not in ("refuse", "clamp"):
            raise BadPlan(f"outside={self.outside!r}; it is 'refuse' or 'clamp'")
        if not isinstance(self.why, str):
            raise BadPlan(f"why={self.why!r}; it is a sentence")

    @cached_property
    def randomizer(self) -> Randomizer:
        """How each answer is randomized: the grant split over a person's answers, and at most 15 nats each."""
        if self.epsilon is None:
            return HONEST
        part = self.epsilon.part(self.answers)
        if self.answers == 1:
            return randomized_response(min(part, MOST), self.choices)
        if part > MOST:
            raise BadPlan(
                f"epsilon {self.epsilon} over {self.answers} answers is {part} nats each, and one answer uses at most "
                f"{MOST}; give at most {MOST * self.answers}, or let everyone answer once (search='tail-fit')"
            )
        return randomized_response(part)

    @property
    def row(self) -> Search:
        """The plan's row in the table of searches."""
        return SEARCHES[self.search]

    @property
    def everyone(self) -> bool:
        """Whether every round asks everyone."""
        return self.row.everyone

    @property
    def answers(self) -> int:
        """How many answers one person gives at most."""
        return self.rounds if self.everyone else 1

    @property
    def cohorts(self) -> int:
        """How many disjoint groups the people are split into."""
        return 1 if self.everyone else self.rounds * self.questions

    @property
    def asked(self) -> int:
        """How many people one question asks, on average."""
        return self.people // self.cohorts

    @property
    def counted(self) -> int:
        """How many answers the level is computed from: those of one question, or of the whole survey."""
        return self.people if self.row.pooled else self.asked

    @property
    def loss(self) -> Epsilon | None:
        """What one person reveals at most; None: everything."""
        return None if self.randomizer.honest else self.randomizer.loss * self.answers

    @property
    def quantile(self) -> float | None:
        """The quantile searched for; None for the minimum or maximum."""
        return self.level.p if isinstance(self.level, Quantile) and self.level.p > 0 else None

    @property
    def forecast_error(self) -> float | None:
        """The forecast error, where there is a forecast."""
        return self.forecast.error if self.forecast else None

    def with_caveats(self, estimate: Estimate, whom: Whom) -> Estimate:
        """The estimate with this plan's caveats beside it; its shares speak of `whom`."""
        return estimate.of(whom, (*self.caveats, *estimate.caveats))

    @property
    def caveats(self) -> tuple[str, ...]:
        """What speaks against this plan, by its forecast; empty where nothing does."""
        return self.forecast.caveats if self.forecast else ()

    @property
    def blind(self) -> bool:
        """Whether its forecast level is 1 or more: not even everyone could be told from nobody."""
        return self.forecast is not None and self.forecast.level >= 1 and self.quantile is None

    @property
    def reveals(self) -> str:
        """What one person reveals, in words."""
        return "everything: the answers are honest" if self.loss is None else self.loss.in_words()

    @property
    def setting(self) -> Setting:
        """The arguments of the search's strategy."""
        cohort = None if self.everyone else self.asked
        return Setting(
            self.domain,
            self.people,
            cohort,
            self.rounds,
            self.questions,
            self.level,
            self.randomizer,
            self.growth,
            self.seed,
            self.settle,
            self.known,
            self.settling,
        )

    def strategy(self) -> Strategy[Any]:
        """The search as a state machine."""
        return self.row.strategy(self.setting)

    @property
    def sizes(self) -> Sizes:
        """How many people each question of each round asks."""
        return self.row.sizes(self.setting)

    def terms(self) -> Terms:
        """What a survey with this plan promises a person."""
        if self.loss is None or self.epsilon is None:
            raise NotPrivate("a plan with honest answers has no terms to promise; it exists for simulation only")
        grant = min(self.epsilon, MOST * self.answers)  # nobody has to grant what no answer can cost
        return Terms(self.domain, self.outside, self.answers, self.randomizer.loss, grant)

    def to_json(self) -> str:
        """The plan as one line of JSON."""
        return json.dumps(plan_json.to_fields(asdict(self), self.level, self.epsilon), allow_nan=False)

    @classmethod
    def from_json(cls, text: str) -> "Plan":
        """Read a plan from its JSON; refuse anything else with BadPlan."""
        try:
            return cls(**plan_json.of_fields(json.loads(text)))
        except LowwaterError:
            raise
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise BadPlan(f"this is not a plan: {error!r}") from None


def _most_questions(name: str) -> str:
    """How many questions a round of this search may have, and which others take any number."""
    most = SEARCHES[name].most_questions
    several = " or ".join(repr(other) for other in PRIVATE if SEARCHES[other].most_questions is None)
    limit = "" if most is None else f", and at most {most} with search={name!r}; search={several} takes more"
    return f"at least 1{limit}"


def _honest() -> str:
    return " or ".join(repr(name) for name, search in SEARCHES.items() if not search.private)


def _settling() -> str:
    return " or ".join(repr(name) for name, search in SEARCHES.items() if search.settling)


def _learning() -> str:
    return " and ".join(repr(name) for name, search in SEARCHES.items() if search.learns)
