"""Lowwater finds the smallest, the largest or any quantile of numbers that people keep to themselves.

Every name below is loaded when it is first used, so that a device which imports the client never loads numpy.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lowwater.core.domain import Domain
    from lowwater.core.epsilon import Epsilon
    from lowwater.core.estimate import Estimate
    from lowwater.core.grant import Grant
    from lowwater.core.randomizer import Randomizer, randomized_response
    from lowwater.errors import CannotWork, LowwaterError, NotExact
    from lowwater.find import find_max, find_min, find_quantile
    from lowwater.people.population import Population
    from lowwater.planning.options import PlanOptions
    from lowwater.planning.planner import plan, plan_for_error
    from lowwater.planning.tail import Tail
    from lowwater.search.plan import Plan
    from lowwater.search.strategy import Strategy, run
    from lowwater.simulate.evaluation import evaluate

__version__ = "0.1.0"

_HOMES = {
    "CannotWork": "lowwater.errors",
    "Domain": "lowwater.core.domain",
    "Epsilon": "lowwater.core.epsilon",
    "Estimate": "lowwater.core.estimate",
    "Grant": "lowwater.core.grant",
    "LowwaterError": "lowwater.errors",
    "NotExact": "lowwater.errors",
    "Plan": "lowwater.search.plan",
    "PlanOptions": "lowwater.planning.options",
    "Population": "lowwater.people.population",
    "Randomizer": "lowwater.core.randomizer",
    "Strategy": "lowwater.search.strategy",
    "Tail": "lowwater.planning.tail",
    "evaluate": "lowwater.simulate.evaluation",
    "find_max": "lowwater.find",
    "find_min": "lowwater.find",
    "find_quantile": "lowwater.find",
    "plan": "lowwater.planning.planner",
    "plan_for_error": "lowwater.planning.planner",
    "randomized_response": "lowwater.core.randomizer",
    "run": "lowwater.search.strategy",
}

__all__ = [
    "CannotWork",
    "Domain",
    "Epsilon",
    "Estimate",
    "Grant",
    "LowwaterError",
    "NotExact",
    "Plan",
    "PlanOptions",
    "Population",
    "Randomizer",
    "Strategy",
    "Tail",
    "__version__",
    "evaluate",
    "find_max",
    "find_min",
    "find_quantile",
    "plan",
    "plan_for_error",
    "randomized_response",
    "run",
]


def __getattr__(name: str) -> Any:
    """Load a public name from its home."""
    if name not in _HOMES:
        raise AttributeError(f"module 'lowwater' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
