"""Version 1: ledgers from before the second version of the wire format are read on, and their losses count."""

import hashlib
import json
from typing import Any

from lowwater.errors import BadLedger
from lowwater.wire import VERSION, TermsMessage, hash_of, message_of

_OLD = "lowwater/1"


def upgraded(line: dict[str, Any]) -> dict[str, Any]:
    """A line as this version writes it; the hash of its terms is checked as it was made, and made anew."""
    found = {name: _renamed(value) for name, value in line.items()}
    if found.get("terms") != line.get("terms"):
        if found.get("hash") != _hash_of(line["terms"]):
            raise BadLedger("its hash is not that of its terms")
        found["hash"] = hash_of(message_of(TermsMessage, found["terms"]))
    return found


def _renamed(value: Any) -> Any:
    """A message of version 1 under the name of this one; anything else as it is."""
    old = isinstance(value, dict) and value.get("version") == _OLD
    return value | {"version": VERSION} if old else value


def _hash_of(terms: dict[str, Any]) -> str:
    """The hash of version 1: that of the terms as they were written, number by number."""
    return hashlib.sha256(json.dumps(terms, separators=(",", ":")).encode()).hexdigest()
