"""Torn: a survey whose record cannot be used; nobody can be asked in it, and an analyst can still be rid of it."""

import json
from typing import Any, NamedTuple

from lowwater.server.session import Row
from lowwater.wire import VERSION


class Torn(NamedTuple):
    """The columns that need no reading: neither plan nor search, and terms and hash as they are."""

    id: str
    title: str
    terms: str
    hash: str
    recruiting: str
    access: str
    state: str
    round: int
    extended: int

    @classmethod
    def of(cls, row: Row) -> "Torn":
        """From the database's row."""
        return cls(*(row[at] for at in (0, 1, 3, 4, 5, 6, 12, 14, 15)))

    def fields(self) -> dict[str, Any]:
        """As the database has it; terms that cannot be read are left out."""
        try:
            terms = json.loads(self.terms)
        except (ValueError, RecursionError):
            terms = None
        known = {"survey": self.id, "title": self.title, "terms": terms, "hash": self.hash}
        return known | {"recruiting": self.recruiting, "access": self.access, "state": self.state, "version": VERSION}
