"""Devices in surveys with groups, over a real connection: where they check in, what they say, and whom they refuse."""

from collections import Counter
from dataclasses import replace

import pytest

from lowwater.client import Device, Ledger
from lowwater.core.epsilon import Epsilon
from lowwater.core.groups import Groups
from lowwater.errors import OffTerms, Unreachable, YourFault
from lowwater.wire import GroupTermsMessage, SurveyMessage, hash_of

NAMES = ("DE", "FR", "IT")


class Family:
    """A survey with groups: honest members, each a survey of its own, and the whole."""

    def __init__(self, make_survey, reply, *, hidden=False):
        self._reply, self.states = reply, {}
        self.members = {f"f00-{at}": make_survey(f"f00-{at}") for at in range(len(NAMES))}
        for each in self.members.values():
            each.terms = GroupTermsMessage.by(each.terms, Groups(NAMES, hidden))
        self.terms = self.members["f00-0"].terms

    def __call__(self, request):
        name = request.path.split("/")[3]
        if request.method == "GET" and (name == "f00" or name in self.states):
            terms = self.members[name].terms if name in self.members else self.terms
            state = self.states.get(name, "open")
            return self._reply.of(SurveyMessage(name, terms, hash_of(terms), "rolling", "open", state))
        return self.members[name](request) if name in self.members else self._reply.problem("no-survey", 404)

    @property
    def answered(self):
        """How many answers each member got."""
        return {name: len(each.posted) for name, each in self.members.items() if each.posted}

    @property
    def checked_in(self):
        return {name for name, each in self.members.items() if each.check_ins}


@pytest.fixture
def family(host, make_survey, reply):
    def make(**options):
        host.answer = Family(make_survey, reply, **options)
        return host.answer

    return make


@pytest.fixture
def device(host, ledger, open_http, pace):
    def make(survey="f00", ledger=ledger, value=3, **more):
        return Device(open_http(host.url), survey, ledger, value, pace=pace, **more)

    return make


# Public groups


def test_a_public_group_is_told_by_the_member_that_the_device_checks_in_at(device, family):
    survey = family()
    assert "counted" == device().in_group("FR").answer_once().status
    assert ({"f00-1": 1}, {"f00-1"}) == (survey.answered, survey.checked_in)


def test_nothing_but_the_whole_survey_is_looked_at_before_the_terms_are_agreed_to(device, family, host):
    family()
    device().in_group("FR").look()
    assert ["/v1/surveys/f00"] == [request.path for request in host.seen]


@pytest.mark.parametrize(
    ("survey", "own", "error"),
    [
        ("f00", None, "has groups, told in clear; say which one is yours: DE, FR, IT"),
        ("f00", "ES", "'ES' is no group of this survey"),
        ("f00", "", "'' is no group of this survey"),
        ("f00-1", "DE", "is about FR; leave the group out"),
    ],
)
def test_who_does_not_say_a_group_of_the_list_says_nothing(device, family, survey, own, error):
    whole = family()
    person = device(survey) if own is None else device(survey).in_group(own)
    with pytest.raises(YourFault, match=error):
        person.answer_once()
    assert set() == whole.checked_in


@pytest.mark.parametrize("own", [None, "FR"])
def test_a_link_to_a_member_needs_no_group(device, family, own):
    survey = family()
    person = device("f00-1") if own is None else device("f00-1").in_group(own)
    person.answer_once()
    assert {"f00-1": 1} == survey.answered


def test_a_device_that_claims_two_groups_answers_in_the_first_alone(device, family, ledger):
    survey = family()
    device().in_group("DE").answer_once()
    with pytest.raises(YourFault, match="one person answers in one group alone"):
        device().in_group("FR").answer_once()
    assert ({"f00-0": 1}, {"f00-0"}) == (survey.answered, survey.checked_in)
    assert ledger.pages[0].account.terms.grant == ledger.spent


def test_a_survey_without_groups_takes_none(device, survey):
    with pytest.raises(YourFault, match="survey youngest has no groups; leave the group out"):
        device("youngest").in_group("DE").answer_once()
    assert [] == survey.check_ins


# Hidden groups


def test_a_hidden_group_does_not_choose_the_member_and_people_spread_over_all(device, family, tmp_path):
    """Each of 3 members gets 60 of 180 on average; fewer than 30 of any, with probability 1e-6."""
    survey = family(hidden=True)
    for number in range(180):
        own = Ledger(tmp_path / f"{number}", durable=False)
        device(ledger=own).in_group("DE").answer_once()
    assert 180 == sum(survey.answered.values())
    assert min(survey.answered.values()) >= 30


def test_a_device_stays_with_the_member_that_it_drew(device, family, ledger):
    survey = family(hidden=True)
    for each in survey.members.values():
        each.questions = []
    members = Counter()
    for _ in range(20):
        device().in_group("").answer_once()
        members.update(page.survey for page in ledger.pages)
    assert 1 == len(members)


