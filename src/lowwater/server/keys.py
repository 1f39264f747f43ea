"""API keys: 256 random bits, kept as a hash; whoever holds one is an analyst."""

import hashlib
import secrets
from unicodedata import category

from lowwater.errors import BadKey, YourFault
from lowwater.server.session import Session

PREFIX = "lw_"
_NO_TEXT = ("Cc", "Cs")  # as in titles: control characters and halves of characters, which no database takes


def make(session: Session, name: str, now: float) -> str:
    """A new key with a name; the key is shown once and never again."""
    taken = {found for found, _, revoked in session.all("keys") if revoked is None}
    if not 0 < len(name) <= 100 or any(category(letter) in _NO_TEXT for letter in name) or name in taken:
        wanted = "a name of 1 to 100 characters, on one line, that no other key has"
        raise YourFault(f"a key named {name[:100]!r}; give {wanted}")
    key = PREFIX + secrets.token_urlsafe(32)
    session.run("add_key", hash=hash_of(key), name=name, made=now)
    return key


def revoke(session: Session, name: str, now: float) -> None:
    """From now on this key opens nothing."""
    known = any(name == found for found, _, _ in session.all("keys"))  # what no database takes is none of its names
    if not (known and session.run("revoke_key", name=name, now=now)):
        raise YourFault(f"there is no key named {name[:100]!r} that could be revoked; `lowwater key list` shows all")


def check(session: Session, header: str | None) -> str:
    """The name of the key in an Authorization header."""
    kind, _, key = (header or "").partition(" ")
    found = session.one("key", hash=hash_of(key.strip())) if kind.lower() == "bearer" else None
    if found is None:
        raise BadKey
    return str(found[0])


def hash_of(key: str) -> str:
    """How the database knows a key: it is random and long, so a plain hash is enough."""
    return hashlib.sha256(key.encode()).hexdigest()
