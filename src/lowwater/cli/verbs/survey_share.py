"""lowwater survey share: a link that shows one survey to whoever has it, and lets nobody change it."""

import json

import click

from lowwater.cli import options
from lowwater.cli.verbs.survey_open import AnalystOf
from lowwater.wire.links import watch_link


@click.command("share")
@click.argument("name")
@click.option("--label", default="", help="What the key is called in `lowwater key list` [default: share-SURVEY-...].")
@options.json_flag
@click.pass_obj
def survey_share(analyst_of: AnalystOf, name: str, label: str, as_json: bool) -> None:
    """Print a link to the dashboard of a survey, with a new key that reads this survey and nothing else.

    The key stands behind the # of the link, which browsers send to no server. `lowwater key revoke` ends it.
    """
    analyst = analyst_of()
    public_url = analyst.public_url()
    shared = analyst.share(name, label)
    link = watch_link(public_url or analyst.server, shared.survey, shared.key)
    if as_json:
        click.echo(json.dumps({"survey": shared.survey, "link": link, "key": shared.key, "label": shared.name}))
        return
    click.echo(link)
    click.echo(f"Whoever has this link sees the survey. End that with: lowwater key revoke {shared.name}", err=True)
    if public_url is None:
        click.echo(f"Others may not reach {analyst.server}: the server has no public_url.", err=True)
