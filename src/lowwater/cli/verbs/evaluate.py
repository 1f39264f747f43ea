"""lowwater evaluate: how wrong a search is on a population, exactly or by simulation."""

import json
import math
from dataclasses import replace
from typing import Any

import click

from lowwater.cli import options
from lowwater.cli.text.progress import Bar
from lowwater.cli.text.words import aligned, evaluation_facts, plan_facts
from lowwater.core.domain import Domain
from lowwater.people.population import Population, paper_minima
from lowwater.planning import planner
from lowwater.search.plan import Plan
from lowwater.simulate.evaluation import Evaluation
from lowwater.simulate.evaluation import evaluate as evaluate_plan

EXAMPLES = """\b
Examples:
  lowwater evaluate --search paper --rule lower-alpha --people 32768 --epsilon 1 --beta 1 1 --width 0.3 --minima 6
  lowwater evaluate --people 1024 --epsilon 4 --beta 1 1 --width 0.3 --runs 100 --seed 1
  lowwater evaluate --search cohorts --people 1024 --epsilon 4 --beta 2 1 --width 0.3 --iid
  lowwater evaluate --search cohorts --people 65536 --epsilon 1 --normal 40 15 --domain 0 99 --start 18 --width 72 --iid

\b
Exact laws exist for fixed data where everyone is asked every round (--search paper), and for --iid data that are
halved (--search cohorts). Elsewhere give --runs; it exits with 4 where you did not.
"""


@click.command(epilog=EXAMPLES)
@click.option("--people", type=int, required=True, help="How many people there are.")
@options.epsilon
@click.option(
    "--domain",
    type=(float, float),
    default=(-1.0, 1.0),
    show_default=True,
    metavar="LO HI",
    help="The domain of the numbers.",
)
@click.option("--beta", type=(float, float), metavar="A B", help="Numbers that follow a beta law [default: 1 1].")
@click.option("--normal", type=(float, float), metavar="MEAN SD", help="Numbers that follow a truncated normal law.")
@click.option("--width", type=float, help="How far the numbers spread [default: the whole domain].")
@click.option("--start", type=float, help="Where the numbers begin [default: the domain's lower end].")
@click.option("--minima", type=int, help="So many equally spaced starts, and the worst of them, as in the paper.")
@click.option("--iid", is_flag=True, help="Draw the numbers anew in every run, instead of fixing them.")
@click.option("--runs", type=int, help="Simulate so many runs instead of computing the exact law.")
@click.option("--seed", type=click.IntRange(min=0), help="Make the simulation repeatable (with --runs).")
@options.what
@options.how
@options.json_flag
def evaluate(people: int, domain: tuple[float, float], as_json: bool, **chosen: Any) -> None:
    """Say how wrong a search is on a population, exactly or by simulation. Plans that cannot work are evaluated too."""
    runs, seed = chosen.pop("runs"), chosen.pop("seed")
    if seed is not None and runs is None:
        raise click.UsageError("--seed goes with --runs: an exact law needs no coins.")
    options.settle_rounds(chosen)
    populations = _populations(people, Domain.of(domain), chosen)
    chosen["direction"] = options.direction(chosen.pop("maximum"))
    plan = planner.plan(people, chosen.pop("epsilon"), domain, refuse=False, **chosen)
    with Bar("evaluating", quiet=as_json) as bar:
        evaluation = evaluate_plan(plan, populations, runs=runs, seed=seed, progress=bar)
    if as_json:
        click.echo(json.dumps(_fields(plan, evaluation, len(populations))))
        return
    click.echo(aligned(evaluation_facts(evaluation)))
    click.echo(f"The plan, on {people:,} people:")
    click.echo(aligned(plan_facts(replace(plan, forecast=None))))


def _populations(people: int, domain: Domain, chosen: dict[str, Any]) -> list[Population]:
    """The populations that the options describe."""
    beta, normal, iid = chosen.pop("beta"), chosen.pop("normal"), chosen.pop("iid")
    width, start, minima = chosen.pop("width"), chosen.pop("start"), chosen.pop("minima")
    width = domain.width if width is None else width
    if start is not None and minima is not None:
        raise click.UsageError("Give either --start or --minima.")
    if beta is not None and normal is not None:
        raise click.UsageError("Give either --beta or --normal.")
    starts = [domain.lo if start is None else start] if minima is None else paper_minima(domain, width, minima)
    if normal is not None:
        return [Population.truncated_normal(*normal, start=at, end=at + width, people=people, iid=iid) for at in starts]
    return [Population.beta(*(beta or (1.0, 1.0)), start=at, width=width, people=people, iid=iid) for at in starts]


def _fields(plan: Plan, evaluation: Evaluation, populations: int) -> dict[str, Any]:
    return {
        "mean_error": evaluation.mean_error,
        "quantiles": {"0.05": evaluation.quantile(0.05), "0.95": evaluation.quantile(0.95)},
        "bias": evaluation.bias,
        "exact": evaluation.exact,
        "dropped_mass": evaluation.dropped,
        "runs": evaluation.runs,
        "seed": evaluation.seed,
        "standard_error": evaluation.standard_error if math.isfinite(evaluation.standard_error) else None,
        "target": evaluation.target,
        "populations": populations,
        "plan": json.loads(plan.to_json()),
    }
