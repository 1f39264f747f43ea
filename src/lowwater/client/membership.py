"""Membership: in which member survey a device takes part, where a survey has groups.

A public group is told by the member survey that the device checks in at. With hidden groups the device draws the member
at random, whatever group its person is in, and stays with it: so which member it is tells nothing about the person.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace

from lowwater.client.pages import Page
from lowwater.core.groups import Groups
from lowwater.errors import OffTerms, YourFault
from lowwater.wire import SurveyMessage

_OVER = ("finished", "closed")

Look = Callable[[str], SurveyMessage]
"""Fetches a survey by its id."""


def member_of(survey: SurveyMessage, own: str | None, pages: Sequence[Page], look: Look) -> SurveyMessage:
    """The survey itself, or the member to take part in; `own` is the person's group, "" for none in the list."""
    grouping, name = survey.terms.grouping, survey.survey
    if grouping is None:
        if own is not None:
            raise YourFault(f"survey {name} has no groups; leave the group out")
        return survey
    if not grouping.hidden:
        return replace(survey, survey=_public(survey, grouping, own))
    if own is None:
        raise YourFault(f"survey {name} has hidden groups; say which one is yours, or that none is: {_list(grouping)}")
    grouping.admit(own)
    return survey if survey.group is not None else _drawn(survey, grouping, pages, look)


def inside(page: Page, own: str | None) -> bool:
    """Whether the truth may be yes: not if a hidden group is asked about that the person is not in."""
    return not page.asked_about or page.asked_about == own


def _public(survey: SurveyMessage, grouping: Groups, own: str | None) -> str:
    """The id of the member of a public group: that of the link, or of the person's own group."""
    if own is None and survey.group is None:
        raise YourFault(f"survey {survey.survey} has groups, told in clear; say which one is yours: {_list(grouping)}")
    if survey.group is not None and own not in (None, survey.group):
        raise YourFault(f"survey {survey.survey} is about {survey.group}; leave the group out, or take another link")
    return grouping.member(survey.survey, own or survey.group or "")


def _drawn(survey: SurveyMessage, grouping: Groups, pages: Sequence[Page], look: Look) -> SurveyMessage:
    """The member that this device has answered or joined, else one at random; one that is over only if all are."""
    members = grouping.members(survey.survey)
    same = [page for page in pages if page.hash == survey.hash and page.survey in members]
    for page in same:
        if page.account.told:
            return replace(survey, survey=page.survey)
    joined = [page.survey for page in reversed(same)]
    others = [member for member in members if member not in joined]
    secrets.SystemRandom().shuffle(others)
    looked = survey
    for member in (*joined, *others):
        looked = look(member)
        if looked.hash != survey.hash:
            raise OffTerms(f"survey {member} has other terms than {survey.survey}, whose group it is; nothing was said")
        if looked.state not in _OVER:
            return looked
    return looked


def _list(grouping: Groups) -> str:
    return ", ".join(grouping.names)
