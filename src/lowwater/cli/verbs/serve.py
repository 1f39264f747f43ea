"""lowwater serve: a server for live surveys."""

from pathlib import Path
from typing import Any

import click

from lowwater.server import serve as server
from lowwater.server.config import configured

EXAMPLES = """\b
Examples:
  lowwater serve                                        # SQLite in lowwater.db, on port 8770 of this machine
  lowwater serve --database surveys.db --port 0         # any free port; the log says which
  lowwater serve --database postgresql://lowwater@db/lowwater --host 0.0.0.0
  lowwater serve --public-url https://survey.example.org   # where people reach it, for links
  lowwater serve --config lowwater.toml

\b
Settings come from --config, then from LOWWATER_DATABASE, LOWWATER_HOST, LOWWATER_PORT, LOWWATER_LOG and
LOWWATER_PUBLIC_URL, then from the options. SQLite is for one server; several servers share PostgreSQL. Put TLS in
front, with a reverse proxy.
"""


@click.command(epilog=EXAMPLES)
@click.option("--config", type=click.Path(path_type=Path), help="A TOML file with these settings.")
@click.option("--database", help="A file for SQLite, or postgresql://... [default: lowwater.db]")
@click.option("--host", help="The address to listen on [default: 127.0.0.1]")
@click.option("--port", type=int, help="The port; 0 takes any free one [default: 8770]")
@click.option("--log", help="debug, info, warning or error [default: info]")
@click.option("--public-url", metavar="URL", help="Where people reach this server, for the links to its surveys.")
def serve(config: Path | None, **settings: Any) -> None:
    """Serve live surveys until interrupted."""
    server.serve(configured(config, **settings))
