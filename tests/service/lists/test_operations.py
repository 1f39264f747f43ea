"""Whatever happens in whatever order, the books are right: on both databases, with crashes in between."""

import random
from collections import Counter
from itertools import count
from types import SimpleNamespace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from lowwater.client.ledger import Ledger
from lowwater.core.tally import Tally
from lowwater.errors import Contradicted, GrantSpent, NoPlace, NotOpen, TooLate
from lowwater.server import service

HERE = "http://127.0.0.1"
PEOPLE = st.sampled_from("abcde")
KINDS = {
    "cohorts": ({"people": 6}, "rolling"),
    "tail_fit": ({"people": 8, "rounds": 2, "questions": 2}, "rolling"),
    "quantile": ({"people": 8, "rounds": 2, "questions": 2}, "enrolled"),
    "paper": ({"people": 4}, "enrolled"),
}
NUMBERS = count()


class Operations(RuleBasedStateMachine):
    """A server, five devices with ledgers, an attacker, and a book of every answer that was committed."""

    def __init__(self, house, plans, folder):
        super().__init__()
        self.house, self.plans, self.folder = house, plans, folder
        self.asked, self.said, self.kept, self.furthest = {}, {}, {}, (0, 0)

    @initialize(kind=st.sampled_from(sorted(KINDS)), least=st.sampled_from([1, 2]))
    def open(self, kind, least):
        given, recruiting = KINDS[kind]
        rules = {"recruiting": recruiting, "least": least, "lease": 60.0, "span": 100.0}
        self.survey = self.house.open(getattr(self.plans, kind)(**given), **rules)
        self.coins, self.devices = random.Random(7), {}  # noqa: S311
        for person in "abcde":
            ledger = Ledger(self.folder / f"{next(NUMBERS)}.jsonl", durable=False)
            self.devices[person] = (ledger, ledger.join(HERE, self.house.survey(self.survey).public()))

    @property
    def now(self):
        return self.house.survey(self.survey)

    def _speak(self, person):
        """What the device says to the question it last got; what it says once it says for ever."""
        ledger, page = self.devices[person]
        entry = ledger.respond(page, 5.0, self.asked[person].question(), self.coins.randbytes)
        return self.house.posted(self.survey, person, self.asked[person], entry.answer, receipt=entry.receipt)

    def _keep(self, person, posted):
        answer = posted.message.answer
        assert (person, answer.round) not in self.kept, "nobody answers twice in a round"
        self.kept[person, answer.round] = (answer.index, answer.yes, posted)

    @rule(person=PEOPLE)
    def check_in(self, person):
        try:
            place = self.house.check_in(self.survey, person)
        except NotOpen:
            assert self.now.ended is not None
        except NoPlace:
            assert self.now.rules.recruiting == "enrolled"
        else:
            self.asked |= {person: place.question} if place.question is not None else {}

    @precondition(lambda self: self.asked)
    @rule(data=st.data(), acknowledged=st.booleans())
    def answer(self, data, acknowledged):
        """Acknowledged or not, a committed answer is kept; the device that heard nothing says it again."""
        person = data.draw(st.sampled_from(sorted(self.asked)))
        try:
            posted = self._speak(person)
        except GrantSpent:
            return
        for _ in range(1 if acknowledged else 2):
            (judged,) = self.house.judge(posted)
            status = getattr(judged, "status", type(judged))
            if status == "counted":
                self._keep(person, posted)
            known = (person, posted.message.answer.round) in self.kept
            assert status in (("counted", "again") if known else (TooLate, NoPlace))

    @precondition(lambda self: self.kept)
    @rule(data=st.data())
    def replay(self, data):
        _, _, posted = self.kept[data.draw(st.sampled_from(sorted(self.kept)))]
        assert ["again"] == [one.status for one in self.house.judge(posted)]

    @precondition(lambda self: self.kept)
    @rule(data=st.data(), flipped=st.booleans())
    def contradict(self, data, flipped):
        key = data.draw(st.sampled_from(sorted(self.kept)))
        index, yes, posted = self.kept[key]
        question = SimpleNamespace(round=key[1], index=index)
        receipt = posted.message.receipt if flipped else "x" * 40
        other = self.house.posted(self.survey, key[0], question, yes != flipped, receipt=receipt)
        assert [Contradicted] == [type(one) for one in self.house.judge(other)]

    @rule(person=PEOPLE, also=st.booleans())
    def crash(self, person, also):
        """In the middle of a transaction: nobody was told anything, and nothing of it happened."""
        before, session = self.house.dump(self.survey), self.house.session
        session.begin()
        if person in self.asked and (person, self.asked[person].round) not in self.kept:
            service.answer(session, [self.house.posted(self.survey, person, self.asked[person], True)], self.house.now)
        if also:
            service.tick(session, self.survey, self.house.now + 101)
        if also and self.now.ended is None:
            service.set_state(session, self.survey, "closed", self.house.now)
        self.house.reopen()
        assert before == self.house.dump(self.survey)

    @rule()
    def restart(self):
        self.house.reopen()

    @rule(person=PEOPLE)
    def restart_device(self, person):
        ledger, page = self.devices[person]
        again = Ledger(ledger.path, durable=False)
        (found,) = again.pages
        self.devices[person] = (again, found)
        assert page.account.told == found.account.told

    @rule(seconds=st.sampled_from([0.0, 30.0, 61.0, 101.0]))
    def tick(self, seconds):
        self.house.tick(self.survey, seconds)

    @rule(seconds=st.sampled_from([30.0, 61.0, 101.0]))
    def wait(self, seconds):
        """Time passes, and nobody looks after the surveys."""
        self.house.now += seconds

    @rule(state=st.sampled_from(["paused", "open", "closed", "paused", "open"]))
    def by_hand(self, state):
        allowed = {"paused": ("open",), "open": ("paused",), "closed": ("gathering", "open", "paused")}[state]
        if self.now.state in allowed:
            self.house.set_state(self.survey, state)

    @invariant()
    def a_round_never_goes_back(self):
        standing = (self.now.round, self.now.extended)
        assert self.furthest <= standing
        self.furthest = standing

    @invariant()
    def the_tally_is_what_was_said(self):
        book = {}
        for (_, number), (index, yes, _) in self.kept.items():
            book.setdefault((number, index), []).append(yes)
        for one in self.house.progress(self.survey):
            said = book.get((one.round, one.number), [])
            assert len(said) == one.answered
            if one.total is not None:
                assert Tally(sum(said), len(said)) == Tally(one.yes, one.total)

    @invariant()
    def no_question_has_more_places_than_it_was_given(self):
        rolling = self.now.rules.recruiting == "rolling"
        lent = Counter((row[2], row[3]) for row in self._places() if row[5] is not None or row[4] >= 0)
        for one in self.house.progress(self.survey):
            if rolling and one.round == self.now.round:
                assert lent[one.round, one.number] == one.given <= one.places

    @invariant()
    def bits_are_forgotten_with_their_round(self):
        left = {row[2] for row in self._places() if row[6] is not None}
        assert left <= (set() if self.now.ended is not None else {self.now.round})

    @invariant()
    def the_estimate_is_that_of_a_run(self):
        assert self.house.rerun(self.survey) == self.now.estimate

    @invariant()
    def no_device_overspends(self):
        for ledger, page in self.devices.values():
            assert ledger.spent <= page.account.terms.grant

    def _places(self):
        return self.house.rows("place", self.survey)


def test_the_books_are_right_after_any_list_of_operations(house, plans, tmp_path):
    examples = settings(max_examples=15, stateful_step_count=30, derandomize=True, deadline=None, database=None)
    run_state_machine_as_test(lambda: Operations(house, plans, tmp_path), settings=examples)


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_survey_with_crashes_ends_with_the_right_books(house, plans, seed):
    """Every third transaction is lost with its server, and made again."""
    chance, survey, kept = random.Random(seed), house.open(plans.tail_fit(people=18, rounds=3, questions=2)), Counter()  # noqa: S311
    for person in range(40):
        if house.survey(survey).ended is not None:
            break
        place = house.check_in(survey, person)
        if place.question is None:
            continue
        yes = place.question.threshold >= 5
        if chance.random() < 1 / 3:
            house.session.begin()
            service.answer(house.session, [house.posted(survey, person, place.question, yes)])
            house.reopen()
        assert "counted" == house.answer(survey, person, place.question, yes)
        kept[place.question.round, place.question.index] += 1
        house.tick(survey)
    assert ("finished", dict(kept)) == (
        house.survey(survey).state,
        {key: tally.total for key, tally in house.tallies(survey).items()},
    )
    assert house.rerun(survey) == house.survey(survey).estimate
