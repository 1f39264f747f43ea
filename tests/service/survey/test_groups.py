"""Surveys with groups: one set of terms, a member for each group, and a record of the whole that anyone may read."""

import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.groups import Groups
from lowwater.core.tally import Tally
from lowwater.errors import BadPlan, NoSurvey
from lowwater.search.level import Concentration, Deviations, Quantile
from lowwater.search.plan import Plan
from lowwater.search.tail_fit import LEVEL
from lowwater.server import service
from lowwater.server.hidden_group import of_hidden
from lowwater.server.opening import Opening
from lowwater.wire import TextsMessage, hash_of
from lowwater.wire.rules import Rules

DOMAIN = Domain(0, 15, step=1)
TEXTS = (TextsMessage("By country"),)


def cohorts(people=12, **more):
    given = {"epsilon": Epsilon.of(4), "rounds": 4, "level": Deviations()} | more
    return Plan("cohorts", DOMAIN, people, **given)


@pytest.fixture
def opened(house):
    """The ids of the members of a new survey."""

    def opening(*plans, hidden=False, closes=None, names=("DE", "FR"), **rules):
        given = Opening(TEXTS, plans, Rules(**rules), closes, Groups(names, hidden))
        return [survey.id for survey in house.do(service.open_all, given, house.now)]

    return opening


def whole_of(house, member):
    return service.public(house.store, member.rpartition("-")[0])


def test_members_of_other_sizes_have_the_same_terms_and_a_hash(house, opened):
    members = [house.survey(name) for name in opened(cohorts(12), cohorts(40))]
    assert 1 == len({survey.hash for survey in members})
    assert [12, 40] == [survey.plan.people for survey in members]
    assert [("DE", "By country: DE"), ("FR", "By country: FR")] == [(each.group, each.title) for each in members]
    assert {members[0].whole} == {survey.whole for survey in members}


def test_anyone_may_read_the_whole_and_its_hash_is_that_of_every_member(house, opened):
    first, second = opened(cohorts(), cohorts())
    whole = whole_of(house, first)
    assert ("DE", "FR") == whole.terms.grouping.names
    assert (first.rpartition("-")[0], None) == (whole.survey, whole.group)
    assert {whole.hash} == {hash_of(whole.terms), house.survey(first).hash, service.public(house.store, second).hash}


@pytest.mark.parametrize(
    ("changes", "state"),
    [({}, "open"), ({0: "pause"}, "open"), ({0: "pause", 1: "close"}, "paused"), ({0: "close", 1: "close"}, "closed")],
)
def test_the_whole_is_as_open_as_its_most_open_member(house, opened, changes, state):
    members = opened(cohorts(), cohorts())
    for at, event in changes.items():
        house.change(members[at], event)
    assert state == whole_of(house, members[0]).state


def test_the_whole_is_there_while_any_member_is(house, opened):
    members = opened(cohorts(), cohorts())
    for at, name in enumerate(members):
        assert members[at:] == [member.id for member in house.store.surveys.members(name.rpartition("-")[0])]
        house.change(name, "close")
        house.delete(name)
    with pytest.raises(NoSurvey):
        whole_of(house, members[0])


def test_no_other_survey_is_taken_for_a_member(house, opened):
    opened(cohorts(), cohorts())
    ordinary = house.open(cohorts())
    for name in (ordinary[:-1], "", "_" * 20, "%", ordinary + "-0"):
        with pytest.raises(NoSurvey):
            service.public(house.store, name)
    assert ordinary == service.public(house.store, ordinary).survey


def test_eleven_members_are_not_confused(house, opened):
    names = tuple(f"group {at}" for at in range(11))
    members = opened(*[cohorts()] * 11, names=names)
    assert list(names) == [house.survey(name).group for name in members]
    assert 11 == len(house.store.surveys.members(members[0].rpartition("-")[0]))


def test_every_member_is_searched_by_itself_with_people_of_its_own(house, opened):
    german, french = opened(cohorts(), cohorts())
    house.finish(german, range(12), lambda question: question.thresholds[0] >= 3)
    assert ("finished", "open") == (house.survey(german).state, house.survey(french).state)
    assert house.rerun(german) == house.survey(german).estimate
    assert {} == house.tallies(french)


