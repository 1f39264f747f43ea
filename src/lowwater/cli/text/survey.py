"""Survey: how far a live survey is, in words for its analyst."""

import contextlib
import itertools
import json
import time
from collections.abc import Callable, Iterator

from lowwater.cli.live.replay import Replay
from lowwater.cli.text.step import line
from lowwater.cli.text.words import aligned, estimate_facts
from lowwater.client.problems import printable
from lowwater.errors import BadStore, Moved, Unreachable
from lowwater.search.plan import Plan
from lowwater.wire import WHOM, StandingMessage

_FAILURES = 5  # looks in a row that may fail before a watcher gives up


def round_messages(look: Callable[[], StandingMessage], every: float) -> Iterator[StandingMessage]:
    """Call `look` every `every` seconds; yield the message of each round that is seen open, and that of the end."""
    seen, message = -1, look()
    while message.ended is None:
        if message.round != seen:
            seen = message.round
            yield message
        time.sleep(every)
        message = _look_again(look, every)
    yield message


def _look_again(look: Callable[[], StandingMessage], every: float) -> StandingMessage:
    """Call `look`, and retry it `_FAILURES` times while the server is unreachable, busy or overtaken."""
    for _ in range(_FAILURES):
        with contextlib.suppress(Unreachable, Moved, BadStore):
            return look()
        time.sleep(every)
    return look()


def round_lines(messages: Iterator[StandingMessage]) -> Iterator[str]:
    """Yield a line for each round as it closes, then the survey in words."""
    first = message = next(messages)
    search = Replay(Plan.from_json(json.dumps(first.plan)), WHOM[first.recruiting])
    for message in itertools.chain((first,), messages):
        yield from (line(search.plan.domain, step) for step in search.catch_up(message))
    yield "\n" + survey_words(message)


def survey_words(message: StandingMessage) -> str:
    """The survey's title, state, round, answers and estimate, in words."""
    answers = sum(asked.answered if asked.counts is None else sum(asked.counts) for asked in message.questions)
    facts = [
        ("title", printable(message.title)),
        ("state", message.state + (f": {message.statement}" if message.statement else "")),
        ("round", f"{message.round + 1} of {message.rounds}"),
        ("answers", f"{answers:,} of {message.people:,} people"),
        *estimate_facts(message.estimate.estimate(), Plan.from_json(json.dumps(message.plan))),
    ]
    return aligned(facts)
