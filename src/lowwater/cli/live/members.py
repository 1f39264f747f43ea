"""Members: the standings of a survey, or of all members of one with groups."""

from lowwater.client.analyst import Analyst
from lowwater.core.epsilon import Epsilon
from lowwater.core.group_estimates import GroupEstimate, GroupEstimates
from lowwater.errors import NoSurvey
from lowwater.wire import StandingMessage, TermsMessage


def members_of(analyst: Analyst, name: str) -> tuple[str, ...]:
    """The ids of the members of a survey with groups, those deleted left out; its own if it has none, or is one."""
    try:
        public = analyst.public(name)
    except NoSurvey:
        return (name,)
    grouping = public.terms.grouping
    if grouping is None or public.group is not None:
        return (name,)
    return tuple(member for member in grouping.members(name) if _is_there(analyst, member))


def _is_there(analyst: Analyst, member: str) -> bool:
    try:
        analyst.public(member)
    except NoSurvey:
        return False
    return True


def standings_of(analyst: Analyst, name: str) -> tuple[StandingMessage, ...]:
    """The standing of a survey, or of every member of one with groups."""
    try:
        return (analyst.standing(name),)
    except NoSurvey:
        members = members_of(analyst, name)
        if members == (name,):
            raise
        return tuple(map(analyst.standing, members))


def group_of(survey: str, terms: TermsMessage) -> str:
    """The group of a member survey; empty for a survey without groups."""
    return "" if terms.grouping is None else terms.grouping.name(survey) or ""


def estimates_of(standings: tuple[StandingMessage, ...]) -> GroupEstimates:
    """The estimates of all members, as one table."""
    groups = [
        GroupEstimate(group_of(each.survey, each.terms), each.people, each.answers.got, each.estimate.estimate())
        for each in standings
    ]
    terms = standings[0].terms
    return GroupEstimates(tuple(groups), Epsilon(min(terms.grant, terms.loss * terms.answers)), rows=False)
