"""Forecast: the expected error of a plan on people who follow a stated tail.

It is computed from the exact law of the estimate where there is one, elsewhere as the mean over a few simulated runs.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from lowwater.errors import BadPlan
from lowwater.law.randomize import answer_shares
from lowwater.people.people import KnownPeople
from lowwater.planning.tail import Tail
from lowwater.search.arrays import arrays_of, has_cuts, run_many
from lowwater.search.forecast import Forecast
from lowwater.search.plan import Plan
from lowwater.search.strategy import Round
from lowwater.theory.exact import estimate_law

_LOOKS, _RUNS, _SEED = 12, 96, 2019  # runs on each population to find the worst, and runs on the worst; their seed
_FEW = 24  # runs of a plan that may be no better than guessing
_ROUGH_RUNS, _ROUGH_ROUNDS = 8, 8  # of a rough forecast, which asks the same questions in fewer rounds
_ROUNDING = 1e-12  # of the domain's width: the smallest error that doubles can tell from zero
_ENOUGH = 20_000  # live states at which an exact forecast stops: cells are far narrower than the error by then


@lru_cache(maxsize=256)
def forecast(plan: Plan, tail: Tail | None = None, dropout: float = 0.0, *, rough: bool = False) -> Forecast:
    """The forecast of a plan on people who follow `tail`, of whom a share `dropout` does not answer; cached.

    With `rough` a simulated forecast is that of fewer and larger rounds, by few runs.
    """
    if not 0 <= dropout < 1:
        raise BadPlan(f"dropout={dropout!r}; it is the share of people who will not answer, from 0 to less than 1")
    tail = tail or Tail()
    answering = max(plan.cohorts, math.floor(plan.people * (1 - dropout) + 1e-9))
    anywhere = replace(plan.known, start=False)  # the stated tail begins at the domain's start, and that is not known
    rest = replace(plan, people=answering, forecast=None, known=anywhere)
    populations = tail.populations(plan.domain, answering, iid=not plan.everyone)
    first, last = (rest.level.level(progress, rest.counted, rest.randomizer) for progress in (0.0, 1.0))
    error = _rough(rest, populations) if rough else _error(rest, populations, _doubtful(plan, tail, max(first, last)))
    error = max(_least(plan), error)
    assumes = tail.in_words(plan.domain) + (f", and {dropout:.0%} of people not answering" if dropout else "")
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


def guess(plan: Plan) -> float:
    """The expected error of guessing: a quarter of the domain's width."""
    return plan.domain.width / 4


def _doubtful(plan: Plan, tail: Tail, level: float) -> bool:
    """Whether nobody is seen, or a share of `level`, the least that is, begins farther off than a guess errs."""
    return plan.quantile is None and (level >= tail.most or tail.distance(plan.domain, level) >= guess(plan))


def _error(plan: Plan, populations: Sequence[KnownPeople], doubtful: bool) -> float:
    """The expected absolute error on the worst of the populations.

    Where there is no exact law, a plan that is `doubtful` has few runs, on the populations at both ends of the domain:
    its error is so large that a rough figure refuses it, or lets it pass.
    """
    if exactly_known(plan):
        return max(_exact(plan, population) for population in populations)
    if doubtful:
        ends = dict.fromkeys((populations[0], populations[-1]))
        return max(_simulated(plan, population, _FEW // len(ends), _SEED) for population in ends)
    return _simulated(plan, _worst(plan, populations), _RUNS, _SEED)


def _worst(plan: Plan, populations: Sequence[KnownPeople]) -> KnownPeople:
    """The population with the largest error, by a few runs on each."""
    if len(populations) == 1:
        return populations[0]
    errors = [_simulated(plan, population, _LOOKS, _SEED + 1) for population in populations]
    return populations[int(np.argmax(errors))]


def _rough(plan: Plan, populations: Sequence[KnownPeople]) -> float:
    """The expected absolute error, where it is not exactly known by few runs of few rounds on the last population."""
    if exactly_known(plan):
        return max(_exact(plan, population) for population in populations)
    rounds = plan.rounds if plan.row.most_questions else min(plan.rounds, _ROUGH_ROUNDS)
    coarser = replace(plan, rounds=rounds, questions=plan.rounds * plan.questions // rounds)
    return _simulated(coarser, populations[-1], _ROUGH_RUNS, _SEED)


def _least(plan: Plan) -> float:
    """The smallest error that is forecast, because no error is known to be zero.

    For numbers with a step: where none of the simulated runs errs by a step, the probability of such an error has the
    posterior mean .5 / (runs + 1), by Jeffreys' prior.
    """
    step = plan.domain.step
    return _ROUNDING * plan.domain.width if step is None else 0.5 / (_RUNS + 1) * step


def _exact(plan: Plan, people: KnownPeople) -> float:
    """The expected absolute error by the exact law; dropped mass counts as an error of the whole width."""
    law = estimate_law(plan.strategy(), plan.domain, people, enough_states=_ENOUGH)
    errors = np.abs(law.values - people.target(plan.domain, plan.quantile))
    return float(np.dot(errors, law.masses)) + law.dropped * plan.domain.width


def _simulated(plan: Plan, people: KnownPeople, runs: int, seed: int) -> float:
    """The mean absolute error of `runs` runs with fresh people; the seed is fixed, so a plan has one forecast."""
    search, rng = arrays_of(plan.strategy()), np.random.default_rng(seed)
    no, gap = plan.randomizer.p_yes(False), plan.randomizer.p_yes(True) - plan.randomizer.p_yes(False)

    def yes(asked: Round, totals: tuple[int, ...]) -> npt.NDArray[np.int64]:
        shares = people.chance(plan.domain, asked.thresholds)
        if asked.thresholds.ndim == 2:
            return rng.binomial(totals, no + gap * shares)
        return rng.multinomial(totals, answer_shares(shares, asked.randomizer))

    values = search.estimate_many(run_many(search, runs, plan.people, yes))
    return float(np.mean(np.abs(values - people.target(plan.domain, plan.quantile))))


def _caveats(level: float, error: float, tail: Tail, plan: Plan, assumes: str) -> list[str]:
    """What speaks against a plan: a level that nobody reaches, an error no better than guessing."""
    caveats, most = [], tail.most
    if level >= most and plan.quantile is None:
        where = f"at {most:.3g} or more, which is all of the group," if most < 1 else "at 1 or more"
        caveats.append(f"the level is {level:.3g}, and {where} {plan.row.blind}")
    if error >= guess(plan):
        caveats.append(
            f"the forecast error is {error:.3g} if {assumes}, "
            f"no better than guessing (a quarter of the domain's width: {guess(plan):.3g})"
        )
    return caveats
