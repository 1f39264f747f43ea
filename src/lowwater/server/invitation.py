"""Invitations: single-use, signed by whoever issues them; the server holds the public key alone and cannot make one.

Each carries the hash of the terms it was made for, so that a device refuses any others.
"""

import base64
import secrets
from collections.abc import Iterator

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from lowwater.wire import CheckInMessage, name_of

SERIAL, HASH = 16, 32
_PURPOSE = b"lowwater/2 invitation "


def new_key() -> str:
    """A new secret key, as hexadecimal text."""
    return Ed25519PrivateKey.generate().private_bytes_raw().hex()


def public_of(key: str) -> str:
    """The public key that goes with a secret one."""
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(key)).public_key().public_bytes_raw().hex()


def invitations(key: str, survey: str, terms: str, count: int) -> Iterator[str]:
    """So many invitations to a survey with terms of this hash."""
    secret = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(key))
    for _ in range(count):
        told = secrets.token_bytes(SERIAL) + bytes.fromhex(terms)
        yield base64.urlsafe_b64encode(told + secret.sign(_signed(survey, told))).decode().rstrip("=")


def admitted(survey: str, terms: str, issuer: str, message: CheckInMessage) -> bool:
    """Whether the invitation is genuine, of this survey with terms of this hash, and the name is its own."""
    text = message.invitation
    if text is None or not text.isascii() or message.name != name_of(text):
        return False
    try:
        found = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(issuer))
        public.verify(found[SERIAL + HASH :], _signed(survey, found[: SERIAL + HASH]))
    except (ValueError, InvalidSignature):
        return False
    if found[SERIAL : SERIAL + HASH].hex() != terms:
        return False
    return base64.urlsafe_b64encode(found).decode().rstrip("=") == text  # one spelling, one name


def _signed(survey: str, told: bytes) -> bytes:
    return _PURPOSE + survey.encode() + b" " + told
