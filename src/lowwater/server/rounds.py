"""Rounds: how a survey moves from one to the next. The time is given, so that tests decide it.

Whoever moves a survey holds it alone: of several servers that see the same, one does it. A round that is over leaves
its tally, and of its people no more than it takes to know a repeated answer from a new one.
"""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle, islice

from lowwater.core.tally import Tally
from lowwater.server import lifecycle
from lowwater.server.store.outbox import Kind
from lowwater.server.store.records import QuestionRecord
from lowwater.server.store.store import Store
from lowwater.server.survey import Survey

CLOSED: tuple[Kind, ...] = ("tallied", "finished", "starved")
"""What ends a round."""

SLICE = 500
"""Rows that one transaction forgets of a survey that is over; others come between two of them."""

SWEEP = 25
"""The same of a survey that goes on: so few that nobody notices."""

_RANDOM = secrets.SystemRandom()


def put(store: Store, survey: Survey) -> None:
    """Write the questions of the round at hand."""
    questions = survey.questions
    if survey.rules.recruiting == "enrolled" and not survey.plan.everyone:
        places = store.people.drawn(survey.id, survey.round)
    else:
        joined = store.people.joined(survey.id) if survey.rules.recruiting == "enrolled" else 0
        places = {question.index: question.people or joined for question in questions}
    for question in questions:
        store.questions.add(survey.id, question, places[question.index])


def moved(store: Store, survey: Survey, now: float) -> Kind | None:
    """Move a survey on if it is time, and return how."""
    if survey.ended is not None:
        return _forgotten(store, survey, now)
    more = sweep(store, survey.id, survey.round)
    if now >= survey.closes and not _last_round(store, survey, now):
        end(store, survey, "close", "it has come to the time at which it was to close", now)
        return "closed"
    if survey.state not in lifecycle.ASKING:
        store.surveys.set_due(survey.id, now if more else survey.closes)
        return None
    survey = _in_time(store, survey, now)
    kind = _gathered(store, survey, now) if survey.state == "gathering" else _asked(store, survey, now)
    if more:
        store.surveys.set_due(survey.id, now)
    elif kind is None:
        store.surveys.set_due(survey.id, _next_look(store, survey))
    return kind


def _last_round(store: Store, survey: Survey, now: float) -> bool:
    """Whether the open round has answers enough to be counted before the survey closes."""
    return survey.state == "open" and counted(store, survey, now) is not None


def _next_look(store: Store, survey: Survey) -> float:
    """When the next lease runs out, or the round."""
    rolling = survey.rules.recruiting == "rolling"
    lease = store.places.next_lease(survey.id, survey.round) if rolling else None
    return survey.deadline if lease is None else min(lease, survey.deadline)


def sweep(store: Store, survey: str, before: int) -> bool:
    """Forget a slice of who was asked in earlier rounds and did not answer; return whether there is more of it."""
    silent = store.places.forget_silent(survey, before, SWEEP)
    drawn = store.people.undraw(survey, before, SWEEP)
    if silent or drawn:
        store.forget()
    return SWEEP in (silent, drawn)


def end(store: Store, survey: Survey, event: lifecycle.Event, statement: str, now: float) -> Survey:
    """End a survey: what the open round was told is forgotten, and so is who was to be asked."""
    kind = lifecycle.step(survey.state, event).kind
    after = survey.over(event, statement, now)
    store.questions.forget(survey.id, survey.round)
    store.surveys.move(after.record())
    if drop_people(store, survey.id, survey.round):
        store.surveys.set_due(survey.id, now)  # the others are forgotten in slices, from now on
    store.outbox.add(survey.id, kind, now, statement=statement)
    store.forget()
    return after


def _in_time(store: Store, survey: Survey, now: float) -> Survey:
    """A clock that was ahead when the round began gave it more than a span; from now on it has one."""
    if survey.deadline <= now + survey.rules.span:
        return survey
    after = replace(survey, deadline=now + survey.rules.span)
    store.surveys.move(after.record())
    return after


def _gathered(store: Store, survey: Survey, now: float) -> Kind | None:
    """Begin once enough people have joined, or the deadline has come with at least somebody for every question."""
    joined, needed = store.people.joined(survey.id), max(survey.rules.least, survey.plan.cohorts)
    if joined < survey.plan.people and now < survey.deadline:
        return None
    if joined < needed:
        end(store, survey, "desert", f"only {joined} people joined, and {needed} are needed", now)
        return "deserted"
    after = survey.begun(joined, now)
    store.surveys.move(after.record())
    if not after.plan.everyone:
        store.people.draw(survey.id, _drawn(after, store.people.all(survey.id)))
    put(store, after)
    store.outbox.add(survey.id, "begun", now, people=joined)
    return "begun"


