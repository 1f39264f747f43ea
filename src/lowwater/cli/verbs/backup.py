"""lowwater backup: a private copy of the surveys, while the server goes on."""

from pathlib import Path

import click

from lowwater.errors import YourFault
from lowwater.server.config import configured
from lowwater.server.store import backup as store_backup

EXAMPLES = """\b
Examples:
  lowwater backup monday.db                             # of lowwater.db, or of LOWWATER_DATABASE
  lowwater backup --database surveys.db monday.db
  lowwater backup tuesday.db                            # another name each time

\b
Nobody but you can read the copy. It holds what the server goes on to forget: delete it when its surveys are over.
PostgreSQL has its own way: umask 077; pg_dump --format=custom lowwater > lowwater.dump
"""


@click.command(epilog=EXAMPLES)
@click.argument("copy", type=click.Path(path_type=Path))
@click.option("--database", help="The server's SQLite file [default: LOWWATER_DATABASE, or lowwater.db]")
def backup(copy: Path, database: str | None) -> None:
    """Copy the surveys of a SQLite database to the new file COPY; the server may go on."""
    source = configured(None, database=database).database
    if "://" in source:  # an address may hold a password, so the error does not repeat it
        raise YourFault("this is no file; back PostgreSQL up with pg_dump --format=custom, after umask 077")
    size = store_backup.backup(Path(source), copy)
    click.echo(f"{copy} is a copy of {source} ({size:,} bytes), for your eyes alone.")
