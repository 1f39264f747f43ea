"""Whatever happens in whatever order, the books are right: on both databases, with crashes in between.

The server draws for itself, so the same list may run in two ways; that is why what to do next never depends on it.
"""

import random
from collections import Counter
from itertools import count
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lowwater.client.ledger import Ledger
from lowwater.core.tally import Tally
from lowwater.errors import Contradicted, GrantSpent, NoPlace, NotOpen, TooLate
from lowwater.server import answers, lifecycle, service
from lowwater.server.store.queries import UNSAID
from lowwater.wire import CheckInMessage

HERE, PEOPLE, NUMBERS = "http://127.0.0.1", "abcdefg", count()
KINDS = {
    "cohorts": ({"people": 6}, "rolling"),
    "tail_fit": ({"people": 8, "rounds": 2, "questions": 2}, "rolling"),
    "quantile": ({"people": 7, "rounds": 2}, "enrolled"),
    "paper": ({"people": 7}, "enrolled"),
}
OFTEN = ("join", "check_in", "answer", "answer", "come_back", "take_part", "tick", "replay", "contradict")
SELDOM = ("crash", "restart", "restart_device", "by_hand")


class Operations:
    """A server, seven devices with ledgers, an attacker, and a book of every answer that was committed."""

    def __init__(self, house, plans, folder, kind, least, extensions):
        given, recruiting = KINDS[kind]
        rules = {"recruiting": recruiting, "least": least, "lease": 60.0, "span": 100.0, "extensions": extensions}
        self.house, self.survey = house, house.open(getattr(plans, kind)(**given), **rules)
        self.asked, self.kept, self.furthest, self.devices, self.joined = {}, {}, (0, False, 0), {}, set()
        self.coins = random.Random(7)  # noqa: S311 - coins that can be repeated
        for person in PEOPLE:
            ledger = Ledger(folder / f"{next(NUMBERS)}.jsonl", durable=False)
            self.devices[person] = (ledger, ledger.join(HERE, self.now.public()))

    @property
    def now(self):
        return self.house.survey(self.survey)

    def check_in(self, person, _chance=0):
        """Ask for a place; while people are gathered, that is to join, and who comes later gets none."""
        self.joined |= {person} if self.now.state == "gathering" else set()
        try:
            place = self.house.check_in(self.survey, person)
        except NotOpen:
            assert self.now.ended is not None
        except NoPlace:
            assert ("enrolled", False) == (self.now.rules.recruiting, person in self.joined)
        else:
            self.asked |= {person: place.question} if place.question is not None else {}

    def join(self, person, chance):
        """A few come together, and say nothing yet."""
        start = PEOPLE.index(person)
        for other in PEOPLE[start : start + 1 + chance]:
            self.check_in(other)

    def come_back(self, person, chance):
        """Time passes, nobody has looked after the leases yet, and a device asks again."""
        self.house.now += (30.0, 61.0)[chance % 2]
        self.check_in(person)

    def answer(self, person, chance):
        """A device that hears nothing says it again; what it says once it says for ever."""
        if person not in self.asked:
            return
        (ledger, page), asked = self.devices[person], self.asked[person]
        try:
            entry = ledger.respond(page, 5.0, asked.question(), self.coins.randbytes)
        except GrantSpent:
            return
        posted = self.house.posted(self.survey, person, asked, entry.answer, receipt=entry.receipt)
        for _ in range(1 + chance % 2):
            (judged,) = self.house.judge(posted)
            if getattr(judged, "status", None) == "counted":
                assert (person, asked.round) not in self.kept, "nobody answers twice in a round"
                self.kept[person, asked.round] = posted
            known = (person, asked.round) in self.kept
            assert getattr(judged, "status", type(judged)) in (("counted", "again") if known else (TooLate, NoPlace))

    def take_part(self, person, chance):
        """Several devices check in, and those with a question answer."""
        for other in PEOPLE[PEOPLE.index(person) :]:
            self.check_in(other)
            self.answer(other, chance)

    def replay(self, _person, chance):
        for posted in list(self.kept.values())[chance : chance + 1]:
            assert ["again"] == [verdict.status for verdict in self.house.judge(posted)]

    def contradict(self, _person, chance):
        for (person, number), posted in list(self.kept.items())[chance : chance + 1]:
            answer, receipt = posted.message.answer, posted.message.receipt
            asked = SimpleNamespace(round=number, index=answer.index)
            for yes, proof in ((not answer.said, receipt), (answer.said, "x" * 40), (not answer.said, "x" * 40)):
                other = self.house.posted(self.survey, person, asked, yes, receipt=proof)
                assert [Contradicted] == [type(verdict) for verdict in self.house.judge(other)]

    def crash(self, person, chance):
        """In the middle of a transaction: nobody was told anything, and nothing of it happened."""
        before, session = self.house.dump(self.survey), self.house.store
        session.begin()
        if self.now.state in ("gathering", "open"):
            self.come_in_vain(session, person)
        if person in self.asked:
            service.answer(session, [self.house.posted(self.survey, person, self.asked[person], True)])
            service.tick(session, self.survey, self.house.now)
        if chance % 2:
            service.tick(session, self.survey, self.house.now + 101)
        if chance % 3 == 0 and self.now.ended is None:
            service.change(session, self.survey, "close", self.house.now)
        self.house.reopen()
        assert before == self.house.dump(self.survey)

    def come_in_vain(self, session, person):
        """Ask for a place, or join, at a server that is about to be lost."""
        try:
            service.check_in(session, self.survey, CheckInMessage(name(person), None), self.house.now)
        except NoPlace:
            assert person not in self.joined

    def restart(self, _person, _chance):
        self.house.reopen()

    def restart_device(self, person, _chance):
        ledger, page = self.devices[person]
        again = Ledger(ledger.path, durable=False)
        (result,) = again.pages
        self.devices[person] = (again, result)
        assert page.account.told == result.account.told

    def tick(self, _person, chance):
        self.house.tick(self.survey, (0.0, 0.0, 30.0, 61.0, 101.0)[chance % 5])

    def by_hand(self, _person, chance):
        """Resume what is paused; else pause, or close once in a while."""
        event = "resume" if self.now.state == "paused" else "close" if chance == 6 else "pause"
        if (self.now.state, event) in lifecycle.SURVEY:
            self.house.change(self.survey, event)

    def check(self):
        """The books, after every operation."""
        self.a_round_never_goes_back()
        self.those_who_joined_take_part_and_nobody_else()
        self.the_tally_is_what_was_said()
        self.no_place_is_lent_twice_or_lost()
        self.a_round_that_is_over_leaves_digests_alone()
        assert self.house.rerun(self.survey) == self.now.estimate
        for ledger, page in self.devices.values():
            assert ledger.spent <= page.account.terms.grant

    def a_round_never_goes_back(self):
        standing = (self.now.round, self.now.ended is not None, self.now.extended)
        assert self.furthest <= standing
        self.furthest = standing

    def those_who_joined_take_part_and_nobody_else(self):
        if self.now.ended is not None or self.now.rules.recruiting == "rolling":
            return
        people = {row[1] for row in self.house.rows("person", self.survey)}
        assert {answers.person_of(self.survey, name(person)) for person in self.joined} == people
        assert self.now.state == "gathering" or self.now.plan.people == len(self.joined) >= self.now.rules.least
        assert self.joined or not self.kept

    def the_tally_is_what_was_said(self):
        book = {}
        for posted in self.kept.values():
            answer = posted.message.answer
            book.setdefault((answer.round, answer.index), []).append(answer.said)
        for question in self.house.questions(self.survey):
            answer = book.get((question.round, question.question), [])
            assert len(answer) == question.answered
            assert question.total is None or Tally.of(sum(answer), len(answer)) == Tally.of(
                question.yes, question.total
            )

    def no_place_is_lent_twice_or_lost(self):
        if self.now.ended is not None:
            return
        rows = self.house.rows("place", self.survey)
        lent = Counter((row[2], row[3]) for row in rows if row[4] >= 0)
        for question in self.house.questions(self.survey):
            if self.now.rules.recruiting == "rolling" and question.round == self.now.round:
                assert lent[question.round, question.question] + question.answered == question.given <= question.places

    def a_round_that_is_over_leaves_digests_alone(self):
        rows = [row for row in self.house.rows("place", self.survey) if self.now.ended or row[2] != self.now.round]
        assert all((-1, -1) == (row[3], row[4]) and row[5] != UNSAID for row in rows)
        drawn = {row[2] for row in self.house.rows("person", self.survey)}
        assert not drawn if self.now.ended else drawn <= {None, *range(self.now.round, self.now.plan.rounds)}


