"""lowwater key: API keys, made and revoked beside the database."""

import json
import time

import click

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
    session = connect(configured(None, database=database).database, alone=False)
    context.call_on_close(session.close)
    session.migrate()
    context.obj = session


@key.command()
@click.argument("name")
@click.pass_obj
def make(session: Session, name: str) -> None:
    """Make a key and print it, once."""
    session.begin()
    made = keys.make(session, name, time.time())
    session.commit()
    click.echo(made)


@key.command()
@click.argument("name")
@click.pass_obj
def revoke(session: Session, name: str) -> None:
    """From now on this key opens nothing."""
    session.begin()
    keys.revoke(session, name, time.time())
    session.commit()
    click.echo(f"{name} is revoked.")


@key.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_obj
def list_(session: Session, as_json: bool) -> None:
    """Every key by name, with when it was made; the keys themselves are not kept."""
    found = [{"name": name, "made": made, "revoked": revoked} for name, made, revoked in session.all("keys")]
    if as_json:
        click.echo(json.dumps(found))
        return
    for one in found:
        made = time.strftime("%Y-%m-%d %H:%M", time.gmtime(one["made"]))
        click.echo(f"{one['name']}  made {made}  {'revoked' if one['revoked'] else 'valid'}")
