"""Forecast: the expected error of a plan on people who follow a stated tail.

It is computed from the exact law of the estimate where there is one, elsewhere as the mean over a few simulated runs.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from lowwater.errors import BadPlan
from lowwater.law.randomize import chances, truth_shares
from lowwater.people.people import KnownPeople
from lowwater.planning.tail import Tail
from lowwater.search.arrays import arrays_of, has_cuts, run_many
from lowwater.search.forecast import Forecast
from lowwater.search.plan import Plan
from lowwater.search.strategy import Round, Strategy
from lowwater.theory.exact import estimate_law

_LOOKS, _RUNS, _SEED = 12, 96, 2019  # runs on each population to find the worst, and runs on the worst; their seed
_ROUNDING = 1e-12  # of the domain's width: the smallest error that doubles can tell from zero
_ENOUGH = 20_000  # live states at which an exact forecast stops: cells are far narrower than the error by then


@lru_cache(maxsize=256)
def forecast(plan: Plan, tail: Tail | None = None, dropout: float = 0.0, *, rough: bool = False) -> Forecast:
    """The forecast of a plan on people who follow `tail`, of whom a share `dropout` does not answer; cached.

    With `rough` a simulated forecast takes a quarter of the runs.
    """
    if not 0 <= dropout < 1:
        raise BadPlan(f"dropout={dropout!r}; it is the share of people who will not answer, from 0 to less than 1")
    tail = tail or Tail()
    answering = max(plan.cohorts, math.floor(plan.people * (1 - dropout) + 1e-9))
    anywhere = replace(plan.known, start=False)  # the stated tail begins at the domain's start, and that is not known
    rest = replace(plan, people=answering, forecast=None, known=anywhere)
    populations = tail.populations(plan.domain, answering, iid=not plan.everyone)
    error = max(_least(plan), _worst(rest, populations, _LOOKS if rough else _RUNS))
    assumes = tail.in_words(plan.domain) + (f", and {dropout:.0%} of people not answering" if dropout else "")
    first, last = (rest.level.level(progress, rest.counted, rest.randomizer) for progress in (0.0, 1.0))
    return Forecast(
        error=error,
        assumes=assumes,
        level=last if first < 1 else first,
        answering=answering,
        caveats=tuple(_caveats(max(first, last), error, tail, plan, assumes)),
    )


def exactly_known(plan: Plan) -> bool:
    """Whether the plan's estimate has an exact law, so that its forecast takes no simulated runs."""
    return plan.questions == 1 and has_cuts(plan.strategy())


def _worst(plan: Plan, populations: Sequence[KnownPeople], runs: int) -> float:
    """The expected absolute error on the worst of the populations, over `runs` runs where there is no exact law."""
    strategy = plan.strategy()
    if exactly_known(plan):
        return max(_exact(strategy, plan, population) for population in populations)
    if len(populations) == 1:
        return _simulated(strategy, plan, populations[0], runs, _SEED)
    if runs <= _LOOKS:  # too few to find the worst: take the last, whose minimum is farthest from the end searched for
        return _simulated(strategy, plan, populations[-1], runs, _SEED)
    errors = [_simulated(strategy, plan, population, _LOOKS, _SEED + 1) for population in populations]
    return _simulated(strategy, plan, populations[int(np.argmax(errors))], runs, _SEED)


def _least(plan: Plan) -> float:
    """The smallest error that is forecast, because no error is known to be zero.

    For numbers with a step: where none of the simulated runs errs by a step, the probability of such an error is still
    up to 3 / runs, with confidence 95 % (the rule of three).
    """
    step = plan.domain.step
    return _ROUNDING * plan.domain.width if step is None else 3 / _RUNS * step


def _exact(strategy: Strategy[Any], plan: Plan, people: KnownPeople) -> float:
    """The expected absolute error by the exact law; dropped mass counts as an error of the whole width."""
    law = estimate_law(strategy, plan.domain, people, enough_states=_ENOUGH)
    errors = np.abs(law.values - people.target(plan.domain, plan.quantile))
    return float(np.dot(errors, law.masses)) + law.dropped * plan.domain.width


def _simulated(strategy: Strategy[Any], plan: Plan, people: KnownPeople, runs: int, seed: int) -> float:
    """The mean absolute error of `runs` runs with fresh people; the seed is fixed, so a plan has one forecast."""
    search, rng = arrays_of(strategy), np.random.default_rng(seed)
    no, gap = plan.randomizer.p_yes(False), plan.randomizer.p_yes(True) - plan.randomizer.p_yes(False)

    def yes(asked: Round, totals: tuple[int, ...]) -> npt.NDArray[np.int64]:
        shares = people.chance(plan.domain, asked.thresholds)
        if asked.thresholds.ndim == 2:
            return rng.binomial(totals, no + gap * shares)
        return rng.multinomial(totals, truth_shares(shares) @ chances(asked.randomizer))

    values = search.estimate_many(run_many(search, runs, plan.people, yes))
    return float(np.mean(np.abs(values - people.target(plan.domain, plan.quantile))))


def _caveats(level: float, error: float, tail: Tail, plan: Plan, assumes: str) -> list[str]:
    """What speaks against a plan: a level that nobody reaches, an error no better than guessing."""
    guess, caveats, most = plan.domain.width / 4, [], tail.most
    if level >= most and plan.quantile is None:
        where = f"at {most:.3g} or more, which is all of the group," if most < 1 else "at 1 or more"
        caveats.append(f"the level is {level:.3g}, and {where} {plan.row.blind}")
    if error >= guess:
        caveats.append(
            f"the forecast error is {error:.3g} if {assumes}, "
            f"no better than guessing (a quarter of the domain's width: {guess:.3g})"
        )
    return caveats
