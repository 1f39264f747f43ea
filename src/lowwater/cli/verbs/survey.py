"""lowwater survey: open, watch, close and delete live surveys."""

import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from lowwater.cli import options, survey_texts
from lowwater.cli.text.file import text_of
from lowwater.cli.text.standing import narrowing, standings, told
from lowwater.cli.text.words import aligned
from lowwater.client.address import Address, survey_id
from lowwater.client.analyst import Action, Analyst
from lowwater.client.analyst_http import AnalystHttp
from lowwater.client.link import Link, terms_hash
from lowwater.client.problems import printable
from lowwater.errors import LowwaterError, Unreachable, YourFault
from lowwater.planning import planner
from lowwater.wire import OpenMessage

AnalystOf = Callable[[], Analyst]

EXAMPLES = """\b
Examples:
  lowwater survey open "Youngest driver" --people 20000 --epsilon 1 --domain 0 150 --step 1
  lowwater survey open --terms drivers.toml --people 20000 --epsilon 1 --domain 0 150 --step 1
  lowwater survey open "Pilot" --people 500 --epsilon 4 --domain 0 150 --invitation-key pilot.key
  lowwater survey invite SURVEY --key-file pilot.key --count 500 > invitations.txt
  lowwater survey list
  lowwater survey watch SURVEY
  lowwater survey close SURVEY
  lowwater survey export SURVEY > survey.json
  lowwater survey delete SURVEY

\b
The server comes from --server or LOWWATER_SERVER, the key from LOWWATER_KEY (see `lowwater key`).
"""


DAYS = click.FloatRange(0, 11_000)


@click.group(epilog=EXAMPLES)
@click.option("--server", help="The server's address [default: LOWWATER_SERVER, or http://127.0.0.1:8770]")
@click.option("--ca", type=click.Path(), help="A file of certificates, where the server has an authority of its own.")
@click.pass_context
def survey(context: click.Context, server: str | None, ca: str | None) -> None:
    """Open, watch, close and delete live surveys."""
    context.obj = lambda: Analyst(AnalystHttp(server, ca=ca))  # a key is needed once something is asked for


@survey.command("open")
@click.argument("title", required=False)
@survey_texts.texts
@click.option("--people", type=int, required=True, help="How many people will be asked.")
@options.epsilon
@options.domain
@options.what
@options.how
@options.tail
@options.dropout
@click.option("--anyway", is_flag=True, help="Open a survey whose plan cannot work.")
@click.option("--enrolled", is_flag=True, help="Gather people first, then draw cohorts at random.")
@click.option("--invitation-key", type=click.Path(path_type=Path), help="Only for the invited: makes this key file.")
@click.option("--lease", type=float, default=60.0, show_default=True, help="Seconds a device has for its answer.")
@click.option("--span", type=float, default=86400.0, show_default=True, help="Seconds a round stays open at most.")
@click.option("--least", type=int, default=1, show_default=True, help="Answers that a round needs.")
@click.option("--extensions", type=int, default=1, show_default=True, help="How often a round may be extended.")
@click.option("--keep-names", type=DAYS, default=30, show_default=True, help="Days to keep hashes of names.")
@click.option("--keep-tallies", type=DAYS, default=3650, show_default=True, help="Days to keep the survey itself.")
@options.json_flag
@click.pass_obj
def open_(
    analyst_of: AnalystOf, /, title: str | None, terms_file: Path | None, people: int, anyway: bool, enrolled: bool,
    invitation_key: Path | None, as_json: bool, **chosen: Any,
) -> None:  # fmt: skip
    """Plan a survey and open it; prints its name."""
    rules = {name: chosen.pop(name) for name in ("lease", "span", "least", "extensions")}
    rules |= {name: 86_400 * chosen.pop(name) for name in ("keep_names", "keep_tallies")}
    rules["recruiting"] = "enrolled" if enrolled else "rolling"
    told_of = survey_texts.told(title, terms_file, chosen)
    analyst = analyst_of()
    options.settle_rounds(chosen)
    chosen["tail"] = options.known_tail(chosen.pop("tail_alpha"), chosen.pop("tail_width"))
    chosen["direction"] = options.direction(chosen.pop("maximum"))
    found = planner.plan(people, chosen.pop("epsilon"), chosen.pop("domain"), refuse=not anyway, **chosen)
    if invitation_key is not None:  # only now: a refused plan leaves no key behind
        rules |= {"access": "invitation", "issuer": _new_key(invitation_key)}
    try:
        opened = analyst.open(OpenMessage.read(told_of | {"plan": json.loads(found.to_json()), "rules": rules}))
    except LowwaterError as error:
        if invitation_key is not None and not isinstance(error, Unreachable):  # else it may have been opened
            invitation_key.unlink()
        raise
    made, link = opened.survey, str(Link(analyst.server, opened.survey, opened.hash))
    if invitation_key is not None:
        _note_terms(invitation_key, f"{made} {opened.hash}")
    if as_json:
        click.echo(json.dumps(asdict(opened) | {"link": link}))
        return
    click.echo(made)
    if lacking := survey_texts.missing(told_of):
        click.echo(lacking, err=True)
    if invitation_key is not None:
        click.echo(f"Invite with: lowwater survey invite {made} --key-file {invitation_key} --count ...", err=True)
    click.echo(f"Devices answer with: lowwater answer {link}", err=True)


