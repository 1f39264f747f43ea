"""lowwater ledger: what this device has told, in words a person can check, and what it may tell in a lifetime."""

import json
import os
import sys
from pathlib import Path

import click

from lowwater.cli.text.ledger import ledger_fields, ledger_words, lifetime_words
from lowwater.client.ledger import Ledger
from lowwater.client.link import Link
from lowwater.client.problems import printable
from lowwater.core.epsilon import Epsilon
from lowwater.errors import YourFault

EXAMPLES = """\b
Examples:
  lowwater ledger show
  lowwater ledger show --json
  lowwater ledger grant 3               # all surveys together: 3 nats, for a lifetime
  lowwater ledger decline https://survey.example.org youngest
  lowwater ledger erase youngest
"""


def default_path() -> Path:
    """The ledger's path in the folder where this system keeps a person's data."""
    if sys.platform == "win32":
        folder = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    else:
        named = Path(os.environ.get("XDG_DATA_HOME") or ".")
        folder = named if named.is_absolute() else Path.home() / ".local" / "share"
    return folder / "lowwater" / "ledger.jsonl"


ledger_option = click.option(
    "--ledger",
    "path",
    type=click.Path(path_type=Path),
    help="The ledger's file [default: lowwater/ledger.jsonl among your data].",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of words.")


@click.group(epilog=EXAMPLES)
def ledger() -> None:
    """Say what this device has told, to whom, what it cost and what is left."""


@ledger.command()
@ledger_option
@json_option
def show(path: Path | None, as_json: bool) -> None:
    """Say, survey by survey, what was said, what it cost, and what anyone could infer from it."""
    book = Ledger(path or default_path())
    click.echo(json.dumps(ledger_fields(book)) if as_json else "\n".join(ledger_words(book)))


@ledger.command()
@click.argument("epsilon")
@ledger_option
def grant(epsilon: str, path: Path | None) -> None:
    """Allow all surveys together EPSILON nats, for a lifetime; whatever goes beyond is refused."""
    allowed = Epsilon.of(epsilon)
    book = Ledger(path or default_path())
    book.grant(allowed)
    click.echo(f"All surveys together may learn {allowed.in_nats()}; {lifetime_words(book)}.")


@ledger.command()
@click.argument("server", metavar="LINK | SERVER")
@click.argument("survey", required=False)
@ledger_option
def decline(server: str, survey: str | None, path: Path | None) -> None:
    """Decline a survey for good: whoever asks for it, this device says nothing to it from now on."""
    link = Link.named(server, survey)
    Ledger(path or default_path()).leave(link.server, link.survey)
    click.echo(f"This device will say nothing to survey {link.survey} from now on.")


@ledger.command()
@click.argument("survey")
@click.option("--yes", "agreed", is_flag=True, help="Erase without asking.")
@ledger_option
def erase(survey: str, agreed: bool, path: Path | None) -> None:
    """Erase what is kept of SURVEY; that it was answered, and what it may have learnt, is needed and stays."""
    book = Ledger(path or default_path())
    page = next((page for page in book.pages if page.survey == survey), None)
    if page is None:
        raise YourFault(f"{book.path} holds nothing of survey {printable(survey)}; `lowwater ledger show` lists all")
    if not agreed:
        if not sys.stdin.isatty():
            raise YourFault("nobody here can be asked whether it shall be erased; if it shall, add --yes")
        click.confirm(f'Erase "{printable(page.title)}", and answer it no more?', abort=True)
    book.erase(page)
    click.echo(f"Of survey {survey} nothing is kept but its id, its address and what it may have learnt.")
