"""Queries: every SQL statement by its name, from one file, and the migrations; one text for both databases.

A `{marker}` stands for a word in which their dialects differ, or for the columns of a record.
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from lowwater.errors import BadStore
from lowwater.server.store.records import (
    ApiKey,
    Event,
    Member,
    Place,
    Position,
    QuestionRecord,
    SurveyRecord,
    columns,
    parameters,
)

DIGEST = 16
"""Bytes of a person's hash, and of an answer's digest."""

UNSAID = bytes(DIGEST)
"""The digest of a place without an answer; as long as a real one, so that no row grows.

Where a row outgrows its page, SQLite leaves copies of its neighbours behind.
"""

_NAME = re.compile(r"^-- name: (\w+)$", re.MULTILINE)
_PARAMETER = re.compile(r"(?<![:\w]):(\w+)")
_UNHEX = re.compile(r"\{unhex:((?:[^{}])*)\}")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a database writes the type `bytes`, `UNSAID`, the decoding of hexadecimal digits, and the order by bytes."""

    bytes: str
    unsaid: str
    unhex: str
    bytewise: str


SQLITE = Dialect("BLOB", f"X'{UNSAID.hex()}'", r"UNHEX(\1)", "COLLATE BINARY")
POSTGRES = Dialect("BYTEA", rf"'\x{UNSAID.hex()}'::bytea", r"DECODE(\1, 'hex')", 'COLLATE "C"')

_COLUMNS = {
    "survey": columns(SurveyRecord),
    "survey:given": parameters(SurveyRecord),
    "position": columns(Position),
    "question": columns(QuestionRecord),
    "place": columns(Place).replace("digest", "NULLIF(digest, {unsaid})"),
    "member": columns(Member),
    "event": columns(Event).replace("least", "(SELECT least FROM survey WHERE survey.id = outbox.survey)"),
    "key": columns(ApiKey),
}


@cache
def sqlite() -> dict[str, str]:
    """The queries for SQLite."""
    return {name: fill(text, SQLITE) for name, text in _texts().items()}


@cache
def postgres() -> dict[str, str]:
    """The queries for PostgreSQL, with its style of parameters."""
    texts = {name: fill(text, POSTGRES) for name, text in _texts().items()}
    return {name: re.sub(_PARAMETER, r"%(\1)s", text.replace("%", "%%")) for name, text in texts.items()}


def fill(text: str, dialect: Dialect) -> str:
    """Replace the markers in a statement."""
    for name, value in _COLUMNS.items():
        text = text.replace(f"{{{name}}}", value)
    for name in ("unsaid", "bytes", "bytewise"):
        text = text.replace(f"{{{name}}}", getattr(dialect, name))
    return _UNHEX.sub(dialect.unhex, text)


@cache
def migrations() -> tuple[tuple[int, str], ...]:
    """Every migration: the schema version it leads to and its script, in order."""
    folder = files("lowwater.server.store") / "sql" / "migrations"
    scripts = sorted((entry.name, entry.read_text(encoding="utf-8")) for entry in folder.iterdir())
    return tuple((int(name.split("_")[0]), text) for name, text in scripts if name.endswith(".sql"))


def pending(schema: int) -> tuple[tuple[int, str], ...]:
    """The migrations that a database of this schema lacks; refuse a database that is ahead of this server."""
    newest = migrations()[-1][0]
    if schema > newest:
        raise BadStore(f"the database has schema {schema}, and this server knows {newest}; upgrade Lowwater")
    return tuple((version, script) for version, script in migrations() if version > schema)


def statements(script: str, dialect: Dialect) -> list[str]:
    """Split a script into statements."""
    return [text.strip() for text in fill(script, dialect).split(";") if text.strip()]


@cache
def _texts() -> dict[str, str]:
    whole = (files("lowwater.server.store") / "sql" / "queries.sql").read_text(encoding="utf-8")
    names, parts = _NAME.findall(whole), _NAME.split(whole)[2::2]
    return {name: part.strip().rstrip(";") for name, part in zip(names, parts, strict=True)}
