"""Queries: every SQL statement by its name, from one file; the same text for both databases."""

import re
from functools import cache
from importlib.resources import files

from lowwater.errors import BadStore

UNSAID = "-" * 64
"""Stands for the digest of a place whose answer is awaited, at its full length.

So a row never grows: where one outgrows its page, SQLite leaves copies of its neighbours behind.
"""

_NAME = re.compile(r"^-- name: (\w+)$", re.MULTILINE)
_PARAMETER = re.compile(r"(?<![:\w]):(\w+)")


@cache
def sqlite() -> dict[str, str]:
    """For SQLite, which has one writer and needs no lock."""
    return {name: _marked(text, share="", hold="") for name, text in _texts().items()}


@cache
def postgres() -> dict[str, str]:
    """For PostgreSQL: its style of parameters, and rows and numbers held until the transaction ends."""
    texts = {name: _PARAMETER.sub(r"%(\1)s", text.replace("%", "%%")) for name, text in _texts().items()}
    return {name: _marked(text, share="FOR SHARE", hold="pg_advisory_xact_lock") for name, text in texts.items()}


@cache
def migrations() -> tuple[tuple[int, str], ...]:
    """Every migration by its number, in order."""
    folder = files("lowwater.server") / "sql" / "migrations"
    found = sorted((entry.name, entry.read_text(encoding="utf-8")) for entry in folder.iterdir())
    return tuple((int(name.split("_")[0]), text) for name, text in found if name.endswith(".sql"))


def lacking(schema: int) -> tuple[tuple[int, str], ...]:
    """The migrations that a database of this schema has yet to see; one that is ahead of this server is refused."""
    newest = migrations()[-1][0]
    if schema > newest:
        raise BadStore(f"the database has schema {schema}, and this server knows {newest}; upgrade Lowwater")
    return tuple(one for one in migrations() if one[0] > schema)


def statements(script: str) -> list[str]:
    """The statements of a script, one by one."""
    return [text.strip() for text in script.split(";") if text.strip()]


def _marked(text: str, *, share: str, hold: str) -> str:
    return text.replace("{share}", share).replace("{hold}", hold).replace("{unsaid}", f"'{UNSAID}'")


@cache
def _texts() -> dict[str, str]:
    whole = (files("lowwater.server") / "sql" / "queries.sql").read_text(encoding="utf-8")
    names, parts = _NAME.findall(whole), _NAME.split(whole)[2::2]
    return {name: part.strip().rstrip(";") for name, part in zip(names, parts, strict=True)}
