"""Plan: everything that is fixed before the first question.

A plan knows its search by name, from a literal table, and makes the strategy and the terms. It alone decides how
a grant is split over rounds or people over cohorts; the strategy never sees epsilon.
"""

import json
import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from lowwater.core.domain import Domain, Outside
from lowwater.core.epsilon import Epsilon
from lowwater.core.estimate import Estimate
from lowwater.core.randomizer import HONEST, MOST, Randomizer, randomized_response
from lowwater.core.terms import Terms
from lowwater.errors import BadPlan, LowwaterError, NotPrivate
from lowwater.search.batches import Batches
from lowwater.search.bisection import Bisection
from lowwater.search.level import Level, Quantile, from_json, to_json
from lowwater.search.quantile import QuantileModel
from lowwater.search.strategy import Strategy
from lowwater.search.tail_fit import TailModel

MOST_ROUNDS = 52
"""Halving a domain more often than this is below the resolution of a double."""

VERSION = "lowwater/plan/1"

ASKED_FOR = "it was asked for"
"""Why a plan has its search, where nobody but the caller chose it."""


def finest_rounds(domain: Domain) -> int:
    """How often a domain can be halved before doubles can no longer tell its cells apart."""
    coarse = math.ulp(max(abs(domain.lo), abs(domain.hi)))
    return min(MOST_ROUNDS, math.floor(math.log2(domain.width / coarse)))


@dataclass(frozen=True)
class Forecast:
    """What to expect of a plan: the error under an assumption that is stated, and what stands against it."""

    expected_error: float
    assumes: str
    level: float
    answering: int
    caveats: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name, value in (("expected_error", self.expected_error), ("level", self.level)):
            if not isinstance(value, (int, float)) or not 0 <= value < math.inf:
                raise BadPlan(f"a forecast with {name}={value!r}; it must be a number, 0 or more")


