"""Survey: how far a live survey is, in words for its analyst."""

import json
import time
from collections.abc import Sequence

from lowwater.cli.text.step import Step, line
from lowwater.cli.text.words import Facts, aligned, estimate_facts
from lowwater.client.problems import printable
from lowwater.client.words import lasting
from lowwater.core.estimate_words import number, rough
from lowwater.core.question import Question
from lowwater.core.tally import Tally
from lowwater.search.plan import Plan
from lowwater.wire import EventMessage, ProgressLine, StandingMessage


def survey_words(message: StandingMessage) -> str:
    """The survey's title, state, round, answers and estimate, in words."""
    return aligned([*head_facts(message), *_estimate_facts(message)])


def groups_words(standings: Sequence[StandingMessage], table: str) -> str:
    """A survey with groups: how far each member is, and the table of all estimates."""
    grouping = standings[0].terms.grouping
    belonging = "hidden, within epsilon" if grouping is not None and grouping.hidden else "told in clear"
    facts = [("title", printable(standings[0].terms.title)), ("groups", belonging)]
    for each in standings:
        answers = f"{each.answers.got:,} of {each.answers.needed:,} answers, round {each.round + 1} of {each.rounds}"
        facts.append((printable(each.title.removeprefix(f"{each.terms.title}: ")), f"{each.state}: {answers}"))
    caveats = [f"  {caveat}" for each in standings for caveat in each.estimate.caveats]
    return "\n".join([aligned(facts), "", table, *caveats])


def head_facts(message: StandingMessage) -> Facts:
    """The title, state, health, round and answers of a survey."""
    answers = message.answers
    facts = [
        ("title", printable(message.title)),
        ("state", message.state + (f": {message.statement}" if message.statement else "")),
        ("health", message.health.words),
        ("round", f"{message.round + 1} of {message.rounds}"),
        ("answers", f"{answers.got:,} of {answers.needed:,}, from {message.people:,} people"),
    ]
    return facts + _time_facts(message)


def _time_facts(message: StandingMessage) -> Facts:
    if message.ended is not None:
        return []
    facts = [("deadline", f"this round closes in {_until(message.deadline, time.time())} at the latest")]
    if message.expected_end is not None:
        facts.append(("expected end", f"in {_until(message.expected_end, time.time())}, if answers come as so far"))
    return facts


def _estimate_facts(message: StandingMessage) -> Facts:
    facts = estimate_facts(message.estimate.estimate(), Plan.from_json(json.dumps(message.plan)))
    if message.forecast is not None:
        facts.append(("forecast error", f"{rough(message.forecast.error)}, if {message.forecast.assumes}"))
    few = sum(asked.withheld for asked in message.questions)
    if few:
        facts.append(("withheld", f"the tallies of {few} questions with fewer than {message.rules.least} answers"))
    return facts


def _until(moment: float, now: float) -> str:
    """The time from `now` to a moment, in words."""
    return lasting(max(0, round(moment - now)))


def progress_words(progress: ProgressLine, rounds: int) -> str:
    """How far the open round of a survey is, on one line."""
    current = f"round {progress.round + 1} of {rounds}"
    if progress.state != "open":
        return f"{current}: {progress.state}"
    answers = f"{progress.answered:,} of {progress.places:,} answers, {progress.rate:.3g} a second"
    return f"{current}: {answers}, closes in {_until(progress.deadline, progress.time)} at the latest"


def event_words(event: EventMessage, plan: Plan, before: tuple[float, float]) -> str:
    """An event on one line; a closed round with its picture, from the cell `before` it."""
    if event.kind != "tallied":
        happened = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(event.time))
        people = f" with {event.people:,} people" if event.people is not None else ""
        return f"{happened}  {event.kind}{people}{f': {event.statement}' if event.statement else ''}"
    step = _step(event, plan, before)
    if step is None:  # of an older server, which did not say more
        return f"{(event.round or 0) + 1:>3}  likely {number(event.estimate or 0.0)}"
    return line(plan.domain, step)


def _step(event: EventMessage, plan: Plan, before: tuple[float, float]) -> Step | None:
    tallies = event.tallies or ()
    if event.cell is None or event.estimate is None or not tallies:
        return None
    questions = tuple(
        Question(event.round or 0, tally.index, tally.thresholds, plan.randomizer, None) for tally in tallies
    )
    counts = tuple(None if tally.counts is None else Tally(tally.counts) for tally in tallies)
    return Step(before, questions, counts, (event.cell[0], event.cell[1]), event.estimate)
