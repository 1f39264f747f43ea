"""Laws of a ledger, over any list of what may happen to it: questions, repeats, contradictions, restarts, crashes.

A process of ours mends the file before it appends, so a torn line is always the last one, and its own.
"""

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
from lowwater.wire import SurveyMessage, TermsMessage, TextsMessage, hash_of

COIN = randomized_response(Epsilon(NANO))
MESSAGE = TermsMessage.of(Terms(Domain(0, 8), "refuse", 3, COIN.loss, Epsilon(3 * NANO)), TextsMessage("How old?"))
SERVER, SURVEYS = "https://survey.example.org", ("youngest", "oldest")
LIFETIME = 4
NUMBERS = st.integers(0, 3)

asking = st.tuples(
    st.just("ask"), st.sampled_from(SURVEYS), NUMBERS, st.sampled_from([2.0, 4.0, 9.0]), st.sampled_from([1, 7, 99])
)
crashing = st.tuples(st.just("crash"), st.sampled_from(SURVEYS), NUMBERS, st.floats(0, 1))
tearing = st.tuples(st.just("tear"), st.floats(0, 1))
happenings = st.lists(st.one_of(asking, crashing, tearing, st.just(("reopen",)), st.just(("settle",))))


@dataclass
class World:
    """Two handles on one ledger, and everything that was ever said out loud."""

    path: Path
    spoken: dict[tuple[str, int], Entry] = field(default_factory=dict)

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
        for entry in self.asked(self.handle, name, number, threshold, value):
            assert entry == self.spoken.setdefault((name, number), entry)

    def asked(self, ledger, name, number, threshold, value):
        page = ledger.join(SERVER, SurveyMessage(name, MESSAGE, hash_of(MESSAGE), "open", "open", "running"))
        with suppress(OffTerms, GrantSpent, BadData):
            return [ledger.respond(page, value, Question(number, 0, (threshold,), COIN, None))]
        return []

    def crash(self, name, number, part):
        """Die while an answer is written, and before it is spoken; a line that lacks its end alone will be said."""
        self.die_writing(lambda ledger: self.asked(ledger, name, number, 4.0, 1), part)
        for page in Ledger(self.path, durable=False).pages:
            for entry in page.account.told:
                self.spoken.setdefault((page.survey, entry.question.round), entry)

    def tear(self, part):
        """Die while something else than an answer is written."""
        self.die_writing(lambda ledger: ledger.grant(Epsilon(LIFETIME * NANO)), part)

    def die_writing(self, write, part):
        """Keep a part of what one process appends; the other one lives on."""
        before, place = self.path.read_bytes(), next(self.turns)
        write(self.handles[place])
        after = self.path.read_bytes()
        start = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
        os.truncate(self.path, start + int(part * (len(after) - start)))
        self.handles[place] = Ledger(self.path, durable=False)

    def settle(self):
        ledger = self.handle
        for page in ledger.pages:
            for entry in page.unsettled:
                ledger.settle(page, entry, "counted")

    def reopen(self):
        self.handles[next(self.turns)] = Ledger(self.path, durable=False)
        self.handles[next(self.turns)] = Ledger(self.path, durable=False)


@settings(max_examples=60)
@given(happenings)
def test_whatever_happens_what_was_said_is_there_and_no_limit_is_passed(events):
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder) / "ledger.jsonl")
        for event in events:
            world.do(*event)
        for ledger in (*world.handles, Ledger(world.path)):
            details = {
                (page.survey, entry.question.round): entry for page in ledger.pages for entry in page.account.told
            }
            assert world.spoken == details
            assert COIN.loss * len(world.spoken) == ledger.spent <= Epsilon(LIFETIME * NANO)
            assert all(len(page.account.told) <= 3 for page in ledger.pages)
