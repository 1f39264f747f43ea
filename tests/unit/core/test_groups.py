"""Groups: a public list, a member survey for each, and no name that is not in it."""

import pytest

from lowwater.core.groups import MOST, Groups
from lowwater.errors import BadTerms, OffTerms, YourFault

GROUPS = Groups(("DE", "FR", "IT"))


@pytest.mark.parametrize("names", [(), ("DE", "DE"), ("",), tuple(map(str, range(MOST + 1)))])
def test_a_list_without_names_with_too_many_or_with_one_twice_is_refused(names):
    with pytest.raises(BadTerms, match=f"{len(names)} groups .*give 1 to 100"):
        Groups(names)


def test_a_hundred_groups_have_a_hundred_members():
    groups = Groups(tuple(map(str, range(MOST))))
    members = groups.members("f00")
    assert ("f00-0", "f00-99", MOST) == (members[0], members[-1], len(set(members)))
    assert list(range(MOST)) == [groups.index(member) for member in members]


def test_a_member_knows_its_group_and_its_whole_survey():
    assert ("FR", 1, "f00") == (GROUPS.name("f00-1"), GROUPS.index("f00-1"), GROUPS.whole("f00-1"))
    assert "f00-2" == GROUPS.member("f00", "IT") == GROUPS.member("f00-0", "IT")


@pytest.mark.parametrize("survey", ["f00", "f00-", "f00-01", "f00-100", "f00-x"])
def test_any_other_id_is_that_of_a_whole_survey(survey):
    assert (None, None, survey) == (GROUPS.index(survey), GROUPS.name(survey), GROUPS.whole(survey))


def test_a_member_of_a_group_that_the_terms_do_not_list_is_off_the_terms():
    with pytest.raises(OffTerms, match="survey f00-3 is about group 3; the terms list 0 to 2"):
        GROUPS.index("f00-3")


def test_a_group_that_is_not_in_the_list_has_no_member():
    with pytest.raises(YourFault, match="'ES' is no group of this survey; it has DE, FR, IT"):
        GROUPS.member("f00", "ES")


def test_a_person_may_be_in_a_group_of_the_list_or_in_none():
    assert ["DE", ""] == [GROUPS.admit("DE"), GROUPS.admit("")]


def test_an_error_does_not_quote_a_group_that_may_be_secret():
    with pytest.raises(YourFault) as refusal:
        GROUPS.admit("the shunned")
    assert "shunned" not in str(refusal.value)
