"""Plan JSON: the fields of a plan as JSON has them, and back."""

from typing import Any

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadPlan
from lowwater.search import level, settling
from lowwater.search.forecast import Forecast
from lowwater.search.knowledge import Knowledge
from lowwater.search.level import Level

VERSION = "lowwater/plan/1"

_FORMER_GROWTH = 32.0  # of plans written before growth was part of a plan: an open survey keeps its sizes


def to_fields(fields: dict[str, Any], rule: Level, epsilon: Epsilon | None) -> dict[str, Any]:
    """The JSON object of a plan, from its fields as plain data, its level and its epsilon."""
    return fields | {
        "version": VERSION,
        "level": level.to_json(rule),
        "epsilon": None if epsilon is None else epsilon.nano,
    }


def of_fields(fields: dict[str, Any]) -> dict[str, Any]:
    """The arguments of Plan, from the JSON object of a plan."""
    if fields.pop("version") != VERSION:
        raise BadPlan(f"this plan is not of version {VERSION}")
    fields["domain"] = Domain(**fields["domain"])
    fields["level"] = level.from_json(fields["level"])
    fields["epsilon"] = None if fields["epsilon"] is None else Epsilon(fields["epsilon"])
    fields["known"] = Knowledge(**fields.get("known", {}))
    fields.setdefault("growth", _FORMER_GROWTH)
    fields.setdefault("settling", settling.FORMER)
    if fields["forecast"] is not None:
        fields["forecast"] = Forecast.of_fields(fields["forecast"])
    return fields
