"""Ledger: a device's record of its answers, kept on disk.

Spend before you speak: an answer is on the disk before it is sent. After any interruption the same question gets the
same answer, and every answer that may have been sent stays charged. A ledger that cannot be read gives no answers.
"""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from lowwater.client.account import Coins, Entry
from lowwater.client.ledger_file import LedgerFile
from lowwater.client.lines import AnswerLine, FateLine, GrantLine, LeaveLine, Line, TermsLine
from lowwater.client.names import name_for, secret
from lowwater.client.pages import Page, Pages
from lowwater.core.epsilon import Epsilon
from lowwater.core.question import Question
from lowwater.errors import BadInvitation, GrantSpent, OffTerms, YourFault
from lowwater.wire import SurveyMessage, hash_of
from lowwater.wire.address import Address, survey_id

Clock = Callable[[], str]


def now() -> str:
    """The current UTC time in ISO 8601, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Ledger:
    """The pages of all surveys of a device, in a file that several processes may use at once.

    `durable=False` skips the sync to disk, and is for simulated devices only: after a power cut such a ledger may have
    lost answers that were sent. `wait` is how many seconds to wait for another process's lock on the file.
    """

    def __init__(self, path: str | Path, *, durable: bool = True, wait: float = 10.0, clock: Clock = now) -> None:
        self.path = Path(path)
        self._pages, self._durable, self._wait = Pages(), durable, wait
        self._file = LedgerFile(self.path, self._pages.take, durable=durable, wait=wait)
        self._lock, self._clock = threading.Lock(), clock

    @property
    def pages(self) -> tuple[Page, ...]:
        """The pages of all surveys, in the order they were first seen."""
        with self._locked(writing=False):
            return tuple(self._pages.of.values())

    @property
    def left_for_good(self) -> tuple[LeaveLine, ...]:
        """The lines of all surveys that the person left for good, each with the loss of its erased answers."""
        with self._locked(writing=False):
            return tuple(self._pages.left_for_good.values())

    @property
    def lifetime(self) -> Epsilon | None:
        """The grant for all surveys together; None if the person set none."""
        with self._locked(writing=False):
            return self._pages.lifetime

    @property
    def spent(self) -> Epsilon:
        """What all answers to all surveys may have revealed."""
        with self._locked(writing=False):
            return self._pages.spent

    def left(self, page: Page) -> Epsilon:
        """What may still be spent on a survey: the smaller of what is left of its grant and of the lifetime's."""
        with self._locked(writing=False):
            own, all_together = self._own(page).account.left, self._pages.left
            return own if all_together is None else min(own, all_together)

    def grant(self, lifetime: Epsilon) -> None:
        """Set the grant for all surveys together; answers that were given before count against it too."""
        with self._locked():
            self._write(GrantLine(None, None, lifetime.nano, self._clock()), lasting=True)

    def join(
        self, server: str, survey: SurveyMessage, grant: Epsilon | None = None, invitation: str | None = None
    ) -> Page:
        """Pin the terms of a survey and a name for it, or return its page; refuse changed terms and addresses."""
        key, terms = (str(Address.of(server)), survey_id(survey.survey)), hash_of(survey.terms)
        if survey.access == "open" and invitation is not None:  # it would identify the person
            raise YourFault(f"survey {key[1]} is open to everybody and needs no invitation; leave it out")
        with self._locked():
            page = self._pages.pinned(*key, terms)
            self._pages.one_group(key[1], survey.terms)
            _check_invited(survey, invitation or (page.invitation if page else None))
            key = key if page is None else page.key
            if page is None or invitation not in (None, page.invitation):
                _check_unanswered(page)
                name = name_for(invitation)
                line = TermsLine(*key, survey.terms, terms, name, invitation, self._clock())
                self._write(line, lasting=False)  # no answer depends on it yet; the sync of the first one covers it
            page = self._pages.of[key]
            if grant is not None and min(grant, page.account.terms.grant) != page.account.grant:
                self._write(GrantLine(*key, grant.nano, self._clock()), lasting=True)
            return page

    def respond(
        self, page: Page, value: float, question: Question, coins: Coins = os.urandom, *, inside: bool = True
    ) -> Entry:
        """Return the recorded entry of a repeated question, or record a fresh one within all grants; else refuse.

        `inside`: the person is in the hidden group that the survey is about, if it is about one.
        """
        question = replace(question, people=None)  # no device knows how many others are asked
        with self._locked():
            self._pages.stay_away(page.survey)
            account = self._own(page).account
            if (entry := account.entry_for(question)) is not None:
                return entry
            account.check(question)
            self._pages.one_group(page.survey, page.terms)
            self._afford(question.randomizer.loss)
            entry = account.fresh(value, question, coins, inside=inside)
            entry = replace(entry, receipt=secret(), time=self._clock())
            self._write(AnswerLine(*page.key, entry), lasting=True)  # charged before it is sent
            return entry

    def leave(self, server: str, survey: str) -> None:
        """Leave a survey for good, joined or not: it is never answered again."""
        with self._locked():
            if survey_id(survey) not in self._pages.left_for_good:
                self._write(LeaveLine(str(Address.of(server)), survey, 0, self._clock()), lasting=True)

    def erase(self, page: Page) -> None:
        """Leave a survey for good, and keep only its id, its address and the loss of its answers."""
        with self._locked():
            own = self._own(page)
            accounts = [other.account for other in self._pages.of.values() if other.survey == own.survey]
            loss = sum((account.spent for account in accounts), Epsilon(0)).nano
            last = LeaveLine(*own.key, loss, self._clock())
            self._file.rewrite(lambda line: getattr(line, "survey", None) != own.survey, last)
            self._pages = Pages()
            self._file = LedgerFile(self.path, self._pages.take, durable=self._durable, wait=self._wait)

    def afford(self, page: Page) -> None:
        """Refuse if one more answer would exceed a grant; to be called before a question is asked for."""
        with self._locked():
            account = self._own(page).account
            account.afford(account.terms.loss)
            self._pages.one_group(page.survey, page.terms)
            self._afford(account.terms.loss)

    def settle(self, page: Page, entry: Entry, fate: str) -> None:
        """Record the fate of an answer; if the record is lost, the same answer is sent once more."""
        with self._locked():
            if self._own(page).fates.get(entry.question.round) != fate:
                line = FateLine(*page.key, entry.question.round, fate, self._clock())
                self._write(line, lasting=False)

    @contextmanager
    def _locked(self, *, writing: bool = True) -> Iterator[None]:
        """Take the lock of threads, then that of processes."""
        with self._lock, self._file.lock(writing=writing):
            yield

    def _own(self, page: Page) -> Page:
        """This ledger's own page of a survey, which is up to date; `page` may come from another Ledger."""
        own = self._pages.of.get(page.key)
        if own is None:
            raise OffTerms(f"the terms of survey {page.survey} at {page.server} are not in {self.path}; join it first")
        return own

    def _write(self, line: Line, *, lasting: bool) -> None:
        self._file.append(line, lasting=lasting)

    def _afford(self, loss: Epsilon) -> None:
        """Refuse a loss that exceeds what is left of the lifetime grant."""
        left = self._pages.left
        if left is not None and loss > left:
            raise GrantSpent(
                f"{self._pages.spent} nats spent of {self._pages.lifetime} for a lifetime; this question would cost "
                f"{loss} more (`lowwater ledger grant` sets another limit)"
            )


def _check_invited(survey: SurveyMessage, invitation: str | None) -> None:
    """Refuse a survey that needs an invitation if there is none, given now or before."""
    if survey.access == "invitation" and invitation is None:
        raise BadInvitation(f"survey {survey.survey} is for the invited alone; give the invitation that you got for it")


def _check_unanswered(page: Page | None) -> None:
    """Refuse to change a name under which an answer was recorded."""
    if page is not None and page.account.told:
        raise YourFault(f"survey {page.survey} was answered already, without this invitation; leave it out")
