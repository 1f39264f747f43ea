"""Version 1: upgrade ledger lines from before version 2 of the wire format, so that their losses still count."""

import hashlib
import json
from dataclasses import asdict
from typing import Any

from lowwater.core.randomizer import Randomizer
from lowwater.errors import BadLedger
from lowwater.wire import VERSION, TermsMessage, TextsMessage, hash_of

_OLD = "lowwater/1"
_DEFAULTS = {"quantile": None, "keep_names": 0, "keep_tallies": 0, "closes": None}  # fields that version 1 lacked


def upgrade(line: dict[str, Any]) -> dict[str, Any]:
    """A line as version 2 writes it, from a line of either version."""
    if _is_old(line.get("terms")):
        return _upgrade_terms(line)
    if _is_old(line.get("question")):
        return _upgrade_answer(line)
    return line


def _is_old(message: object) -> bool:
    return isinstance(message, dict) and message.get("version") == _OLD


def _upgrade_terms(line: dict[str, Any]) -> dict[str, Any]:
    """Check the hash by the rule of version 1, and replace it by that of version 2."""
    if line.get("hash") != _hash_of(line["terms"]):
        raise BadLedger("its hash is not that of its terms")
    fields = dict(line)
    texts = [asdict(TextsMessage(_clean_title(fields.pop("title"))))]
    terms = fields["terms"] | _DEFAULTS | {"texts": texts, "version": VERSION}
    return fields | {"terms": terms, "hash": hash_of(TermsMessage.read(terms))}


def _clean_title(title: object) -> str:
    """A title as version 2 admits it: printable, stripped, and of 1 to 200 characters."""
    printable = "".join(letter for letter in str(title) if letter.isprintable())
    return printable.strip()[:200] or "Untitled"


def _upgrade_answer(line: dict[str, Any]) -> dict[str, Any]:
    """Turn one threshold into a list, if_yes and if_no into a table, and yes or no into 1 or 0."""
    fields = dict(line)
    old, yes = fields.pop("question"), fields.pop("yes")
    if type(yes) is not bool:
        raise BadLedger(f"{yes!r} is neither yes nor no")
    question = {
        "round": old["round"],
        "index": old["index"],
        "thresholds": [old["threshold"]],
        "table": [list(row) for row in Randomizer.binary(old["if_yes"], old["if_no"]).table],
        "version": VERSION,
    }
    return fields | {"question": question, "said": int(yes)}


def _hash_of(terms: dict[str, Any]) -> str:
    """The hash of version 1: SHA-256 of the terms as they were written, with no canonical form."""
    return hashlib.sha256(json.dumps(terms, separators=(",", ":")).encode()).hexdigest()
