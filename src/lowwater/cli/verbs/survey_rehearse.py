"""lowwater survey rehearse: the same plan with simulated devices, on your own server, before real people are asked."""

import json
import random
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from lowwater.cli import live_groups, options
from lowwater.cli.live.fleet import Fleet
from lowwater.cli.live.follow import Follow
from lowwater.cli.live.members import estimates_of, group_of
from lowwater.cli.live.rehearsal import end_all, rehearsal
from lowwater.cli.live.simulated_numbers import true_value
from lowwater.cli.live.simulated_people import SimulatedPeople, simulated_people
from lowwater.cli.live_groups import Members
from lowwater.cli.text.group_table import group_table
from lowwater.cli.text.rehearsal import rehearsal_facts, rehearsal_fields
from lowwater.cli.text.status_line import StatusLine
from lowwater.cli.text.survey import groups_words
from lowwater.cli.text.words import Facts, aligned
from lowwater.cli.verbs.survey_open import AnalystOf
from lowwater.cli.verbs.survey_watch import show, show_groups
from lowwater.client.analyst import Analyst
from lowwater.wire import OpenMessage, Rules
from lowwater.wire.links import watch_link

MARK = "Rehearsal: "
_PURPOSE = "A rehearsal: simulated devices answer, and nobody's number is asked for."
_SPAN, _LEASE = 600.0, 60.0  # seconds: nobody has to be waited for

EXAMPLES = """\b
Examples:
  lowwater survey rehearse "Youngest driver" --people 240 --epsilon 4 --domain 0 150 --step 1
  lowwater survey rehearse Pay --people 9000 --epsilon 4 --domain 0 150 --step 1 --groups nurse=0.6,pilot --hidden
"""


@click.command("rehearse", epilog=EXAMPLES)
@click.argument("title", default="a survey")
@click.option("--people", type=int, required=True, help="How many simulated people answer.")
@options.plan
@live_groups.groups
@click.option("--anyway", is_flag=True, help="Rehearse a plan that cannot work.")
@click.option("--enrolled", is_flag=True, help="Gather people first, then draw cohorts at random.")
@click.option("--least", type=int, default=1, show_default=True, help="Answers that a round needs.")
@click.option("--seed", type=click.IntRange(min=0), help="Make the people's numbers repeatable; coins never are.")
@click.option("--stay", is_flag=True, help="Leave the survey on the server; otherwise it is deleted at the end.")
@options.json_flag
@click.pass_obj
def survey_rehearse(
    analyst_of: AnalystOf, /, title: str, people: int, anyway: bool, seed: int | None, stay: bool, as_json: bool,
    **chosen: Any,
) -> None:  # fmt: skip
    """Rehearse a survey on your own server with simulated devices, which answer over HTTP as real ones do.

    Its title and its terms say that it is a rehearsal. The simulated numbers are spread as the forecast assumes:
    evenly, or by --tail-alpha and --tail-width; each group has its share of the people, and an end of its own. At the
    end the estimate stands beside the truth, and the survey is deleted.
    """
    rules = Rules(
        recruiting="enrolled" if chosen.pop("enrolled") else "rolling", lease=_LEASE, span=_SPAN,
        least=chosen.pop("least"),
    )  # fmt: skip
    if chosen["hidden"] and rules.recruiting == "enrolled":
        raise click.UsageError(
            "--hidden and --enrolled cannot be rehearsed together: simulated people come all at once, and who draws a "
            "group that has begun takes no part. Leave one of the two out."
        )
    analyst = analyst_of()
    members = _plan(people, not anyway, chosen)
    crowd = simulated_people(members, people, chosen["tail"], random.Random(seed))  # noqa: S311 - made-up people
    fields = members.fields(lambda plan: json.loads(plan.to_json()))
    texts = {"title": f"{MARK}{title}"[:200], "asker": "a rehearsal", "purpose": _PURPOSE}
    message = OpenMessage.read(texts | fields | {"rules": asdict(rules)})
    with rehearsal(analyst, message, stay=stay) as (survey, ids):
        if not as_json:
            click.echo(f"Watch it in a browser: {watch_link(analyst.server, survey, analyst.share(survey).key)}\n")
        since = time.monotonic()
        counted, early = _answer(analyst, survey, ids, members, crowd, quiet=as_json)
        standings, took = tuple(map(analyst.standing, ids)), time.monotonic() - since
    names = [group.name for group in members.groups] or [""]
    truths = [true_value(plan, crowd.of(name)) for plan, name in zip(members.plans, names, strict=True)]
    if as_json:
        run = {"answers": counted, "seconds": round(took, 1), "stays": stay}
        click.echo(json.dumps(rehearsal_fields(survey, standings, truths) | run))
        return
    if members.groups:
        click.echo("\n" + groups_words(standings, group_table(estimates_of(standings))))
    facts = rehearsal_facts(standings, members, truths)
    click.echo("\n" + aligned([*facts, ("answers", f"{counted:,} in {took:.0f} s"), *early]))
    click.echo(f"\nThe rehearsal {'stays on the server' if stay else 'was deleted'}: {survey}", err=True)


def _plan(people: int, refuse: bool, chosen: dict[str, Any]) -> Members:
    """The plans that `survey open` would make of the same options."""
    options.settle_rounds(chosen)
    options.settle_known(chosen)
    chosen["direction"] = options.direction(chosen.pop("maximum"))
    return live_groups.plan_members(people, chosen, refuse=refuse)


def _answer(
    analyst: Analyst, survey: str, ids: Sequence[str], members: Members, crowd: SimulatedPeople, *, quiet: bool
) -> tuple[int, Facts]:
    """Let a device for each number answer, in a folder that is removed, and end the survey; return the answers counted.

    The second says that people ran out, if they did.
    """
    with tempfile.TemporaryDirectory(prefix="lowwater-rehearsal-") as folder:
        follows, answers = [Follow(analyst, each) for each in ids], members.plans[0].answers
        again = follows[0].standing.recruiting == "enrolled" or answers > 1
        fleet = Fleet(
            analyst.server, survey, crowd.numbers, Path(folder), answers=answers, again=again, groups=crowd.groups
        )
        watching = threading.Thread(target=_watch, args=(follows, bool(members.groups)), daemon=True)
        if not quiet:
            watching.start()
        fleet.run(lambda _counted: None)
        early = end_all(analyst, ids, [group_of(each.standing.survey, each.standing.terms) for each in follows])
        if not quiet:
            watching.join()
        return fleet.counted, early


def _watch(follows: Sequence[Follow], grouped: bool) -> None:
    if grouped:
        show_groups(follows)
    else:
        show(follows[0], StatusLine(2.0))
