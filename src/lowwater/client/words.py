"""Words: terms before a person agrees to them, and what an answer lets others infer about that person."""

import math
from datetime import UTC, datetime
from decimal import ROUND_FLOOR, Context, Decimal

from lowwater.client.account import Entry
from lowwater.client.pages import Page
from lowwater.client.problems import printable
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.wire import TermsMessage, TextsMessage

_DOWN = Context(prec=3, rounding=ROUND_FLOOR)  # three digits of the chance left to doubt, as in Epsilon.in_words

FATES = {
    "counted": "it was counted",
    "too-late": "it came too late and was not counted",
    "no-place": "it was not counted: there was no place for it",
    "contradicted": "it was not counted: another answer was there already",
}


def promise(message: TermsMessage, grant: Epsilon | None = None, language: str = "en") -> tuple[str, ...]:
    """What a survey is about, who asks and what for, what it will reveal at most, and what is kept how long."""
    terms, texts = message.terms(), message.texts_in(language)
    side = "at most" if message.direction == "minimum" else "at least"
    times = "once" if terms.answers == 1 else f"up to {terms.answers} times"
    most = min(terms.loss * terms.answers, terms.grant, grant or terms.grant)
    outside = "is answered for as if it were the nearer end" if terms.outside == "clamp" else "is not answered for"
    numbers = f"numbers from {message.lo:g} to {message.hi:g}" + (f" {printable(texts.unit)}" if texts.unit else "")
    return (
        f'The survey "{printable(texts.title)}" is about {numbers}; any other {outside}.',
        f"Its question: {printable(texts.question)}",
        _asker(texts),
        f"It looks for {sought(message)}. {_kept(message)}",
        *_belonging(message),
        f'You will be asked {times}: "{_asked(message)} {side} ...?" Coins decide whether the answer that leaves this '
        "device is true; your number never leaves it.",
        f"All that you reveal is at most {most.in_nats()}: {most.in_words()}.",
        "The server also learns that somebody at your network address takes part.",
    )


def sought(terms: TermsMessage) -> str:
    """What a survey looks for."""
    of_all = "of all" if terms.grouping is None else "in each group"
    if terms.quantile is None:
        return f"the smallest number {of_all}" if terms.direction == "minimum" else f"the largest number {of_all}"
    side = "at or below" if terms.direction == "minimum" else "at or above"
    whom = "people" if terms.grouping is None else "a group's people"
    return f"the number that {100 * terms.quantile:g} % of {whom} are {side}"


def _belonging(message: TermsMessage) -> tuple[str, ...]:
    """How a person's group is treated, where there are groups."""
    grouping = message.grouping
    if grouping is None:
        return ()
    names = ", ".join(map(printable, grouping.names))
    if grouping.hidden:
        return (
            f"Its groups: {names}. Which one is yours, or that none is, stays on this device: you are asked about one "
            "that coins choose, and your answer speaks of your number and your group together, within what you reveal.",
        )
    return (
        f"Its groups: {names}. Which one is yours is told in clear, together with your network address: no coins hide "
        "it, and it is not part of what is counted below.",
    )


def _asked(message: TermsMessage) -> str:
    """The beginning of every question."""
    grouping = message.grouping
    return "is your number" if grouping is None or not grouping.hidden else "are you in ..., and is your number"


def _asker(texts: TextsMessage) -> str:
    """Who asks, how to reach them, and what for; an empty text is said to be missing."""
    asker = f"It is asked by {printable(texts.asker)}" if texts.asker else "It does not say who asks"
    contact = f"reach them by {printable(texts.contact)}" if texts.contact else "it does not say how to reach them"
    purpose = f"For: {printable(texts.purpose)}" if texts.purpose else "It does not say what for."
    return f"{asker}; {contact}. {purpose}"


def _kept(terms: TermsMessage) -> str:
    """When a survey closes at the latest, and what is kept for how long after it."""
    names, tallies = (lasting(seconds) for seconds in (terms.keep_names, terms.keep_tallies))
    after = f"After its end hashes of names are kept for {names}, and counts of answers for {tallies}."
    return f"It closes by {moment(terms.closes)}. {after}" if terms.closes is not None else after


def moment(seconds: int) -> str:
    """A Unix time as people read it, to the minute; any whole number is accepted."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (OverflowError, ValueError, OSError):
        return "a time that no calendar has"


def lasting(seconds: int) -> str:
    """A length of time in the largest unit that fits, rounded up."""
    for unit, size in (("year", 365 * 86_400), ("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= size:
            count = math.ceil(seconds / size)
            return f"{count:,} {unit}{'' if count == 1 else 's'}"
    return f"{seconds} seconds"


def inferred(entry: Entry, domain: Domain, group: str = "") -> str:
    """The posterior of an even guess after an answer, from its randomizer, rounded towards the worse.

    `group` is the hidden group that the question was about.
    """
    chances = [row[entry.answer] for row in entry.question.randomizer.table]
    doubt = _DOWN.divide(Decimal(100 * min(chances)), Decimal(max(chances) + min(chances)))
    after, thresholds = f"{(100 - doubt).normalize():f}", entry.question.thresholds
    if len(thresholds) > 1:
        return f"whoever held two guesses at your number for equally likely may now favour one with at most {after} %"
    sides = ("at most", "more than") if domain.direction == "minimum" else ("at least", "less than")
    yes = chances[1] > chances[0]
    belonging = f"you are{'' if yes else ' not'} in {printable(group)}, {'and' if yes else 'or'} " if group else ""
    guess = f"{belonging}your number is {sides[0] if yes else sides[1]} {thresholds[0]:g}"
    return f"whoever thought it 50 % likely that {guess} may now think so with at most {after} %"


def fate(page: Page, entry: Entry) -> str:
    """What became of an answer, as far as this device knows."""
    return FATES.get(page.fates.get(entry.question.round, ""), "no confirmation of it was noted")
