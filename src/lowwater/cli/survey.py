"""lowwater survey: open, watch, close and delete live surveys."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from lowwater.cli import options
from lowwater.cli.admin import Admin
from lowwater.cli.reading import text_of
from lowwater.cli.standing import narrowing, standings, told
from lowwater.cli.words import aligned
from lowwater.client.address import survey_id
from lowwater.errors import LowwaterError, Unreachable, YourFault
from lowwater.theory import planner

AdminOf = Callable[[], Admin]

EXAMPLES = """\b
Examples:
  lowwater survey open "Youngest driver" --people 20000 --epsilon 1 --domain 0 150 --step 1
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
    context.obj = lambda: Admin(server, ca=ca)  # a key is needed once something is asked for


@survey.command("open")
@click.argument("title")
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
    admin_of: AdminOf, /, title: str, people: int, anyway: bool, enrolled: bool, invitation_key: Path | None,
    as_json: bool, **chosen: Any,
) -> None:  # fmt: skip
    """Plan a survey and open it; prints its name."""
    rules = {name: chosen.pop(name) for name in ("lease", "span", "least", "extensions")}
    rules |= {name: 86_400 * chosen.pop(name) for name in ("keep_names", "keep_tallies")}
    rules["recruiting"] = "enrolled" if enrolled else "rolling"
    admin = admin_of()
    options.settle_rounds(chosen)
    chosen["tail"] = options.known_tail(chosen.pop("tail_alpha"), chosen.pop("tail_width"))
    chosen["direction"] = options.direction(chosen.pop("maximum"))
    found = planner.plan(people, chosen.pop("epsilon"), chosen.pop("domain"), refuse=not anyway, **chosen)
    if invitation_key is not None:  # only now: a refused plan leaves no key behind
        rules |= {"access": "invitation", "issuer": _new_key(invitation_key)}
    try:
        opened = admin.post("/v1/surveys", {"title": title, "plan": json.loads(found.to_json()), "rules": rules})
    except LowwaterError as error:
        if invitation_key is not None and not isinstance(error, Unreachable):  # else it may have been opened
            invitation_key.unlink()
        raise
    if as_json:
        click.echo(json.dumps(opened))
        return
    made = opened["survey"]
    click.echo(made)
    if invitation_key is not None:
        click.echo(f"Invite with: lowwater survey invite {made} --key-file {invitation_key} --count ...", err=True)
    click.echo(f"Devices answer with: lowwater answer {admin.server} {made}", err=True)


@survey.command()
@click.argument("name")
@click.option("--key-file", type=click.Path(path_type=Path), required=True, help="What `open --invitation-key` made.")
@click.option("--count", type=click.IntRange(min=1), required=True, help="How many invitations.")
def invite(name: str, key_file: Path, count: int) -> None:
    """Print so many single-use invitations, one a line; this needs no server."""
    from lowwater.server.invitation import invitations, public_of  # noqa: PLC0415 (needs the extra)

    key = text_of(key_file)
    try:
        public_of(key)
    except ValueError:
        made = "`lowwater survey open --invitation-key` makes one"
        raise YourFault(f"{key_file} holds no key that signs invitations; {made}") from None
    for invitation in invitations(key, survey_id(name), count):
        click.echo(invitation)


@survey.command("list")
@options.json_flag
@click.pass_obj
def list_(admin_of: AdminOf, as_json: bool) -> None:
    """Every survey."""
    found = list(_listed(admin_of()))
    if as_json:
        click.echo(json.dumps(found))
        return
    listed = [(one["survey"], f"{one['state']}, {one['recruiting']}: {one['title']}") for one in found]
    click.echo(aligned(listed) if listed else "There is no survey yet.")


@survey.command()
@click.argument("name")
@options.json_flag
@click.pass_obj
def show(admin_of: AdminOf, name: str, as_json: bool) -> None:
    """How far a survey is, and what it says by now."""
    found = admin_of().get(_path(name, "/standing"))
    click.echo(json.dumps(found) if as_json else told(found))


@survey.command()
@click.argument("name")
@click.option("--every", type=click.FloatRange(min=0.1), default=2.0, show_default=True, help="Seconds between looks.")
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON for each round instead of words.")
@click.pass_obj
def watch(admin_of: AdminOf, name: str, every: float, as_json: bool) -> None:
    """Watch the search narrow, round by round, until it ends."""
    admin = admin_of()
    looks = standings(lambda: admin.get(_path(name, "/standing")), every)
    for said in (json.dumps(found) for found in looks) if as_json else narrowing(looks):
        click.echo(said)


@survey.command()
@click.argument("name")
@click.pass_obj
def export(admin_of: AdminOf, name: str) -> None:
    """All there is to tell of a survey, as JSON: plan, terms, tallies and estimate, and no person's answer."""
    click.echo(json.dumps(admin_of().get(_path(name, "/standing")), indent=2))


def _moving(action: str, doc: str) -> click.Command:
    @click.argument("name")
    @options.json_flag
    @click.pass_obj
    def moved(admin_of: AdminOf, name: str, as_json: bool) -> None:
        found = admin_of().post(_path(name, f"/{action}"))
        click.echo(json.dumps(found) if as_json else f"{name} is {found['state']}.")

    moved.__doc__ = doc
    return click.command(action)(moved)


for _action, _doc in (
    ("pause", "Take no more devices for now; those with a place may still answer."),
    ("resume", "Go on with a paused survey."),
    ("close", "End a survey now; its estimate stays."),
):
    survey.add_command(_moving(_action, _doc))


@survey.command()
@click.argument("name")
@click.option("--yes", "agreed", is_flag=True, help="Delete without asking.")
@options.json_flag
@click.pass_obj
def delete(admin_of: AdminOf, name: str, agreed: bool, as_json: bool) -> None:
    """Delete a survey that has ended, with its tallies and its estimate; export it first."""
    admin = admin_of()
    if not agreed:
        if not sys.stdin.isatty():
            raise YourFault("nobody here can be asked whether it shall be deleted; if it shall, add --yes")
        click.confirm(f"Delete {name}, with its tallies and its estimate?", abort=True, err=True)
    found = admin.delete(_path(name))
    click.echo(json.dumps(found) if as_json else f"{name} is deleted.")


def _path(name: str, more: str = "") -> str:
    return f"/v1/surveys/{survey_id(name)}{more}"


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


def _listed(admin: Admin) -> Iterator[dict[str, Any]]:
    """Every survey, page by page."""
    page = admin.get("/v1/surveys")
    while page:
        yield from page
        page = admin.get(f"/v1/surveys?after={page[-1]['survey']}")
