"""lowwater answer: take part in a live survey. The number comes from a file, a pipe or a prompt, and goes nowhere."""

import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import click

from lowwater.cli.own_group import own_group
from lowwater.cli.text.file import text_of
from lowwater.cli.text.outcome import outcome_fields, outcome_words, waiting
from lowwater.cli.verbs.ledger import default_path, json_option, ledger_option
from lowwater.client.api import Api
from lowwater.client.device import Device
from lowwater.client.http import Http
from lowwater.client.ledger import Ledger
from lowwater.client.link import Link, terms_hash
from lowwater.client.pace import Pace
from lowwater.client.problems import printable
from lowwater.client.retry import Allowance, Retrying
from lowwater.client.words import promise
from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadData, NotOpen, YourFault
from lowwater.wire import SurveyMessage

EXAMPLES = """\b
Examples:
  lowwater answer https://survey.example.org/answer/youngest#81d4...
  lowwater answer https://survey.example.org youngest
  lowwater answer https://survey.example.org youngest --value-file age.txt --yes
  lowwater answer https://survey.example.org by-country --group FR
  lowwater answer https://survey.example.org by-trade --group-file trade.txt --value-file pay.txt --yes
  lowwater answer https://survey.example.org coldest --grant 0.5 --yes < reading.txt

\b
There is no option for the number itself, nor for a hidden group: what stands on a command line, others can read.
Where it can ask nobody whether they agree, it says nothing unless --yes does.
"""


@click.command(epilog=EXAMPLES)
@click.argument("server", metavar="LINK | SERVER")
@click.argument("survey", required=False)
@click.option("--terms-hash", "expected", metavar="HASH", help="Refuse terms that have another hash; a LINK has it.")
@click.option("--value-file", type=click.Path(path_type=Path), help="A file that holds your number, and no more.")
@click.option("--prompt", is_flag=True, help="Ask for your number, without showing it [default on a terminal].")
@click.option("--group", metavar="NAME", help="Your group, where a survey has groups that are told in clear.")
@click.option(
    "--group-file",
    type=click.Path(path_type=Path),
    help="A file that holds your group, where groups are hidden; an empty one: none of them is yours.",
)
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
    server: str, survey: str | None, expected: str | None, value_file: Path | None, prompt: bool, group: str | None,
    group_file: Path | None, path: Path | None, invitation_file: Path | None, grant: str | None, ca: str | None,
    patience: float, language: str | None, agreed: bool, as_json: bool,
) -> None:  # fmt: skip
    """Take part in a survey, by its LINK or as SURVEY at SERVER, with a number that stays on this device."""
    if prompt and value_file is not None:
        raise click.UsageError("Give either --value-file or --prompt.")
    allowed = None if grant is None else Epsilon.of(grant)
    link = _link(server, survey, expected)
    if invitation_file is not None:
        link = replace(link, invitation=text_of(invitation_file))
    value = None if value_file is None else _parse(text_of(value_file))
    ledger = Ledger(path or default_path())
    with Http(link.server, ca=ca, retrying=Retrying(allowance=Allowance(patience))) as http:
        message = Api(http, link.survey, link.terms).look()
        _show(message, allowed, language or _language(), ledger, aside=as_json)
        _agree(agreed=agreed, aside=as_json)
        own = own_group(message, group, group_file)
        value = _read_value(prompt) if value is None else value
        device = Device(
            http, link.survey, ledger, value, grant=allowed, invitation=link.invitation, terms=link.terms,
            pace=Pace(patience),
        )  # fmt: skip
        if own is not None:
            device.in_group(own)
        page = device.agree(message)  # the terms that were shown are those that are pinned
        outcome = device.take_part()
    if outcome.status == "waiting" and not outcome.said + outcome.lost:
        raise NotOpen(waiting(message, outcome.seconds))
    words = "\n".join(outcome_words(outcome, message.terms.terms().domain, printable(page.asked_about)))
    click.echo(json.dumps(outcome_fields(http.server, page.survey, outcome)) if as_json else words)


def _show(message: SurveyMessage, allowed: Epsilon | None, language: str, ledger: Ledger, *, aside: bool) -> None:
    """Print the terms, and to a person how to limit all surveys together where the ledger does not yet."""
    for line in promise(message.terms, allowed, language):
        click.echo(line, err=aside)
    if not aside and ledger.lifetime is None:
        click.echo("You have set no limit over all surveys; `lowwater ledger grant 10` sets one.")


def _link(server: str, survey: str | None, expected: str | None) -> Link:
    """The server, the survey and, where it is given, the hash of the terms."""
    link = Link.named(server, survey)
    if expected is not None and link.hash not in (None, terms_hash(expected)):
        raise YourFault("the link and --terms-hash speak of different terms; ask whoever gave them to you")
    return replace(link, hash=link.hash or expected)


def _language() -> str:
    """The language of the environment, as a tag."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return locale.partition(".")[0].replace("_", "-")


def _agree(*, agreed: bool, aside: bool) -> None:
    """Return only with consent: given by --yes, or by a person at a terminal."""
    if agreed:
        return
    if not sys.stdin.isatty():
        raise YourFault("nothing was said, since nobody here can be asked; if you agree to these terms, add --yes")
    click.confirm("Do you agree?", abort=True, err=aside)


def _read_value(prompt: bool) -> float:
    """Read the person's number from a terminal, or else from standard input."""
    if prompt or sys.stdin.isatty():
        return _parse(click.prompt("Your number (it is not shown)", hide_input=True, err=True))
    return _parse(sys.stdin.read())


def _parse(text: str) -> float:
    """Parse the person's number; the error does not repeat the text, which may be private."""
    try:
        return float(text)
    except ValueError:
        raise BadData("what was given is no number; give one number such as 42.5, and no more") from None
