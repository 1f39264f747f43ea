"""Version 1: ledgers from before the second version of the wire format are read on, and their losses count."""

import hashlib
import json
from dataclasses import asdict
from typing import Any

from lowwater.core.randomizer import Randomizer
from lowwater.errors import BadLedger
from lowwater.wire import VERSION, TermsMessage, TextsMessage, hash_of

_OLD = "lowwater/1"
_UNTOLD = {"quantile": None, "keep_names": 0, "keep_tallies": 0, "closes": None}  # version 1 did not tell


def upgraded(line: dict[str, Any]) -> dict[str, Any]:
    """A line as this version writes it."""
    if _is_old(line.get("terms")):
        return _pinned(line)
    if _is_old(line.get("question")):
        return _told(line)
    return line


def _is_old(message: object) -> bool:
    return isinstance(message, dict) and message.get("version") == _OLD


def _pinned(line: dict[str, Any]) -> dict[str, Any]:
    """Terms whose hash is checked as it was made, and made anew."""
    if line.get("hash") != _hash_of(line["terms"]):
        raise BadLedger("its hash is not that of its terms")
    found = dict(line)
    texts = [asdict(TextsMessage(_shown(found.pop("title"))))]
    terms = found["terms"] | _UNTOLD | {"texts": texts, "version": VERSION}
    return found | {"terms": terms, "hash": hash_of(TermsMessage.read(terms))}


def _shown(title: object) -> str:
    """A title in letters that may be shown now."""
    kept = "".join(letter for letter in str(title) if letter.isprintable())
    return kept.strip()[:200] or "Untitled"


def _told(line: dict[str, Any]) -> dict[str, Any]:
    """A question of one threshold, and the yes or no to it."""
    found = dict(line)
    asked, yes = found.pop("question"), found.pop("yes")
    if type(yes) is not bool:
        raise BadLedger(f"{yes!r} is neither yes nor no")
    question = {
        "round": asked["round"],
        "index": asked["index"],
        "thresholds": [asked["threshold"]],
        "table": [list(row) for row in Randomizer.binary(asked["if_yes"], asked["if_no"]).table],
        "version": VERSION,
    }
    return found | {"question": question, "said": int(yes)}


def _hash_of(terms: dict[str, Any]) -> str:
    """The hash of version 1: that of the terms as they were written, number by number."""
    return hashlib.sha256(json.dumps(terms, separators=(",", ":")).encode()).hexdigest()
