"""lowwater key: API keys, made and revoked beside the database."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from lowwater.client.problems import printable
from lowwater.errors import YourFault
from lowwater.server import keys
from lowwater.server.config import configured, connect
from lowwater.server.session import Session

EXAMPLES = """\b
Examples:
  lowwater key make ada                    # prints the key, once; keep it in LOWWATER_KEY
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
@click.pass_obj
def make(database: str, name: str) -> None:
    """Make a key and print it, once."""
    with _session(database, create=True) as session:
        made = keys.make(session, name, time.time())
    click.echo(made)
    click.echo(f"This key opens what a server with {_named(database)} serves. It is not shown again.", err=True)


@key.command()
@click.argument("name")
@click.pass_obj
def revoke(database: str, name: str) -> None:
    """From now on this key opens nothing."""
    with _session(database) as session:
        keys.revoke(session, name, time.time())
    click.echo(f"{printable(name)} is revoked.")


@key.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_obj
def list_(database: str, as_json: bool) -> None:
    """Every key by name, with when it was made; the keys themselves are not kept."""
    with _session(database) as session:
        found = [{"name": name, "made": made, "revoked": revoked} for name, made, revoked in session.all("keys")]
    if as_json:
        click.echo(json.dumps(found))
        return
    if not found:
        click.echo("There is no key yet.")
    for one in found:
        made = time.strftime("%Y-%m-%d %H:%M", time.gmtime(one["made"]))
        click.echo(f"{printable(one['name'])}  made {made}  {'revoked' if one['revoked'] else 'valid'}")


@contextmanager
def _session(database: str, *, create: bool = False) -> Iterator[Session]:
    """One transaction on the database; one that is not there is made for a first key only."""
    if not (create or "://" in database or Path(database).exists()):
        raise YourFault(f"there is no database {database} here; name the server's with --database")
    session = connect(database, alone=False)
    try:
        session.migrate()
        session.begin()
        yield session
        session.commit()
    finally:
        session.close()


def _named(database: str) -> str:
    """Which database it is, without what its address may hold of passwords."""
    return "this database" if "://" in database else f"the database {Path(database).absolute()}"
