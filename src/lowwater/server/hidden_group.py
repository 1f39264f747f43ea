"""Hidden group: what the estimate of a search says where people answer within epsilon also whether they are in a group.

The share that the search sees at a threshold is that of people in the group and at or before it, out of everybody
asked. It rises to the group's share, which nobody knows, instead of to 1.
"""

from dataclasses import replace

from lowwater.core.domain import Domain
from lowwater.core.estimate import Estimate
from lowwater.core.estimate_words import percent


def of_hidden(group: str, domain: Domain, estimate: Estimate) -> Estimate:
    """The estimate as it holds for a hidden `group`; as it is where there is none.

    That somebody is at or before the far end of the domain is trivial of people, and unproved of a group.
    """
    if not group:
        return estimate
    end = domain.hi if domain.direction == "minimum" else domain.lo
    certain = estimate.certain
    seen = certain.somebody not in (None, end)
    certain = certain if seen else replace(certain, somebody=None, sure=None)
    return replace(estimate, certain=certain, what_next="", caveats=(*estimate.caveats, _caveat(group, estimate, seen)))


def _caveat(group: str, estimate: Estimate, seen: bool) -> str:
    """Of whom the estimate speaks, and that nobody of the group was seen, if so."""
    share = percent(min(1.0, estimate.level))
    if not seen:
        return f"nobody of {group} was seen: the search sees a group from about {share} of everybody asked on"
    return f"it speaks of people of {group}, and its level is {share} of everybody asked, whatever their group"
