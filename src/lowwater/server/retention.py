"""Retention: forgets what a survey may no longer keep, a slice in each transaction.

Of a round that is over it forgets those who did not answer; of a survey that is over its members, after `keep_names`
seconds the digests of their answers, and after `keep_tallies` seconds everything else.
"""

from lowwater.core.groups import Groups
from lowwater.server import lifecycle
from lowwater.server.store.outbox import Kind
from lowwater.server.store.store import Store
from lowwater.server.survey import Survey

SLICE = 500
"""Rows that one transaction forgets of a survey that is over, so that other transactions run in between."""

SWEEP = 25
"""Rows that one transaction forgets of a survey that goes on: so few that they delay no device."""


def forget(store: Store, survey: Survey, now: float) -> Kind | None:
    """Forget a slice of what the terms of a survey that is over no longer allow to be kept."""
    ended, kind = survey.ended or 0.0, lifecycle.step(survey.state, "forget").kind
    store.forget()
    if drop_people(store, survey.id, survey.round):
        return None  # still due, so the clock comes back at once
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


def sweep(store: Store, survey: str, before: int) -> bool:
    """Forget a slice of those who did not answer in rounds earlier than `before`; return whether more are left."""
    silent = store.places.forget_silent(survey, before, SWEEP)
    drawn = store.people.undraw(survey, before, SWEEP)
    if silent or drawn:
        store.forget()
    return SWEEP in (silent, drawn)


def drop_people(store: Store, survey: str, last: int) -> bool:
    """Forget a slice of members, and of those who did not answer up to the round `last`; return whether more are left.

    What is kept is what it takes to tell a repeated answer from a new one.
    """
    return sweep(store, survey, last + 1) or store.people.drop(survey, SLICE) == SLICE


def drop(store: Store, survey: str, last: int) -> bool:
    """Delete a slice of a survey whose last round is `last`; return whether nothing is left of it."""
    store.forget()
    if drop_people(store, survey, last) or store.places.drop(survey, SLICE) == SLICE:
        return False
    store.questions.drop(survey)
    store.outbox.drop(survey)
    store.keys.drop(survey)
    store.surveys.drop(survey)
    whole = Groups.whole(survey)
    if whole != survey and not store.surveys.members(whole):  # the last member takes the keys of the whole along
        store.keys.drop(whole)
    return True
