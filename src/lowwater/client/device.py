"""Device: takes part in a live survey for one person, and sends only answers that its ledger has charged.

It looks at the survey, pins the terms, checks in, and waits when the server asks it to. It answers only if the answer
can still arrive in time; an answer that was not acknowledged is sent again, the same bit with the same receipt.
"""

from dataclasses import dataclass, replace
from typing import Literal

from lowwater.client.account import Entry
from lowwater.client.api import Api
from lowwater.client.http import Http
from lowwater.client.ledger import Ledger
from lowwater.client.membership import inside, member_of
from lowwater.client.pace import Pace
from lowwater.client.pages import Page
from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadLedger, Contradicted, NoPlace, Refused, TooLate
from lowwater.wire import QuestionMessage, SurveyMessage, terms_of

Status = Literal["counted", "waiting", "done"]

_LOST: dict[type[Refused], str] = {TooLate: "too-late", NoPlace: "no-place", Contradicted: "contradicted"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of taking part in a survey.

    `status` is one of:
    `counted`: an answer was counted.
    `waiting`: the survey goes on; come again in `seconds`.
    `done`: there are no more questions for this device.

    `said`: the answers that were counted.
    `spent`, `left`: what was spent on the survey, and what may still be.
    `lost`: the answers that came too late to count, and are spent all the same.
    `unnoted`: the answers whose fate could not be written to the ledger, which holds the answers themselves; each is
    sent once more next time, at no further cost.
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
    ) -> None:
        """`terms` is the hash of the terms in a link, to be checked; an `invitation` contains its own."""
        expected = terms or (None if invitation is None else terms_of(invitation))
        self._api = Api(server if isinstance(server, Http) else Http(server), survey, expected)
        self._ledger, self._value = ledger, value
        self._grant, self._invitation = grant, invitation
        self._pace = pace or Pace()
        self._own_group: str | None = None
        self._unnoted: dict[int, Entry] = {}

    def in_group(self, own: str) -> "Device":
        """This device, for a person of the group `own`, or of none in the list if that is "".

        A public group is told in clear by checking in; a hidden one goes nowhere, and is in no ledger.
        """
        self._own_group = own
        return self

    def close(self) -> None:
        """Close the connection; the next request opens it again."""
        self._api.close()

    def look(self) -> SurveyMessage:
        """Fetch the survey, without agreeing to its terms."""
        return self._api.look()

    def agree(self, survey: SurveyMessage) -> Page:
        """Pin the terms, and refuse a value that they do not admit, before this device checks in."""
        terms = survey.terms.terms()
        terms.domain.admit(self._value, terms.outside)
        member = member_of(survey, self._own_group, self._ledger.pages, self._api.look)
        return self._ledger.join(self._api.server, member, self._grant, self._invitation)

    def answer_once(self) -> Outcome:
        """Send one answer, first of all one that was not acknowledged; wait for a question while patience lasts."""
        return self._answer(self.agree(self.look()))

    def take_part(self) -> Outcome:
        """Answer round after round until the survey is done or patience ends; a late answer ends only its round.

        It also ends if the fate of an answer cannot be written to the ledger: then another one could not be charged.
        """
        counted: tuple[Entry, ...] = ()
        lost: tuple[Entry, ...] = ()
        while True:
            page = self.agree(self.look())
            answers = len(page.account.told)
            try:
                outcome = self._answer(page)
            except (TooLate, NoPlace):
                if len(page.account.told) == answers:  # no new answer: another turn would end the same way
                    raise
                lost += page.account.told[answers:]
                if not (self._unnoted or page.account.full):
                    continue
                outcome = self._outcome("done" if page.account.full else "waiting", page)
            counted += outcome.said
            finished = page.account.full and not page.unsettled  # another request could only fail
            if finished or outcome.status != "counted" or outcome.unnoted:
                return replace(outcome, status="done" if finished else outcome.status, said=counted, lost=lost)

    def _answer(self, page: Page) -> Outcome:
        for entry in page.unsettled:
            if self._resend(page, entry):
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
            place = self._api.check_in(page)
            if place.status == "done":
                return self._outcome("done", page)
            left = place.seconds - (pace.clock() - asked)  # the time of the request is gone too
            if (
                place.question is not None
                and left >= pace.margin
                and (entry := self._answer_question(page, place.question))
            ):
                return self._outcome("counted", page, entry)
            pause = pace.pause(left)
            if pace.clock() + pause > until:
                return replace(self._outcome("waiting", page), seconds=pause)
            pace.sleep(pause)

    def _answer_question(self, page: Page, question: QuestionMessage) -> Entry | None:
        """Charge, then send; None if the answer was settled before and is only repeated."""
        belongs = inside(page, self._own_group)
        entry = self._ledger.respond(page, self._value, question.question(), inside=belongs)
        repeated = question.round in page.fates
        self._post(page, entry)
        return None if repeated else entry

    def _resend(self, page: Page, entry: Entry) -> bool:
        """Send an answer again that may not have arrived; return whether it was counted."""
        try:
            self._post(page, entry)
        except (TooLate, NoPlace):
            return False
        return True

    def _post(self, page: Page, entry: Entry) -> None:
        try:
            self._api.post(page, entry)
        except (TooLate, NoPlace, Contradicted) as error:
            self._settle(page, entry, _LOST[type(error)])
            raise
        self._settle(page, entry, "counted")

    def _settle(self, page: Page, entry: Entry, fate: str) -> None:
        """Write the fate of an answer to the ledger; if that fails, remember the answer as unnoted."""
        try:
            self._ledger.settle(page, entry, fate)
        except BadLedger:
            self._unnoted[entry.question.round] = entry
        else:
            self._unnoted.pop(entry.question.round, None)

    def _outcome(self, status: Status, page: Page, *counted: Entry) -> Outcome:
        unnoted = tuple(self._unnoted.values())
        return Outcome(status, counted, page.account.spent, self._left(page), unnoted=unnoted)

    def _left(self, page: Page) -> Epsilon:
        """What may still be spent; nothing if the ledger cannot be used."""
        try:
            return self._ledger.left(page)
        except BadLedger:
            return Epsilon(0)
