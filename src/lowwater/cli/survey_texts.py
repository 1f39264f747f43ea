"""Survey texts: what a survey says to people, from options and from a file."""

import tomllib
from dataclasses import asdict
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import click

from lowwater.cli.options import stacked
from lowwater.cli.text.file import text_of
from lowwater.errors import YourFault
from lowwater.wire.texts import MOST, TextsMessage

NAMES = tuple(MOST)
_WANTED = {"asker": "who asks", "contact": "how to reach them", "purpose": "what for"}

texts = stacked(
    click.option("--terms", "terms_file", type=click.Path(path_type=Path),
                 help="A TOML file with title, question, unit, asker, contact, purpose, language, closes, and tables "
                      "[[translations]] of the same texts; options override it."),
    click.option("--question", help='The question in words, such as "How old are you, in years?"'),
    click.option("--unit", help="The unit of the numbers, such as years."),
    click.option("--asker", help="Who asks."),
    click.option("--contact", help="How to reach whoever asks."),
    click.option("--purpose", help="What the result is for."),
    click.option("--language", metavar="TAG", help="The language of these texts, such as pt-BR [default: en]."),
    click.option("--closes", metavar="TIME",
                 help="When it closes at the latest, such as 2030-12-01 or 2030-12-01T18:00+01:00 "
                      "[default: once every round has had its spans]."),
)  # fmt: skip


def open_fields(title: str | None, terms_file: Path | None, chosen: dict[str, Any]) -> dict[str, Any]:
    """The texts and the closing time of a survey, as fields of an OpenMessage; removes their options from `chosen`.

    A translation takes the texts that it lacks from the original.
    """
    fields = {} if terms_file is None else _read(terms_file)
    given = {"title": title} | {name: chosen.pop(name) for name in ("closes", *NAMES) if name in chosen}
    fields |= {name: value for name, value in given.items() if value is not None}
    if "title" not in fields:
        raise YourFault("a survey needs a title; give it as the first argument, or in the file of --terms")
    if "closes" in fields:
        fields["closes"] = _time(fields["closes"])
    original = {name: fields[name] for name in NAMES if name in fields}
    translations = [asdict(TextsMessage(**(original | texts))) for texts in fields.get("translations", [])]
    return fields | {"translations": translations}


def missing(fields: dict[str, Any]) -> str:
    """A warning that names the texts which `fields` lack and their options; empty where nothing is missing."""
    names = [name for name in _WANTED if not fields.get(name)]
    if not names:
        return ""
    what, how = ", ".join(_WANTED[name] for name in names), ", ".join(f"--{name}" for name in names)
    return f"People will be told that this survey does not say {what} ({how})."


def _read(path: Path) -> dict[str, Any]:
    try:
        fields = tomllib.loads(text_of(path))
    except tomllib.TOMLDecodeError as error:
        raise YourFault(f"{path} is no TOML: {error}") from None
    unknown = sorted(set(fields) - {*NAMES, "closes", "translations"})
    if unknown:
        raise YourFault(f"{path} has {', '.join(unknown)}; a survey tells {', '.join(NAMES)}, closes and translations")
    translations = fields.get("translations", [])
    if not isinstance(translations, list) or not all(_is_translation(texts) for texts in translations):
        raise YourFault(f"{path}: a translation has a language, and some of {', '.join(NAMES)}")
    return fields


def _is_translation(texts: object) -> bool:
    return isinstance(texts, dict) and "language" in texts and set(texts) <= set(NAMES)


def _time(value: object) -> int:
    """The time `value` in seconds since 1970, in UTC where it has no zone."""
    try:
        moment = datetime.fromisoformat(value.isoformat() if isinstance(value, date) else str(value))
        return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())
    except (ValueError, OverflowError):
        raise YourFault(f"closes={value!r}; give a time such as 2030-12-01 or 2030-12-01T18:00+01:00") from None
