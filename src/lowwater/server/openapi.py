"""OpenAPI: the document that describes the server, generated from the endpoints and the messages."""

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
_OF_KEYS = {kind.__name__ for kind in (wire.KeyMessage, wire.ShareMessage, wire.SharedMessage)}
"""Messages whose name is not that of a device, but that of a key."""

_PATH = {
    "survey": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"},
    "problem": {"enum": sorted(KINDS)},
    "number": {"type": "integer", "minimum": 0, "maximum": 10**15 - 1},
    "words": {"type": "string"},
}


@cache
def openapi() -> dict[str, Any]:
    """The whole document."""
    types = [kind for endpoint in ENDPOINTS for kind in (endpoint.takes, *_given(endpoint)) if kind is not None]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    schema_of = dict(zip(map(str, types), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Lowwater", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": {**_strict(components), "Problem": _PROBLEM},
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
    }


def _given(endpoint: Endpoint) -> tuple[Any, ...]:
    """The kinds of messages that an endpoint gives."""
    return endpoint.gives if isinstance(endpoint.gives, tuple) else (endpoint.gives,)


def _strict(components: dict[str, Any]) -> dict[str, Any]:
    """Make the schemas as strict as the wire: no unknown or missing fields, no names that could be guessed."""
    lenient = {kind.__name__ for kind in wire.MESSAGES if kind.lenient}
    for name, schema in components.items():
        if schema.get("type") == "object" and "properties" in schema:
            schema["additionalProperties"] = False
            if name not in lenient:
                schema["required"] = list(schema["properties"])
            strict = _FIELDS.keys() & schema["properties"].keys() - ({"name"} if name in _OF_KEYS else set())
            schema["properties"] |= {field: _FIELDS[field] for field in strict}
    return components


def _operation(endpoint: Endpoint, schema_of: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {"operationId": endpoint.action or endpoint.name, "summary": endpoint.summary}
    kinds = [schema_of[str(kind)] for kind in _given(endpoint)]
    gives = kinds[0] if len(kinds) == 1 else {"oneOf": kinds}
    gives = _or_problem(gives) if endpoint.each else gives
    operation["responses"] = {
        str(endpoint.status): {"description": endpoint.summary, "content": {endpoint.content: {"schema": gives}}},
        **_refusals(endpoint),
    }
    operation["parameters"] = [{"name": name, "in": "query", "schema": _PATH[kind]} for name, kind in endpoint.query]
    for name in re.findall(r"{(\w+)}", endpoint.path):
        operation["parameters"].append({"name": name, "in": "path", "required": True, "schema": _PATH[name]})
        operation["responses"].setdefault("404", {"description": f"There is no such {name}.", "content": _REFUSED})
    if endpoint.takes is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema_of[str(endpoint.takes)]}},
        }
    if endpoint.key:
        operation["security"] = [{"key": []}]
    return operation


def _or_problem(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a list in which a problem may take the place of a message."""
    return schema | {"items": {"anyOf": [schema["items"], {"$ref": "#/components/schemas/Problem"}]}}


def _refusals(endpoint: Endpoint) -> dict[str, Any]:
    """The problems of an endpoint by status."""
    statuses = sorted({status_of(kind) for kind in endpoint.refuses})
    return {
        str(status): {
            "description": ", ".join(name_of(kind) for kind in _of_status(endpoint.refuses, status)),
            "content": _REFUSED,
        }
        for status in statuses
    }


def _of_status(kinds: Sequence[Any], status: int) -> list[Any]:
    return [kind for kind in kinds if status_of(kind) == status]
