"""Queries: every SQL statement by its name, from one file; the same text for both databases."""

import re
from functools import cache
from importlib.resources import files

SHARE = "{share}"

_NAME = re.compile(r"^-- name: (\w+)$", re.MULTILINE)
_PARAMETER = re.compile(r"(?<![:\w]):(\w+)")


@cache
def sqlite() -> dict[str, str]:
    """For SQLite, which has one writer and needs no lock on a row."""
    return {name: text.replace(SHARE, "") for name, text in _texts().items()}


@cache
def postgres() -> dict[str, str]:
    """For PostgreSQL: its style of parameters, and rows held against change until the transaction ends."""
    return {
        name: _PARAMETER.sub(r"%(\1)s", text.replace("%", "%%")).replace(SHARE, "FOR SHARE")
        for name, text in _texts().items()
    }


@cache
def migrations() -> tuple[tuple[int, str], ...]:
    """Every migration by its number, in order."""
    folder = files("lowwater.server") / "sql" / "migrations"
    found = sorted((entry.name, entry.read_text(encoding="utf-8")) for entry in folder.iterdir())
    return tuple((int(name.split("_")[0]), text) for name, text in found if name.endswith(".sql"))


def statements(script: str) -> list[str]:
    """The statements of a script, one by one."""
    return [text.strip() for text in script.split(";") if text.strip()]


@cache
def _texts() -> dict[str, str]:
    whole = (files("lowwater.server") / "sql" / "queries.sql").read_text(encoding="utf-8")
    names, parts = _NAME.findall(whole), _NAME.split(whole)[2::2]
    return {name: part.strip().rstrip(";") for name, part in zip(names, parts, strict=True)}
