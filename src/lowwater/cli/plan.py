"""lowwater plan: before anyone is asked, whether it can work and how wrong the answer will be."""

import json
from typing import Any

import click

from lowwater.cli import options
from lowwater.cli.words import aligned, number, plan_facts
from lowwater.search.plan import Plan
from lowwater.theory import planner

EXAMPLES = """\b
Examples:
  lowwater plan --people 20000 --epsilon 1 --domain 0 150
  lowwater plan --people 20000 --epsilon 1 --domain 0 150 --step 1 --dropout 0.2
  lowwater plan --error 2 --epsilon 1 --domain 0 150
  lowwater plan --people 1000000 --epsilon 4 --domain -1 1 --search paper --rule lower-alpha

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
@click.option("--dropout", type=float, default=0.0, show_default=True, help="Share of people who will not answer.")
@click.option("--anyway", is_flag=True, help="Return a plan that cannot work, with its caveats.")
@options.json_flag
def plan(people: int | None, error: float | None, anyway: bool, as_json: bool, **chosen: Any) -> None:
    """Say whether so many people at this epsilon can work at all, and how wrong the answer will be."""
    if (people is None) == (error is None):
        raise click.UsageError("Give either --people or --error.")
    found = _planned(people, error, anyway, chosen)
    if as_json:
        click.echo(json.dumps(summary(found) | {"plan": json.loads(found.to_json())}))
        return
    click.echo(f"A plan for {found.people:,} people on [{number(found.domain.lo)}, {number(found.domain.hi)}]")
    click.echo(aligned(plan_facts(found)))


def _planned(people: int | None, error: float | None, anyway: bool, chosen: dict[str, Any]) -> Plan:
    epsilon, domain = chosen.pop("epsilon"), chosen.pop("domain")
    chosen["direction"] = options.direction(chosen.pop("maximum"))
    chosen["tail"] = options.known_tail(chosen.pop("tail_alpha"), chosen.pop("tail_width"))
    if error is not None:
        return planner.plan_for_error(error, epsilon, domain, **chosen)
    return planner.plan(people or 0, epsilon, domain, refuse=False if anyway else None, **chosen)


def summary(found: Plan) -> dict[str, Any]:
    """What scripts want to read without knowing a plan's insides."""
    forecast = found.forecast
    return {
        "people": found.people,
        "expected_error": found.expected_error,
        "assumes": forecast.assumes if forecast else None,
        "loss": None if found.loss is None else float(found.loss),
        "reveals": found.reveals,
        "caveats": list(found.caveats),
    }