def test_one_name_in_two_members_is_two_people_to_the_database(house, opened):
    german, french = opened(cohorts(), cohorts())
    for name in (german, french):
        house.play(name, ["ada"])
    people = [house.rows("place", name)[0][1] for name in (german, french)]
    assert people[0] != people[1]


def test_a_restarted_server_still_has_the_groups(house, opened):
    members = opened(cohorts(), cohorts(20))
    house.play(members[1], range(3))
    before = [house.survey(name) for name in members]
    house.reopen()
    assert before == [house.survey(name) for name in members]


def test_members_close_together_at_the_latest_time_of_any(house, opened):
    few, many = opened(cohorts(rounds=2), cohorts(rounds=4), span=100.0, extensions=0)
    assert house.survey(few).closes == house.survey(many).closes == house.now + 400


def test_plans_that_promise_different_things_are_refused(opened):
    with pytest.raises(BadPlan, match="promise people different things"):
        opened(cohorts(), cohorts(epsilon=Epsilon.of(1)))


# Hidden groups


def test_a_search_that_takes_everybody_to_be_somewhere_is_refused_for_hidden_groups(opened):
    tail_fit = Plan("tail-fit", DOMAIN, 100, Epsilon.of(4), 2, LEVEL, questions=2)
    with pytest.raises(BadPlan, match=r"an unknown share of people, so only an end .* only by 'cohorts' or 'paper'"):
        opened(tail_fit, tail_fit, hidden=True)
    opened(tail_fit, tail_fit)


def test_a_quantile_of_hidden_groups_is_refused(opened):
    with pytest.raises(BadPlan, match=r"quantile=0\.5"):
        opened(*[cohorts(level=Quantile(0.5))] * 2, hidden=True)


def test_the_paper_s_search_works_for_hidden_groups(house, opened):
    paper = Plan("paper", DOMAIN, 10, Epsilon.of(40), 4, Concentration(1.0))
    assert "gathering" == house.survey(opened(paper, paper, hidden=True, recruiting="enrolled")[0]).state


def test_a_hidden_group_that_nobody_says_yes_for_has_no_certain_statement(house, opened):
    member, _ = opened(cohorts(400), cohorts(400), hidden=True)
    house.finish(member, range(400), lambda _: False)
    estimate = house.survey(member).estimate
    assert (None, None, "") == (estimate.certain.somebody, estimate.certain.sure, estimate.what_next)
    assert "nobody of DE was seen: the search sees a group from about" in estimate.caveats[-1]


def test_a_hidden_group_that_says_yes_has_somebody_below_the_last_threshold(house, opened):
    member, _ = opened(cohorts(400), cohorts(400), hidden=True)
    house.finish(member, range(400), lambda question: question.thresholds[0] > 6)
    estimate = house.survey(member).estimate
    assert 6 < estimate.certain.somebody < 15
    assert estimate.certain.sure > 0.9
    assert "it speaks of people of DE, and its level is" in estimate.caveats[-1]
    assert () == estimate.certain.few == estimate.certain.band


def test_a_public_group_that_nobody_says_yes_for_keeps_the_trivial_statement(house, opened):
    member, _ = opened(cohorts(400), cohorts(400))
    house.finish(member, range(400), lambda _: False)
    assert DOMAIN.hi == house.survey(member).estimate.certain.somebody


@pytest.mark.parametrize(("direction", "end"), [("minimum", 15), ("maximum", 0)])
def test_that_somebody_of_a_group_is_before_the_far_end_is_never_said(direction, end):
    plan = Plan("cohorts", Domain(0, 15, direction, 1), 400, Epsilon.of(4), 4, Deviations())
    strategy, state = plan.strategy(), plan.strategy().start()
    while strategy.ask(state):
        state = strategy.advance(state, (Tally.of(0, 100),))
    estimate = strategy.estimate(state)
    assert end == estimate.certain.somebody
    assert None is of_hidden("DE", plan.domain, estimate).certain.somebody
    assert estimate is of_hidden("", plan.domain, estimate)
