"""Forecast: the error to expect of a plan, by the exact law of its estimate on people who follow a stated tail."""

import math
from dataclasses import replace

import numpy as np

from lowwater.errors import BadPlan
from lowwater.search.plan import Forecast, Plan
from lowwater.theory.exact import KnownPeople, estimate_law
from lowwater.theory.tail import Tail

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
    first, last = (rest.level.level(progress, rest.asked, rest.randomizer) for progress in (0.0, 1.0))
    return Forecast(
        expected_error=error,
        assumes=tail.in_words(plan.domain) + (f", and {dropout:.0%} of people not answering" if dropout else ""),
        level=last if first < 1 else first,
        answering=answering,
        caveats=tuple(_caveats(max(first, last), error, plan)),
    )


def _mean_error(plan: Plan, people: KnownPeople) -> float:
    """The expected absolute error; what was dropped counts as wrong by the whole width."""
    law = estimate_law(plan.strategy(), plan.domain, people, enough_states=_ENOUGH)
    target = people.target(plan.domain, plan.quantile)
    return float(np.dot(np.abs(law.values - target), law.masses)) + law.dropped * plan.domain.width


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
