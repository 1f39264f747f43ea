"""Account: what a person has told one survey, and the rules that every further question is held against.

A repeated question gets the recorded answer, never fresh coins: averaging many noisy copies of one truth would undo
the noise. The rules are here and nowhere else; whoever remembers, in memory or on a disk, asks them.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import COINS
from lowwater.core.terms import Terms
from lowwater.errors import GrantSpent, OffTerms

Coins = Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class Entry:
    """One question that was answered, and what was said; with a receipt and a time where a ledger keeps it."""

    question: Question
    answer: int
    receipt: str = field(default="", repr=False)
    time: str = ""

    @property
    def loss(self) -> Epsilon:
        """What the answer may have revealed."""
        return self.question.randomizer.loss

    def in_words(self, domain: Domain) -> str:
        """The entry as a person would read it."""
        side, asked = "at most" if domain.direction == "minimum" else "at least", self.question
        *rest, last = (f"{threshold:g}" for threshold in asked.thresholds)
        if rest:
            asking, said = f"how many of {', '.join(rest)} and {last} is your number {side}?", str(self.answer)
        else:
            asking, said = f"is your number {side} {last}?", "yes" if self.answer else "no"
        return f"round {asked.round + 1}: {asking} I said {said} ({self.loss.in_nats()})"


class Account:
    """The entries of one survey under its terms, and under what the person allows where that is less."""

    def __init__(self, terms: Terms) -> None:
        self.terms, self.grant = terms, terms.grant
        self._entries: dict[int, Entry] = {}

    @property
    def told(self) -> tuple[Entry, ...]:
        """Everything that was said, in order."""
        return tuple(self._entries.values())

    @property
    def spent(self) -> Epsilon:
        """What all answers together may have revealed."""
        return sum((entry.loss for entry in self.told), Epsilon(0))

    @property
    def left(self) -> Epsilon:
        """What the person still allows this survey."""
        return Epsilon(max(0, self.grant.nano - self.spent.nano))

    @property
    def full(self) -> bool:
        """Whether all the answers that the terms speak of were given."""
        return len(self._entries) >= self.terms.answers

    def allow(self, grant: Epsilon) -> None:
        """Allow so much, but never more than the terms say."""
        self.grant = min(grant, self.terms.grant)

    def knows(self, number: int) -> bool:
        """Whether the round of this number was answered."""
        return number in self._entries

    def before(self, question: Question) -> Entry | None:
        """What was said to this question; another one for an answered round is refused."""
        entry = self._entries.get(question.round)
        if entry is not None and entry.question != question:
            raise OffTerms(f"round {question.round + 1} was answered already, for another question")
        return entry

    def fresh(self, value: float, question: Question, coins: Coins) -> Entry:
        """A new answer within the rules; it may be spoken once it is kept."""
        self.check(question)
        domain = self.terms.domain
        truth = domain.truth(domain.admit(value, self.terms.outside), question.thresholds)
        return Entry(question, question.randomizer.randomize(truth, coins(COINS)))

    def keep(self, entry: Entry) -> None:
        """Remember an entry, for ever."""
        self._entries[entry.question.round] = entry

    def afford(self, loss: Epsilon) -> None:
        """Refuse one more answer at this loss, where there is no room for it."""
        if self.full or loss > self.left:
            raise GrantSpent(
                f"{self.spent} nats spent of {self.grant} in {len(self._entries)} of {self.terms.answers} answers; "
                f"this question would cost {loss} more"
            )

    def check(self, question: Question) -> None:
        """Refuse a new question that the rules do not allow."""
        objection = self.terms.objection(question) or self._change(question)
        if objection:
            raise OffTerms(f"this question is off the terms: {objection}")
        self.afford(question.randomizer.loss)

    def _change(self, question: Question) -> str | None:
        """The first randomizer of a survey is its only one."""
        if all(entry.question.randomizer == question.randomizer for entry in self.told):
            return None
        return "its randomizer is not the one that this survey began with"
