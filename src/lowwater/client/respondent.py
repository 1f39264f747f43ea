"""Respondent: a person's device, which refuses to reveal more than was granted, whatever the server asks.

It holds the value and the terms, pins what it has answered, and draws its coins from the operating system. A
repeated question gets the recorded answer, never fresh coins: averaging many noisy copies of one truth would
undo the noise. It remembers for as long as it lives; a record that outlives the process is not here yet.
"""

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import COINS
from lowwater.core.terms import Terms
from lowwater.errors import GrantSpent, OffTerms

Coins = Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class Entry:
    """One question that was answered, and what was said."""

    question: Question
    answer: bool

    def in_words(self, domain: Domain) -> str:
        """The entry as a person would read it."""
        side = "at most" if domain.direction == "minimum" else "at least"
        said, asked = "yes" if self.answer else "no", self.question
        loss = asked.randomizer.loss
        return f"round {asked.round + 1}: is your number {side} {asked.threshold:g}? I said {said} ({loss.in_nats()})"


class Respondent:
    """One person's value, under the terms of one survey."""

    def __init__(self, value: float, terms: Terms, coins: Coins = os.urandom) -> None:
        self._terms = terms
        self._value = terms.domain.admit(value, terms.outside)
        self._coins = coins
        self._entries: dict[int, Entry] = {}
        self._lock = threading.Lock()

    @property
    def told(self) -> tuple[Entry, ...]:
        """Everything this device has said, in order."""
        return tuple(self._entries.values())

    @property
    def spent(self) -> Epsilon:
        """What all answers together may have revealed."""
        return sum((entry.question.randomizer.loss for entry in self.told), Epsilon(0))

    def respond(self, question: Question) -> bool:
        """Answer a question within the terms; repeat the recorded answer to a repeated one; refuse any other."""
        with self._lock:
            before = self._entries.get(question.round)
            if before is not None:
                return self._repeat(before, question)
            self._check(question)
            truth = self._terms.domain.truth(self._value, question.threshold)
            answer = question.randomizer.randomize(truth, self._coins(COINS))
            self._entries[question.round] = Entry(question, answer)  # spent before it is spoken
            return answer

    def _repeat(self, before: Entry, question: Question) -> bool:
        if before.question != question:
            raise OffTerms(f"round {question.round + 1} was answered already, for another question")
        return before.answer

    def _check(self, question: Question) -> None:
        terms = self._terms
        objection = terms.objection(question)
        if objection:
            raise OffTerms(f"this question is off the terms: {objection}")
        loss = question.randomizer.loss
        if len(self._entries) >= terms.answers or self.spent + loss > terms.grant:
            raise GrantSpent(
                f"{self.spent} nats spent of {terms.grant} in {len(self._entries)} of {terms.answers} answers; "
                f"this question would cost {loss} more"
            )
