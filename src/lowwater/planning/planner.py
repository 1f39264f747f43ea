"""The planner: which search, whether so many people at this epsilon can work at all, and how wrong it will be.

A plan is refused where its level is 1 or more, for then the search runs to the far end whatever people hold, and
where its forecast error is no better than guessing, which is a quarter of the domain's width.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadPlan, CannotWork, LowwaterError
from lowwater.planning.choice import choose
from lowwater.planning.design import design
from lowwater.planning.fewest import MOST_PEOPLE, fewest, needed
from lowwater.planning.forecast import forecast
from lowwater.planning.options import DEFAULT, PlanOptions
from lowwater.search.plan import Plan
from lowwater.search.table import PRIVATE

_SHARES = (0.2, 0.05, 0.01)
"""Of the domain's width: the errors for which a refusal says how many people they take.

The first beats a guess, a quarter of the width, by more than a rough forecast is off.
"""


def plan(
    people: int,
    epsilon: float | str | Epsilon | None,
    domain: tuple[float, float] | Domain,
    options: PlanOptions = DEFAULT,
    *,
    refuse: bool | None = None,
    **changes: Any,
) -> Plan:
    """Plan a survey: which search, how many rounds, which level, what error to expect; or refuse, with reasons.

    `changes` are options by name, such as `step=1`; see PlanOptions. A search that is left out is chosen, and the plan
    says why: the one that knows an option which others do not (`rule`, `alpha`, `h`: "paper"; `level`: "cohorts"),
    "one-round" where rounds=1, and else "tail-fit".

    With refuse=False a plan that cannot work is returned, marked by its caveats; with refuse=True it raises
    CannotWork. Left out, it raises too, but for one case: the paper's search under a tail that nobody stated is only
    marked, unless its level is 1 or more.
    """
    options = replace(options, **changes)
    where = _searched(domain, options)
    planned = partial(_planned, epsilon=epsilon, domain=where, options=options)
    result = planned(people)
    assumed = options.tail is None and result.row.lenient
    if _refused(result, refuse, assumed=assumed):
        raise CannotWork(_refusal(result, partial(planned, rough=True), _least(options)), result.caveats)
    return result


def _planned(
    people: int,
    epsilon: float | str | Epsilon | None,
    domain: Domain,
    options: PlanOptions,
    *,
    error: float | None = None,
    rough: bool = False,
) -> Plan:
    """The design with its forecast, whether it can work or not."""
    choice = choose(options)
    designed = design(people, epsilon, domain, replace(options, search=choice.search), error=error)
    expected = forecast(designed, options.tail, options.dropout, rough=rough)
    return replace(designed, forecast=expected, why=choice.why)


def _searched(domain: tuple[float, float] | Domain, options: PlanOptions) -> Domain:
    """The domain, with the step and the direction that the options say."""
    where, quantile = Domain.of(domain, options.step), options.quantile
    where = where if options.direction is None else where.looking_for(options.direction)
    if quantile is not None and where.direction == "maximum":
        raise BadPlan(f"the quantile {quantile!r} of a maximum; count it from below: {1 - quantile:g} of a minimum")
    return where


def plan_for_error(
    error: float,
    epsilon: float | str | Epsilon,
    domain: tuple[float, float] | Domain,
    options: PlanOptions = DEFAULT,
    **changes: Any,
) -> Plan:
    """The plan with the fewest people whose forecast error is at most this; options as for plan().

    They are the fewest to within 2 %; with "tail-fit" and "one-round", whose errors are forecast by a few simulated
    runs, to within 10 % of what those say.
    """
    options = replace(options, **changes)
    where = _searched(domain, options)
    if not 0 < error < where.width / 4:
        raise BadPlan(f"error={error!r}; it must be positive, and less than a guess's: {where.width / 4:g}")
    planned = partial(_planned, epsilon=epsilon, domain=where, options=options, error=error)
    result = fewest(planned, error, _least(options))
    if result is None:
        raise CannotWork(f"not even {MOST_PEOPLE:,} people would bring the error down to {error:g}; allow more error")
    return result


def compare(
    people: int,
    epsilon: float | str | Epsilon,
    domain: tuple[float, float] | Domain,
    options: PlanOptions = DEFAULT,
    *,
    beside: Plan | None = None,
    **changes: Any,
) -> list[Plan]:
    """The same survey by every private search, the smallest forecast error first; what cannot work is marked.

    A plan to stand beside the others is taken as it is. A search that cannot be carried out at all is left out.
    """
    options = replace(options, **changes)

    def planned(search: str) -> Plan | None:
        if beside is not None and search == beside.search:
            return beside
        try:
            return plan(people, epsilon, domain, options, search=search, refuse=False)
        except LowwaterError:
            if search == PRIVATE[0]:  # what stands in its way stands in the way of all
                raise
            return None

    plans = [found for found in map(planned, PRIVATE) if found is not None]
    return sorted(plans, key=lambda found: found.forecast_error or 0.0)


def _least(options: PlanOptions) -> int:
    """The fewest people that these options leave anything to ask."""
    return max(2, math.prod(many for many in (options.rounds, options.questions) if isinstance(many, int)))


def _refused(found: Plan, refuse: bool | None, *, assumed: bool) -> bool:
    """Whether a plan with caveats is to be refused, rather than returned with its caveats."""
    if refuse is not None:
        return refuse and bool(found.caveats)
    return found.blind if assumed else bool(found.caveats)


def _refusal(found: Plan, planned: Callable[[int], Plan], least: int) -> str:
    """Why not, and what would do: better than a guess, and better than that."""
    people = f"{found.people:,} {'person' if found.people == 1 else 'people'}"
    message = f"{people} at epsilon {found.epsilon} cannot work: {'; '.join(found.caveats)}"
    errors = [share * found.domain.width for share in _SHARES]
    guess, *better = zip(errors, needed(planned, errors, max(least, found.people + 1)), strict=True)
    if guess[1] is None:
        return message
    more = "".join(f"; an error of {error:.3g} takes about {number:,}" for error, number in better if number)
    return f"{message}. About {guess[1]:,} people would do better than a guess{more} (forecast, on the same assumption)"
