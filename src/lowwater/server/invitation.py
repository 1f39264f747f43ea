"""Invitations: single-use, signed by their issuer; the server has only the public key, so it cannot make one.

Each carries the hash of the terms it was made for, so that a device refuses other terms.
"""

import secrets
from collections.abc import Iterator

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from lowwater.wire import CheckInMessage, name_of
from lowwater.wire.invitations import SERIAL, parts, signed, written


def new_key() -> str:
    """A new secret key, as hexadecimal text."""
    return Ed25519PrivateKey.generate().private_bytes_raw().hex()


def public_of(key: str) -> str:
    """The public key that goes with a secret one."""
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(key)).public_key().public_bytes_raw().hex()


def invitations(key: str, survey: str, terms: str, count: int) -> Iterator[str]:
    """Make `count` invitations to a survey whose terms have the hash `terms`."""
    secret = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(key))
    for _ in range(count):
        serial = secrets.token_bytes(SERIAL)
        yield written(serial, terms, secret.sign(signed(survey, serial, terms)))


def admitted(survey: str, terms: str, issuer: str, message: CheckInMessage) -> bool:
    """Whether `issuer` signed the invitation of `message` for this survey and `terms`, and the name is its own."""
    text = message.invitation
    if text is None or (fields := parts(text)) is None or message.name != name_of(text):
        return False
    serial, promised, signature = fields
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(issuer))
        public.verify(signature, signed(survey, serial, promised))
    except (ValueError, InvalidSignature):
        return False
    return promised == terms
