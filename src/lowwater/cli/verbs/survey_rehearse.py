"""lowwater survey rehearse: the same plan with simulated devices, on your own server, before real people are asked."""

import json
import random
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from lowwater.cli import options
from lowwater.cli.live.fleet import Fleet
from lowwater.cli.live.follow import Follow
from lowwater.cli.live.simulated_numbers import simulated_numbers, true_value
from lowwater.cli.live.survey import end
from lowwater.cli.text.status_line import StatusLine
from lowwater.cli.text.words import Facts, aligned, estimate_facts
from lowwater.cli.verbs.survey_open import AnalystOf
from lowwater.cli.verbs.survey_watch import show
from lowwater.client.analyst import Analyst
from lowwater.core.estimate_words import number, rough
from lowwater.planning import planner
from lowwater.planning.tail import Tail
from lowwater.search.plan import Plan
from lowwater.wire import OpenMessage, Rules, StandingMessage
from lowwater.wire.links import watch_link

MARK = "Rehearsal: "
_PURPOSE = "A rehearsal: simulated devices answer, and nobody's number is asked for."
_SPAN, _LEASE = 600.0, 60.0  # seconds: nobody has to be waited for


@click.command("rehearse")
@click.argument("title", default="a survey")
@click.option("--people", type=int, required=True, help="How many simulated people answer.")
@options.plan
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
    evenly, or by --tail-alpha and --tail-width. At the end the estimate stands beside the truth, and the survey is
    deleted.
    """
    rules = Rules(
        recruiting="enrolled" if chosen.pop("enrolled") else "rolling", lease=_LEASE, span=_SPAN,
        least=chosen.pop("least"),
    )  # fmt: skip
    analyst = analyst_of()
    plan, tail = _plan(people, not anyway, chosen)
    numbers = simulated_numbers(plan, tail, random.Random(seed))  # noqa: S311 - made-up people
    message = OpenMessage(
        f"{MARK}{title}"[:200], asker="a rehearsal", purpose=_PURPOSE, plan=json.loads(plan.to_json()), rules=rules
    )
    with _rehearsal(analyst, message, stay=stay) as survey:
        if not as_json:
            click.echo(f"Watch it in a browser: {watch_link(analyst.server, survey, analyst.share(survey).key)}\n")
        since = time.monotonic()
        counted, early = _answer(analyst, survey, plan, numbers, quiet=as_json)
        standing, took = analyst.standing(survey), time.monotonic() - since
    truth = true_value(plan, numbers)
    if as_json:
        fields = {"true_value": truth, "answers": counted, "seconds": round(took, 1), "stays": stay}
        click.echo(json.dumps(asdict(standing) | fields | {"error": abs(standing.estimate.value - truth)}))
        return
    click.echo("\n" + aligned([*_facts(standing, plan, truth), ("answers", f"{counted:,} in {took:.0f} s"), *early]))
    click.echo(f"\nThe rehearsal {'stays on the server' if stay else 'was deleted'}: {survey}", err=True)


def _plan(people: int, refuse: bool, chosen: dict[str, Any]) -> tuple[Plan, Tail | None]:
    """The plan that `survey open` would make of the same options, and the tail it assumes."""
    options.settle_rounds(chosen)
    options.settle_known(chosen)
    chosen["direction"] = options.direction(chosen.pop("maximum"))
    plan = planner.plan(people, chosen.pop("epsilon"), chosen.pop("domain"), refuse=refuse, **chosen)
    return plan, chosen["tail"]


@contextmanager
def _rehearsal(analyst: Analyst, message: OpenMessage, *, stay: bool) -> Iterator[str]:
    """Open a survey; at the end, however it comes, close it, and delete it unless it is to `stay`."""
    survey = analyst.open(message).survey
    try:
        yield survey
    finally:
        if analyst.standing(survey).ended is None:
            analyst.move(survey, "close")
        if not stay:
            analyst.delete(survey)


def _answer(analyst: Analyst, survey: str, plan: Plan, numbers: list[float], *, quiet: bool) -> tuple[int, Facts]:
    """Let a device for each number answer, in a folder that is removed, and end the survey; return the answers counted.

    The second says that people ran out, if they did.
    """
    with tempfile.TemporaryDirectory(prefix="lowwater-rehearsal-") as folder:
        follow = Follow(analyst, survey)
        again = follow.standing.recruiting == "enrolled" or plan.answers > 1
        fleet = Fleet(analyst.server, survey, numbers, Path(folder), answers=plan.answers, again=again)
        watching = threading.Thread(target=show, args=(follow, StatusLine(2.0)), daemon=True)
        if not quiet:
            watching.start()
        fleet.run(lambda _counted: None)
        early = end(analyst, survey)
        if not quiet:
            watching.join()
        return fleet.counted, early


def _facts(standing: StandingMessage, plan: Plan, truth: float) -> Facts:
    estimate = standing.estimate.estimate()
    error, expected = number(abs(estimate.value - truth)), plan.forecast
    facts = [*estimate_facts(estimate, plan), ("true value", f"{number(truth)}, so the error is {error}")]
    return facts + ([] if expected is None else [("forecast error", f"{rough(expected.error)}, if {expected.assumes}")])
