"""lowwater survey: open, watch and close live surveys."""

import json
import time
from pathlib import Path
from typing import Any

import click

from lowwater.cli import options
from lowwater.cli.admin import Admin
from lowwater.cli.words import aligned, number
from lowwater.theory import planner

EXAMPLES = """\b
Examples:
  lowwater survey open "Youngest driver" --people 20000 --epsilon 1 --domain 0 150 --step 1
  lowwater survey open "Pilot" --people 500 --epsilon 4 --domain 0 150 --invitation-key pilot.key
  lowwater survey invite SURVEY --key-file pilot.key --count 500 > invitations.txt
  lowwater survey list
  lowwater survey watch SURVEY
  lowwater survey close SURVEY
  lowwater survey export SURVEY > survey.json

\b
The server comes from --server or LOWWATER_SERVER, the key from LOWWATER_KEY (see `lowwater key`).
"""


@click.group(epilog=EXAMPLES)
@click.option("--server", help="The server's address [default: LOWWATER_SERVER, or http://127.0.0.1:8770]")
@click.pass_context
def survey(context: click.Context, server: str | None) -> None:
    """Open, watch and close live surveys."""
    context.obj = server


def _admin(server: str | None) -> Admin:
    return Admin(server, None)


@survey.command("open")
@click.argument("title")
@click.option("--people", type=int, required=True, help="How many people will be asked.")
@options.epsilon
@options.domain
@options.what
@options.how
@options.tail
@click.option("--dropout", type=float, default=0.0, show_default=True, help="Share of people who will not answer.")
@click.option("--anyway", is_flag=True, help="Open a survey whose plan cannot work.")
@click.option("--enrolled", is_flag=True, help="Gather people first, then draw cohorts at random.")
@click.option("--invitation-key", type=click.Path(path_type=Path), help="Only for the invited: makes this key file.")
@click.option("--lease", type=float, default=60.0, show_default=True, help="Seconds a device has for its answer.")
@click.option("--span", type=float, default=86400.0, show_default=True, help="Seconds a round stays open at most.")
@click.option("--least", type=int, default=1, show_default=True, help="Answers that a round needs.")
@click.option("--extensions", type=int, default=1, show_default=True, help="How often a round may be extended.")
@options.json_flag
@click.pass_obj
def open_(
    server: str | None, /, title: str, people: int, anyway: bool, enrolled: bool, invitation_key: Path | None,
    as_json: bool, **chosen: Any,
) -> None:  # fmt: skip
    """Plan a survey and open it; prints its name."""
    rules = {name: chosen.pop(name) for name in ("lease", "span", "least", "extensions")}
    rules["recruiting"] = "enrolled" if enrolled else "rolling"
    admin = _admin(server)
    options.settle_rounds(chosen)
    chosen["tail"] = options.known_tail(chosen.pop("tail_alpha"), chosen.pop("tail_width"))
    chosen["direction"] = options.direction(chosen.pop("maximum"))
    found = planner.plan(people, chosen.pop("epsilon"), chosen.pop("domain"), refuse=not anyway, **chosen)
    if invitation_key is not None:  # only now: a refused plan leaves no key behind
        rules |= {"access": "invitation", "issuer": _new_key(invitation_key)}
    opened = admin.post("/v1/surveys", {"title": title, "plan": json.loads(found.to_json()), "rules": rules})
    if as_json:
        click.echo(json.dumps(opened))
        return
    click.echo(opened["survey"])
    click.echo(f"Devices answer with: lowwater answer {admin.server} {opened['survey']}", err=True)


@survey.command()
@click.argument("name")
@click.option("--key-file", type=click.Path(path_type=Path), required=True, help="What `open --invitation-key` made.")
@click.option("--count", type=click.IntRange(min=1), required=True, help="How many invitations.")
def invite(name: str, key_file: Path, count: int) -> None:
    """Print so many single-use invitations, one a line; this needs no server."""
    from lowwater.server.invitation import invitations  # noqa: PLC0415 (needs the extra)

    for invitation in invitations(key_file.read_text(encoding="utf-8").strip(), name, count):
        click.echo(invitation)


