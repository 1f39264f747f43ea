"""Survey terms: what a plan and its rules promise people, and whether a stored survey still keeps to it."""

import math
from functools import lru_cache

from lowwater import wire
from lowwater.core.groups import Groups
from lowwater.errors import BadRecord
from lowwater.search.plan import Plan
from lowwater.wire import TermsMessage, TextsMessage, decode, encode
from lowwater.wire.rules import LONGEST, Rules

KEPT = 512
"""Surveys whose parsed texts are cached: more than a page has."""


def latest_end(plan: Plan, rules: Rules, now: float) -> int:
    """When the last round ends if every round is extended as often as it may be."""
    rounds = plan.rounds + (rules.recruiting == "enrolled")
    return math.ceil(now + min(LONGEST / 2, rounds * rules.span * (rules.extensions + 1)))


def terms_of(
    plan: Plan, rules: Rules, texts: tuple[TextsMessage, ...], closes: int | None, groups: Groups | None = None
) -> TermsMessage:
    """The terms of a survey, or of each member of one with `groups`."""
    names, tallies = math.ceil(rules.keep_names), math.ceil(rules.keep_tallies)
    return TermsMessage.of(
        plan.terms(), *texts, quantile=plan.quantile, keep_names=names, keep_tallies=tallies, closes=closes,
        groups=groups,
    )  # fmt: skip


@lru_cache(maxsize=KEPT)
def hash_of(terms: TermsMessage) -> str:
    """The hash of terms, by which devices pin them."""
    return wire.hash_of(terms)


@lru_cache(maxsize=KEPT)
def parse(plan: str, terms: str, digest: str, rules: Rules) -> tuple[Plan, TermsMessage]:
    """Parse the plan and the terms; refuse a plan that no longer gives the published terms: devices pin their hash."""
    parsed, published = Plan.from_json(plan), decode(TermsMessage, terms)
    current = terms_of(parsed, rules, published.texts, published.closes, published.grouping)
    if (encode(current), wire.hash_of(current)) != (terms, digest):
        raise BadRecord("its terms are no longer those that it was opened with; use the Lowwater that opened it")
    return parsed, published
