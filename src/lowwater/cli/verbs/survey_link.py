"""lowwater survey link: where people answer a survey, as a link and as a QR code."""

import json
from pathlib import Path

import click

from lowwater.cli import options
from lowwater.cli.text.qr import qr_svg, show_qr
from lowwater.cli.verbs.survey_open import AnalystOf
from lowwater.errors import YourFault
from lowwater.wire.links import answer_link

EXAMPLES = """\b
Examples:
  lowwater survey link SURVEY
  lowwater survey link SURVEY --qr
  lowwater survey link SURVEY --svg poster.svg
"""


@click.command("link", epilog=EXAMPLES)
@click.argument("name")
@click.option("--qr", is_flag=True, help="Show its QR code here as well.")
@click.option("--svg", type=click.Path(path_type=Path), help="Write its QR code to this file, as SVG.")
@options.json_flag
@click.pass_obj
def survey_link(analyst_of: AnalystOf, name: str, qr: bool, svg: Path | None, as_json: bool) -> None:
    """The link to the page on which people answer a survey."""
    if qr and as_json:
        raise click.UsageError("--json prints a document of its own; leave out --qr.")
    analyst = analyst_of()
    survey = analyst.public(name)
    public_url = analyst.public_url()
    link = answer_link(public_url or analyst.server, survey.survey, survey.hash)
    if survey.access == "invitation":
        click.echo("This survey is for the invited: `lowwater survey invite` makes links for them.", err=True)
    if public_url is None:
        click.echo(f"Others may not reach {analyst.server}: the server has no public_url.", err=True)
    if svg is not None:
        _save(svg, link)
    click.echo(json.dumps({"survey": name, "link": link, "access": survey.access}) if as_json else link)
    if qr:
        show_qr(link)


def _save(svg: Path, link: str) -> None:
    try:
        svg.write_text(qr_svg(link), encoding="utf-8")
    except OSError as error:
        raise YourFault(f"{svg} cannot be written: {error.strerror}; choose another place") from None