@dataclass(frozen=True)
class Plan:
    """A search and why it was chosen, a domain, people, a grant, rounds and a level; and what to expect of them."""

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

    def __post_init__(self) -> None:
        if self.search not in SEARCHES:
            raise BadPlan(f"search={self.search!r}; it is one of {', '.join(SEARCHES)}")
        self._check_rounds()
        self._check_people()
        if (self.epsilon is None) != (self.search == "honest"):
            raise BadPlan(f"search={self.search!r} with epsilon={self.epsilon}; only 'honest' goes without")
        if self.epsilon is None and not isinstance(self.level, Quantile):
            raise BadPlan("an honest plan with a level made for noise; its level is a quantile, 0 for the minimum")
        _ = self.randomizer  # refused at birth, not at the first question

    def _check_rounds(self) -> None:
        finest, many = finest_rounds(self.domain), self.questions
        if type(self.rounds) is not int or not 1 <= self.rounds <= finest:
            raise BadPlan(
                f"rounds={self.rounds!r}; 1 to {finest} on ({self.domain.lo!r}, {self.domain.hi!r}): "
                "finer cells than that no double can tell apart"
            )
        if self.rounds > 1 and SEARCHES[self.search].once:
            raise BadPlan(
                f"rounds={self.rounds!r} with search={self.search!r}, which asks everyone in one round; "
                "leave rounds out, or take search='tail-fit'"
            )
        if type(many) is not int or many < 1 or (many > 1 and not SEARCHES[self.search].pooled):
            raise BadPlan(
                f"questions={many!r} a round; at least 1, and more than one with search='tail-fit' or 'one-round' only"
            )
        if type(self.seed) is not int or self.seed < 0:
            raise BadPlan(f"seed={self.seed!r}; it is a whole number, 0 or more")

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
            return randomized_response(min(part, MOST))
        if part > MOST:
            raise BadPlan(
                f"epsilon {self.epsilon} over {self.answers} answers is {part} nats each, and one answer uses at most "
                f"{MOST}; give at most {MOST * self.answers}, or let everyone answer once (search='tail-fit')"
            )
        return randomized_response(part)

    @property
    def everyone(self) -> bool:
        """Whether every round asks everyone."""
        return SEARCHES[self.search].everyone

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
        """How many answers a level is a function of: those of one question, or of the whole survey."""
        return self.people if SEARCHES[self.search].pooled else self.asked

    @property
    def loss(self) -> Epsilon | None:
        """What one person reveals at most; None: everything."""
        return None if self.randomizer.honest else self.randomizer.loss * self.answers

    @property
    def quantile(self) -> float | None:
        """The quantile searched for; None for the minimum or maximum."""
        return self.level.p if isinstance(self.level, Quantile) and self.level.p > 0 else None

    @property
    def expected_error(self) -> float | None:
        """The forecast error, where there is a forecast."""
        return self.forecast.expected_error if self.forecast else None

    def with_forecast(self, estimate: Estimate) -> Estimate:
        """The estimate with this plan's forecast beside it, where there is one."""
        if self.forecast is None:
            return estimate
        return replace(estimate, expected_error=self.forecast.expected_error, assumes=self.forecast.assumes)

    @property
    def caveats(self) -> tuple[str, ...]:
        """What puts this plan outside the theorem; empty where nothing does."""
        return self.forecast.caveats if self.forecast else ()

    @property
    def blind(self) -> bool:
        """Whether its forecast says that not even everyone could be told from nobody."""
        return self.forecast is not None and self.forecast.level >= 1 and self.quantile is None

    @property
    def reveals(self) -> str:
        """What one person reveals, in words."""
        return "everything: the answers are honest" if self.loss is None else self.loss.in_words()

    def strategy(self) -> Strategy[Any]:
        """The search as a state machine."""
        return SEARCHES[self.search].strategy(self)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many people a question of each round asks: what the search says, or as many in every round."""
        sizes: tuple[int, ...] = getattr(self.strategy(), "sizes", ()) or (self.asked,) * self.rounds
        return sizes

    def terms(self) -> Terms:
        """What a survey with this plan promises a person."""
        if self.loss is None or self.epsilon is None:
            raise NotPrivate("a plan with honest answers has no terms to promise; it exists for simulation only")
        grant = min(self.epsilon, MOST * self.answers)  # nobody has to grant what no answer can cost
        return Terms(self.domain, self.outside, self.answers, self.randomizer.loss, grant)

    def to_json(self) -> str:
        """The plan as one line of JSON."""
        fields = asdict(self) | {"version": VERSION, "level": to_json(self.level)}
        fields["epsilon"] = None if self.epsilon is None else self.epsilon.nano
        return json.dumps(fields, allow_nan=False)

    @classmethod
    def from_json(cls, text: str) -> "Plan":
        """Read a plan back; anything else than a plan is refused."""
        try:
            return cls(**_fields(json.loads(text)))
        except LowwaterError:
            raise
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise BadPlan(f"this is not a plan: {error!r}") from None


def _fields(found: dict[str, Any]) -> dict[str, Any]:
    """The constructor's arguments out of a plan's JSON."""
    if found.pop("version") != VERSION:
        raise BadPlan(f"this plan is not of version {VERSION}")
    found["domain"] = Domain(**found["domain"])
    found["level"] = from_json(found["level"])
    found["epsilon"] = None if found["epsilon"] is None else Epsilon(found["epsilon"])
    if found["forecast"] is not None:
        found["forecast"] = Forecast(**(found["forecast"] | {"caveats": tuple(found["forecast"]["caveats"])}))
    return found


@dataclass(frozen=True)
class Search:
    """One row of the table: whom a round asks, which answers are taken together, and how the strategy is made."""

    everyone: bool
    pooled: bool
    strategy: Callable[[Plan], Strategy[Any]]
    once: bool = False


def _bisection(plan: Plan) -> Strategy[Any]:
    people = None if plan.everyone else plan.asked
    return Bisection(plan.domain, plan.rounds, plan.randomizer, people, plan.level)


def _tail_fit(plan: Plan) -> Strategy[Any]:
    model = TailModel() if plan.quantile is None else QuantileModel(plan.quantile)
    return Batches(plan.domain, plan.rounds, plan.randomizer, plan.people, model, plan.questions, plan.seed)


SEARCHES: dict[str, Search] = {
    "tail-fit": Search(everyone=False, pooled=True, strategy=_tail_fit),
    "one-round": Search(everyone=False, pooled=True, strategy=_tail_fit, once=True),
    "cohorts": Search(everyone=False, pooled=False, strategy=_bisection),
    "paper": Search(everyone=True, pooled=False, strategy=_bisection),
    "honest": Search(everyone=True, pooled=False, strategy=_bisection),
}
"""Every search there is, by name."""
