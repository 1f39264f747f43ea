"""Pages: what the lines of a ledger add up to, survey by survey."""

from dataclasses import dataclass, field

from lowwater.client.account import Account, Entry
from lowwater.client.address import Address
from lowwater.client.lines import Granted, Left, Line, Pinned, Settled, Told
from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadLedger, OffTerms, YourFault
from lowwater.wire import TermsMessage, hash_of

Key = tuple[str, str]
"""The server's address and the survey's id."""


@dataclass(slots=True)
class Page:
    """One survey: its pinned terms, the name made up for it, and what was said to it and became of it."""

    server: str
    survey: str
    terms: TermsMessage
    hash: str
    name: str = field(repr=False)  # whoever knows it can speak for this device
    invitation: str | None = field(repr=False)
    time: str
    account: Account
    fates: dict[int, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What the survey calls itself."""
        return self.terms.title

    @property
    def key(self) -> Key:
        """By which it is found."""
        return (self.server, self.survey)

    @property
    def spelling(self) -> str:
        """The server's address as it is spelt today."""
        try:
            return str(Address.of(self.server))
        except YourFault:
            return self.server

    @property
    def unsettled(self) -> tuple[Entry, ...]:
        """What was recorded, and perhaps said, without a word from the server about it."""
        return tuple(entry for entry in self.account.told if entry.question.round not in self.fates)


class Pages:
    """All surveys, and the grant of a lifetime."""

    def __init__(self) -> None:
        self.lifetime: Epsilon | None = None
        self.of: dict[Key, Page] = {}
        self.left_for_good: dict[str, Left] = {}

    @property
    def spent(self) -> Epsilon:
        """What all answers to all surveys may have revealed."""
        erased = sum(line.loss for line in self.left_for_good.values())
        return sum((page.account.spent for page in self.of.values()), Epsilon(erased))

    @property
    def left(self) -> Epsilon | None:
        """What is left of a lifetime; None where no end was set."""
        return None if self.lifetime is None else Epsilon(max(0, self.lifetime.nano - self.spent.nano))

    def pinned(self, server: str, survey: str, terms: str) -> Page | None:
        """The page of a survey; refuse other terms than it was pinned with, and the same ones at another address.

        An id is random, so a survey with the same id and terms is the same survey. A ledger from before addresses had
        one spelling may hold it more than once: then the page that was spoken from is the one that counts.
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

    def take(self, line: Line) -> None:
        """Add one line; a line that does not follow from those before it is refused."""
        match line:
            case Granted(server=None, survey=None, grant=grant):
                self.lifetime = Epsilon(grant)
            case Granted(server=server, survey=survey, grant=grant):
                self._page(server, survey).account.allow(Epsilon(grant))
            case Pinned() as pinned:
                self._pin(pinned)
            case Told() as told:
                self._tell(told)
            case Settled() as settled:
                self._settle(settled)
            case left:
                known = self.left_for_good.get(left.survey, left)
                self.left_for_good[left.survey] = max(known, left, key=lambda line: line.loss)  # no loss is forgotten

    def _page(self, server: str | None, survey: str | None) -> Page:
        page = self.of.get((server or "", survey or ""))
        if page is None:
            raise BadLedger(f"it speaks of survey {survey} at {server}, whose terms are nowhere above it")
        return page

    def _pin(self, line: Pinned) -> None:
        if line.hash != hash_of(line.terms):
            raise BadLedger("its hash is not that of its terms")
        account = Account(line.terms.terms())
        page = Page(line.server, line.survey, line.terms, line.hash, line.name, line.invitation, line.time, account)
        known = self.of.setdefault(page.key, page)
        if known.hash != page.hash or known.account.told:
            raise BadLedger("it changes terms that were pinned, or a name that was used, above it")
        known.name, known.invitation = page.name, page.invitation

    def _tell(self, line: Told) -> None:
        account, number = self._page(line.server, line.survey).account, line.entry.question.round
        if account.knows(number):
            raise BadLedger(f"it answers round {number}, which was answered above it")
        account.keep(line.entry)

    def _settle(self, line: Settled) -> None:
        page = self._page(line.server, line.survey)
        if not page.account.knows(line.round):
            raise BadLedger(f"it settles round {line.round}, which was not answered above it")
        page.fates[line.round] = line.fate
