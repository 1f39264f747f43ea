"""lowwater find: the whole survey over a column of a file, counted in place."""

import json
from pathlib import Path
from typing import Any

import click

from lowwater.cli import options
from lowwater.cli.text.estimate_file import save_picture
from lowwater.cli.text.progress import Bar
from lowwater.cli.text.words import aligned, estimate_facts
from lowwater.core.domain import Domain, Outside
from lowwater.core.epsilon import Epsilon
from lowwater.core.question import Question
from lowwater.core.tally import Tally
from lowwater.find import Watcher
from lowwater.find import find as find_in_people
from lowwater.people.admit import admit
from lowwater.people.column import Column
from lowwater.planning import planner
from lowwater.search.plan import Plan

EXAMPLES = """\b
Examples:
  lowwater find people.csv --column age --epsilon 1 --domain 0 150
  lowwater find people.parquet --column age --epsilon 1 --domain 0 150 --step 1 --json
  lowwater find people.csv --column income --epsilon 2 --domain 0 1000000 --maximum --outside clamp
  lowwater find people.csv --column age --epsilon 1 --domain 0 150 --quantile 0.5
  lowwater find people.csv --column age --epsilon 1 --domain 0 150 --one-round
  lowwater find people.csv --column age --epsilon 1 --domain 0 150 --svg estimate.svg
  lowwater find people.csv --column age --epsilon 1 --domain 0 150 --after last_year.json

\b
Every row is one person, who answers one randomized question (with --search paper: one in every round).
It exits with 2 where the file or a value cannot be used, with 3 where so few rows cannot work.
"""


@click.command(epilog=EXAMPLES)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--column", required=True, help="The column with the numbers; no other is read.")
@options.epsilon
@options.domain
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
@options.seed
@options.svg
@options.json_flag
def find(
    file: Path,
    column: str,
    domain: tuple[float, float],
    outside: Outside,
    seed: int | None,
    svg: Path | None,
    as_json: bool,
    **chosen: Any,
) -> None:
    """Find the minimum, maximum or a quantile of a column in a CSV or Parquet FILE, privately."""
    options.settle_rounds(chosen)
    options.settle_known(chosen)
    where = Domain.of(domain, chosen.pop("step")).looking_for(options.direction(chosen.pop("maximum")))
    epsilon = Epsilon.of(chosen.pop("epsilon"))  # refuse a bad epsilon before the file is read
    people = Column(file, column)
    admit(people, where, outside)
    plan = planner.plan(people.people, epsilon, where, outside=outside, refuse=True, **chosen)
    with Bar("asking", quiet=as_json) as bar:
        estimate = find_in_people(people, plan, seed=seed, watch=_watcher(bar, plan))
    if as_json:
        click.echo(json.dumps(estimate.fields() | {"people": plan.people, "plan": json.loads(plan.to_json())}))
    else:
        click.echo(aligned(estimate_facts(estimate, plan)))
    save_picture(estimate, svg, quiet=as_json)


def _watcher(bar: Bar, plan: Plan) -> Watcher:
    """A watcher that advances the bar with every question."""

    def watch(question: Question, _tally: Tally) -> None:
        bar((question.round * plan.questions + question.index + 1) / (plan.rounds * plan.questions))

    return watch
