"""lowwater key: API keys, made and revoked beside the database."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import click

from lowwater.client.problems import printable
from lowwater.errors import YourFault
from lowwater.server import keys, service
from lowwater.server.config import configured, connect
from lowwater.server.store.records import ApiKey
from lowwater.server.store.store import Store

EXAMPLES = """\b
Examples:
  lowwater key make ada                    # prints the key, once; keep it in LOWWATER_KEY
  lowwater key make board --read           # reads every survey, and changes none
  lowwater key make bob --survey SURVEY    # opens this survey and no other
  lowwater key list
  lowwater key revoke ada
"""


@click.group(epilog=EXAMPLES)
@click.option("--database", help="A file for SQLite, or postgresql://... [default: LOWWATER_DATABASE, or lowwater.db]")
@click.pass_context
def key(context: click.Context, database: str | None) -> None:
    """Make, list and revoke the API keys of analysts."""
    context.obj = configured(None, database=database).database


@key.command()
@click.argument("name")
@click.option("--survey", metavar="SURVEY", help="The only survey that it opens [default: all, also later ones].")
@click.option("--read", "reading", is_flag=True, help="It reads, and changes nothing.")
@click.pass_obj
def make(database: str, name: str, survey: str | None, reading: bool) -> None:
    """Make a key and print it, once."""
    with _store(database, create=survey is None) as store:
        if survey is not None:
            service.check_known(store, survey)
        secret = keys.make(store, name, time.time(), survey, reading=reading)
    click.echo(secret)
    does = "reads" if reading else "opens"
    what = "what" if survey is None else f"of survey {survey} what"
    click.echo(f"This key {does} {what} a server with {_named(database)} serves. It is not shown again.", err=True)


@key.command()
@click.argument("name")
@click.pass_obj
def revoke(database: str, name: str) -> None:
    """From now on this key opens nothing."""
    with _store(database) as store:
        keys.revoke(store, name, time.time())
    click.echo(f"{printable(name)} is revoked.")


@key.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_obj
def list_(database: str, as_json: bool) -> None:
    """Every key by name, with when it was made and what it opens; the keys themselves are not kept."""
    with _store(database) as store:
        all_keys = store.keys.all()
    if as_json:
        click.echo(json.dumps([asdict(key) | {"reading": bool(key.reading)} for key in all_keys]))
        return
    if not all_keys:
        click.echo("There is no key yet.")
    for key in all_keys:
        made = time.strftime("%Y-%m-%d %H:%M", time.gmtime(key.made))
        click.echo(f"{printable(key.name)}  made {made}  {'revoked' if key.revoked else 'valid'}  {_limits(key)}")


def _limits(key: ApiKey) -> str:
    """What a key opens, in words."""
    what = "all surveys" if key.survey is None else f"survey {key.survey}"
    return f"reads {what}" if key.reading else f"opens {what}"


@contextmanager
def _store(database: str, *, create: bool = False) -> Iterator[Store]:
    """Open a transaction on the database; make a SQLite file that is missing only if `create` is set."""
    if not (create or "://" in database or Path(database).exists()):
        raise YourFault(f"there is no database {database} here; name the server's with --database")
    store = connect(database, alone=False)
    try:
        store.migrate()
        store.begin()
        yield store
        store.commit()
    finally:
        store.close()


def _named(database: str) -> str:
    """The database in words, without its address where that may hold a password."""
    return "this database" if "://" in database else f"the database {Path(database).absolute()}"
