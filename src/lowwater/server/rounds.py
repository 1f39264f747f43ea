"""Rounds: how a survey moves from one to the next. Functions take the time as `now`, so that tests decide it.

A transaction that moves a survey holds its exclusive lock: of several servers that see it due, one moves it. A round
that is over leaves its tally, and of its people no more than it takes to tell a repeated answer from a new one.
"""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle, islice

from lowwater.core.estimate import Estimate
from lowwater.core.tally import Tally
from lowwater.server import lifecycle, retention
from lowwater.server.store.outbox import Kind
from lowwater.server.store.records import QuestionRecord
from lowwater.server.store.store import Store
from lowwater.server.survey import Survey

CLOSED: tuple[Kind, ...] = ("tallied", "finished", "starved")
"""Events that end a round."""

_RANDOM = secrets.SystemRandom()


def put(store: Store, survey: Survey) -> None:
    """Insert the questions of the survey's round."""
    questions = survey.questions
    if survey.rules.recruiting == "enrolled" and not survey.plan.everyone:
        places = store.people.drawn(survey.id, survey.round)
    else:
        joined = store.people.joined(survey.id) if survey.rules.recruiting == "enrolled" else 0
        places = {question.index: question.people or joined for question in questions}
    for question in questions:
        store.questions.add(survey.id, question, places[question.index])


def move(store: Store, survey: Survey, now: float) -> Kind | None:
    """Move a survey on if it is due, and return the kind of event."""
    if survey.ended is not None:
        return retention.forget(store, survey, now)
    more = retention.sweep(store, survey.id, survey.round)
    if now >= survey.closes and not _last_round(store, survey, now):
        end(store, survey, "close", "it has come to the time at which it was to close", now)
        return "closed"
    if survey.state not in lifecycle.ASKING:
        store.surveys.set_due(survey.id, now if more else survey.closes)
        return None
    survey = _limit_deadline(store, survey, now)
    kind = _gather(store, survey, now) if survey.state == "gathering" else _ask(store, survey, now)
    if more:
        store.surveys.set_due(survey.id, now)
    elif kind is None:
        store.surveys.set_due(survey.id, _next_look(store, survey))
    return kind


def _last_round(store: Store, survey: Survey, now: float) -> bool:
    """Whether the open round has enough answers to be tallied before the survey closes."""
    return survey.state == "open" and counted(store, survey, now) is not None


def _next_look(store: Store, survey: Survey) -> float:
    """When the next lease runs out, or the round's deadline if that is earlier."""
    rolling = survey.rules.recruiting == "rolling"
    lease = store.places.next_lease(survey.id, survey.round) if rolling else None
    return survey.deadline if lease is None else min(lease, survey.deadline)


def end(store: Store, survey: Survey, event: lifecycle.Event, statement: str, now: float) -> Survey:
    """End a survey; forget the running tallies of its open round, and who was to be asked."""
    kind = lifecycle.step(survey.state, event).kind
    after = survey.over(event, statement, now)
    store.questions.forget(survey.id, survey.round)
    store.surveys.move(after.record())
    if retention.drop_people(store, survey.id, survey.round):
        store.surveys.set_due(survey.id, now)  # the clock forgets the rest, slice by slice
    store.outbox.add(survey.id, kind, now, statement=statement)
    store.forget()
    return after


def _limit_deadline(store: Store, survey: Survey, now: float) -> Survey:
    """Move a deadline more than a span ahead, set by a clock that was ahead, to one span from `now`."""
    if survey.deadline <= now + survey.rules.span:
        return survey
    after = replace(survey, deadline=now + survey.rules.span)
    store.surveys.move(after.record())
    return after


def _gather(store: Store, survey: Survey, now: float) -> Kind | None:
    """Begin or desert a survey that gathers people; return what happened.

    begun: all planned people joined, or the deadline came with enough of them, at least one for every question
    deserted: the deadline came with too few people
    None: it goes on gathering
    """
    joined, fewest = store.people.joined(survey.id), max(survey.rules.least, survey.plan.cohorts)
    if joined < survey.plan.people and now < survey.deadline:
        return None
    if joined < fewest:
        end(store, survey, "desert", f"only {joined} people joined, and {fewest} are needed", now)
        return "deserted"
    after = survey.begun(joined, now)
    store.surveys.move(after.record())
    if not after.plan.everyone:
        store.people.draw(survey.id, _draw(after, store.people.all(survey.id)))
    put(store, after)
    store.outbox.add(survey.id, "begun", now, people=joined)
    return "begun"