def _drawn(survey: Survey, people: Sequence[bytes]) -> dict[bytes, tuple[int, int]]:
    """A round and a question for everyone who joined, at random; who is left over makes one more, the last first."""
    shuffled = list(people)
    _RANDOM.shuffle(shuffled)
    plan = survey.plan
    sizes = {(number, index): size for number, size in enumerate(plan.sizes) for index in range(plan.questions)}
    slots = [place for place, size in sizes.items() for _ in range(size)]
    slots += islice(cycle(reversed(sizes)), len(shuffled) - len(slots))
    return dict(zip(shuffled, slots, strict=True))


def counted(store: Store, survey: Survey, now: float) -> tuple[Tally, ...] | None:
    """The tallies of the open round, where it is over and has enough answers."""
    asked = store.questions.of_round(survey.id, survey.round)
    if survey.state != "open" or not _over(survey, asked, now):
        return None
    tallies = store.questions.running(survey.id, survey.round)
    enough = _answers(tallies) >= _needed(survey, asked)
    return tuple(tallies[index] for index in sorted(tallies)) if enough else None


def _asked(store: Store, survey: Survey, now: float) -> Kind | None:
    """Close the open round once everybody answered, or its deadline has come."""
    if survey.rules.recruiting == "rolling":
        _expire(store, survey, now)
    asked = store.questions.of_round(survey.id, survey.round)
    return _closed(store, survey, asked, now) if _over(survey, asked, now) else None


def _over(survey: Survey, asked: Sequence[QuestionRecord], now: float) -> bool:
    return now >= survey.deadline or all(question.answered >= question.places for question in asked)


def _answers(tallies: dict[int, Tally]) -> int:
    return sum(tally.total for tally in tallies.values())


def _needed(survey: Survey, asked: Sequence[QuestionRecord]) -> int:
    """How many answers a round needs: none needs more than it has places."""
    return max(1, min(survey.rules.least, sum(question.places for question in asked)))


def _expire(store: Store, survey: Survey, now: float) -> None:
    """Free the places whose lease ran out; one that ends too late, by a clock that was ahead, ends in due time."""
    store.places.shorten(survey.id, survey.round, now + survey.rules.lease)
    for index, many in sorted(store.places.expire(survey.id, survey.round, now).items()):
        store.questions.free(survey.id, survey.round, index, many)


def _closed(store: Store, survey: Survey, asked: Sequence[QuestionRecord], now: float) -> Kind:
    """Count the round and move the search, or wait longer, or give up."""
    tallies = store.questions.running(survey.id, survey.round)
    answers, needed = _answers(tallies), _needed(survey, asked)
    if answers >= needed:
        return _tallied(store, survey, tallies, now)
    if survey.extended < survey.rules.extensions:
        store.surveys.move(survey.lengthened(now).record())
        store.outbox.add(survey.id, "extended", now, round=survey.round)
        return "extended"
    end(store, survey, "starve", survey.starved(answers, needed), now)
    return "starved"


def _tallied(store: Store, survey: Survey, tallies: dict[int, Tally], now: float) -> Kind:
    """Write the tallies down, and go on to the next round or finish."""
    store.questions.close(survey.id, survey.round)
    after = survey.advanced(tuple(tallies[index] for index in sorted(tallies)), now)
    shown = [{"number": index, "yes": tally.yes, "total": tally.total} for index, tally in sorted(tallies.items())]
    store.outbox.add(survey.id, "tallied", now, round=survey.round, tallies=shown, estimate=after.estimate.value)
    if not after.questions:
        end(store, after, "finish", "the search has asked all it wanted", now)
        return "finished"
    store.surveys.move(after.record())
    if sweep(store, survey.id, after.round):
        store.surveys.set_due(survey.id, now)
    store.forget()
    put(store, after)
    return "tallied"


def _forgotten(store: Store, survey: Survey, now: float) -> Kind | None:
    """Carry out what was promised of a survey that is over: a slice of what is due to be forgotten."""
    ended, kind = survey.ended or 0.0, lifecycle.step(survey.state, "forget").kind
    store.forget()
    if drop_people(store, survey.id, survey.round):
        return None  # and due again at once
    if now < ended + survey.rules.keep_names:
        store.surveys.set_due(survey.id, ended + survey.rules.keep_names)
        return None
    if store.places.drop(survey.id, SLICE) == SLICE:
        return None
    if now < ended + survey.rules.keep_tallies:
        store.surveys.set_due(survey.id, ended + survey.rules.keep_tallies)
        store.outbox.add(survey.id, kind, now)
        return kind
    drop(store, survey.id, survey.round)
    return kind


def drop_people(store: Store, survey: str, number: int) -> bool:
    """Forget a slice of those who joined, and of those who did not answer up to a round; return whether there is more.

    What is kept is what it takes to know a repeated answer from a new one.
    """
    return sweep(store, survey, number + 1) or store.people.drop(survey, SLICE) == SLICE


def drop(store: Store, survey: str, number: int) -> bool:
    """Delete a slice of a survey that came to this round; return whether that was all of it."""
    store.forget()
    if drop_people(store, survey, number) or store.places.drop(survey, SLICE) == SLICE:
        return False
    store.questions.drop(survey)
    store.outbox.drop(survey)
    store.surveys.drop(survey)
    return True
