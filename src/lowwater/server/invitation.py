"""Invitations: single-use, signed by whoever issues them; the server holds the public key alone and cannot make one."""

import base64
import secrets
from collections.abc import Iterator

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from lowwater.wire import CheckInMessage, name_of

SERIAL = 16
_PURPOSE = b"lowwater/2 invitation "


def new_key() -> str:
    """A new secret key, as hexadecimal text."""
    return Ed25519PrivateKey.generate().private_bytes_raw().hex()


def public_of(key: str) -> str:
    """The public key that goes with a secret one."""
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(key)).public_key().public_bytes_raw().hex()


def invitations(key: str, survey: str, count: int) -> Iterator[str]:
    """So many invitations to a survey."""
    secret = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(key))
    for _ in range(count):
        serial = secrets.token_bytes(SERIAL)
        signature = secret.sign(_signed(survey, serial))
        yield base64.urlsafe_b64encode(serial + signature).decode().rstrip("=")


def admitted(survey: str, issuer: str, message: CheckInMessage) -> bool:
    """Whether the invitation is genuine, of this survey, and the name is its own."""
    text = message.invitation
    if text is None or not text.isascii() or message.name != name_of(text):
        return False
    try:
        found = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(issuer))
        public.verify(found[SERIAL:], _signed(survey, found[:SERIAL]))
    except (ValueError, InvalidSignature):
        return False
    return base64.urlsafe_b64encode(found).decode().rstrip("=") == text  # one spelling, one name


def _signed(survey: str, serial: bytes) -> bytes:
    return _PURPOSE + survey.encode() + b" " + serial
