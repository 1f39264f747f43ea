"""Standing: how far a live survey is, as its analyst reads it."""

import contextlib
import itertools
import json
import time
from collections.abc import Callable, Iterator

from lowwater.cli.following import Following
from lowwater.cli.narrowing import line
from lowwater.cli.words import aligned, number
from lowwater.client.problems import printable
from lowwater.errors import BadStore, Moved, Unreachable
from lowwater.search.plan import Plan
from lowwater.wire import StandingMessage

_FAILURES = 5  # looks in a row that may fail before a watcher gives up


def standings(look: Callable[[], StandingMessage], every: float) -> Iterator[StandingMessage]:
    """How a survey stands in each round that is found open, and how it ended."""
    seen, found = -1, look()
    while found.ended is None:
        if found.round != seen:
            seen = found.round
            yield found
        time.sleep(every)
        found = _again(look, every)
    yield found


def _again(look: Callable[[], StandingMessage], every: float) -> StandingMessage:
    """Another look; a server that is away, busy or overtaken for a moment is asked a few times more."""
    for _ in range(_FAILURES):
        with contextlib.suppress(Unreachable, Moved, BadStore):
            return look()
        time.sleep(every)
    return look()


def narrowing(looks: Iterator[StandingMessage]) -> Iterator[str]:
    """The rounds as they close, each in a line, and what came of them."""
    first = found = next(looks)
    search = Following(Plan.from_json(json.dumps(first.plan)))
    for found in itertools.chain((first,), looks):
        yield from (line(search.plan.domain, step) for step in search.catch_up(found))
    yield "\n" + told(found)


def told(found: StandingMessage) -> str:
    """A survey in words."""
    estimate = found.estimate
    answers = sum(one.answered if one.total is None else one.total for one in found.questions)
    facts = [
        ("title", printable(found.title)),
        ("state", found.state + (f": {found.statement}" if found.statement else "")),
        ("round", f"{found.round + 1} of {found.rounds}"),
        ("answers", f"{answers:,} of {found.people:,} people"),
        ("estimate", number(estimate.value) + _limits(found)),
        ("which rests on", estimate.rests_on),
        ("each person reveals", found.reveals),
    ]
    return aligned(facts)


def _limits(found: StandingMessage) -> str:
    """The limits that an estimate has, one or both or none yet."""
    ends = (found.estimate.lower, found.estimate.upper)
    lower, upper = (None if end is None else number(end) for end in ends)
    if lower is None and upper is None:
        return ""
    if lower is None or upper is None:
        return f", at most {upper}" if lower is None else f", at least {lower}"
    return f", between {lower} and {upper}"
