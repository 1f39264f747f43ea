"""Standing: how far a live survey is, as its analyst reads it."""

import contextlib
import itertools
import json
import time
from collections.abc import Callable, Iterator

from lowwater.cli.live.replay import Following
from lowwater.cli.text.narrowing import line
from lowwater.cli.text.words import aligned, estimate_facts
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


def told(standing: StandingMessage) -> str:
    """A survey in words."""
    answers = sum(asked.answered if asked.total is None else asked.total for asked in standing.questions)
    facts = [
        ("title", printable(standing.title)),
        ("state", standing.state + (f": {standing.statement}" if standing.statement else "")),
        ("round", f"{standing.round + 1} of {standing.rounds}"),
        ("answers", f"{answers:,} of {standing.people:,} people"),
        *estimate_facts(standing.estimate.estimate(), Plan.from_json(json.dumps(standing.plan))),
    ]
    return aligned(facts)
