"""OpenAPI: the document that describes the server, made from the endpoints and from the messages themselves."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from lowwater import __version__, wire
from lowwater.core.randomizer import LARGEST
from lowwater.server.endpoints import ENDPOINTS, Endpoint
from lowwater.server.problem_pages import KINDS
from lowwater.server.problems import TYPE, name_of, status_of
from lowwater.wire.answers import FIRST

_PROBLEM = {
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
    },
}
_REFUSED = {TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
_NAME = {"type": "string", "pattern": f"^{wire.NAME.pattern}$"}
_FIELDS = {
    "name": _NAME,
    "receipt": _NAME,
    "code": {"type": "integer", "minimum": FIRST, "maximum": FIRST + LARGEST - 1},
    "version": {"const": wire.VERSION},
}
_PATH = {
    "survey": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"},
    "problem": {"enum": sorted(KINDS)},
    "number": {"type": "integer", "minimum": 0, "maximum": 10**15 - 1},
}


@cache
def openapi() -> dict[str, Any]:
    """The whole document."""
    types = [kind for one in ENDPOINTS for kind in (one.takes, one.gives) if kind is not None]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    made = dict(zip(map(str, types), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for one in ENDPOINTS:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, made)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Lowwater", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": {**_strict(components), "Problem": _PROBLEM},
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
    }


def _strict(components: dict[str, Any]) -> dict[str, Any]:
    """What the wire refuses, said in the schemas: unknown and missing fields, names that could be guessed."""
    lenient = {kind.__name__ for kind in wire.MESSAGES if kind.lenient}
    for name, schema in components.items():
        if schema.get("type") == "object" and "properties" in schema:
            schema["additionalProperties"] = False
            if name not in lenient:
                schema["required"] = list(schema["properties"])
            schema["properties"] |= {field: _FIELDS[field] for field in _FIELDS.keys() & schema["properties"].keys()}
    return components


def _operation(one: Endpoint, made: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {"operationId": one.action or one.name, "summary": one.summary}
    gives = _each(made[str(one.gives)]) if one.each else made[str(one.gives)]
    told["responses"] = {
        str(one.status): {"description": one.summary, "content": {one.content: {"schema": gives}}},
        **_refusals(one),
    }
    told["parameters"] = [{"name": name, "in": "query", "schema": _PATH[kind]} for name, kind in one.query]
    for name in re.findall(r"{(\w+)}", one.path):
        told["parameters"].append({"name": name, "in": "path", "required": True, "schema": _PATH[name]})
        told["responses"].setdefault("404", {"description": f"There is no such {name}.", "content": _REFUSED})
    if one.takes is not None:
        told["requestBody"] = {"required": True, "content": {"application/json": {"schema": made[str(one.takes)]}}}
    if one.key:
        told["security"] = [{"key": []}]
    return told


def _each(many: dict[str, Any]) -> dict[str, Any]:
    """A list in which a problem may stand in the place of a message."""
    return many | {"items": {"anyOf": [many["items"], {"$ref": "#/components/schemas/Problem"}]}}


def _refusals(one: Endpoint) -> dict[str, Any]:
    """The problems of an endpoint by status."""
    statuses = sorted({status_of(kind) for kind in one.refuses})
    return {
        str(status): {
            "description": ", ".join(name_of(kind) for kind in _of_status(one.refuses, status)),
            "content": _REFUSED,
        }
        for status in statuses
    }


def _of_status(kinds: Sequence[Any], status: int) -> list[Any]:
    return [kind for kind in kinds if status_of(kind) == status]
