"""Find: a whole survey in one call, over people whose numbers the caller has.

Answers are randomized in the caller's process, and by counts: the yes answers of a cohort are drawn from the exact law
of their sum, two binomials. No bit is drawn for a single person, so the cost grows with rounds and not with people. The
estimate reveals what a live survey would have revealed, and no more; but the caller of find has the numbers. Where
nobody may have them, each device has to randomize its own answer, in a live survey.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.estimate import Estimate
from lowwater.core.question import Question
from lowwater.core.tally import Tally
from lowwater.people.admit import admit
from lowwater.people.numbers import Numbers, Values
from lowwater.people.people import CheckedPeople
from lowwater.planning import planner
from lowwater.planning.options import DEFAULT, PlanOptions
from lowwater.search.plan import Plan
from lowwater.search.strategy import Round, run
from lowwater.simulate.check import check_people
from lowwater.simulate.crowd import Crowd
from lowwater.simulate.draw import generator

Watcher = Callable[[Question, Tally], None]


def find_min(
    values: Values, epsilon: float | str | Epsilon, domain: tuple[float, float] | Domain, **options: Any
) -> Estimate:
    """The smallest of the values, under local differential privacy; see find_in() for the options."""
    return find_in(values, epsilon, domain, direction="minimum", **options)


def find_max(
    values: Values, epsilon: float | str | Epsilon, domain: tuple[float, float] | Domain, **options: Any
) -> Estimate:
    """The largest of the values, under local differential privacy; see find_in() for the options."""
    return find_in(values, epsilon, domain, direction="maximum", **options)


def find_quantile(
    values: Values, share: float, epsilon: float | str | Epsilon, domain: tuple[float, float] | Domain, **options: Any
) -> Estimate:
    """The value that this share of people are at or below, under local differential privacy; options as find_in()."""
    return find_in(values, epsilon, domain, quantile=share, **options)


def find_in(
    values: Values,
    epsilon: float | str | Epsilon,
    domain: tuple[float, float] | Domain,
    options: PlanOptions = DEFAULT,
    *,
    seed: int | None = None,
    **changes: Any,
) -> Estimate:
    """Plan a survey of these values and run it; a plan that cannot work is refused.

    `changes` are options by name, such as `step=1`; see PlanOptions. The search is the tail fit, unless one is named or
    other options ask for one; rounds=1 asks everyone at once. outside="clamp" counts values outside the domain as if
    they stood at its nearer end, instead of refusing them. A seed makes the coins repeatable, and the estimate is
    marked as simulated. Answers are randomized in this process, by counts: see the module.
    """
    options = replace(options, **changes)
    where = Domain.of(domain, options.step).looking_for(options.direction or "minimum")
    people = Numbers.of(values)
    admit(people, where, options.outside)  # before a plan is refused for people who are none
    plan = planner.plan(people.people, epsilon, where, replace(options, step=None, direction=None), refuse=True)
    return find(people, plan, seed=seed)


def find(
    people: CheckedPeople, plan: Plan, *, seed: int | None = None, watch: Watcher = lambda _question, _tally: None
) -> Estimate:
    """Run a plan once on people: laws, arrays and files alike; `watch` is called with every question and its tally.

    Without a seed the coins come from the operating system's entropy. Anyone who knows a seed can repeat the coins, so
    a seeded estimate is marked as simulated.
    """
    check_people(people, plan)
    rng = generator(seed)
    crowd = Crowd(people, plan.domain, 1, rng)

    def tally_of(question: Question) -> Tally:
        total = question.people or people.people
        one = len(question.thresholds) == 1
        thresholds = np.array([question.thresholds if one else [question.thresholds]])
        counts = crowd.counts(Round(thresholds, question.randomizer, question.people), total)[0, 0]
        tally = Tally.of(int(counts), total) if one else Tally(tuple(counts.tolist()))
        watch(question, tally)
        return tally

    estimate = plan.with_caveats(run(plan.strategy(), tally_of), "population" if people.iid else "unasked")
    return replace(estimate, simulated=seed is not None)
