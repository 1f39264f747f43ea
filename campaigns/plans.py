"""Plans and rules of random shapes, small enough to be played through."""

import random
from typing import Any

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.search.level import Concentration, Deviations, Quantile
from lowwater.search.plan import Plan
from lowwater.search.tail_fit import LEVEL

_RANGE = Domain(0, 16, "minimum")


def random_plan(chance: random.Random, people: tuple[int, int] = (6, 600)) -> tuple[Plan, dict[str, Any]]:
    """A plan of any search, and rules that fit it."""
    kind = chance.choice(("cohorts", "tail-fit", "quantile", "one-round", "paper"))
    many, rounds = chance.randint(*people), chance.randint(2, 4)
    if kind == "paper":
        plan = Plan("paper", _RANGE, many, Epsilon.of("1"), rounds, Concentration(1.0))
    elif kind == "cohorts":
        plan = Plan("cohorts", _RANGE, many, Epsilon.of("1"), rounds, Deviations())
    elif kind == "quantile":
        plan = Plan("tail-fit", _RANGE, 12 + many, Epsilon.of("1"), rounds, Quantile(0.5))
    elif kind == "tail-fit":
        plan = Plan("tail-fit", _RANGE, 24 + many, Epsilon.of("1"), rounds, LEVEL)
    else:
        plan = Plan("one-round", _RANGE, 24 + many, Epsilon.of("1"), 1, LEVEL)
    return plan, _rules(chance, enrolled=kind == "paper" or chance.random() < 0.3)


def _rules(chance: random.Random, *, enrolled: bool) -> dict[str, Any]:
    waits = {"lease": chance.choice((5.0, 20.0, 60.0)), "span": chance.choice((50.0, 100.0, 1000.0))}
    return waits | {"recruiting": "enrolled" if enrolled else "rolling", "extensions": chance.randrange(3)}
