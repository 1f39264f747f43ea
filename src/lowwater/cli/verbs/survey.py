"""lowwater survey: open, watch, close and delete live surveys."""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path

import click

from lowwater.cli import options
from lowwater.cli.live.members import estimates_of, members_of, standings_of
from lowwater.cli.text.estimate_file import save_picture
from lowwater.cli.text.group_table import group_table
from lowwater.cli.text.survey import groups_words, survey_words
from lowwater.cli.text.words import aligned
from lowwater.cli.verbs.survey_invite import survey_invite
from lowwater.cli.verbs.survey_link import survey_link
from lowwater.cli.verbs.survey_open import AnalystOf, survey_open
from lowwater.cli.verbs.survey_rehearse import survey_rehearse
from lowwater.cli.verbs.survey_share import survey_share
from lowwater.cli.verbs.survey_watch import survey_watch
from lowwater.client.analyst import Action, Analyst
from lowwater.client.analyst_http import AnalystHttp
from lowwater.client.problems import printable
from lowwater.errors import NoSurvey, NotOpen, YourFault
from lowwater.wire import LifecycleMessage, StandingMessage, SurveyMessage

EXAMPLES = """\b
Examples:
  lowwater survey open "Youngest driver" --people 20000 --epsilon 1 --domain 0 150 --step 1
  lowwater survey open --terms drivers.toml --people 20000 --epsilon 1 --domain 0 150 --step 1
  lowwater survey open "By country" --people 20000 --epsilon 1 --domain 0 150 --group DE --group FR
  lowwater survey open "Pilot" --people 500 --epsilon 4 --domain 0 150 --invitation-key pilot.key
  lowwater survey invite SURVEY --key-file pilot.key --count 500 --qr codes
  lowwater survey link SURVEY --qr
  lowwater survey list
  lowwater survey watch SURVEY
  lowwater survey share SURVEY
  lowwater survey rehearse --people 2000 --epsilon 1 --domain 0 150 --step 1
  lowwater survey show SURVEY --svg estimate.svg
  lowwater survey close SURVEY
  lowwater survey export SURVEY > survey.json
  lowwater survey delete SURVEY

\b
The server comes from --server or LOWWATER_SERVER, the key from LOWWATER_KEY (see `lowwater key`).
"""


@click.group(epilog=EXAMPLES)
@click.option("--server", help="The server's address [default: LOWWATER_SERVER, or http://127.0.0.1:8770]")
@click.option("--ca", type=click.Path(), help="A file of certificates, where the server has an authority of its own.")
@click.pass_context
def survey(context: click.Context, server: str | None, ca: str | None) -> None:
    """Open, watch, close and delete live surveys."""
    context.obj = lambda: Analyst(AnalystHttp(server, ca=ca))  # a key is needed once something is asked for


survey.add_command(survey_open)
survey.add_command(survey_invite)
survey.add_command(survey_link)
survey.add_command(survey_rehearse)
survey.add_command(survey_share)
survey.add_command(survey_watch)


@survey.command("list")
@click.option("--words", default="", help="Only surveys with these words in their title, in any language, or id.")
@options.json_flag
@click.pass_obj
def list_(analyst_of: AnalystOf, words: str, as_json: bool) -> None:
    """Every survey."""
    surveys = list(analyst_of().surveys(words))
    if as_json:
        click.echo(json.dumps([asdict(message) for message in surveys]))
        return
    facts = [
        (message.survey, f"{message.state}, {message.recruiting}: {printable(_title(message))}") for message in surveys
    ]
    nothing = "There is no such survey." if words else "There is no survey yet."
    click.echo(aligned(facts) if facts else nothing)


def _title(message: SurveyMessage) -> str:
    """The title, and the group of a member."""
    return message.terms.title + (f": {message.group}" if message.group else "")


@survey.command()
@click.argument("name")
@options.svg
@options.json_flag
@click.pass_obj
def show(analyst_of: AnalystOf, name: str, svg: Path | None, as_json: bool) -> None:
    """How far a survey is, and what it says by now; of one with groups, all of them in one table."""
    standings = standings_of(analyst_of(), name)
    if standings[0].survey != name:
        _show_groups(name, standings, svg, as_json=as_json)
        return
    (message,) = standings
    click.echo(json.dumps(asdict(message)) if as_json else survey_words(message))
    save_picture(message.estimate.estimate(), svg, quiet=as_json)


def _show_groups(name: str, standings: tuple[StandingMessage, ...], svg: Path | None, *, as_json: bool) -> None:
    estimates = estimates_of(standings)
    if as_json:
        click.echo(json.dumps({"survey": name, "members": [asdict(each) for each in standings]}))
    else:
        click.echo(groups_words(standings, group_table(estimates)))
    if svg is not None:
        estimates.plot(svg)
        if not as_json:
            click.echo(f"\nThe picture is in {svg}.")


@survey.command()
@click.argument("name")
@click.pass_obj
def export(analyst_of: AnalystOf, name: str) -> None:
    """All there is to tell of a survey, as JSON: plan, terms, tallies and estimate, and no person's answer."""
    standings = standings_of(analyst_of(), name)
    whole = {"survey": name, "members": [asdict(each) for each in standings]}
    click.echo(json.dumps(asdict(standings[0]) if standings[0].survey == name else whole, indent=2))


def _each(analyst: Analyst, name: str, act: Callable[[str], LifecycleMessage]) -> Iterator[LifecycleMessage]:
    """Act on a survey, or on every member of one with groups; those that refuse are passed over, unless all do."""
    try:
        message = act(name)
    except NoSurvey:
        members = members_of(analyst, name)
        if members == (name,):
            raise
    else:
        yield message
        return
    refusals = []
    for member in members:
        try:
            yield act(member)
        except NotOpen as refusal:
            refusals.append(refusal)
    if len(refusals) == len(members):
        raise refusals[0]


def _action_command(action: Action, doc: str) -> click.Command:
    @click.argument("name")
    @options.json_flag
    @click.pass_obj
    def move(analyst_of: AnalystOf, name: str, as_json: bool) -> None:
        analyst = analyst_of()
        for message in _each(analyst, name, lambda member: analyst.move(member, action)):
            click.echo(json.dumps(asdict(message)) if as_json else f"{message.survey} is {message.state}.")

    move.__doc__ = doc
    return click.command(action)(move)


_ACTIONS: dict[Action, str] = {
    "pause": "Take no more devices for now; those with a place may still answer.",
    "resume": "Go on with a paused survey.",
    "close": "End a survey now; its estimate stays.",
}
for _action, _doc in _ACTIONS.items():
    survey.add_command(_action_command(_action, _doc))


@survey.command()
@click.argument("name")
@click.option("--yes", "agreed", is_flag=True, help="Delete without asking.")
@options.json_flag
@click.pass_obj
def delete(analyst_of: AnalystOf, name: str, agreed: bool, as_json: bool) -> None:
    """Delete a survey that has ended, with its tallies and its estimate; export it first."""
    analyst = analyst_of()
    if not agreed:
        if not sys.stdin.isatty():
            raise YourFault("nobody here can be asked whether it shall be deleted; if it shall, add --yes")
        click.confirm(f"Delete {name}, with its tallies and its estimate?", abort=True, err=True)
    for message in _each(analyst, name, analyst.delete):
        click.echo(json.dumps(asdict(message)) if as_json else f"{message.survey} is deleted.")