def _draw(survey: Survey, people: Sequence[bytes]) -> dict[bytes, tuple[int, int]]:
    """Draw a round and a question for everyone who joined; those left over go one to a question, the last first."""
    shuffled = list(people)
    _RANDOM.shuffle(shuffled)
    plan = survey.plan
    sizes = {(at, index): size for at, each in enumerate(plan.sizes) for index, size in enumerate(each)}
    slots = [slot for slot, size in sizes.items() for _ in range(size)]
    slots += islice(cycle(reversed(sizes)), len(shuffled) - len(slots))
    return dict(zip(shuffled, slots, strict=True))


def counted(store: Store, survey: Survey, now: float) -> tuple[Tally, ...] | None:
    """The tallies of the open round, if it is over and has enough answers; otherwise None."""
    questions = store.questions.of_round(survey.id, survey.round)
    if survey.state != "open" or not _over(survey, questions, now):
        return None
    tallies = store.questions.running(survey.id, survey.round)
    enough = _answers(tallies) >= needed(survey, questions)
    return tuple(tallies[index] for index in sorted(tallies)) if enough else None


def _ask(store: Store, survey: Survey, now: float) -> Kind | None:
    """Expire leases, and close the open round once everyone answered or its deadline has come."""
    if survey.rules.recruiting == "rolling":
        _expire(store, survey, now)
    questions = store.questions.of_round(survey.id, survey.round)
    return _close(store, survey, questions, now) if _over(survey, questions, now) else None


def _over(survey: Survey, questions: Sequence[QuestionRecord], now: float) -> bool:
    return now >= survey.deadline or all(question.answered >= question.places for question in questions)


def _answers(tallies: dict[int, Tally]) -> int:
    return sum(tally.total for tally in tallies.values())


def needed(survey: Survey, questions: Sequence[QuestionRecord]) -> int:
    """How many answers a round needs: `least` of the rules, or all its places if those are fewer."""
    return max(1, min(survey.rules.least, sum(question.places for question in questions)))


def _expire(store: Store, survey: Survey, now: float) -> None:
    """Free the places whose lease ran out; first shorten leases given by a clock that was ahead."""
    store.places.shorten(survey.id, survey.round, now + survey.rules.lease)
    for index, count in sorted(store.places.expire(survey.id, survey.round, now).items()):
        store.questions.free(survey.id, survey.round, index, count)


def _close(store: Store, survey: Survey, questions: Sequence[QuestionRecord], now: float) -> Kind:
    """Tally a round that is over; with too few answers extend it, or starve the survey if it may not be extended."""
    tallies = store.questions.running(survey.id, survey.round)
    answers, enough = _answers(tallies), needed(survey, questions)
    if answers >= enough:
        return _tally(store, survey, questions, tallies, now)
    if survey.extended < survey.rules.extensions:
        store.surveys.move(survey.lengthened(now).record())
        store.outbox.add(survey.id, "extended", now, round=survey.round)
        return "extended"
    end(store, survey, "starve", survey.starved(answers, enough), now)
    return "starved"


def _tally(
    store: Store, survey: Survey, questions: Sequence[QuestionRecord], tallies: dict[int, Tally], now: float
) -> Kind:
    """Store the tallies, advance the search, and open the next round or finish the survey."""
    store.questions.close(survey.id, survey.round)
    after = survey.advanced(tuple(tallies[index] for index in sorted(tallies)), now)
    store.outbox.add(survey.id, "tallied", now, round=survey.round, **_summary(questions, tallies, after.estimate))
    if not after.questions:
        end(store, after, "finish", "the search has asked all it wanted", now)
        return "finished"
    store.surveys.move(after.record())
    if retention.sweep(store, survey.id, after.round):
        store.surveys.set_due(survey.id, now)
    store.forget()
    put(store, after)
    return "tallied"


def _summary(questions: Sequence[QuestionRecord], tallies: dict[int, Tally], estimate: Estimate) -> dict[str, object]:
    """The fields of the event of a closed round; whoever reads it gets no tally of fewer than `least` answers."""
    asked = [
        {"index": question.question, "thresholds": question.cuts, "counts": tallies[question.question].counts}
        for question in questions
    ]
    fitted = estimate.fitted
    limits = None if fitted.low is None else (fitted.low, fitted.high)
    return {"tallies": asked, "estimate": estimate.value, "cell": estimate.cell, "limits": limits}
