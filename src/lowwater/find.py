"""Find: a whole survey in one call, over people whose numbers the caller has.

Answers are randomized in the caller's process, and by counts: the yes answers of a cohort are drawn from the exact law
of their sum, two binomials. No bit is drawn for a single person, so the cost grows with rounds and not with people. The
estimate reveals what a live survey would have revealed, and no more; but the caller of find has the numbers. Where
nobody may have them, each device has to randomize its own answer, in a live survey.

Losses add up: what two calls reveal about the same person is bounded by the sum of their losses. A Grant that they
share keeps the sum and refuses to be overspent; without one nobody counts.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any, overload

import numpy as np

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.estimate import Estimate
from lowwater.core.grant import Grant, charge
from lowwater.core.group_estimates import GroupEstimates
from lowwater.core.kind import Kind, Moment, ends_of, nouns, step_of
from lowwater.core.question import Question
from lowwater.core.tally import Tally
from lowwater.errors import BadPlan, YourFault
from lowwater.find_groups import Wanted, find_by
from lowwater.people.admit import admit
from lowwater.people.groups import Grouping
from lowwater.people.look_ahead import LookAhead
from lowwater.people.opened import keyed_people, people_of
from lowwater.people.people import AnsweringPeople, CheckedPeople, TalliesOf
from lowwater.planning import planner
from lowwater.planning.options import DEFAULT, PlanOptions
from lowwater.search.plan import Plan
from lowwater.search.strategy import Round, run_rounds
from lowwater.simulate.check import check_people
from lowwater.simulate.crowd import Crowd
from lowwater.simulate.draw import generator

Watcher = Callable[[Question, Tally], None]

Ends = tuple[Moment, Moment]
"""The ends of a domain: numbers, or dates, moments, times of day or durations."""

Nats = float | str | Epsilon
"""What each person allows."""


@overload
def find_min(values: Any, epsilon: Nats, domain: Ends | Domain, *, by: str, **options: Any) -> GroupEstimates: ...
@overload
def find_min(values: Any, epsilon: Nats, domain: Ends | Domain, *, by: None = None, **options: Any) -> Estimate: ...
def find_min(values: Any, epsilon: Nats, domain: Ends | Domain, **options: Any) -> Estimate | GroupEstimates:
    """The smallest of the values, under local differential privacy; see find_in() for the options.

    Losses of several calls on the same people add up; a lowwater.Grant that they share refuses to be overspent.
    """
    return find_in(values, epsilon, domain, direction="minimum", **options)


@overload
def find_max(values: Any, epsilon: Nats, domain: Ends | Domain, *, by: str, **options: Any) -> GroupEstimates: ...
@overload
def find_max(values: Any, epsilon: Nats, domain: Ends | Domain, *, by: None = None, **options: Any) -> Estimate: ...
def find_max(values: Any, epsilon: Nats, domain: Ends | Domain, **options: Any) -> Estimate | GroupEstimates:
    """The largest of the values, under local differential privacy; see find_in() for the options.

    Losses of several calls on the same people add up; a lowwater.Grant that they share refuses to be overspent.
    """
    return find_in(values, epsilon, domain, direction="maximum", **options)


@overload
def find_quantile(
    values: Any, share: float, epsilon: Nats, domain: Ends | Domain, *, by: str, **options: Any
) -> GroupEstimates: ...
@overload
def find_quantile(
    values: Any, share: float, epsilon: Nats, domain: Ends | Domain, *, by: None = None, **options: Any
) -> Estimate: ...
def find_quantile(
    values: Any, share: float, epsilon: Nats, domain: Ends | Domain, **options: Any
) -> Estimate | GroupEstimates:
    """The value that this share of people are at or below, under local differential privacy; options as find_in().

    Losses of several calls on the same people add up; a lowwater.Grant that they share refuses to be overspent.
    """
    return find_in(values, epsilon, domain, quantile=share, **options)


def find_in(
    values: Any,
    epsilon: Nats,
    domain: Ends | Domain,
    options: PlanOptions = DEFAULT,
    *,
    column: str | None = None,
    grant: Grant | None = None,
    seed: int | None = None,
    **changes: Any,
) -> Estimate | GroupEstimates:
    """Plan a survey of these values and run it; a plan that cannot work is refused.

    The values are a list, an array or a series, or a table with its `column`: a pandas, Polars, PyArrow or PySpark
    frame, a PyArrow dataset or a DuckDB relation, which its own engine counts, once a round. Numbers may be dates,
    moments, times of day or durations, where the ends of the domain are.

    Of a PySpark frame, key="name of a column" lets every row randomize its own answer on its executor, so that tallies
    alone come back. The column has a whole number or 16 bytes that no other row has.

    by="country" with groups=[...], a public list given beforehand, searches every group of a table, and gives a table
    of estimates. Every row is a person, unless person="name of a column" tells them apart: then a person takes part in
    at most `cap` groups (1, unless given), and epsilon is split by `cap`.

    `changes` are options by name, such as `step=1`; see PlanOptions. The search is the tail fit, unless one is named or
    other options ask for one; rounds=1 asks everyone at once. outside="clamp" counts values outside the domain as if
    they stood at its nearer end, instead of refusing them. A seed makes the coins repeatable, and the estimate is
    marked as simulated. Answers are randomized in this process, by counts: see the module.

    Losses add up over calls on the same people. Calls that are given the same `grant` share it: each spends its loss
    before anybody is asked, and one that costs more than what is left is refused, and spends nothing.
    """
    grouping, key = Grouping.taken_from(changes), changes.pop("key", None)
    options = replace(options, **changes)
    kind, where = read_domain(domain, options)
    wanted = Wanted(kind, where, replace(options, step=None, direction=None))
    if grouping is not None and key is not None:
        raise YourFault(f"key={key!r} with by={grouping.by!r}; groups are counted here: leave the key out")
    if grouping is not None:
        return find_by(values, column, grouping, Epsilon.of(epsilon), wanted, grant=grant, seed=seed)
    people = people_of(values, column, kind) if key is None else keyed_people(values, column, key, kind)
    admit(people, where, options.outside)  # before a plan is refused for people who are none
    plan = planner.plan(people.people, epsilon, where, wanted.options, refuse=True)
    return replace(find(people, plan, grant=grant, seed=seed), kind=kind)


def read_domain(domain: Ends | Domain, options: PlanOptions) -> tuple[Kind, Domain]:
    """The kind of the numbers, and their domain with the step and the direction of the options."""
    kind: Kind = "number"
    if isinstance(domain, (tuple, list)) and len(domain) == 2:
        kind, domain = ends_of((domain[0], domain[1]))
    if options.after is not None and options.after.kind != kind:
        earlier = nouns(options.after.kind)
        raise BadPlan(f"after an estimate of {earlier}, on a domain of {nouns(kind)}; give both alike")
    where = Domain.of(domain, step_of(kind, options.step))
    return kind, where.looking_for(options.direction or "minimum")


def find(
    people: CheckedPeople,
    plan: Plan,
    *,
    grant: Grant | None = None,
    seed: int | None = None,
    watch: Watcher = lambda _question, _tally: None,
) -> Estimate:
    """Run a plan once on people: laws, arrays and files alike; `watch` is called with every question and its tally.

    Without a seed the coins come from the operating system's entropy. Anyone who knows a seed can repeat the coins, so
    a seeded estimate is marked as simulated. The plan's loss is spent of the `grant` before the first question.
    """
    check_people(people, plan)
    strategy = plan.strategy()
    with _asking(people, plan, seed) as tallies_of:
        charge(grant, plan.loss)
        estimate = run_rounds(strategy, partial(_watched, tallies_of, watch))
    caveats = people.caveats if isinstance(people, AnsweringPeople) else ()
    estimate = plan.with_caveats(estimate, "population" if people.iid else "unasked")
    return replace(estimate, simulated=seed is not None, caveats=(*estimate.caveats, *caveats))


@contextmanager
def _asking(people: CheckedPeople, plan: Plan, seed: int | None) -> Iterator[TalliesOf]:
    """What asks these people: by counts in this process, or where they answer themselves."""
    if not isinstance(people, AnsweringPeople):
        ahead = LookAhead(people, plan.domain)
        yield _by_counts(ahead, Crowd(ahead, plan.domain, 1, generator(seed)))
        return
    if seed is not None:
        raise YourFault(f"seed={seed!r}, and every row draws its own coins, which nobody can repeat; leave it out")
    sizes = [size for each in plan.sizes for size in each]
    with people.answering(plan.domain, sizes) as tallies_of:
        yield tallies_of


def _by_counts(people: LookAhead, crowd: Crowd) -> TalliesOf:
    """Count people at all thresholds of a round in one pass, and tally its questions in turn by those counts."""

    def tally_of(question: Question) -> Tally:
        total = question.people or people.people
        single = len(question.thresholds) == 1
        thresholds = np.array([question.thresholds if single else [question.thresholds]])
        people_asked = None if question.people is None else (question.people,)
        counts = crowd.counts(Round(thresholds, question.randomizer, people_asked), (total,))[0, 0]
        return Tally.of(int(counts), total) if single else Tally(tuple(counts.tolist()))

    def tallies_of(questions: tuple[Question, ...]) -> tuple[Tally, ...]:
        people.look(np.array([threshold for question in questions for threshold in question.thresholds]))
        return tuple(map(tally_of, questions))

    return tallies_of


def _watched(tallies_of: TalliesOf, watch: Watcher, questions: tuple[Question, ...]) -> tuple[Tally, ...]:
    """The tallies of a round, shown to `watch`."""
    tallies = tallies_of(questions)
    for question, tally in zip(questions, tallies, strict=True):
        watch(question, tally)
    return tallies
