"""Forecast: the error to expect of a plan, by the exact law of its estimate on people who follow a stated tail."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from lowwater.errors import BadPlan
from lowwater.search.arrays import arrays_of
from lowwater.search.plan import Forecast, Plan
from lowwater.search.strategy import ExactArrayStrategy, Strategy
from lowwater.theory.exact import KnownPeople, estimate_law
from lowwater.theory.tail import Tail

Floats = npt.NDArray[np.float64]

_RUNS, _SEED = 48, 2019
_ENOUGH = 20_000  # states alive when a forecast stops refining: its cells are far narrower than its error


def forecast(plan: Plan, tail: Tail | None = None, dropout: float = 0.0) -> Forecast:
    """What to expect of a plan on people who follow this tail, some of whom drop out."""
    if not 0 <= dropout < 1:
        raise BadPlan(f"dropout={dropout!r}; it is the share of people who will not answer, from 0 to less than 1")
    tail = tail or Tail()
    answering = max(plan.cohorts, math.floor(plan.people * (1 - dropout) + 1e-9))
    rest = replace(plan, people=answering, forecast=None)
    places = tail.places(plan.domain, answering, iid=not plan.everyone)
    error = max(_mean_error(rest, place) for place in places)
    first, last = (rest.level.level(progress, rest.counted, rest.randomizer) for progress in (0.0, 1.0))
    return Forecast(
        expected_error=error,
        assumes=tail.in_words(plan.domain) + (f", and {dropout:.0%} of people not answering" if dropout else ""),
        level=last if first < 1 else first,
        answering=answering,
        caveats=tuple(_caveats(max(first, last), error, plan)),
    )


def _mean_error(plan: Plan, people: KnownPeople) -> float:
    """The expected absolute error; what was dropped counts as wrong by the whole width."""
    strategy, target = plan.strategy(), people.target(plan.domain, plan.quantile)
    if not isinstance(arrays_of(strategy), ExactArrayStrategy):
        return float(np.mean(np.abs(_runs(strategy, plan, people) - target)))
    law = estimate_law(strategy, plan.domain, people, enough_states=_ENOUGH)
    return float(np.dot(np.abs(law.values - target), law.masses)) + law.dropped * plan.domain.width


def _runs(strategy: Strategy[Any], plan: Plan, people: KnownPeople) -> Floats:
    """Where no exact law exists: a few runs with fresh people, from a fixed seed so that a plan stays the same plan."""
    search, rng = arrays_of(strategy), np.random.default_rng(_SEED)
    no, gap = plan.randomizer.p_yes(False), plan.randomizer.p_yes(True) - plan.randomizer.p_yes(False)
    states = search.start_many(_RUNS)
    while (asked := search.ask_many(states)) is not None:
        total = asked.people or plan.people
        yes = rng.binomial(total, no + gap * people.chance(plan.domain, asked.thresholds))
        states = search.advance_many(states, yes, total)
    return search.estimate_many(states)


def _caveats(level: float, error: float, plan: Plan) -> list[str]:
    """What stands against a plan."""
    guess, found = plan.domain.width / 4, []
    if level >= 1 and plan.quantile is None:
        found.append(f"the level is {level:.3g}, and at 1 or more the search runs to the far end whatever people hold")
    if error >= guess:
        found.append(
            f"the expected error is {error:.3g}, no better than guessing (a quarter of the domain's width: {guess:.3g})"
        )
    return found