def name(person):
    """As the house names its people."""
    return f"{person:_>32}"


STEPS = st.tuples(st.sampled_from(OFTEN * 2 + SELDOM), st.sampled_from(PEOPLE), st.integers(0, 6))


@pytest.mark.no_cover
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    least=st.sampled_from([1, 2, 4, 6]), extensions=st.sampled_from([1, 3]), early=st.sampled_from([7, 6, 4, 2, 0]),
    steps=st.lists(STEPS, min_size=35, max_size=45),
)  # fmt: skip
def test_the_books_are_right_after_any_list_of_operations(
    house, plans, tmp_path, kind, least, extensions, early, steps
):
    """Some people are early; others come in the middle of the list, in time or too late."""
    story = Operations(house, plans, tmp_path, kind, least, extensions)
    for person in PEOPLE[:early]:
        story.check_in(person)
    for step, person, chance in steps:
        getattr(story, step)(person, chance)
        story.check()


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_survey_with_crashes_ends_with_the_right_books(house, plans, seed):
    """Every third transaction is lost with its server, and made again."""
    chance = random.Random(seed)  # noqa: S311 - crashes that can be repeated
    survey, kept = house.open(plans.tail_fit(people=18, rounds=3, questions=2)), Counter()
    for person in range(40):
        if house.survey(survey).ended is not None:
            break
        place = house.check_in(survey, person)
        if place.question is None:
            continue
        yes = place.question.thresholds[0] >= 5
        if chance.random() < 1 / 3:
            house.store.begin()
            service.answer(house.store, [house.posted(survey, person, place.question, yes)])
            house.reopen()
        assert "counted" == house.answer(survey, person, place.question, yes)
        kept[place.question.round, place.question.index] += 1
        house.tick(survey)
    tallies = {key: tally.total for key, tally in house.tallies(survey).items()}
    assert ("finished", dict(kept)) == (house.survey(survey).state, tallies)
    assert house.rerun(survey) == house.survey(survey).estimate
