"""lowwater answer: take part in a live survey. The number comes from a file, a pipe or a prompt, and goes nowhere."""

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from lowwater.cli.text.file import text_of
from lowwater.cli.verbs.ledger import default_path, json_option, ledger_option
from lowwater.client.account import Entry
from lowwater.client.api import Api
from lowwater.client.device import Device, Outcome
from lowwater.client.http import Http
from lowwater.client.ledger import Ledger
from lowwater.client.link import Link, terms_hash
from lowwater.client.pace import Pace
from lowwater.client.retry import Allowance, Retrying
from lowwater.client.words import inferred, promise
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadData, NotOpen, YourFault
from lowwater.wire import SurveyMessage

EXAMPLES = """\b
Examples:
  lowwater answer https://survey.example.org/answer/youngest#81d4...
  lowwater answer https://survey.example.org youngest
  lowwater answer https://survey.example.org youngest --value-file age.txt --yes
  lowwater answer https://survey.example.org coldest --grant 0.5 --yes < reading.txt

\b
There is no option for the number itself: what stands on a command line, others can read.
Where it can ask nobody whether they agree, it says nothing unless --yes does.
"""


@click.command(epilog=EXAMPLES)
@click.argument("server", metavar="LINK | SERVER")
@click.argument("survey", required=False)
@click.option("--terms-hash", "expected", metavar="HASH", help="Refuse terms that have another hash; a LINK has it.")
@click.option("--value-file", type=click.Path(path_type=Path), help="A file that holds your number, and no more.")
@click.option("--prompt", is_flag=True, help="Ask for your number, without showing it [default on a terminal].")
@ledger_option
@click.option("--invitation-file", type=click.Path(path_type=Path), help="A file that holds your invitation.")
@click.option("--grant", metavar="EPS", help="Allow this survey so many nats at most [default: what its terms say].")
@click.option("--ca", type=click.Path(), help="A file of certificates, where the server has an authority of its own.")
@click.option(
    "--patience",
    type=click.FloatRange(min=0),
    default=600,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait for a question, and for a server that asks to be left alone.",
)
@click.option("--language", metavar="TAG", help="Show the terms in this language, such as de [default: from LANG].")
@click.option("--yes", "agreed", is_flag=True, help="Agree to the terms without being asked.")
@json_option
def answer(
    server: str, survey: str | None, expected: str | None, value_file: Path | None, prompt: bool, path: Path | None,
    invitation_file: Path | None, grant: str | None, ca: str | None, patience: float, language: str | None,
    agreed: bool, as_json: bool,
) -> None:  # fmt: skip
    """Take part in a survey, by its LINK or as SURVEY at SERVER, with a number that stays on this device."""
    if prompt and value_file is not None:
        raise click.UsageError("Give either --value-file or --prompt.")
    allowed = None if grant is None else Epsilon.of(grant)
    link = _link(server, survey, expected)
    if invitation_file is not None:
        link = replace(link, invitation=text_of(invitation_file))
    value = None if value_file is None else _number(text_of(value_file))
    ledger = Ledger(path or default_path())
    with Http(link.server, ca=ca, retrying=Retrying(allowance=Allowance(patience))) as http:
        found = Api(http, link.survey, link.terms).look()
        _show(found, allowed, language or _spoken(), ledger, aside=as_json)
        _agree(agreed=agreed, aside=as_json)
        number = _typed(prompt) if value is None else value
        device = Device(
            http, link.survey, ledger, number, grant=allowed, invitation=link.invitation, terms=link.terms,
            pace=Pace(patience),
        )  # fmt: skip
        device.agree(found)  # what was shown is what is pinned
        outcome = device.take_part()
    if outcome.status == "waiting" and not outcome.said + outcome.lost:
        raise NotOpen(_waiting(found, outcome.seconds))
    words = "\n".join(_words(outcome, found.terms.terms().domain))
    click.echo(json.dumps(_fields(http.server, link.survey, outcome)) if as_json else words)