@survey.command("list")
@options.json_flag
@click.pass_obj
def list_(server: str | None, as_json: bool) -> None:
    """Every survey."""
    found = _admin(server).get("/v1/surveys")
    if as_json:
        click.echo(json.dumps(found))
        return
    click.echo(aligned([(one["survey"], f"{one['state']}, {one['recruiting']}: {one['title']}") for one in found]))


@survey.command()
@click.argument("name")
@options.json_flag
@click.pass_obj
def show(server: str | None, name: str, as_json: bool) -> None:
    """How far a survey is, and what it says by now."""
    found = _admin(server).get(f"/v1/surveys/{name}/standing")
    click.echo(json.dumps(found) if as_json else told(found))


@survey.command()
@click.argument("name")
@click.option("--every", type=click.FloatRange(min=0.1), default=2.0, show_default=True, help="Seconds between looks.")
@click.pass_obj
def watch(server: str | None, name: str, every: float) -> None:
    """Watch the search narrow until it ends."""
    admin, seen = _admin(server), -1
    while True:
        found = admin.get(f"/v1/surveys/{name}/standing")
        if found["round"] != seen or found["ended"] is not None:
            seen = found["round"]
            click.echo(line(found))
        if found["ended"] is not None:
            click.echo(told(found))
            return
        time.sleep(every)


@survey.command()
@click.argument("name")
@click.pass_obj
def export(server: str | None, name: str) -> None:
    """Everything the server knows of a survey, as JSON: its tallies and its estimate, and no person's answer."""
    click.echo(json.dumps(_admin(server).get(f"/v1/surveys/{name}/standing"), indent=2))


def _moving(action: str, doc: str) -> click.Command:
    @click.argument("name")
    @click.pass_obj
    def moved(server: str | None, name: str) -> None:
        found = _admin(server).post(f"/v1/surveys/{name}/{action}")
        click.echo(f"{name} is {found['state']}.")

    moved.__doc__ = doc
    return click.command(action)(moved)


for _action, _doc in (
    ("pause", "Take no more devices for now; those with a place may still answer."),
    ("resume", "Go on with a paused survey."),
    ("close", "End a survey now; its estimate stays."),
):
    survey.add_command(_moving(_action, _doc))


def line(found: dict[str, Any]) -> str:
    """One round in one line."""
    estimate = found["estimate"]
    ends = " to ".join(number(end) if end is not None else "?" for end in (estimate["lower"], estimate["upper"]))
    return f"round {found['round'] + 1:>3} of {found['rounds']}: {number(estimate['value'])}, {ends}"


def told(found: dict[str, Any]) -> str:
    """A survey in words."""
    estimate, questions = found["estimate"], found["questions"]
    answers = sum(one["total"] if one["total"] is not None else one["answered"] for one in questions)
    facts = [
        ("title", found["title"]),
        ("state", found["state"] + (f": {found['statement']}" if found["statement"] else "")),
        ("round", f"{found['round'] + 1} of {found['rounds']}"),
        ("answers", f"{answers:,} of {found['people']:,} people"),
        ("estimate", number(estimate["value"])),
        ("limits", " to ".join("?" if estimate[end] is None else number(estimate[end]) for end in ("lower", "upper"))),
        ("which rest on", estimate["rests_on"]),
        ("each person reveals", found["reveals"]),
    ]
    return aligned(facts)


def _new_key(path: Path) -> str:
    """Make a key file that nobody else can read, and give the public key."""
    from lowwater.server.invitation import new_key, public_of  # noqa: PLC0415 (needs the extra)

    made = new_key()
    with path.open("x", encoding="utf-8") as file:
        path.chmod(0o600)
        file.write(made + "\n")
    return public_of(made)
