"""lowwater survey open: plan a live survey and open it."""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from lowwater.cli import live_groups, options, survey_texts
from lowwater.cli.key_file import append_terms, make_key
from lowwater.cli.live_groups import Members
from lowwater.client.analyst import Analyst
from lowwater.errors import LowwaterError, Unreachable
from lowwater.wire import OpenMessage, SurveyMessage
from lowwater.wire.links import answer_link

AnalystOf = Callable[[], Analyst]

DAYS = click.FloatRange(0, 11_000)


@click.command("open")
@click.argument("title", required=False)
@survey_texts.texts
@click.option("--people", type=int, required=True, help="How many people will be asked.")
@options.plan
@live_groups.groups
@click.option("--anyway", is_flag=True, help="Open a survey whose plan cannot work.")
@click.option("--enrolled", is_flag=True, help="Gather people first, then draw cohorts at random.")
@click.option("--invitation-key", type=click.Path(path_type=Path), help="Only for the invited: makes this key file.")
@click.option("--lease", type=float, default=60.0, show_default=True, help="Seconds a device has for its answer.")
@click.option("--span", type=float, default=86400.0, show_default=True, help="Seconds a round stays open at most.")
@click.option("--least", type=int, default=1, show_default=True, help="Answers that a round needs.")
@click.option("--extensions", type=int, default=1, show_default=True, help="How often a round may be extended.")
@click.option("--keep-names", type=DAYS, default=30, show_default=True, help="Days to keep hashes of names.")
@click.option("--keep-tallies", type=DAYS, default=3650, show_default=True, help="Days to keep the survey itself.")
@options.json_flag
@click.pass_obj
def survey_open(
    analyst_of: AnalystOf, /, title: str | None, terms_file: Path | None, people: int, anyway: bool, enrolled: bool,
    invitation_key: Path | None, as_json: bool, **chosen: Any,
) -> None:  # fmt: skip
    """Plan a survey and open it; prints its name."""
    rules = {name: chosen.pop(name) for name in ("lease", "span", "least", "extensions")}
    rules |= {name: 86_400 * chosen.pop(name) for name in ("keep_names", "keep_tallies")}
    rules["recruiting"] = "enrolled" if enrolled else "rolling"
    texts = survey_texts.open_fields(title, terms_file, chosen)
    analyst = analyst_of()
    options.settle_rounds(chosen)
    options.settle_known(chosen)
    chosen["direction"] = options.direction(chosen.pop("maximum"))
    members = live_groups.plan_members(people, chosen, refuse=not anyway)
    if invitation_key is not None:  # only now: a refused plan leaves no key behind
        rules |= {"access": "invitation", "issuer": make_key(invitation_key)}
    try:
        public_url = analyst.public_url()
        plans = members.fields(lambda plan: json.loads(plan.to_json()))
        opened = analyst.open(OpenMessage.read(texts | plans | {"rules": rules}))
    except LowwaterError as error:
        if invitation_key is not None and not isinstance(error, Unreachable):  # which may have opened the survey
            invitation_key.unlink()
        raise
    name, address = opened.survey, public_url or analyst.server
    link = answer_link(address, name, opened.hash)
    if invitation_key is not None:
        for survey in (name,) if opened.terms.grouping is None else opened.terms.grouping.members(name):
            append_terms(invitation_key, survey, opened.hash, address)
    if as_json:
        costs = {"costs": members.costs()} if members.hidden else {}
        click.echo(json.dumps(asdict(opened) | {"link": link} | costs))
        return
    click.echo(name)
    for line in _group_lines(opened, members):
        click.echo(line, err=True)
    if warning := survey_texts.missing(texts):
        click.echo(warning, err=True)
    if invitation_key is not None:
        invited = name if opened.terms.grouping is None else f"{name}-0"
        click.echo(f"Invite with: lowwater survey invite {invited} --key-file {invitation_key} --count ...", err=True)
    else:
        click.echo(f"People answer at {link}", err=True)
        click.echo("in a browser, or with `lowwater answer` and this link.", err=True)
    if public_url is None:
        click.echo(f"Others may not reach {address}: the server has no public_url.", err=True)


def _group_lines(opened: SurveyMessage, members: Members) -> list[str]:
    """The member survey of each group, and what hiding them costs."""
    grouping = opened.terms.grouping
    if grouping is None:
        return []
    belonging = "stays hidden, within epsilon" if grouping.hidden else "is told in clear, outside epsilon"
    pairs = zip(grouping.members(opened.survey), grouping.names, strict=True)
    lines = [f"  {member}  {name}" for member, name in pairs]
    return [f"Its groups, each a survey of its own; who is in which {belonging}:", *lines, *members.costs()]
