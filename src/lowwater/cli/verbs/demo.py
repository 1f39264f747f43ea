"""lowwater demo: a survey from end to end, in one process: real devices, real coins, real messages, no network.

Every person is a Respondent that sees nothing but published terms and a question, both as the text that would travel
over the wire, and sends back one bit. The server side sees nothing but those bits. With --live there is a network.
"""

import json
import os
import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import click

from lowwater.cli import options
from lowwater.cli.live.replay import Followed, Following
from lowwater.cli.text.narrowing import Step, line, picture
from lowwater.cli.text.progress import Bar
from lowwater.cli.text.words import Facts, aligned, estimate_facts, number, rough
from lowwater.client.respondent import Respondent
from lowwater.core.question import Question
from lowwater.core.tally import Tally
from lowwater.planning import planner
from lowwater.search.plan import Plan
from lowwater.search.table import PRIVATE, SEARCHES
from lowwater.wire import AnswerMessage, QuestionMessage, TermsMessage, TextsMessage, decode, encode

DOMAIN = (0.0, 150.0)
YOUNGEST = 18
TEXTS = TextsMessage(
    "Who is the youngest?", "How old are you, in years?", "years", "the demo", purpose="To show how it works."
)
ROUNDS, QUESTIONS = 16, 2
ONCE = [name for name in PRIVATE if not SEARCHES[name].everyone]  # a device of the demo answers once

EXAMPLES = """\b
Examples:
  lowwater demo
  lowwater demo --people 100000 --epsilon 2
  lowwater demo --seed 7 --svg narrowing.svg
  lowwater demo --live demo                   # a real server, real ledgers, real HTTP: about a minute
  lowwater demo --live demo --keep            # and the server stays up

\b
In a clone, `make demo` is `lowwater demo --live demo`, and `make demo KEEP=1` keeps the server.
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
    help="With a real server, a ledger for each device and HTTP between them; all of it is kept in this folder.",
)
@click.option("--keep", is_flag=True, help="With --live: leave the server running.")
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
    plan = _planned(people, epsilon, search)
    ages = made_up_ages(people, 2019 if seed is None else seed)
    with Bar("answering", quiet=as_json) as bar:
        bar.say(f"{people:,} people each keep their age to themselves. How old is the youngest?")
        loss = plan.randomizer.loss.in_nats()
        bar.say(f"Everyone answers one yes/no question with a coin-flipped bit, worth at most {loss}.\n")
        found = _here(plan, ages, seed, bar) if live is None else _live(plan, ages, live, keep, bar)
    if as_json:
        click.echo(json.dumps(_fields(found.search, min(ages)) | found.fields))
    bar.say("\n" + aligned([*_facts(found.search, min(ages)), *found.facts]))
    if svg is not None:
        svg.write_text(_picture(found.search, min(ages)), encoding="utf-8")
        bar.say(f"\nThe picture is in {svg}.")
    if found.afterwards:
        bar.say("\n" + found.afterwards)


def _here(plan: Plan, ages: list[float], seed: int | None, bar: Bar) -> Followed:
    """The survey in this process."""
    survey = Survey(plan, ages, seed)
    for step in survey.rounds(bar):
        bar.say(line(plan.domain, step))
    told = next(device for device in survey.devices if device.told)
    return Followed(survey.search, [("one device", told.told[0].in_words(plan.domain))])


def _live(plan: Plan, ages: list[float], folder: Path, keep: bool, bar: Bar) -> Followed:
    """The same over a network."""
    from lowwater.cli.live.survey import live  # noqa: PLC0415 (needs the server's extra)

    return live(plan, ages, folder, keep=keep, bar=bar)


def _picture(search: Following, truth: float) -> str:
    plan = search.plan
    title = f"{plan.people:,} people, one randomized bit each, epsilon {plan.epsilon}: how old is the youngest?"
    return picture(plan.domain, search.steps, title, truth, search.estimate.value)


def _planned(people: int, epsilon: str, search: str | None) -> Plan:
    """The default search in rounds of two questions, so that all of them fit on a page; another one as it designs."""
    planned = partial(planner.plan, people, epsilon, DOMAIN, step=1.0, refuse=True)
    if search not in (None, "tail-fit"):
        return planned(search=search)
    rounds = ROUNDS if people >= ROUNDS * QUESTIONS else None
    return planned(rounds=rounds, questions=QUESTIONS if people >= QUESTIONS else None)


class Survey:
    """A server and its devices in one process; between them goes text, and nothing else."""

    def __init__(self, plan: Plan, ages: list[float], seed: int | None) -> None:
        self.search = Following(plan, simulated=seed is not None)
        rng = random.SystemRandom() if seed is None else random.Random(seed + 1)  # noqa: S311 - simulated, and says so
        coins = os.urandom if seed is None else rng.randbytes
        terms = encode(TermsMessage.of(plan.terms(), TEXTS))
        self.devices = [Respondent(age, decode(TermsMessage, terms).terms(), coins) for age in ages]
        rng.shuffle(self.devices)  # the server, not the devices, draws who is asked when
        self._waiting = iter(self.devices)

    def rounds(self, progress: Callable[[float], None]) -> Iterator[Step]:
        """Ask round after round, and tell each as it closes."""
        asked = 0
        while questions := self.search.questions:
            step = self.search.take(tuple(self._ask(question) for question in questions))
            asked += sum(tally.total for tally in step.tallies)
            progress(asked / self.search.plan.people)
            yield step

    def _ask(self, question: Question) -> Tally:
        """Put a question to the next cohort and count the answers."""
        text = encode(QuestionMessage.of(question))
        cohort = islice(self._waiting, question.people)
        answers = [decode(AnswerMessage, answered(device, text)) for device in cohort]
        return Tally.of(sum(answer.said for answer in answers), len(answers))


def answered(device: Respondent, text: str) -> str:
    """What a device makes of a question: it reads the text, decides, and writes its answer."""
    question = decode(QuestionMessage, text).question()
    return encode(AnswerMessage.of(question.round, question.index, device.respond(question)))


def made_up_ages(people: int, seed: int) -> list[float]:
    """Ages in whole years from 18 up, many young and few old."""
    rng = random.Random(seed)  # noqa: S311 - made-up people
    ages = [float(YOUNGEST + int(72 * rng.betavariate(1.1, 2.4))) for _ in range(people - 1)]
    return [float(YOUNGEST), *ages]


def _facts(search: Following, truth: float) -> Facts:
    estimate = search.estimate
    error, expected = number(abs(estimate.value - truth)), estimate.forecast_error
    promised = "" if expected is None else f"; {rough(expected)} was forecast, if {estimate.assumes}"
    return [
        *estimate_facts(estimate, search.plan),
        ("true minimum", f"{number(truth)}, so the error is {error}{promised}"),
    ]


def _fields(search: Following, truth: float) -> dict[str, Any]:
    error = abs(search.estimate.value - truth)
    rounds = [_asked(step) for step in search.steps]
    return search.estimate.fields() | {"true_value": truth, "error": error, "rounds": rounds}


def _asked(step: Step) -> list[dict[str, Any]]:
    """The questions of one round, and how they were answered."""
    return [
        {"threshold": question.threshold, "yes": tally.yes, "total": tally.total}
        for question, tally in zip(step.questions, step.tallies, strict=True)
    ]
