"""lowwater survey invite: links for the invited, one for each person, in no order."""

import json
import random
from collections.abc import Sequence
from pathlib import Path

import click

from lowwater.cli import options
from lowwater.cli.key_file import read_key
from lowwater.cli.text.qr import qr_svg, show_qr
from lowwater.cli.text.secret_file import make_secret_folder, write_secret
from lowwater.errors import YourFault
from lowwater.wire.address import Address, survey_id
from lowwater.wire.links import answer_link

STDOUT = "-"

EXAMPLES = """\b
Examples:
  lowwater survey invite SURVEY --key-file pilot.key --count 500
  lowwater survey invite SURVEY --key-file pilot.key --count 500 --out links.txt --qr codes
  lowwater survey invite SURVEY --key-file pilot.key --count 1 --qr -
  lowwater survey invite SURVEY --key-file pilot.key --count 500 --public-url https://survey.example.org
  lowwater survey invite SURVEY --key-file pilot.key --count 500 --bare --out -

\b
It takes no names and no addresses of people: a list of who got which link would tell whose answer is whose.
"""


@click.command("invite", epilog=EXAMPLES)
@click.argument("name")
@click.option("--key-file", type=click.Path(path_type=Path), required=True, help="What `open --invitation-key` made.")
@click.option("--count", type=click.IntRange(min=1), required=True, help="How many links, one for each person.")
@click.option("--out", type=click.Path(), help="A new file for the links; - prints them [default: SURVEY.links]")
@click.option("--public-url", metavar="URL", help="Where people reach the server [default: as when it was opened]")
@click.option("--qr", type=click.Path(), help="A new folder for a QR code of each link, as SVG; - shows them here.")
@click.option("--bare", is_flag=True, help="Write invitations alone, for devices of your own, instead of links.")
@options.json_flag
def survey_invite(
    name: str, key_file: Path, count: int, out: str | None, public_url: str | None, qr: str | None, bare: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Make single-use links for the invited, shuffled, in a file that only you can read; this needs no server."""
    if bare and qr is not None:
        raise click.UsageError("A QR code is made of a link; leave out --bare.")
    if as_json and STDOUT in (out, qr):
        raise click.UsageError("--json prints a document of its own; leave it out, or name a file and a folder.")
    lines = _lines(survey_id(name), key_file, count, public_url, bare=bare)
    file = out or f"{name}.links"
    _write(lines, file)
    if qr is not None:
        _draw(lines, qr)
    if as_json:
        click.echo(json.dumps({"survey": name, "count": count, "file": file, "qr": qr}))
    elif file != STDOUT:
        what = "invitation" if bare else "link"
        click.echo(f"{file} holds {count:,} {what}{'' if count == 1 else 's'}, in no order; only you can read it.")
        click.echo(f"Give each {what} to one person, and keep no list of who got which.")


def _lines(survey: str, key_file: Path, count: int, public_url: str | None, *, bare: bool) -> list[str]:
    """New invitations, or links with them, shuffled."""
    from lowwater.server.invitation import invitations  # noqa: PLC0415 (needs the extra)

    signer = read_key(key_file, survey)
    server = signer.server if public_url is None else str(Address.of(public_url))
    if server is None and not bare:
        raise YourFault(f"{key_file} does not say where people reach the server; give --public-url, or --bare")
    lines = [
        invitation if bare or server is None else answer_link(server, survey, signer.terms, invitation)
        for invitation in invitations(signer.key, survey, signer.terms, count)
    ]
    random.SystemRandom().shuffle(lines)
    return lines


def _write(lines: Sequence[str], file: str) -> None:
    """Write the lines to a new file, or print them."""
    if file == STDOUT:
        click.echo("\n".join(lines))
    else:
        write_secret(Path(file), "".join(f"{line}\n" for line in lines))


def _draw(links: Sequence[str], folder: str) -> None:
    """Write the QR code of each link to a new folder, numbered as the links are, or show them all."""
    if folder == STDOUT:
        for link in links:
            show_qr(link)
        return
    make_secret_folder(Path(folder))
    digits = len(str(len(links)))
    for number, link in enumerate(links, 1):
        write_secret(Path(folder) / f"{number:0{digits}}.svg", qr_svg(link))
