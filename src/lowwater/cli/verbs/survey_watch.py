"""lowwater survey watch: a live survey as it goes on, at once and round by round."""

import json
from collections.abc import Sequence
from dataclasses import asdict

import click

from lowwater.cli.live.follow import Follow
from lowwater.cli.live.group_lines import group_lines
from lowwater.cli.live.members import estimates_of, group_of, members_of, standings_of
from lowwater.cli.text.group_table import group_table
from lowwater.cli.text.status_line import StatusLine
from lowwater.cli.text.survey import event_words, groups_words, head_facts, progress_words, survey_words
from lowwater.cli.text.words import aligned
from lowwater.cli.verbs.survey_open import AnalystOf
from lowwater.client.analyst import Analyst
from lowwater.client.problems import printable
from lowwater.errors import NoSurvey
from lowwater.search.plan import Plan
from lowwater.wire import EventLine, ProgressLine


@click.command("watch")
@click.argument("name")
@click.option(
    "--every",
    type=click.FloatRange(min=0.0),
    default=10.0,
    show_default=True,
    help="Where there is no terminal: seconds between two lines of progress, at least.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON for each round, and each other event.")
@click.pass_obj
def survey_watch(analyst_of: AnalystOf, name: str, every: float, as_json: bool) -> None:
    """Watch a survey until it ends: what it is, how far, and how the search narrows round by round.

    It goes on where it was after a lost connection or a restarted server, and misses no round.
    """
    analyst = analyst_of()
    try:
        follow = Follow(analyst, name)
    except NoSurvey:
        members = members_of(analyst, name)
        if members == (name,):
            raise
        watch_groups(analyst, name, members, as_json=as_json)
        return
    if as_json:
        for line in follow.lines():
            if isinstance(line, EventLine):
                click.echo(json.dumps(asdict(line.event)))
        return
    click.echo(aligned(head_facts(follow.standing)))
    show(follow, StatusLine(every))
    click.echo("\n" + survey_words(analyst.standing(name)))


def watch_groups(analyst: Analyst, name: str, members: tuple[str, ...], *, as_json: bool) -> None:
    """Print every event of every member as it comes, each behind its group, and the table of all in the end."""
    follows = [Follow(analyst, member) for member in members]
    if as_json:
        for _, event in group_lines(follows):
            click.echo(json.dumps(asdict(event)))
        return
    show_groups(follows)
    standings = standings_of(analyst, name)
    click.echo("\n" + groups_words(standings, group_table(estimates_of(standings))))


def show_groups(follows: Sequence[Follow]) -> None:
    """Print every event of every member of a survey with groups as it comes, each behind its group."""
    names = [printable(group_of(each.standing.survey, each.standing.terms)) for each in follows]
    plans = [Plan.from_json(json.dumps(each.standing.plan)) for each in follows]
    cells = [(plan.domain.lo, plan.domain.hi) for plan in plans]
    for at, event in group_lines(follows):
        click.echo(f"{names[at]}: {event_words(event, plans[at], cells[at])}")
        cells[at] = (event.cell[0], event.cell[1]) if event.cell else cells[at]


def show(follow: Follow, status: StatusLine) -> None:
    """Print every event of a survey as it comes, above its progress."""
    plan = Plan.from_json(json.dumps(follow.standing.plan))
    cell = (plan.domain.lo, plan.domain.hi)
    with status:
        for line in follow.lines():
            if isinstance(line, EventLine):
                status.say(event_words(line.event, plan, cell))
                cell = (line.event.cell[0], line.event.cell[1]) if line.event.cell else cell
            elif isinstance(line, ProgressLine):
                status.show(progress_words(line, plan.rounds))
