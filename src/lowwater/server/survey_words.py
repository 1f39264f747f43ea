"""Survey words: which surveys have some words in their title, in any language, or in their id."""

import json

from lowwater.server.store.records import SurveyTexts
from lowwater.server.store.store import Store

SCAN, _AT_ONCE = 2000, 200
"""Surveys that one search looks at, at most, before it gives a page that may be short; and how many at once."""


def matching(store: Store, words: str, opened: float, name: str, limit: int) -> tuple[list[str], str | None]:
    """The ids of up to `limit` surveys with `words`, after the survey `name` opened at `opened`, the oldest first.

    The second is the id after which the next page begins; None if no survey is left. Cases are folded here, since
    databases fold those of few alphabets.
    """
    folded, names, looked = words.casefold(), list[str](), 0
    while limit > 0 and looked < SCAN:
        rows = store.surveys.texts(opened, name, _AT_ONCE)
        for row in rows:
            opened, name = row.opened, row.id
            if folded in _text(row):
                names.append(row.id)
                if len(names) == limit:
                    return names, name
        looked += len(rows)
        if len(rows) < _AT_ONCE:
            return names, None
    return names, name if limit > 0 else None


def _text(row: SurveyTexts) -> str:
    """The id and the titles of a survey, folded; of one whose terms cannot be parsed, its own title alone."""
    try:
        titles = [str(texts["title"]) for texts in json.loads(row.terms)["texts"]]
    except (ValueError, KeyError, TypeError, RecursionError):
        titles = []
    return "\n".join((row.id, row.title, *titles)).casefold()
