"""API keys: 256 random bits, stored as a hash; whoever has one is an analyst, of one survey or of all."""

import hashlib
import secrets
from typing import Literal
from unicodedata import category

from lowwater.core.groups import Groups
from lowwater.errors import BadKey, NotAllowed, YourFault
from lowwater.server.store.records import ApiKey
from lowwater.server.store.store import Store

Right = Literal["know", "read", "change"]
"""What a request needs of a key.

know: any key
read: one that opens the survey of the request, or all surveys if it names none; one of a whole survey opens its members
change: the same, and not for reading alone
"""

PREFIX = "lw_"
_NO_TEXT = ("Cc", "Cs")  # as in titles: control characters and surrogates, which no database takes


def make(store: Store, name: str, now: float, survey: str | None = None, *, reading: bool = False) -> str:
    """Make a key, and store its hash under `name`; the key itself is returned once, and not kept.

    It opens one `survey`, or all if that is None; with `reading` it changes nothing.
    """
    taken = {key.name for key in store.keys.all() if key.revoked is None}
    if not 0 < len(name) <= 100 or any(category(letter) in _NO_TEXT for letter in name) or name in taken:
        wanted = "a name of 1 to 100 characters, on one line, that no other key has"
        raise YourFault(f"a key named {name[:100]!r}; give {wanted}")
    key = PREFIX + secrets.token_urlsafe(32)
    store.keys.add(hash_of(key), name, now, survey, reading=reading)
    return key


def revoke(store: Store, name: str, now: float) -> None:
    """Revoke the key of this name from `now` on."""
    known = any(name == key.name for key in store.keys.all())  # a name that no database takes never reaches it
    if not (known and store.keys.revoke(name, now)):
        raise YourFault(f"there is no key named {name[:100]!r} that could be revoked; `lowwater key list` shows all")


def check(store: Store, header: str | None, right: Right = "change", survey: str | None = None) -> ApiKey:
    """The key of an Authorization header; refuse one that is not valid, or lacks the `right` to a `survey`, or all."""
    kind, _, secret = (header or "").partition(" ")
    key = store.keys.get(hash_of(secret.strip())) if kind.lower() == "bearer" else None
    if key is None:
        raise BadKey
    if right != "know":
        _check_right(key, right, survey)
    return key


def _check_right(key: ApiKey, right: Right, survey: str | None) -> None:
    if key.survey is not None and (survey is None or key.survey not in (survey, Groups.whole(survey))):
        raise NotAllowed("this API key opens one survey, and this is another, or more than one")
    if key.reading and right == "change":
        raise NotAllowed("this API key is for reading; take one that may change the survey")


def hash_of(key: str) -> str:
    """The hash by which the database knows a key; it is random and long, so a plain hash is enough."""
    return hashlib.sha256(key.encode()).hexdigest()
