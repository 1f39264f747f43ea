"""lowwater plan: before anyone is asked, which search, whether it can work and how wrong the answer will be."""

import json
from typing import Any

import click

from lowwater.cli import options
from lowwater.cli.text.words import Facts, aligned, number, plan_facts, rough, rounds_of
from lowwater.planning import planner
from lowwater.search.plan import Plan

EXAMPLES = """\b
Examples:
  lowwater plan --people 20000 --epsilon 1 --domain 0 150
  lowwater plan --people 20000 --epsilon 1 --domain 0 150 --step 1 --dropout 0.2
  lowwater plan --people 20000 --epsilon 1 --domain 0 150 --one-round
  lowwater plan --error 2 --epsilon 1 --domain 0 150
  lowwater plan --people 20000 --epsilon 1 --domain 0 150 --compare
  lowwater plan --people 1000000 --epsilon 4 --domain -1 1 --rule lower-alpha

\b
It exits with 3 where the plan cannot work; --anyway plans it all the same and says what stands against it.
"""


@click.command(epilog=EXAMPLES)
@click.option("--people", type=int, help="How many people will be asked.")
@click.option("--error", type=float, help="Instead of --people: the error you want; says how many people it takes.")
@options.epsilon
@options.domain
@options.what
@options.how
@options.tail
@options.dropout
@click.option("--compare", is_flag=True, help="Say what every search would give, the best first.")
@click.option("--anyway", is_flag=True, help="Return a plan that cannot work, with its caveats.")
@options.json_flag
def plan(people: int | None, error: float | None, compare: bool, anyway: bool, as_json: bool, **chosen: Any) -> None:
    """Say whether so many people at this epsilon can work at all, which search suits, and how wrong it will be."""
    if (people is None) == (error is None):
        raise click.UsageError("Give either --people or --error.")
    options.settle_rounds(chosen)
    epsilon, domain = chosen.pop("epsilon"), chosen.pop("domain")
    shared = _shared(chosen)
    if compare:
        _compare(people, epsilon, domain, shared, as_json)
        return
    found = _planned(people, error, epsilon, domain, anyway, chosen | shared)
    plans = planner.compare(found.people, epsilon, domain, beside=found, **shared)
    if as_json:
        click.echo(json.dumps(_fields(found, plans)))
        return
    click.echo(f"A plan for {found.people:,} people on [{number(found.domain.lo)}, {number(found.domain.hi)}]")
    click.echo(aligned(plan_facts(found)))
    click.echo("Forecast error of each search under the same assumption, the smallest first:")
    click.echo(aligned(_errors(plans)))
    if (plans[0].forecast_error or 0.0) < (found.forecast_error or 0.0):
        click.echo(f"Mind that {plans[0].search} is forecast to err less than {found.search} here.")


def _shared(chosen: dict[str, Any]) -> dict[str, Any]:
    """The options that mean the same to every search, taken out of those that were given."""
    tail = options.known_tail(chosen.pop("tail_alpha"), chosen.pop("tail_width"))
    kept = {name: chosen.pop(name) for name in ("quantile", "step", "dropout")}
    return kept | {"direction": options.direction(chosen.pop("maximum")), "tail": tail}


def _compare(
    people: int | None, epsilon: str, domain: tuple[float, float], shared: dict[str, Any], as_json: bool
) -> None:
    """Every search side by side."""
    if people is None:
        raise click.UsageError("--compare goes with --people.")
    plans = planner.compare(people, epsilon, domain, **shared)
    if as_json:
        click.echo(json.dumps([{"search": found.search} | summary(found) for found in plans]))
        return
    click.echo(f"{people:,} people at epsilon {epsilon}, if {plans[0].forecast.assumes if plans[0].forecast else ''}:")
    click.echo(aligned([(found.search, _verdict(found)) for found in plans]))


def _verdict(found: Plan) -> str:
    expected = f"forecast error {rough(found.forecast_error or 0.0)}, {rounds_of(found)}"
    answers = "one answer a person" if found.answers == 1 else f"{found.answers} answers a person"
    return f"{expected}, {answers}" + _doubt(found)


def _errors(plans: list[Plan]) -> Facts:
    return [(found.search, rough(found.forecast_error or 0.0) + _doubt(found)) for found in plans]


def _doubt(found: Plan) -> str:
    return "; cannot work" if found.caveats else ""


def _planned(
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


def _fields(found: Plan, plans: list[Plan]) -> dict[str, Any]:
    """A plan, why it has its search, and what the others would give."""
    compared = [
        {"search": other.search, "forecast_error": other.forecast_error, "caveats": list(other.caveats)}
        for other in plans
    ]
    chosen = {"search": found.search, "why": found.why}
    return chosen | summary(found) | {"compared": compared, "plan": json.loads(found.to_json())}


def summary(found: Plan) -> dict[str, Any]:
    """What scripts want to read without knowing a plan's insides."""
    forecast = found.forecast
    return {
        "people": found.people,
        "forecast_error": found.forecast_error,
        "assumes": forecast.assumes if forecast else None,
        "loss": None if found.loss is None else float(found.loss),
        "reveals": found.reveals,
        "caveats": list(found.caveats),
    }
