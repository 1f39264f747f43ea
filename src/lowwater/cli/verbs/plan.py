"""lowwater plan: before anyone is asked, which search, whether it can work and how wrong the answer will be."""

import json
from typing import Any

import click

from lowwater.cli import live_groups, options
from lowwater.cli.live_groups import Listed
from lowwater.cli.text.group_plan import group_plan_fields, group_plan_words
from lowwater.cli.text.words import Facts, aligned, plan_facts, rounds_of
from lowwater.core.estimate_words import number, rough
from lowwater.planning import planner
from lowwater.planning.options import PlanOptions
from lowwater.search.plan import Plan

EXAMPLES = """\b
Examples:
  lowwater plan --people 20000 --epsilon 1 --domain 0 150
  lowwater plan --people 20000 --epsilon 1 --domain 0 150 --step 1 --dropout 0.2
  lowwater plan --people 20000 --epsilon 1 --domain 0 150 --one-round
  lowwater plan --error 2 --epsilon 1 --domain 0 150
  lowwater plan --people 20000 --epsilon 1 --domain 0 150 --compare
  lowwater plan --people 20000 --epsilon 1 --domain 0 150 --tail-alpha 1 --tail-width 72
  lowwater plan --people 20000 --epsilon 1 --domain 0 150 --after last_year.json
  lowwater plan --people 1000000 --epsilon 4 --domain -1 1 --rule lower-alpha
  lowwater plan --people 9000 --epsilon 4 --domain 0 150 --groups nurse=0.5,miner=0.3,pilot
  lowwater plan --people 90000 --epsilon 4 --domain 0 150 --groups nurse=0.5,miner=0.3,pilot --hidden

\b
It exits with 3 where the plan cannot work; --anyway plans it all the same and says what stands against it.
"""


@click.command(epilog=EXAMPLES)
@click.option("--people", type=int, help="How many people will be asked.")
@click.option("--error", type=float, help="Instead of --people: the error you want; says how many people it takes.")
@options.plan
@live_groups.groups
@click.option("--compare", is_flag=True, help="Say what every search would give, the best first.")
@click.option("--anyway", is_flag=True, help="Return a plan that cannot work, with its caveats.")
@options.json_flag
def plan(people: int | None, error: float | None, compare: bool, anyway: bool, as_json: bool, **chosen: Any) -> None:
    """Say whether this many people at this epsilon can work at all, which search suits, and how wrong it will be."""
    if (people is None) == (error is None):
        raise click.UsageError("Give either --people or --error.")
    options.settle_rounds(chosen)
    listed = live_groups.settle_groups(chosen)
    epsilon, domain = chosen.pop("epsilon"), chosen.pop("domain")
    shared = _shared(chosen)
    if listed is not None:
        if compare:
            raise click.UsageError("--compare goes without groups: compare the searches for the people of one group.")
        _plan_groups(listed, people, error, epsilon, domain, anyway, as_json, PlanOptions(**chosen, **shared))
        return
    if compare:
        _compare(people, epsilon, domain, shared, as_json)
        return
    plan = _plan(people, error, epsilon, domain, anyway, chosen | shared)
    plans = planner.compare(plan.people, epsilon, domain, beside=plan, **shared)
    if as_json:
        click.echo(json.dumps(_fields(plan, plans)))
        return
    click.echo(f"A plan for {plan.people:,} people on [{number(plan.domain.lo)}, {number(plan.domain.hi)}]")
    click.echo(aligned(plan_facts(plan)))
    click.echo("Forecast error of each search under the same assumption, the smallest first:")
    click.echo(aligned(_errors(plans)))
    if (plans[0].forecast_error or 0.0) < (plan.forecast_error or 0.0):
        click.echo(f"Mind that {plans[0].search} is forecast to err less than {plan.search} here.")


def _plan_groups(
    listed: Listed,
    people: int | None,
    error: float | None,
    epsilon: str,
    domain: tuple[float, float],
    anyway: bool,
    as_json: bool,
    chosen: PlanOptions,
) -> None:
    """Print the plan of every group, beside that of everybody as one."""
    asked = listed.people_for(error, epsilon, domain, chosen) if error is not None else people or 0
    members = listed.plan(asked, epsilon, domain, chosen, refuse=False if anyway else None)
    together = planner.plan(asked, epsilon, domain, chosen, refuse=False)
    if as_json:
        click.echo(json.dumps(group_plan_fields(members, asked, together)))
    else:
        click.echo(group_plan_words(members, asked, together))


def _shared(chosen: dict[str, Any]) -> dict[str, Any]:
    """The options that every search takes, removed from `chosen`."""
    options.settle_known(chosen)
    kept = {name: chosen.pop(name) for name in ("quantile", "step", "dropout", "tail", "after")}
    return kept | {"direction": options.direction(chosen.pop("maximum"))}


def _compare(
    people: int | None, epsilon: str, domain: tuple[float, float], shared: dict[str, Any], as_json: bool
) -> None:
    """Print the forecast of every search, the best first."""
    if people is None:
        raise click.UsageError("--compare goes with --people.")
    plans = planner.compare(people, epsilon, domain, **shared)
    if as_json:
        click.echo(json.dumps([{"search": plan.search} | summary(plan) for plan in plans]))
        return
    click.echo(f"{people:,} people at epsilon {epsilon}, if {plans[0].forecast.assumes if plans[0].forecast else ''}:")
    click.echo(aligned([(plan.search, _verdict(plan)) for plan in plans]))


def _verdict(plan: Plan) -> str:
    expected = f"forecast error {rough(plan.forecast_error or 0.0)}, {rounds_of(plan)}"
    answers = "one answer a person" if plan.answers == 1 else f"{plan.answers} answers a person"
    return f"{expected}, {answers}" + _doubt(plan)


def _errors(plans: list[Plan]) -> Facts:
    return [(plan.search, rough(plan.forecast_error or 0.0) + _doubt(plan)) for plan in plans]


def _doubt(plan: Plan) -> str:
    return "; cannot work" if plan.caveats else ""


def _plan(
    people: int | None,
    error: float | None,
    epsilon: str,
    domain: tuple[float, float],
    anyway: bool,
    chosen: dict[str, Any],
) -> Plan:
    if error is not None:
        return planner.plan_for_error(error, epsilon, domain, **chosen)
    return planner.plan(people or 0, epsilon, domain, refuse=False if anyway else None, **chosen)


def _fields(plan: Plan, plans: list[Plan]) -> dict[str, Any]:
    """A plan, the reason for its search, and the forecasts of the other searches, as JSON."""
    compared = [
        {"search": other.search, "forecast_error": other.forecast_error, "caveats": list(other.caveats)}
        for other in plans
    ]
    chosen = {"search": plan.search, "why": plan.why}
    return chosen | summary(plan) | {"compared": compared, "plan": json.loads(plan.to_json())}


def summary(plan: Plan) -> dict[str, Any]:
    """The people, forecast, loss and caveats of a plan, for scripts that do not read plans."""
    forecast = plan.forecast
    return {
        "people": plan.people,
        "forecast_error": plan.forecast_error,
        "assumes": forecast.assumes if forecast else None,
        "loss": None if plan.loss is None else float(plan.loss),
        "reveals": plan.reveals,
        "caveats": list(plan.caveats),
    }
