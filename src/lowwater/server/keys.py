"""API keys: 256 random bits, stored as a hash; whoever has one is an analyst."""

import hashlib
import secrets
from unicodedata import category

from lowwater.errors import BadKey, YourFault
from lowwater.server.store.store import Store

PREFIX = "lw_"
_NO_TEXT = ("Cc", "Cs")  # as in titles: control characters and surrogates, which no database takes


def make(store: Store, name: str, now: float) -> str:
    """Make a key, and store its hash under `name`; the key itself is returned once, and not kept."""
    taken = {key.name for key in store.keys.all() if key.revoked is None}
    if not 0 < len(name) <= 100 or any(category(letter) in _NO_TEXT for letter in name) or name in taken:
        wanted = "a name of 1 to 100 characters, on one line, that no other key has"
        raise YourFault(f"a key named {name[:100]!r}; give {wanted}")
    key = PREFIX + secrets.token_urlsafe(32)
    store.keys.add(hash_of(key), name, now)
    return key


def revoke(store: Store, name: str, now: float) -> None:
    """Revoke the key of this name from `now` on."""
    known = any(name == key.name for key in store.keys.all())  # a name that no database takes never reaches it
    if not (known and store.keys.revoke(name, now)):
        raise YourFault(f"there is no key named {name[:100]!r} that could be revoked; `lowwater key list` shows all")


def check(store: Store, header: str | None) -> None:
    """Refuse an Authorization header without a valid key."""
    kind, _, key = (header or "").partition(" ")
    if kind.lower() != "bearer" or not store.keys.valid(hash_of(key.strip())):
        raise BadKey


def hash_of(key: str) -> str:
    """The hash by which the database knows a key; it is random and long, so a plain hash is enough."""
    return hashlib.sha256(key.encode()).hexdigest()