def _show(found: SurveyMessage, allowed: Epsilon | None, language: str, ledger: Ledger, *, aside: bool) -> None:
    """The terms, and to a person that many surveys could learn much where nothing limits them together."""
    for line in promise(found.terms, allowed, language):
        click.echo(line, err=aside)
    if not aside and ledger.lifetime is None:
        click.echo("You have set no limit over all surveys; `lowwater ledger grant 10` sets one.")


def _link(server: str, survey: str | None, expected: str | None) -> Link:
    """Where to answer, and to which terms, where somebody said so."""
    link = Link.named(server, survey)
    if expected is not None and link.hash not in (None, terms_hash(expected)):
        raise YourFault("the link and --terms-hash speak of different terms; ask whoever gave them to you")
    return replace(link, hash=link.hash or expected)


def _spoken() -> str:
    """The language of whoever sits here, as a tag."""
    told = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return told.partition(".")[0].replace("_", "-")


def _agree(*, agreed: bool, aside: bool) -> None:
    """Go on only with consent: given beforehand, or by somebody at a terminal."""
    if agreed:
        return
    if not sys.stdin.isatty():
        raise YourFault("nothing was said, since nobody here can be asked; if you agree to these terms, add --yes")
    click.confirm("Do you agree?", abort=True, err=aside)


def _typed(prompt: bool) -> float:
    """The number, from a person or a pipe."""
    if prompt or sys.stdin.isatty():
        return _number(click.prompt("Your number (it is not shown)", hide_input=True, err=True))
    return _number(sys.stdin.read())


def _number(text: str) -> float:
    """The number that a text is; an error does not name it."""
    try:
        return float(text)
    except ValueError:
        raise BadData("what was given is no number; give one number such as 42.5, and no more") from None


def _waiting(found: SurveyMessage, seconds: float) -> str:
    """That there was no question, and what to do: where people are gathered first, this device is among them."""
    joined = "this device has joined; " if found.recruiting == "enrolled" else ""
    return f"{joined}there is no question yet; nothing new was said, come again in {seconds:.0f} seconds"


def _words(outcome: Outcome, domain: Domain) -> list[str]:
    lines = []
    for entry in outcome.said + outcome.lost:
        late = "; it came too late and was not counted" if entry in outcome.lost else ""
        lines += [f"In {entry.in_words(domain)}{late}.", f"  From this, {inferred(entry, domain)}."]
    if not lines:
        lines.append("Nothing new was said: there are no more questions for this device.")
    if outcome.unnoted:
        lines.append(_unnoted(outcome))
    elif outcome.status == "waiting":
        lines.append(f"The survey goes on; come again in {outcome.seconds:.0f} seconds.")
    return [*lines, f"Spent on this survey: {outcome.spent.in_nats()}; {outcome.left} left."]


def _unnoted(outcome: Outcome) -> str:
    """That the ledger is behind, what to do, and that it costs nothing."""
    rounds = ", ".join(str(entry.question.round + 1) for entry in outcome.unnoted)
    return (
        f"The ledger holds what was said, but cannot be written now, and did not note what became of it in round "
        f"{rounds}. Make room for it and come again: the same answer will be sent once more, and costs nothing more."
    )


def _fields(server: str, survey: str, outcome: Outcome) -> dict[str, Any]:
    return {
        "server": server,
        "survey": survey,
        "status": outcome.status,
        "said": [_entry(entry) for entry in outcome.said],
        "lost": [_entry(entry) for entry in outcome.lost],
        "unnoted": [_entry(entry) for entry in outcome.unnoted],
        "spent": float(outcome.spent),
        "left": float(outcome.left),
        "seconds": outcome.seconds,
    }


def _entry(entry: Entry) -> dict[str, Any]:
    asked = entry.question
    return {"round": asked.round, "thresholds": asked.thresholds, "answer": entry.answer, "loss": float(entry.loss)}
