"""lowwater find: the whole survey over a column of a file, counted in place."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from lowwater.cli import options
from lowwater.cli.text.estimate_file import save_picture
from lowwater.cli.text.group_table import group_table
from lowwater.cli.text.progress import Bar
from lowwater.cli.text.words import aligned, estimate_facts
from lowwater.core.epsilon import Epsilon
from lowwater.core.question import Question
from lowwater.core.tally import Tally
from lowwater.find import Watcher, read_domain
from lowwater.find import find as find_in_people
from lowwater.find_groups import Wanted, find_by
from lowwater.people.admit import admit
from lowwater.people.column import Column
from lowwater.people.file_groups import file_groups
from lowwater.people.groups import Grouping
from lowwater.planning import planner
from lowwater.planning.options import PlanOptions
from lowwater.search.plan import Plan

EXAMPLES = """\b
Examples:
  lowwater find people.csv --column age --epsilon 1 --domain 0 150
  lowwater find people.parquet --column age --epsilon 1 --domain 0 150 --step 1 --json
  lowwater find folder-of-parquet --column birth --epsilon 1 --domain 1900-01-01 2026-01-01
  lowwater find 'years/20*.parquet' --column age --epsilon 1 --domain 0 150
  lowwater find people.csv --column income --epsilon 2 --domain 0 1000000 --maximum --outside clamp
  lowwater find people.csv --column age --epsilon 1 --domain 0 150 --quantile 0.5
  lowwater find people.csv --column age --epsilon 1 --domain 0 150 --one-round
  lowwater find people.csv --column age --epsilon 1 --domain 0 150 --svg estimate.svg
  lowwater find people.csv --column age --epsilon 1 --domain 0 150 --after last_year.json
  lowwater find people.csv --column age --epsilon 1 --domain 0 150 --by country --group DE --group FR
  lowwater find bills.csv --column age --epsilon 1 --domain 0 150 --by shop --groups shops.txt --person name --cap 2

\b
Every row is one person, who answers one randomized question (with --search paper: one in every round).
The groups of --by are a public list, given beforehand; none is read off the data.
It exits with 2 where the file or a value cannot be used, with 3 where so few rows cannot work.
"""


@click.command(epilog=EXAMPLES)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--column", required=True, help="The column with the numbers; no other is read.")
@options.epsilon
@options.any_domain
@options.what
@options.how
@options.known
@click.option(
    "--outside",
    type=click.Choice(["refuse", "clamp"]),
    default="refuse",
    show_default=True,
    help="What to do with numbers outside the domain.",
)
@options.grouping
@options.seed
@options.svg
@options.json_flag
def find(
    file: Path, column: str, domain: tuple[Any, Any], seed: int | None, svg: Path | None, as_json: bool, **chosen: Any
) -> None:
    """Find the minimum, maximum or a quantile of a column, privately.

    FILE is a CSV or Parquet file, a folder of Parquet files, or a glob of them.
    """
    options.settle_rounds(chosen)
    options.settle_known(chosen)
    grouping, csv = options.settle_groups(chosen)
    epsilon = Epsilon.of(chosen.pop("epsilon"))  # refuse a bad epsilon before the file is read
    direction = options.direction(chosen.pop("maximum"))
    plan_options = PlanOptions(direction=direction, **chosen)
    kind, where = read_domain(domain, plan_options)
    wanted = Wanted(kind, where, replace(plan_options, step=None, direction=None))
    if grouping is None:
        _find_one(Column(file, column, kind), epsilon, wanted, seed, svg, as_json)
    else:
        _find_groups(file, column, epsilon, wanted, grouping, seed=seed, svg=svg, csv=csv, as_json=as_json)


def _find_one(
    people: Column, epsilon: Epsilon, wanted: Wanted, seed: int | None, svg: Path | None, as_json: bool
) -> None:
    """Find in the whole column, and show the estimate."""
    admit(people, wanted.domain, wanted.options.outside)
    plan = planner.plan(people.people, epsilon, wanted.domain, wanted.options, refuse=True)
    with Bar("asking", quiet=as_json) as bar:
        estimate = find_in_people(people, plan, seed=seed, watch=_watcher(bar, plan))
    estimate = replace(estimate, kind=wanted.kind)
    if as_json:
        natural = {} if wanted.kind == "number" else {"natural": str(estimate.natural)}
        click.echo(
            json.dumps(estimate.fields() | natural | {"people": plan.people, "plan": json.loads(plan.to_json())})
        )
    else:
        click.echo(aligned(estimate_facts(estimate, plan)))
    save_picture(estimate, svg, quiet=as_json)


def _find_groups(
    file: Path,
    column: str,
    epsilon: Epsilon,
    wanted: Wanted,
    grouping: Grouping,
    *,
    seed: int | None,
    **shown: Any,
) -> None:
    """Find in every group, and show the table."""
    as_json = shown["as_json"]
    relation = file_groups(file, column, grouping, wanted.kind)
    with Bar("asking", quiet=as_json) as bar:
        estimates = find_by(relation, column, grouping, epsilon, wanted, seed=seed, progress=bar)
    click.echo(estimates.to_json() if as_json else group_table(estimates))
    for name, write in (("csv", estimates.to_csv), ("svg", estimates.plot)):
        if shown[name] is not None:
            write(shown[name])
            if not as_json:
                click.echo(f"\nThe {'table' if name == 'csv' else 'picture'} is in {shown[name]}.")


def _watcher(bar: Bar, plan: Plan) -> Watcher:
    """A watcher that advances the bar with every question."""

    def watch(question: Question, _tally: Tally) -> None:
        bar((question.round * plan.questions + question.index + 1) / (plan.rounds * plan.questions))

    return watch
