"""Pages: the state of each survey, from the lines of a ledger."""

from dataclasses import dataclass, field

from lowwater.client.account import Account, Entry
from lowwater.client.lines import AnswerLine, FateLine, GrantLine, LeaveLine, Line, TermsLine
from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadLedger, OffTerms, YourFault
from lowwater.wire import TermsMessage, hash_of
from lowwater.wire.address import Address

Key = tuple[str, str]
"""The server's address and the survey's id."""


@dataclass(slots=True)
class Page:
    """One survey: its pinned terms, the device's name in it, the answers, and their fates by round."""

    server: str
    survey: str
    terms: TermsMessage
    hash: str
    name: str = field(repr=False)  # whoever knows it can answer for this device
    invitation: str | None = field(repr=False)
    time: str
    account: Account
    fates: dict[int, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The title of the survey."""
        return self.terms.title

    @property
    def group(self) -> str | None:
        """The group that the survey is about; None: it has no groups."""
        grouping = self.terms.grouping
        return None if grouping is None else grouping.name(self.survey)

    @property
    def asked_about(self) -> str:
        """The hidden group that every question of the survey is about; empty where none is hidden."""
        grouping = self.terms.grouping
        return (self.group or "") if grouping is not None and grouping.hidden else ""

    @property
    def key(self) -> Key:
        """Its key in Pages.of."""
        return (self.server, self.survey)

    @property
    def spelling(self) -> str:
        """The server's address in its present spelling."""
        try:
            return str(Address.of(self.server))
        except YourFault:
            return self.server

    @property
    def unsettled(self) -> tuple[Entry, ...]:
        """The entries without a fate: recorded, perhaps sent, and not acknowledged."""
        return tuple(entry for entry in self.account.told if entry.question.round not in self.fates)


class Pages:
    """The pages of all surveys by their keys, the surveys left for good, and the lifetime grant."""

    def __init__(self) -> None:
        self.lifetime: Epsilon | None = None
        self.of: dict[Key, Page] = {}
        self.left_for_good: dict[str, LeaveLine] = {}

    @property
    def spent(self) -> Epsilon:
        """What all answers to all surveys may have revealed."""
        erased = sum(line.loss for line in self.left_for_good.values())
        return sum((page.account.spent for page in self.of.values()), Epsilon(erased))

    @property
    def left(self) -> Epsilon | None:
        """What is left of the lifetime grant; None if there is none."""
        return None if self.lifetime is None else Epsilon(max(0, self.lifetime.nano - self.spent.nano))

    def pinned(self, server: str, survey: str, terms: str) -> Page | None:
        """The page of a survey; refuse other terms than it was pinned with, and the same ones at another address.

        An id is random, so a survey with the same id and terms is the same survey. A ledger from before addresses had
        one spelling may have several pages of it: then the one with answers counts.
        """
        self.stay_away(survey)
        pages = [page for page in self.of.values() if page.survey == survey]
        if any(page.spelling == server and page.hash != terms for page in pages):
            raise OffTerms(f"survey {survey} at {server} has other terms now than those this device agreed to")
        same = [page for page in pages if page.hash == terms]
        page = max(same, key=lambda page: bool(page.account.told), default=None)
        if page is not None and page.spelling != server:
            raise OffTerms(
                f"survey {survey} at {server} is the one that this device joined at {page.server}; it is answered at "
                f"one address alone: use {page.server}"
            )
        return page

    def stay_away(self, survey: str) -> None:
        """Refuse a survey that the person left for good, at whatever address."""
        line = self.left_for_good.get(survey)
        if line is not None:
            raise YourFault(f"this device left survey {survey} for good at {line.time}; nothing was said")

    def one_group(self, survey: str, terms: TermsMessage) -> None:
        """Refuse a member survey if another member under the same terms was answered, or left for good."""
        grouping = terms.grouping
        if grouping is None:
            return
        if grouping.index(survey) is None:
            raise YourFault(f"survey {survey} has groups; take part in the member survey of one of them")
        members, hashed = grouping.members(survey), hash_of(terms)
        for other in (grouping.whole(survey), *members):
            self.stay_away(other)
        for page in self.of.values():
            same = page.hash == hashed or page.survey in members
            if same and page.survey != survey and page.account.told:
                raise YourFault(
                    f"this device answered in another group of the same survey ({page.survey}); one person answers in "
                    "one group alone"
                )

    def take(self, line: Line) -> None:
        """Apply one line; refuse one that contradicts those before it."""
        match line:
            case GrantLine(server=None, survey=None, grant=grant):
                self.lifetime = Epsilon(grant)
            case GrantLine(server=server, survey=survey, grant=grant):
                self._page(server, survey).account.allow(Epsilon(grant))
            case TermsLine():
                self._pin(line)
            case AnswerLine():
                self._add_answer(line)
            case FateLine():
                self._settle(line)
            case _:
                self._leave(line)

    def _page(self, server: str | None, survey: str | None) -> Page:
        page = self.of.get((server or "", survey or ""))
        if page is None:
            raise BadLedger(f"it speaks of survey {survey} at {server}, whose terms are nowhere above it")
        return page

    def _pin(self, line: TermsLine) -> None:
        if line.hash != hash_of(line.terms):
            raise BadLedger("its hash is not that of its terms")
        account = Account(line.terms.terms())
        page = Page(line.server, line.survey, line.terms, line.hash, line.name, line.invitation, line.time, account)
        known = self.of.setdefault(page.key, page)
        if known.hash != page.hash or known.account.told:
            raise BadLedger("it changes terms that were pinned, or a name that was used, above it")
        known.name, known.invitation = page.name, page.invitation

    def _add_answer(self, line: AnswerLine) -> None:
        account, round_index = self._page(line.server, line.survey).account, line.entry.question.round
        if account.answered(round_index):
            raise BadLedger(f"it answers round {round_index}, which was answered above it")
        account.keep(line.entry)

    def _settle(self, line: FateLine) -> None:
        page = self._page(line.server, line.survey)
        if not page.account.answered(line.round):
            raise BadLedger(f"it settles round {line.round}, which was not answered above it")
        page.fates[line.round] = line.fate

    def _leave(self, line: LeaveLine) -> None:
        """Keep the line with the larger loss, so that none is forgotten."""
        known = self.left_for_good.get(line.survey, line)
        self.left_for_good[line.survey] = max(known, line, key=lambda leave: leave.loss)
