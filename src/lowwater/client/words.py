"""Words: terms before anyone agrees to them, and what an answer lets anyone infer, for the person it is about."""

from decimal import ROUND_FLOOR, Context, Decimal

from lowwater.client.account import Entry
from lowwater.client.pages import Page
from lowwater.client.problems import printable
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.terms import Terms

_DOWN = Context(prec=3, rounding=ROUND_FLOOR)  # three digits of doubt, as in Epsilon.in_words

FATES = {
    "counted": "it was counted",
    "too-late": "it came too late and was not counted",
    "no-place": "it was not counted: there was no place for it",
    "contradicted": "it was not counted: another answer was there already",
}


def promise(title: str, terms: Terms, grant: Epsilon | None = None) -> tuple[str, ...]:
    """What a survey is about, and what it will reveal at most."""
    domain, side = terms.domain, "at most" if terms.domain.direction == "minimum" else "at least"
    times = "once" if terms.answers == 1 else f"up to {terms.answers} times"
    most = min(terms.loss * terms.answers, terms.grant, grant or terms.grant)
    outside = "is answered for as if it were the nearer end" if terms.outside == "clamp" else "is not answered for"
    return (
        f'The survey "{printable(title)}" is about numbers from {domain.lo:g} to {domain.hi:g}; any other {outside}.',
        f'You will be asked {times}: "is your number {side} ...?" Coins decide whether the yes or no that leaves this '
        "device is true; your number never leaves it.",
        f"All that you reveal is at most {most.in_nats()}: {most.in_words()}.",
        "The server also learns that somebody at your network address takes part.",
    )


def inferred(entry: Entry, domain: Domain) -> str:
    """What an answer does to an even guess, computed from its randomizer and rounded towards the worse."""
    chances = [row[entry.answer] for row in entry.question.randomizer.table]
    doubt = _DOWN.divide(Decimal(100 * min(chances)), Decimal(max(chances) + min(chances)))
    after, thresholds = f"{(100 - doubt).normalize():f}", entry.question.thresholds
    if len(thresholds) > 1:
        return f"whoever held two guesses at your number for equally likely may now favour one with at most {after} %"
    sides = ("at most", "more than") if domain.direction == "minimum" else ("at least", "less than")
    guess = f"{sides[0] if chances[1] > chances[0] else sides[1]} {thresholds[0]:g}"
    return f"whoever thought it 50 % likely that your number is {guess} may now think so with at most {after} %"


def fate(page: Page, entry: Entry) -> str:
    """What became of an answer, as far as this device knows."""
    return FATES.get(page.fates.get(entry.question.round, ""), "no confirmation of it was noted")