def test_the_group_is_in_nothing_that_a_device_sends_or_stores(device, family, host, ledger):
    survey = family(hidden=True)
    terms = {name.encode() for name in NAMES}
    survey.terms = replace(survey.terms, groups=("north", "south", "island"))
    for each in survey.members.values():
        each.terms = survey.terms
    device().in_group("south").answer_once()
    sent = b"".join(request.body + request.path.encode() for request in host.seen)
    assert b"south" not in sent
    assert not [name for name in terms if name in sent]
    kept = [line for line in ledger.path.read_bytes().splitlines() if b'"kind": "terms"' not in line]
    assert kept
    assert not any(b"south" in line for line in kept)


@pytest.mark.parametrize(("own", "truth"), [("DE", 1), ("FR", 0), ("", 0)])
def test_the_truth_is_yes_only_for_people_of_the_group_that_is_asked_about(device, family, monkeypatch, own, truth):
    family(hidden=True)
    truths = []
    drawn = "lowwater.core.randomizer.Randomizer.randomize"
    monkeypatch.setattr(drawn, lambda _self, honest, _coins: truths.append(honest) or honest)
    device("f00-0").in_group(own).answer_once()
    assert [truth] == truths


def test_hidden_groups_need_to_know_the_person_s_own(device, family):
    survey = family(hidden=True)
    with pytest.raises(YourFault, match="say which one is yours, or that none is"):
        device().answer_once()
    with pytest.raises(YourFault, match="what was given is no group") as refusal:
        device().in_group("secret").answer_once()
    assert "secret" not in str(refusal.value)
    assert set() == survey.checked_in


def test_a_member_that_is_over_is_passed_by_and_if_all_are_the_last_says_so(device, family):
    survey = family(hidden=True)
    survey.states = {"f00-0": "finished", "f00-1": "closed", "f00-2": "open"}
    device().in_group("DE").answer_once()
    assert {"f00-2"} == survey.checked_in


def test_where_all_members_are_over_the_device_asks_one_of_them(device, family):
    survey = family(hidden=True)
    survey.states = dict.fromkeys(survey.members, "finished")
    device().in_group("DE").answer_once()
    assert 1 == len(survey.checked_in)


def test_whoever_answered_about_one_hidden_group_is_asked_about_no_other(device, family, ledger):
    survey = family(hidden=True)
    device().in_group("DE").answer_once()
    for _ in range(10):
        assert "done" == device().in_group("DE").answer_once().status
    assert (1, 1) == (sum(survey.answered.values()), len(ledger.pages))


# Servers that lie


def test_a_member_with_other_terms_than_the_whole_survey_gets_nothing(device, family):
    survey = family(hidden=True)
    for each in survey.members.values():
        each.terms = replace(each.terms, groups=("DE", "FR", "ES"))
    with pytest.raises(OffTerms, match="has other terms than f00, whose group it is"):
        device().in_group("DE").answer_once()
    assert set() == survey.checked_in


def test_a_link_refuses_other_terms_of_a_member_too(device, family):
    survey = family(hidden=True)
    for each in survey.members.values():
        each.terms = replace(each.terms, groups=("DE", "FR", "ES"))
    with pytest.raises(OffTerms, match="shows other terms"):
        device(terms=hash_of(survey.terms)).in_group("DE").answer_once()


def test_a_server_that_leads_to_another_group_than_the_terms_list_gets_nothing(device, family, make_survey, ledger):
    survey = family()
    survey.members["f00-7"] = make_survey("f00-7")
    survey.members["f00-7"].terms = survey.terms
    with pytest.raises(OffTerms, match="is about group 7; the terms list 0 to 2"):
        device("f00-7").answer_once()
    assert (set(), Epsilon(0)) == (survey.checked_in, ledger.spent)


def test_a_server_that_tells_of_another_member_is_no_server(device, family, host, reply):
    survey = family(hidden=True)
    honest = host.answer

    def lying(request):
        name = request.path.split("/")[3]
        if name in survey.members and request.method == "GET":
            return reply.of(replace(survey.members["f00-0"].message, survey="f00-9"))
        return honest(request)

    host.answer = lying
    with pytest.raises(Unreachable, match="and tells of 'f00-9'"):
        device().in_group("DE").answer_once()


def test_a_server_that_asks_one_person_about_two_hidden_groups_gets_one_answer(device, family, ledger):
    survey = family(hidden=True)
    device("f00-0").in_group("DE").answer_once()
    for other in ("f00-1", "f00-2"):
        with pytest.raises(YourFault, match="in one group alone"):
            device(other).in_group("DE").answer_once()
    assert ({"f00-0": 1}, 1) == (survey.answered, len(ledger.pages))
