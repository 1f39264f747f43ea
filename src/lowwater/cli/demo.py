"""lowwater demo: a survey from end to end, in one process: real devices, real coins, real messages, no network.

Every person is a Respondent that sees nothing but published terms and a question, both as the text that would travel
over the wire, and sends back one bit. The server side sees nothing but those bits.
"""

import json
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import click

from lowwater.cli import options
from lowwater.cli.narrowing import Step, line, picture
from lowwater.cli.progress import Bar
from lowwater.cli.words import Facts, aligned, estimate_facts
from lowwater.client.respondent import Respondent
from lowwater.core.estimate import Estimate
from lowwater.core.question import Question
from lowwater.core.tally import Tally
from lowwater.search.plan import Plan
from lowwater.theory import planner
from lowwater.wire import AnswerMessage, QuestionMessage, TermsMessage, decode, encode

DOMAIN = (0.0, 150.0)
YOUNGEST = 18
ROUNDS, QUESTIONS = 16, 2

EXAMPLES = """\b
Examples:
  lowwater demo
  lowwater demo --people 100000 --epsilon 2
  lowwater demo --seed 7 --svg narrowing.svg
  lowwater demo --live demo-survey            # a real server, real ledgers, real HTTP
"""


@click.command(epilog=EXAMPLES)
@click.option("--people", type=int, default=20_000, show_default=True, help="How many people hold an age.")
@click.option("--epsilon", default="1", show_default=True, help="What each person may reveal.")
@options.seed
@click.option("--svg", type=click.Path(path_type=Path), help="Also draw the search into this file.")
@click.option(
    "--live",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="With a real server, a ledger for each device and HTTP between them; all of it is kept in this folder.",
)
@click.option("--keep", is_flag=True, help="With --live: leave the server running.")
@options.json_flag
def demo(
    people: int, epsilon: str, seed: int | None, svg: Path | None, live: Path | None, keep: bool, as_json: bool
) -> None:
    """Survey simulated people, none of whom tells their age, for the age of the youngest."""
    plan = _planned(people, epsilon)
    ages = made_up_ages(people, 2019 if seed is None else seed)
    if live is not None:
        _live(plan, ages, live, keep, as_json)
        return
    say = _silent if as_json else click.echo
    say(f"{people:,} people each keep their age to themselves. How old is the youngest?")
    loss = plan.randomizer.loss.in_nats()
    say(f"Everyone answers one yes/no question with a coin-flipped bit, worth at most {loss}.\n")
    survey = Survey(plan, ages, seed)
    with Bar("asking", quiet=as_json) as progress:
        for step in survey.rounds(progress):
            say(line(plan.domain, step))
    if as_json:
        click.echo(json.dumps(_fields(survey, min(ages))))
    say("\n" + aligned(_facts(survey, min(ages))))
    if svg is not None:
        title = f"{people:,} people, one randomized bit each, epsilon {plan.epsilon}: how old is the youngest?"
        svg.write_text(picture(plan.domain, survey.steps, title, min(ages), survey.estimate.value), encoding="utf-8")
        say(f"\nThe picture is in {svg}.")


def _live(plan: Plan, ages: list[float], folder: Path, keep: bool, as_json: bool) -> None:
    """The same over a network."""
    from lowwater.cli.live import live  # noqa: PLC0415 (needs the server's extra)

    live(plan, ages, folder, keep=keep, as_json=as_json)


def _planned(people: int, epsilon: str) -> Plan:
    """The default search, in rounds of two questions, so that all of them fit on a page."""
    rounds = ROUNDS if people >= ROUNDS * QUESTIONS else None
    questions = QUESTIONS if people >= QUESTIONS else None
    return planner.plan(people, epsilon, DOMAIN, step=1.0, rounds=rounds, questions=questions, refuse=True)


class Survey:
    """A server and its devices in one process; between them goes text, and nothing else."""

    def __init__(self, plan: Plan, ages: list[float], seed: int | None) -> None:
        self.plan, self.steps = plan, list[Step]()
        self._simulated = seed is not None
        self._strategy = plan.strategy()
        self._state = self._strategy.start()
        rng = random.SystemRandom() if seed is None else random.Random(seed + 1)  # noqa: S311 - simulated, and says so
        coins = os.urandom if seed is None else rng.randbytes
        terms = encode(TermsMessage.of(plan.terms()))
        self.devices = [Respondent(age, decode(TermsMessage, terms).terms(), coins) for age in ages]
        rng.shuffle(self.devices)  # the server, not the devices, draws who is asked when
        self._waiting = iter(self.devices)

    @property
    def estimate(self) -> Estimate:
        """What the search says by now."""
        found = self._strategy.estimate(self._state)
        return replace(found, expected_error=self.plan.expected_error, simulated=self._simulated)

    def rounds(self, progress: Callable[[float], None]) -> Iterator[Step]:
        """Ask round after round, and tell each as it closes."""
        asked = 0
        while questions := self._strategy.ask(self._state):
            before, tallies = self.estimate.cell, tuple(self._ask(question) for question in questions)
            self._state = self._strategy.advance(self._state, tallies)
            asked += sum(tally.total for tally in tallies)
            progress(asked / self.plan.people)
            after = self.estimate
            self.steps.append(Step(before, questions, tallies, after.cell, after.value))
            yield self.steps[-1]

    def _ask(self, question: Question) -> Tally:
        """Put a question to the next cohort and count the answers."""
        text = encode(QuestionMessage.of(question))
        cohort = islice(self._waiting, question.people)
        answers = [decode(AnswerMessage, answered(device, text)) for device in cohort]
        return Tally(sum(answer.yes for answer in answers), len(answers))


def answered(device: Respondent, text: str) -> str:
    """What a device makes of a question: it reads the text, decides, and writes its answer."""
    question = decode(QuestionMessage, text).question()
    return encode(AnswerMessage(question.round, question.index, device.respond(question)))


def made_up_ages(people: int, seed: int) -> list[float]:
    """Ages in whole years from 18 up, many young and few old."""
    rng = random.Random(seed)  # noqa: S311 - made-up people
    ages = [float(YOUNGEST + int(72 * rng.betavariate(1.1, 2.4))) for _ in range(people - 1)]
    return [float(YOUNGEST), *ages]


def _facts(survey: Survey, truth: float) -> Facts:
    estimate = survey.estimate
    told = next(device for device in survey.devices if device.told)
    return [
        *estimate_facts(estimate, survey.plan),
        ("true minimum", f"{truth:g}, so the error is {abs(estimate.value - truth):g}"),
        ("one device", told.told[0].in_words(survey.plan.domain)),
    ]


def _fields(survey: Survey, truth: float) -> dict[str, Any]:
    estimate = survey.estimate
    return {
        "value": estimate.value,
        "true_value": truth,
        "error": abs(estimate.value - truth),
        "expected_error": estimate.expected_error,
        "lower": estimate.lower,
        "upper": estimate.upper,
        "confidence": estimate.confidence,
        "level": estimate.level,
        "loss": None if estimate.loss is None else float(estimate.loss),
        "simulated": estimate.simulated,
        "rounds": [_asked(step) for step in survey.steps],
    }


def _asked(step: Step) -> list[dict[str, Any]]:
    """The questions of one round, and how they were answered."""
    return [
        {"threshold": question.threshold, "yes": tally.yes, "total": tally.total}
        for question, tally in zip(step.questions, step.tallies, strict=True)
    ]


def _silent(_text: str) -> None:
    """Say nothing: the JSON says it all."""