@survey.command()
@click.argument("name")
@click.option("--key-file", type=click.Path(path_type=Path), required=True, help="What `open --invitation-key` made.")
@click.option("--count", type=click.IntRange(min=1), required=True, help="How many invitations.")
@click.option("--links", "address", metavar="SERVER", help="Print links to the survey at SERVER, with the invitations.")
def invite(name: str, key_file: Path, count: int, address: str | None) -> None:
    """Print so many single-use invitations, one a line; this needs no server."""
    from lowwater.server.invitation import invitations  # noqa: PLC0415 (needs the extra)

    key, terms = _key_of(key_file, survey_id(name))
    server = None if address is None else str(Address.of(address))
    for invitation in invitations(key, name, terms, count):
        click.echo(invitation if server is None else Link(server, name, terms, invitation))


@survey.command("list")
@options.json_flag
@click.pass_obj
def list_(analyst_of: AnalystOf, as_json: bool) -> None:
    """Every survey."""
    found = list(analyst_of().surveys())
    if as_json:
        click.echo(json.dumps([asdict(one) for one in found]))
        return
    listed = [(one.survey, f"{one.state}, {one.recruiting}: {printable(one.terms.title)}") for one in found]
    click.echo(aligned(listed) if listed else "There is no survey yet.")


@survey.command()
@click.argument("name")
@options.json_flag
@click.pass_obj
def show(analyst_of: AnalystOf, name: str, as_json: bool) -> None:
    """How far a survey is, and what it says by now."""
    found = analyst_of().standing(name)
    click.echo(json.dumps(asdict(found)) if as_json else told(found))


@survey.command()
@click.argument("name")
@click.option("--every", type=click.FloatRange(min=0.1), default=2.0, show_default=True, help="Seconds between looks.")
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON for each round instead of words.")
@click.pass_obj
def watch(analyst_of: AnalystOf, name: str, every: float, as_json: bool) -> None:
    """Watch the search narrow, round by round, until it ends."""
    analyst = analyst_of()
    looks = standings(lambda: analyst.standing(name), every)
    for said in (json.dumps(asdict(found)) for found in looks) if as_json else narrowing(looks):
        click.echo(said)


@survey.command()
@click.argument("name")
@click.pass_obj
def export(analyst_of: AnalystOf, name: str) -> None:
    """All there is to tell of a survey, as JSON: plan, terms, tallies and estimate, and no person's answer."""
    click.echo(json.dumps(asdict(analyst_of().standing(name)), indent=2))


def _moving(action: Action, doc: str) -> click.Command:
    @click.argument("name")
    @options.json_flag
    @click.pass_obj
    def moved(analyst_of: AnalystOf, name: str, as_json: bool) -> None:
        found = analyst_of().move(name, action)
        click.echo(json.dumps(asdict(found)) if as_json else f"{name} is {found.state}.")

    moved.__doc__ = doc
    return click.command(action)(moved)


_ACTIONS: dict[Action, str] = {
    "pause": "Take no more devices for now; those with a place may still answer.",
    "resume": "Go on with a paused survey.",
    "close": "End a survey now; its estimate stays.",
}
for _action, _doc in _ACTIONS.items():
    survey.add_command(_moving(_action, _doc))


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
    found = analyst.delete(name)
    click.echo(json.dumps(asdict(found)) if as_json else f"{name} is deleted.")


def _key_of(path: Path, survey: str) -> tuple[str, str]:
    """The key that signs invitations to a survey, and the hash of the terms that they are for."""
    from lowwater.server.invitation import public_of  # noqa: PLC0415 (needs the extra)

    key, *surveys = text_of(path).splitlines() or [""]
    try:
        public_of(key)
    except ValueError:
        made = "`lowwater survey open --invitation-key` makes one"
        raise YourFault(f"{path} holds no key that signs invitations; {made}") from None
    terms = dict(line.split() for line in surveys if len(line.split()) == 2).get(survey)
    if terms is None:
        hint = "or add a line with its id and the hash of its terms, which `lowwater survey show --json` has"
        raise YourFault(f"{path} does not know survey {survey}; use the key file made when it was opened, {hint}")
    return key, terms_hash(terms)


def _note_terms(path: Path, line: str) -> None:
    """Write down for which survey and terms a key signs; the survey is open, so whatever goes wrong tells its id."""
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
    except OSError as error:
        raise YourFault(
            f"the survey is open, but {path} cannot be written ({error.strerror}); add this line to it: {line}"
        ) from None


def _new_key(path: Path) -> str:
    """Make a key file that nobody else can read, and give the public key."""
    from lowwater.server.invitation import new_key, public_of  # noqa: PLC0415 (needs the extra)

    made = new_key()
    try:
        with path.open("x", encoding="utf-8") as file:
            path.chmod(0o600)
            file.write(made + "\n")
    except FileExistsError:
        raise YourFault(f"{path} is there already, and a key is not written over; choose another name") from None
    return public_of(made)
