"""Forecast: the error to expect of a plan on people who follow a stated tail.

By the exact law of its estimate where there is one, elsewhere as the mean over a few simulated runs.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from lowwater.errors import BadPlan
from lowwater.people.people import KnownPeople
from lowwater.planning.tail import Tail
from lowwater.search.arrays import arrays_of, has_cuts, run_many
from lowwater.search.plan import Forecast, Plan
from lowwater.search.strategy import Round, Strategy
from lowwater.theory.exact import estimate_law

_LOOKS, _RUNS, _SEED = 12, 48, 2019  # runs at each place, to see where it is worst; and there
_ROUNDING = 1e-12  # of the width: in doubles no smaller error is known
_ENOUGH = 20_000  # states alive when a forecast stops refining: its cells are far narrower than its error


@lru_cache(maxsize=256)
def forecast(plan: Plan, tail: Tail | None = None, dropout: float = 0.0, *, rough: bool = False) -> Forecast:
    """What to expect of a plan on people who follow this tail, some of whom drop out; kept, for it takes its time.

    A rough forecast takes a quarter of the simulated runs, where it takes any.
    """
    if not 0 <= dropout < 1:
        raise BadPlan(f"dropout={dropout!r}; it is the share of people who will not answer, from 0 to less than 1")
    tail = tail or Tail()
    answering = max(plan.cohorts, math.floor(plan.people * (1 - dropout) + 1e-9))
    rest = replace(plan, people=answering, forecast=None)
    places = tail.places(plan.domain, answering, iid=not plan.everyone)
    error = max(_least(plan), _worst(rest, places, _LOOKS if rough else _RUNS))
    assumes = tail.in_words(plan.domain) + (f", and {dropout:.0%} of people not answering" if dropout else "")
    first, last = (rest.level.level(progress, rest.counted, rest.randomizer) for progress in (0.0, 1.0))
    return Forecast(
        error=error,
        assumes=assumes,
        level=last if first < 1 else first,
        answering=answering,
        caveats=tuple(_caveats(max(first, last), error, assumes, plan)),
    )


def exactly_known(plan: Plan) -> bool:
    """Whether there is an exact law of the plan's estimate, so that its forecast takes no simulated runs."""
    return plan.questions == 1 and has_cuts(plan.strategy())


def _worst(plan: Plan, places: Sequence[KnownPeople], runs: int) -> float:
    """The expected absolute error at the worst of the places, by so many runs where there is no law of it."""
    strategy = plan.strategy()
    if exactly_known(plan):
        return max(_exact(strategy, plan, place) for place in places)
    if len(places) == 1:
        return _simulated(strategy, plan, places[0], runs, _SEED)
    if runs <= _LOOKS:  # the place that is worst is not looked for: the last lies farthest from where the search begins
        return _simulated(strategy, plan, places[-1], runs, _SEED)
    errors = [_simulated(strategy, plan, place, _LOOKS, _SEED + 1) for place in places]
    return _simulated(strategy, plan, places[int(np.argmax(errors))], runs, _SEED)


def _least(plan: Plan) -> float:
    """The smallest error that is forecast, since none is known to be nought.

    Of numbers with a step: where none of the simulated runs errs by one, it still has a chance of up to 3 / runs, with
    confidence 95 %.
    """
    step = plan.domain.step
    return _ROUNDING * plan.domain.width if step is None else 3 / _RUNS * step


def _exact(strategy: Strategy[Any], plan: Plan, people: KnownPeople) -> float:
    """The expected absolute error; what was dropped counts as wrong by the whole width."""
    law = estimate_law(strategy, plan.domain, people, enough_states=_ENOUGH)
    errors = np.abs(law.values - people.target(plan.domain, plan.quantile))
    return float(np.dot(errors, law.masses)) + law.dropped * plan.domain.width


def _simulated(strategy: Strategy[Any], plan: Plan, people: KnownPeople, runs: int, seed: int) -> float:
    """The mean absolute error of a few runs with fresh people, from a fixed seed so that a plan stays the same plan."""
    search, rng = arrays_of(strategy), np.random.default_rng(seed)
    no, gap = plan.randomizer.p_yes(False), plan.randomizer.p_yes(True) - plan.randomizer.p_yes(False)

    def yes(asked: Round, total: int) -> npt.NDArray[np.int64]:
        return rng.binomial(total, no + gap * people.chance(plan.domain, asked.thresholds))

    values = search.estimate_many(run_many(search, runs, plan.people, yes))
    return float(np.mean(np.abs(values - people.target(plan.domain, plan.quantile))))


def _caveats(level: float, error: float, assumes: str, plan: Plan) -> list[str]:
    """What stands against a plan."""
    guess, found = plan.domain.width / 4, []
    if level >= 1 and plan.quantile is None:
        found.append(f"the level is {level:.3g}, and at 1 or more {plan.row.blind}")
    if error >= guess:
        found.append(
            f"the forecast error is {error:.3g} if {assumes}, "
            f"no better than guessing (a quarter of the domain's width: {guess:.3g})"
        )
    return found
