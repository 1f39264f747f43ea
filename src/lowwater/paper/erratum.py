"""Erratum: one thing that the paper prints and that is not so."""

from dataclasses import dataclass

Row = tuple[str, ...]


@dataclass(frozen=True)
class Erratum:
    """What the paper prints and what is true, in `text`, and a table that shows it."""

    title: str
    text: str
    head: Row
    rows: tuple[Row, ...]
