"""The planner: whether so many people at this epsilon can work at all, and how wrong the answer will be.

A plan is refused where its level is 1 or more, for then the search runs to the far end whatever people hold, and
where its expected error is no better than guessing, which is a quarter of the domain's width.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TypedDict, Unpack

from lowwater.core.domain import Direction, Domain, Outside
from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadPlan, CannotWork
from lowwater.search.plan import SEARCHES, Plan, finest_rounds
from lowwater.theory.design import COHORT_ROUNDS, design
from lowwater.theory.forecast import forecast
from lowwater.theory.tail import Tail

MOST_PEOPLE = 2**44
"""More people than this nobody has; the planner stops looking."""


PRIVATE = tuple(name for name in SEARCHES if name != "honest")
"""The searches that a survey may use."""


class Options(TypedDict, total=False):
    """What else a plan may be told; see plan()."""

    search: str
    direction: Direction
    quantile: float | None
    step: float | None
    rule: str | None
    alpha: float | None
    h: float | None
    level: str | None
    rounds: int | None
    questions: int
    tail: Tail | None
    dropout: float
    outside: Outside


def plan(
    people: int,
    epsilon: float | str | Epsilon | None,
    domain: tuple[float, float] | Domain,
    *,
    search: str = "cohorts",
    direction: Direction | None = None,
    quantile: float | None = None,
    step: float | None = None,
    rule: str | None = None,
    alpha: float | None = None,
    h: float | None = None,
    level: str | None = None,
    rounds: int | None = None,
    questions: int = 1,
    tail: Tail | None = None,
    dropout: float = 0.0,
    outside: Outside = "refuse",
    refuse: bool | None = None,
) -> Plan:
    """Plan a survey: how many rounds, which level, what error to expect; or refuse, with reasons.

    `rule`, `alpha` and `h` go with search="paper", `level` ("simple" or "exact-tail") with search="cohorts". `tail`
    is what is known about the numbers near the minimum, `dropout` the share of people expected not to answer.

    With refuse=False a plan that cannot work is returned, marked by its caveats; with refuse=True it raises
    CannotWork. Left out, it raises too, but for one case: the paper's search under a tail that nobody stated is only
    marked, unless its level is 1 or more.
    """
    where = Domain.of(domain, step)
    where = where if direction is None else where.looking_for(direction)
    if quantile is not None and where.direction == "maximum":
        raise BadPlan(f"the quantile {quantile!r} of a maximum; count it from below: {1 - quantile:g} of a minimum")

    def planned(number: int) -> Plan:
        chosen = design(
            number, epsilon, where, search=search, quantile=quantile, rule=rule, alpha=alpha, h=h, level=level,
            rounds=rounds, outside=outside, questions=questions,
        )  # fmt: skip
        return replace(chosen, forecast=forecast(chosen, tail, dropout))

    found = planned(people)
    if _refused(found, refuse, assumed=tail is None and search == "paper"):
        raise CannotWork(_refusal(found, lambda number: not planned(number).caveats), found.caveats)
    return found


def plan_for_error(
    error: float,
    epsilon: float | str | Epsilon,
    domain: tuple[float, float] | Domain,
    **options: Unpack[Options],
) -> Plan:
    """The plan with the fewest people (to within 2 %) whose expected error is at most this; options as for plan()."""
    where = Domain.of(domain)
    width = where.width
    if not 0 < error < width / 4:
        raise BadPlan(f"error={error!r}; it must be positive, and less than a guess's: {width / 4:g}")
    if options.get("search", "cohorts") == "cohorts" and options.get("rounds") is None:
        options["rounds"] = min(finest_rounds(where), max(COHORT_ROUNDS, math.ceil(math.log2(width / error)) + 1))

    def planned(people: int) -> Plan:
        return plan(people, epsilon, domain, refuse=False, **options)

    def enough(people: int) -> bool:
        found = planned(people)
        return not found.caveats and (found.expected_error or 0.0) <= error

    people = _fewest(enough, options.get("rounds") or 2)
    if people is None:
        raise CannotWork(f"not even {MOST_PEOPLE:,} people would bring the error down to {error:g}; allow more error")
    return planned(people)


def compare(
    people: int,
    epsilon: float | str | Epsilon,
    domain: tuple[float, float] | Domain,
    *,
    direction: Direction | None = None,
    quantile: float | None = None,
    step: float | None = None,
    tail: Tail | None = None,
    dropout: float = 0.0,
) -> list[Plan]:
    """The same survey by every private search, the smallest expected error first; what cannot work is marked."""
    plans = [
        plan(
            people, epsilon, domain, search=search, direction=direction, quantile=quantile, step=step, tail=tail,
            dropout=dropout, refuse=False,
        )
        for search in PRIVATE
    ]  # fmt: skip
    return sorted(plans, key=lambda found: found.expected_error or 0.0)


def _refused(found: Plan, refuse: bool | None, *, assumed: bool) -> bool:
    """Whether a plan with caveats is to be refused, rather than returned with its caveats."""
    if refuse is not None:
        return refuse and bool(found.caveats)
    hopeless = found.forecast is not None and found.forecast.level >= 1 and found.quantile is None
    return hopeless if assumed else bool(found.caveats)


def _refusal(found: Plan, enough: Callable[[int], bool]) -> str:
    """Why not, and what would do."""
    people = f"{found.people:,} {'person' if found.people == 1 else 'people'}"
    message = f"{people} at epsilon {found.epsilon} cannot work: {'; '.join(found.caveats)}"
    needed = _fewest(enough, max(2, found.people))
    return f"{message}. About {needed:,} people would do, or a larger epsilon" if needed else message


def _fewest(enough: Callable[[int], bool], least: int) -> int | None:
    """The smallest number of people that is enough, to within 2 %: doubled until it is, then halved in ratio."""
    high = least
    while not enough(high):
        high *= 2
        if high > MOST_PEOPLE:
            return None
    low = max(least, high // 2)
    while high > low + 1 and high > 1.02 * low:
        middle = round(math.sqrt(low * high))
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
