"""Laws of a ledger, over any list of what may happen to it: questions, repeats, contradictions, restarts, crashes."""

import itertools
import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from lowwater.client import Ledger
from lowwater.client.account import Entry
from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import randomized_response
from lowwater.core.terms import Terms
from lowwater.errors import BadData, GrantSpent, OffTerms
from lowwater.wire import SurveyMessage, TermsMessage, hash_of

COIN = randomized_response(Epsilon(NANO))
MESSAGE = TermsMessage.of(Terms(Domain(0, 8), "refuse", 3, COIN.loss, Epsilon(3 * NANO)))
SERVER, SURVEYS = "https://survey.example.org", ("youngest", "oldest")
LIFETIME = 4
NUMBERS = st.integers(0, 3)

asking = st.tuples(
    st.just("ask"), st.sampled_from(SURVEYS), NUMBERS, st.sampled_from([2.0, 4.0, 9.0]), st.sampled_from([1, 7, 99])
)
crashing = st.tuples(st.just("crash"), st.sampled_from(SURVEYS), NUMBERS, st.floats(0, 1))
happenings = st.lists(st.one_of(asking, crashing, st.just(("reopen",)), st.just(("settle",)), st.just(("tear",))))


@dataclass
class World:
    """Two handles on one ledger, and everything that was ever said out loud."""

    path: Path
    said: dict[tuple[str, int], Entry] = field(default_factory=dict)

    def __post_init__(self):
        self.turns = itertools.cycle([0, 1])
        self.handles = [Ledger(self.path, durable=False) for _ in range(2)]
        self.handles[0].grant(Epsilon(LIFETIME * NANO))

    @property
    def handle(self):
        return self.handles[next(self.turns)]

    def do(self, what, *about):
        getattr(self, what)(*about)

    def ask(self, name, number, threshold, value):
        ledger = self.handle
        page = ledger.join(SERVER, SurveyMessage(name, "", MESSAGE, hash_of(MESSAGE), "open", "open", "running"))
        with suppress(OffTerms, GrantSpent, BadData):
            entry = ledger.respond(page, value, Question(number, 0, threshold, COIN, None))
            assert entry == self.said.setdefault((name, number), entry)

    def crash(self, name, number, part):
        """Die while an answer is written, after part of the line, and before it is spoken."""
        before, spoken = self.path.stat().st_size, dict(self.said)
        self.ask(name, number, 4.0, 1)
        os.truncate(self.path, before + int(part * (self.path.stat().st_size - before)))
        self.said = spoken
        self.reopen()
        for page in self.handles[0].pages:  # a line that lacks its end alone counts, and is what will be said
            for entry in page.account.told:
                self.said.setdefault((page.survey, entry.question.round), entry)

    def tear(self):
        with self.path.open("ab") as file:
            file.write(b'{"kind": "answer", "serv')

    def settle(self):
        ledger = self.handle
        for page in ledger.pages:
            for entry in page.unsettled:
                ledger.settle(page, entry, "counted")

    def reopen(self):
        self.handles[next(self.turns)] = Ledger(self.path, durable=False)
        self.handles[next(self.turns)] = Ledger(self.path, durable=False)


@settings(max_examples=60, deadline=None)
@given(happenings)
def test_whatever_happens_what_was_said_is_there_and_no_limit_is_passed(events):
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder) / "ledger.jsonl")
        for event in events:
            world.do(*event)
        for ledger in (*world.handles, Ledger(world.path)):
            told = {(page.survey, entry.question.round): entry for page in ledger.pages for entry in page.account.told}
            assert world.said == told
            assert COIN.loss * len(world.said) == ledger.spent <= Epsilon(LIFETIME * NANO)
            assert all(len(page.account.told) <= 3 for page in ledger.pages)
