"""lowwater demo: a survey from end to end, in one process: real devices, real coins, real messages, no network.

Every person is a Respondent that sees nothing but published terms and a question, both as the text that would travel
over the wire, and sends back one bit. The server side sees nothing but those bits. With --live there is a network.
"""

import json
from pathlib import Path
from typing import Any

import click

from lowwater.cli import options
from lowwater.cli.live.local_survey import LocalSurvey, made_up_ages
from lowwater.cli.live.replay import Replay
from lowwater.cli.live.result import Result
from lowwater.cli.text.picture import picture
from lowwater.cli.text.progress import Bar
from lowwater.cli.text.step import Step, line
from lowwater.cli.text.words import Facts, aligned, estimate_facts
from lowwater.core.estimate_words import number
from lowwater.planning import planner
from lowwater.search.plan import Plan
from lowwater.search.table import PRIVATE, SEARCHES

DOMAIN = (0.0, 150.0)
ONCE = [name for name in PRIVATE if not SEARCHES[name].everyone]  # a device of the demo answers once

EXAMPLES = """\b
Examples:
  lowwater demo
  lowwater demo --people 100000 --epsilon 2
  lowwater demo --seed 7 --svg narrowing.svg
  lowwater demo --live demo                   # a real server, real ledgers, real HTTP: about a minute
  lowwater demo --live demo --keep            # and the server and all files stay

\b
A live demo first says where to watch it in a browser, and opens one where there is a desktop.
In a clone, `make demo` is `lowwater demo --live demo`, and `make demo KEEP=1` keeps the server and all files.
"""


@click.command(epilog=EXAMPLES)
@click.option("--people", type=int, default=20_000, show_default=True, help="How many people hold an age.")
@click.option("--epsilon", default="1", show_default=True, help="What each person may reveal.")
@click.option("--search", type=click.Choice(ONCE), help="Take this search [default: tail-fit].")
@options.seed
@click.option("--svg", type=click.Path(path_type=Path), help="Also draw the search into this file.")
@click.option(
    "--live",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="With a real server, a ledger for each device and HTTP between them; this folder has it all while it runs.",
)
@click.option("--keep", is_flag=True, help="With --live: leave the server running, and the folder as it is.")
@options.json_flag
def demo(
    people: int,
    epsilon: str,
    search: str | None,
    seed: int | None,
    svg: Path | None,
    live: Path | None,
    keep: bool,
    as_json: bool,
) -> None:
    """Survey simulated people, none of whom tells their age, for the age of the youngest."""
    if keep and live is None:
        raise click.UsageError("--keep goes with --live: without it there is no server.")
    if live is not None and seed is not None:
        raise click.UsageError("--seed goes without --live: the coins of a device cannot be repeated.")
    plan = planner.plan(people, epsilon, DOMAIN, search=search, step=1.0, refuse=True)
    ages = made_up_ages(people, 2019 if seed is None else seed)
    with Bar("answering", quiet=as_json) as bar:
        loss, bit = plan.randomizer.loss.in_nats(), plan.choices == 2
        answer = "one yes/no question with a coin-flipped bit" if bit else f"by one of {plan.choices} cells, by coins"
        intro = f"{people:,} people each keep their age to themselves. How old is the youngest?\n"
        intro += f"Everyone answers {answer}, worth at most {loss}.\n"
        if live is None:
            bar.say(intro)
        result = _local(plan, ages, seed, bar) if live is None else _live(plan, ages, live, intro, keep=keep, bar=bar)
    if as_json:
        click.echo(json.dumps(_fields(result.search, min(ages)) | result.fields))
    bar.say("\n" + aligned([*_facts(result.search, min(ages)), *result.facts]))
    if svg is not None:
        svg.write_text(_picture(result.search, min(ages)), encoding="utf-8")
        bar.say(f"\nThe picture is in {svg}.")
    if result.afterwards:
        bar.say("\n" + result.afterwards)


def _local(plan: Plan, ages: list[float], seed: int | None, bar: Bar) -> Result:
    """Run the survey in this process."""
    survey = LocalSurvey(plan, ages, seed)
    for step in survey.rounds(bar):
        bar.say(line(plan.domain, step))
    entry = next(device.told[0] for device in survey.devices if device.told)
    return Result(survey.search, [("one device", entry.in_words(plan.domain))])


def _live(plan: Plan, ages: list[float], folder: Path, intro: str, *, keep: bool, bar: Bar) -> Result:
    """Run the survey over HTTP, with a server in `folder`."""
    from lowwater.cli.live.survey import live  # noqa: PLC0415 (needs the server's extra)

    return live(plan, ages, folder, intro, keep=keep, bar=bar)


def _picture(search: Replay, truth: float) -> str:
    plan = search.plan
    title = f"{plan.people:,} people, one randomized bit each, epsilon {plan.epsilon}: how old is the youngest?"
    return picture(plan.domain, search.steps, title, truth, search.estimate.value)


def _facts(search: Replay, truth: float) -> Facts:
    estimate = search.estimate
    error = number(abs(estimate.value - truth))
    return [
        *estimate_facts(estimate, search.plan),
        ("true minimum", f"{number(truth)}, so the error is {error}"),
    ]


def _fields(search: Replay, truth: float) -> dict[str, Any]:
    error = abs(search.estimate.value - truth)
    rounds = [_question_fields(step) for step in search.steps]
    return search.estimate.fields() | {"true_value": truth, "error": error, "rounds": rounds}


def _question_fields(step: Step) -> list[dict[str, Any]]:
    """The questions of one round with their tallies, as JSON."""
    return [
        {"thresholds": list(question.thresholds), "counts": list(tally.counts)}
        for question, tally in zip(step.questions, step.tallies, strict=True)
        if tally is not None
    ]
