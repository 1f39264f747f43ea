"""Options: everything that a plan takes beside people, epsilon and domain."""

from dataclasses import dataclass

from lowwater.core.estimate import Estimate
from lowwater.core.plain_options import PlainOptions
from lowwater.planning.tail import Tail


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanOptions(PlainOptions):
    """The options of a plan: the plain ones, and what is known beforehand.

    `tail` is what is known about the numbers near the end that is looked for, `after` the estimate of an earlier survey
    of it; a search that learns takes both as its prior.
    """

    tail: Tail | None = None
    after: Estimate | None = None


DEFAULT = PlanOptions()
"""No option given: the planner decides."""
