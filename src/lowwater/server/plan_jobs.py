"""Plan jobs: what a process of its own computes for analysts before a survey is opened, from message to message.

As a program it reads a job from each line of its input, and writes its outcome to the output, until the input ends.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, fields
from typing import Any

from lowwater import wire
from lowwater.core.plain_options import PlainOptions
from lowwater.errors import CannotWork, LowwaterError
from lowwater.planning import planner
from lowwater.planning.options import PlanOptions
from lowwater.planning.tail import Tail
from lowwater.search.plan import Plan
from lowwater.server.messages import read_open
from lowwater.server.opening import Opening, surveys_of
from lowwater.wire import ForecastMessage, NeededMessage, PlanMessage, PlannedMessage, PreviewMessage, RefusalMessage

NICE = 10
"""The niceness of the process: on a busy machine the server comes first."""


def forecast(body: bytes) -> PlannedMessage:
    """The plan that a PlanMessage asks for, with its forecast; or why it cannot work."""
    message = wire.decode(PlanMessage, body)
    try:
        plan = planner.plan(
            message.people, message.epsilon, (message.domain[0], message.domain[1]), _options(message),
            refuse=not message.anyway,
        )  # fmt: skip
    except CannotWork as error:
        people = tuple(NeededMessage(wanted, count) for wanted, count in error.people)
        return PlannedMessage(None, None, None, None, (), RefusalMessage(str(error), error.reasons, people))
    return _planned(plan)


def _planned(plan: Plan) -> PlannedMessage:
    expected = None if plan.forecast is None else ForecastMessage(plan.forecast.error, plan.forecast.assumes)
    return PlannedMessage(json.loads(plan.to_json()), expected, plan.reveals, plan.why, plan.caveats, None)


def _options(message: PlanMessage) -> PlanOptions:
    plain = {field.name: getattr(message, field.name) for field in fields(PlainOptions)}
    tail = None if message.tail is None else Tail(message.tail.alpha, message.tail.width)
    after = None if message.after is None else message.after.estimate()
    return PlanOptions(**plain, tail=tail, after=after)


def terms(body: bytes) -> PreviewMessage:
    """The terms of the survey that an OpenMessage would open now."""
    message, plans = read_open(body)
    opening = Opening(message.texts, plans, message.rules, message.closes, message.grouping)
    survey = surveys_of("preview", opening, time.time())[0]
    return PreviewMessage(survey.terms, survey.hash)


JOBS: dict[str, Callable[[bytes], Any]] = {"forecast": forecast, "terms": terms}
"""Every job by its name."""


def outcome(job: str, body: bytes) -> dict[str, Any]:
    """The reply to a job, or the error that it raised: `error` is its name, or empty if it is none of ours."""
    try:
        return {"reply": asdict(JOBS[job](body))}
    except LowwaterError as error:
        return {"error": type(error).__name__, "detail": str(error)}
    except Exception as error:
        return {"error": "", "detail": repr(error)}


def main() -> None:
    """Serve jobs until the input ends, as it does when the server is gone."""
    with suppress(OSError, AttributeError):  # Windows has no such thing
        os.nice(NICE)
    for line in sys.stdin.buffer:
        job, body = json.loads(line)
        sys.stdout.write(json.dumps(outcome(job, body.encode())) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
