"""Device: takes part in a live survey for one person, and says no more than its ledger has charged.

It looks at the survey, pins the terms, checks in, and waits where it is asked to. It speaks only where the answer can
still arrive in time; what was said without an acknowledgement is sent again, the same bit with the same receipt.
"""

import os
from dataclasses import dataclass, replace
from typing import Literal

from lowwater.client.account import Coins, Entry
from lowwater.client.api import Api
from lowwater.client.http import Http
from lowwater.client.ledger import Ledger
from lowwater.client.pace import Pace
from lowwater.client.pages import Page
from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadLedger, Contradicted, NoPlace, Refused, TooLate
from lowwater.wire import QuestionMessage, SurveyMessage, terms_of

Status = Literal["counted", "waiting", "done"]

_LOST: dict[type[Refused], str] = {TooLate: "too-late", NoPlace: "no-place", Contradicted: "contradicted"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was said and counted, why it ended there, what was spent on the survey, and what may still be.

    What was said too late to count is lost, and spent. Where it is still waiting, the server asked to come again in
    so many seconds. Of what is unnoted the ledger holds that it was said, and could not be told what became of it: the
    same answer is sent once more next time, at no further cost.
    """

    status: Status
    said: tuple[Entry, ...]
    spent: Epsilon
    left: Epsilon
    seconds: float = 0.0
    lost: tuple[Entry, ...] = ()
    unnoted: tuple[Entry, ...] = ()


class Device:
    """One person's value in one survey of one server."""

    def __init__(
        self,
        server: str | Http,
        survey: str,
        ledger: Ledger,
        value: float,
        *,
        grant: Epsilon | None = None,
        invitation: str | None = None,
        terms: str | None = None,
        pace: Pace | None = None,
        coins: Coins = os.urandom,
    ) -> None:
        """`terms` is the hash that a link speaks of; an invitation has one of its own."""
        expected = terms or (None if invitation is None else terms_of(invitation))
        self._api = Api(server if isinstance(server, Http) else Http(server), survey, expected)
        self._ledger, self._value, self._coins = ledger, value, coins
        self._grant, self._invitation = grant, invitation
        self._pace = pace or Pace()
        self._unnoted: dict[int, Entry] = {}

    def close(self) -> None:
        """Let the connection go; it opens again where it is needed."""
        self._api.close()

    def look(self) -> SurveyMessage:
        """The survey as the server tells it now; nothing is agreed to."""
        return self._api.look()

    def agree(self, survey: SurveyMessage) -> Page:
        """Pin the terms, and refuse a value that they do not admit, before the server hears of this device."""
        terms = survey.terms.terms()
        terms.domain.admit(self._value, terms.outside)
        return self._ledger.join(self._api.server, survey, self._grant, self._invitation)

    def answer_once(self) -> Outcome:
        """Give one answer, or bring one home that was not acknowledged; wait for a question while patience lasts."""
        return self._answer(self.agree(self.look()))

    def take_part(self) -> Outcome:
        """Answer round after round until the survey is done, or patience is; an answer too late ends its round only.

        A ledger that cannot note what became of an answer could not be charged with another one either: that ends it.
        """
        said: tuple[Entry, ...] = ()
        lost: tuple[Entry, ...] = ()
        while True:
            page = self.agree(self.look())
            before = len(page.account.told)
            try:
                outcome = self._answer(page)
            except (TooLate, NoPlace):
                if len(page.account.told) == before:  # nothing new was said: going on would go round in circles
                    raise
                lost += page.account.told[before:]
                if not (self._unnoted or page.account.full):
                    continue
                outcome = self._outcome("done" if page.account.full else "waiting", page)
            said += outcome.said
            over = page.account.full and not page.unsettled  # no look more: it could only fail
            if over or outcome.status != "counted" or outcome.unnoted:
                return replace(outcome, status="done" if over else outcome.status, said=said, lost=lost)

    def _answer(self, page: Page) -> Outcome:
        for entry in page.unsettled:
            if self._brought_home(page, entry):
                return self._outcome("counted", page, entry)
        if page.account.full:
            return self._outcome("done", page)
        self._ledger.afford(page)
        return self._wait_and_answer(page)

    def _wait_and_answer(self, page: Page) -> Outcome:
        pace = self._pace
        until = pace.clock() + pace.patience
        while True:
            asked = pace.clock()
            place = self._api.check_in(page.name, page.invitation)
            if place.status == "done":
                return self._outcome("done", page)
            left = place.seconds - (pace.clock() - asked)  # what the reply took on its way is gone too
            if place.question is not None and left >= pace.margin and (entry := self._said(page, place.question)):
                return self._outcome("counted", page, entry)
            pause = pace.pause(left)
            if pace.clock() + pause > until:
                return replace(self._outcome("waiting", page), seconds=pause)
            pace.sleep(pause)

    def _said(self, page: Page, question: QuestionMessage) -> Entry | None:
        """Charge, then speak; None where it only repeats what was settled already."""
        entry = self._ledger.respond(page, self._value, question.question(), self._coins)
        repeated = question.round in page.fates
        self._post(page, entry)
        return None if repeated else entry

    def _brought_home(self, page: Page, entry: Entry) -> bool:
        """Send once more what may never have arrived; the time for it may be over."""
        try:
            self._post(page, entry)
        except (TooLate, NoPlace):
            return False
        return True

    def _post(self, page: Page, entry: Entry) -> None:
        try:
            self._api.post(page.name, entry)
        except (TooLate, NoPlace, Contradicted) as error:
            self._note(page, entry, _LOST[type(error)])
            raise
        self._note(page, entry, "counted")

    def _note(self, page: Page, entry: Entry, fate: str) -> None:
        """Settle an answer; where the ledger cannot, what was said was said all the same."""
        try:
            self._ledger.settle(page, entry, fate)
        except BadLedger:
            self._unnoted[entry.question.round] = entry
        else:
            self._unnoted.pop(entry.question.round, None)

    def _outcome(self, status: Status, page: Page, *said: Entry) -> Outcome:
        unnoted = tuple(self._unnoted.values())
        return Outcome(status, said, page.account.spent, self._left(page), unnoted=unnoted)

    def _left(self, page: Page) -> Epsilon:
        """What may still be spent; nothing, for as long as the ledger cannot be used."""
        try:
            return self._ledger.left(page)
        except BadLedger:
            return Epsilon(0)
