"""lowwater page: the page on which people answer, as files that any host can serve."""

import json
from pathlib import Path

import click

from lowwater.cli import options
from lowwater.errors import YourFault
from lowwater.server.pages.bundle import bundle, hash_of
from lowwater.wire.address import Address

EXAMPLES = """\b
Examples:
  lowwater page --server https://survey.example.org --out page
  lowwater page --server https://example.org/surveys --out page
  lowwater page --server https://survey.example.org --out page --json

\b
Whoever serves the page could change it. Let somebody serve this copy whom people trust more than your server: it speaks
to your server alone, which its content security policy says too. It is the same bytes whoever makes it with this
version of Lowwater, so that anyone can check a copy: make it yourself, and compare the hash.
"""


@click.command(epilog=EXAMPLES)
@click.option("--server", required=True, metavar="URL", help="Where people reach the server that the page speaks to.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="A new folder for the files.")
@options.json_flag
def page(server: str, out: Path, as_json: bool) -> None:
    """Write the answering page as files that any host can serve, and print their hash."""
    address = str(Address.of(server))
    files = bundle(address)
    _write(out, files)
    facts = {"folder": str(out), "server": address, "files": len(files), "hash": hash_of(files)}
    if as_json:
        click.echo(json.dumps(facts))
        return
    click.echo(f"{out} holds {len(files)} files: a page that speaks to {address} alone.")
    click.echo(f"The hash of its SHA256SUMS is {facts['hash']}")


def _write(folder: Path, files: dict[str, bytes]) -> None:
    """Write the files to a new folder."""
    try:
        folder.mkdir(parents=True)
        for name, body in files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(body)
    except FileExistsError:
        raise YourFault(f"{folder} is there already; choose another name for the folder") from None
    except OSError as error:
        raise YourFault(f"{folder} cannot be written: {error.strerror}; choose another place") from None
