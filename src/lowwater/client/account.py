"""Account: a person's answers to one survey, and the rules that every further question must keep.

A repeated question gets the recorded answer, never fresh coins: averaging many noisy copies of one truth would undo
the noise. The rules are here alone; Respondent (in memory) and Ledger (on disk) both use them.
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
    """A question and the answer that was given; from a ledger, with a receipt and a time."""

    question: Question
    answer: int
    receipt: str = field(default="", repr=False)
    time: str = ""

    @property
    def loss(self) -> Epsilon:
        """What the answer may have revealed."""
        return self.question.randomizer.loss

    def in_words(self, domain: Domain, group: str = "") -> str:
        """The entry as a person would read it; `group` is the hidden group that the question was about."""
        side = "at most" if domain.direction == "minimum" else "at least"
        *rest, last = (f"{threshold:g}" for threshold in self.question.thresholds)
        belonging = f"are you in {group}, and " if group else ""
        if rest:
            question, answer = f"how many of {', '.join(rest)} and {last} is your number {side}?", str(self.answer)
        else:
            question, answer = f"{belonging}is your number {side} {last}?", "yes" if self.answer else "no"
        return f"round {self.question.round + 1}: {question} I said {answer} ({self.loss.in_nats()})"


class Account:
    """The entries of one survey, under its terms and the person's grant, whichever allows less."""

    def __init__(self, terms: Terms) -> None:
        self.terms, self.grant = terms, terms.grant
        self._entries: dict[int, Entry] = {}

    @property
    def told(self) -> tuple[Entry, ...]:
        """All entries, in order."""
        return tuple(self._entries.values())

    @property
    def spent(self) -> Epsilon:
        """What all answers together may have revealed."""
        return sum((entry.loss for entry in self.told), Epsilon(0))

    @property
    def left(self) -> Epsilon:
        """What is left of the grant."""
        return Epsilon(max(0, self.grant.nano - self.spent.nano))

    @property
    def full(self) -> bool:
        """Whether as many answers were given as the terms allow."""
        return len(self._entries) >= self.terms.answers

    def allow(self, grant: Epsilon) -> None:
        """Set the grant, to at most that of the terms."""
        self.grant = min(grant, self.terms.grant)

    def answered(self, round_index: int) -> bool:
        """Whether a round was answered."""
        return round_index in self._entries

    def entry_for(self, question: Question) -> Entry | None:
        """The entry of a question, None if it is new; refuse another question for an answered round."""
        entry = self._entries.get(question.round)
        if entry is not None and entry.question != question:
            raise OffTerms(f"round {question.round + 1} was answered already, for another question")
        return entry

    def fresh(self, value: float, question: Question, coins: Coins, *, inside: bool = True) -> Entry:
        """Draw a new answer within the rules; keep it before it is sent.

        `inside`: the person is in the group that the question is about; of nobody else is the truth yes.
        """
        self.check(question)
        domain = self.terms.domain
        within = domain.truth(domain.admit(value, self.terms.outside), question.thresholds)
        truth = within if inside else 0
        return Entry(question, question.randomizer.randomize(truth, coins(COINS)))

    def keep(self, entry: Entry) -> None:
        """Add an entry."""
        self._entries[entry.question.round] = entry

    def afford(self, loss: Epsilon) -> None:
        """Refuse one more answer of this loss if it exceeds the number of answers or the grant."""
        if self.full or loss > self.left:
            raise GrantSpent(
                f"{self.spent} nats spent of {self.grant} in {len(self._entries)} of {self.terms.answers} answers; "
                f"this question would cost {loss} more"
            )

    def check(self, question: Question) -> None:
        """Refuse a new question that the rules do not allow."""
        objection = self.terms.objection(question) or self._changed_randomizer(question)
        if objection:
            raise OffTerms(f"this question is off the terms: {objection}")
        self.afford(question.randomizer.loss)

    def _changed_randomizer(self, question: Question) -> str | None:
        """The objection to a randomizer other than that of the entries, or None."""
        if all(entry.question.randomizer == question.randomizer for entry in self.told):
            return None
        return "its randomizer is not the one that this survey began with"
