"""Respondent: a person's device, which refuses to reveal more than was granted, whatever the server asks.

It holds the value, the terms and the answers given, and draws its coins from the operating system. Its answers are
kept in memory only; a Ledger keeps them on disk.
"""

import os
import threading

from lowwater.client.account import Account, Coins, Entry
from lowwater.core.epsilon import Epsilon
from lowwater.core.question import Question
from lowwater.core.terms import Terms


class Respondent:
    """One person's value, under the terms of one survey."""

    def __init__(self, value: float, terms: Terms, coins: Coins = os.urandom) -> None:
        self._value = terms.domain.admit(value, terms.outside)
        self._account = Account(terms)
        self._coins = coins
        self._lock = threading.Lock()

    @property
    def told(self) -> tuple[Entry, ...]:
        """All entries of this device, in order."""
        return self._account.told

    @property
    def spent(self) -> Epsilon:
        """What all answers together may have revealed."""
        return self._account.spent

    def respond(self, question: Question) -> int:
        """Answer a question within the terms; repeat the recorded answer to a repeated one; refuse any other."""
        with self._lock:
            entry = self._account.entry_for(question)
            if entry is None:
                entry = self._account.fresh(self._value, question, self._coins)
                self._account.keep(entry)  # charged before it is sent
            return entry.answer
