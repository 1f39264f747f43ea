"""The planner: chooses a search, designs the plan, forecasts its error, and refuses a plan that cannot work.

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
from lowwater.planning.fewest import MOST_PEOPLE, fewest, people_needed, working
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
    where = _searched_domain(domain, options)
    plan_for = partial(_plan_for, epsilon=epsilon, domain=where, options=options)
    result = plan_for(people)
    assumed = options.tail is None and result.row.lenient
    if _must_refuse(result, refuse, assumed=assumed):
        raise _refusal(result, plan_for, _least(options))
    return result


def _plan_for(
    people: int,
    epsilon: float | str | Epsilon | None,
    domain: Domain,
    options: PlanOptions,
    *,
    error: float | None = None,
    rough: bool = False,
) -> Plan:
    """The plan for `people` with its forecast, whether it can work or not."""
    choice = choose(options)
    designed = design(people, epsilon, domain, replace(options, search=choice.search), error=error)
    expected = forecast(designed, options.tail, options.dropout, rough=rough)
    return replace(designed, forecast=expected, why=choice.why)


def _searched_domain(domain: tuple[float, float] | Domain, options: PlanOptions) -> Domain:
    """The domain with the step and the direction of the options."""
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
    """The plan with the fewest people whose forecast error is at most `error`; options as for plan().

    They are the fewest to within 2 %; with "tail-fit" and "one-round", whose errors are forecast by a few simulated
    runs, to within 10 % of what those say.
    """
    options = replace(options, **changes)
    where = _searched_domain(domain, options)
    if not 0 < error < where.width / 4:
        raise BadPlan(f"error={error!r}; it must be positive, and less than a guess's: {where.width / 4:g}")
    plan_for = partial(_plan_for, epsilon=epsilon, domain=where, options=options, error=error)
    result = fewest(plan_for, error, _least(options))
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

    `beside` is a plan that stands for its search in the list. A search that cannot be planned at all is left out.
    """
    options = replace(options, **changes)

    def by_search(search: str) -> Plan | None:
        if beside is not None and search == beside.search:
            return beside
        try:
            return plan(people, epsilon, domain, options, search=search, refuse=False)
        except LowwaterError:
            if search == PRIVATE[0]:  # what is wrong for the first search is wrong for all
                raise
            return None

    plans = [planned for planned in map(by_search, PRIVATE) if planned is not None]
    return sorted(plans, key=lambda planned: planned.forecast_error or 0.0)


def _least(options: PlanOptions) -> int:
    """The fewest people who can fill the cohorts of the options, one for each; at least 2."""
    return max(2, math.prod(count for count in (options.rounds, options.questions) if isinstance(count, int)))


def _must_refuse(planned: Plan, refuse: bool | None, *, assumed: bool) -> bool:
    """Whether to refuse the plan; where its tail is only assumed, refuse it only if it is blind."""
    if refuse is not None:
        return refuse and bool(planned.caveats)
    return planned.blind if assumed else bool(planned.caveats)


def _refusal(planned: Plan, plan_for: Callable[..., Plan], least: int) -> CannotWork:
    """The error with the caveats of a plan, and about how many people would beat a guess and reach smaller errors."""
    people = f"{planned.people:,} {'person' if planned.people == 1 else 'people'}"
    message = f"{people} at epsilon {planned.epsilon} cannot work: {'; '.join(planned.caveats)}"
    errors = [share * planned.domain.width for share in _SHARES]
    fewest_tried = max(least, planned.people + 1, _seeing(planned))
    needed = people_needed(partial(plan_for, rough=True), errors, fewest_tried, planned)
    if needed[0] is None:
        return CannotWork(message, planned.caveats)
    first = working(plan_for, needed[0])
    pairs = tuple((error, max(first, count)) for error, count in zip(errors, needed, strict=True) if count)
    more = "".join(f"; an error of {error:.3g} takes about {count:,}" for error, count in pairs[1:])
    guess = f"About {first:,} people would do better than a guess{more} (forecast, on the same assumption)"
    return CannotWork(f"{message}. {guess}", planned.caveats, pairs)


def _seeing(planned: Plan) -> int:
    """About how many people bring the level below 1: it falls as the root of their number."""
    level = planned.forecast.level if planned.forecast is not None and planned.blind else 0.0
    return min(MOST_PEOPLE, math.ceil(planned.people * level**2) + 1)
