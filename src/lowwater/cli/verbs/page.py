"""lowwater page: the page on which people answer, as files that any host can serve."""

import json
from collections.abc import Mapping
from pathlib import Path

import click

from lowwater.cli import options
from lowwater.errors import YourFault
from lowwater.server.pages.bundle import bundle, hash_of, parts
from lowwater.wire.address import Address

EXAMPLES = """\b
Examples:
  lowwater page --server https://survey.example.org --out page
  lowwater page --server https://example.org/surveys --out page
  lowwater page --server https://survey.example.org --out page --json
  lowwater page --server https://survey.example.org --hash
  lowwater page --hash

\b
Whoever serves the page could change it. Let somebody serve this copy whom people trust more than your server: it speaks
to your server alone, which its content security policy says too. It is the same bytes whoever makes it with this
version of Lowwater, so that anyone can check a copy: make it yourself, and compare the hash. Without a server, --hash
holds the files that all copies are made of against SHA256SUMS, which the release has beside them, and prints its hash.
"""


@click.command(epilog=EXAMPLES)
@click.option("--server", metavar="URL", help="Where people reach the server that the page speaks to.")
@click.option("--out", type=click.Path(path_type=Path), help="A new folder for the files.")
@click.option("--hash", "only_hash", is_flag=True, help="Print the hash alone, and write nothing.")
@options.json_flag
def page(server: str | None, out: Path | None, only_hash: bool, as_json: bool) -> None:
    """Write the answering page as files that any host can serve, and print their hash."""
    if only_hash == (out is not None) or (server is None and not only_hash):
        raise YourFault("give --server and --out to write the page, or --hash to print its hash alone")
    address = None if server is None else str(Address.of(server))
    files = parts() if address is None else bundle(address)
    if out is not None:
        _write(out, files)
    facts = {"folder": out and str(out), "server": address, "files": len(files), "hash": hash_of(files)}
    click.echo(json.dumps(facts) if as_json else _words(facts))


def _words(facts: Mapping[str, object]) -> str:
    """Where the page was written, and its hash, in words; the hash alone if nothing was written."""
    if facts["folder"] is None:
        return str(facts["hash"])
    first = f"{facts['folder']} holds {facts['files']} files: a page that speaks to {facts['server']} alone."
    return f"{first}\nThe hash of its SHA256SUMS is {facts['hash']}"


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
