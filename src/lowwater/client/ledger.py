"""Ledger: a device's record of what it has answered, which outlives it.

Spend before you speak: an answer is on the disk before anyone hears it. After whatever interruption the same question
gets the same answer, and whatever was said stays charged. A ledger that cannot be read says nothing at all.
"""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from lowwater.client.account import Coins, Entry
from lowwater.client.address import Address, survey_id
from lowwater.client.ledger_file import LedgerFile
from lowwater.client.lines import Granted, Left, Line, Pinned, Settled, Told
from lowwater.client.names import name_for, secret
from lowwater.client.pages import Page, Pages
from lowwater.core.epsilon import Epsilon
from lowwater.core.question import Question
from lowwater.errors import BadInvitation, GrantSpent, OffTerms, YourFault
from lowwater.wire import SurveyMessage, hash_of

Clock = Callable[[], str]


def now() -> str:
    """The time as a ledger keeps it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Ledger:
    """A file that several processes may use at once, and all surveys a device has to do with.

    `durable=False` does not wait for the disk, and is for simulated devices only: after a power cut such a ledger may
    have forgotten what was said. `wait` is how many seconds to wait for another process that holds the file.
    """

    def __init__(self, path: str | Path, *, durable: bool = True, wait: float = 10.0, clock: Clock = now) -> None:
        self.path = Path(path)
        self._pages, self._durable, self._wait = Pages(), durable, wait
        self._file = LedgerFile(self.path, self._pages.take, durable=durable, wait=wait)
        self._lock, self._clock = threading.Lock(), clock

    @property
    def pages(self) -> tuple[Page, ...]:
        """All surveys, in the order they were first seen."""
        with self._held(writing=False):
            return tuple(self._pages.of.values())

    @property
    def left_for_good(self) -> tuple[Left, ...]:
        """All surveys that the person left for good, and what was erased of them."""
        with self._held(writing=False):
            return tuple(self._pages.left_for_good.values())

    @property
    def lifetime(self) -> Epsilon | None:
        """What the person allows all surveys together; None where no end was set."""
        with self._held(writing=False):
            return self._pages.lifetime

    @property
    def spent(self) -> Epsilon:
        """What all answers to all surveys may have revealed."""
        with self._held(writing=False):
            return self._pages.spent

    def left(self, page: Page) -> Epsilon:
        """What may still be spent on a survey, of its own grant and of the lifetime's."""
        with self._held(writing=False):
            own, all_together = self._own(page).account.left, self._pages.left
            return own if all_together is None else min(own, all_together)

    def grant(self, lifetime: Epsilon) -> None:
        """Allow all surveys together so much, from the first answer to the last."""
        with self._held():
            self._write(Granted(None, None, lifetime.nano, self._clock()), lasting=True)

    def join(
        self, server: str, survey: SurveyMessage, grant: Epsilon | None = None, invitation: str | None = None
    ) -> Page:
        """Pin the terms of a survey and a name for it, or find them pinned; changed terms and addresses are refused."""
        key, terms = (str(Address.of(server)), survey_id(survey.survey)), hash_of(survey.terms)
        if survey.access == "open" and invitation is not None:  # it would tell who is speaking
            raise YourFault(f"survey {key[1]} is open to everybody and needs no invitation; leave it out")
        with self._held():
            page = self._pages.pinned(*key, terms)
            _invited(survey, invitation or (page.invitation if page else None))
            key = key if page is None else page.key
            if page is None or invitation not in (None, page.invitation):
                _unsaid(page)
                name = name_for(invitation)
                line = Pinned(*key, survey.terms, terms, name, invitation, self._clock())
                self._write(line, lasting=False)  # nothing was said yet: the first answer takes it along
            page = self._pages.of[key]
            if grant is not None and min(grant, page.account.terms.grant) != page.account.grant:
                self._write(Granted(*key, grant.nano, self._clock()), lasting=True)
            return page

    def respond(self, page: Page, value: float, question: Question, coins: Coins = os.urandom) -> Entry:
        """What to say: the recorded answer to a repeated question, a fresh one within all grants, or a refusal."""
        asked = replace(question, people=None)  # whom else it is put to is none of a device's business
        with self._held():
            self._pages.stay_away(page.survey)
            account = self._own(page).account
            if (entry := account.before(asked)) is not None:
                return entry
            account.check(asked)
            self._afford(asked.randomizer.loss)
            entry = replace(account.fresh(value, asked, coins), receipt=secret(), time=self._clock())
            self._write(Told(*page.key, entry), lasting=True)  # spent before it is spoken
            return entry

    def leave(self, server: str, survey: str) -> None:
        """Leave a survey for good, whether this device has heard of it or not: it is answered no more."""
        with self._held():
            if survey_id(survey) not in self._pages.left_for_good:
                self._write(Left(str(Address.of(server)), survey, 0, self._clock()), lasting=True)

    def erase(self, page: Page) -> None:
        """Leave a survey for good, and keep nothing of it but its id, its address and what it may have learnt."""
        with self._held():
            own = self._own(page)
            mine = [one for one in self._pages.of.values() if one.survey == own.survey]
            loss = sum((one.account.spent for one in mine), Epsilon(0)).nano
            left = Left(*own.key, loss, self._clock())
            self._file.rewrite(lambda line: getattr(line, "survey", None) != own.survey, left)
            self._pages = Pages()
            self._file = LedgerFile(self.path, self._pages.take, durable=self._durable, wait=self._wait)

    def afford(self, page: Page) -> None:
        """Refuse, before anybody asks, where one more answer would be too much."""
        with self._held():
            account = self._own(page).account
            account.afford(account.terms.loss)
            self._afford(account.terms.loss)

    def settle(self, page: Page, entry: Entry, fate: str) -> None:
        """Record what became of an answer; should this get lost, the same answer is sent once more."""
        with self._held():
            if self._own(page).fates.get(entry.question.round) != fate:
                line = Settled(*page.key, entry.question.round, fate, self._clock())
                self._write(line, lasting=False)

    @contextmanager
    def _held(self, *, writing: bool = True) -> Iterator[None]:
        with self._lock, self._file.held(writing=writing):
            yield

    def _own(self, page: Page) -> Page:
        """This ledger's own page, which is up to date; another handle's may not be."""
        own = self._pages.of.get(page.key)
        if own is None:
            raise OffTerms(f"the terms of survey {page.survey} at {page.server} are not in {self.path}; join it first")
        return own

    def _write(self, line: Line, *, lasting: bool) -> None:
        self._file.append(line, lasting=lasting)

    def _afford(self, loss: Epsilon) -> None:
        left = self._pages.left
        if left is not None and loss > left:
            raise GrantSpent(
                f"{self._pages.spent} nats spent of {self._pages.lifetime} for a lifetime; this question would cost "
                f"{loss} more (`lowwater ledger grant` sets another limit)"
            )


def _invited(survey: SurveyMessage, invitation: str | None) -> None:
    """An invitation, now or before, where one is needed."""
    if survey.access == "invitation" and invitation is None:
        raise BadInvitation(f"survey {survey.survey} is for the invited alone; give the invitation that you got for it")


def _unsaid(page: Page | None) -> None:
    """A name may change for as long as nothing was said under it."""
    if page is not None and page.account.told:
        raise YourFault(f"survey {page.survey} was answered already, without this invitation; leave it out")
