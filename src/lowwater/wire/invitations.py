"""Invitations on the wire: a serial, the hash of the terms and a signature over both, in base64 without padding."""

import base64
import hashlib

SERIAL, HASH, SIGNATURE = 16, 32, 64
"""Bytes of each part."""

_PURPOSE = b"lowwater/2 invitation "


def signed(survey: str, serial: bytes, terms: str) -> bytes:
    """The bytes that are signed: the purpose, the survey, the serial and the hash of the terms."""
    return _PURPOSE + survey.encode() + b" " + serial + bytes.fromhex(terms)


def written(serial: bytes, terms: str, signature: bytes) -> str:
    """The text of an invitation with these parts."""
    return base64.urlsafe_b64encode(serial + bytes.fromhex(terms) + signature).decode().rstrip("=")


def parts(invitation: str) -> tuple[bytes, str, bytes] | None:
    """The serial, the hash of the terms and the signature; None for any text that `written` does not give."""
    try:
        raw = base64.b64decode(invitation + "=" * (-len(invitation) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return None
    serial, terms, signature = raw[:SERIAL], raw[SERIAL : SERIAL + HASH], raw[SERIAL + HASH :]
    one_spelling = written(serial, terms.hex(), signature) == invitation
    return (serial, terms.hex(), signature) if len(signature) == SIGNATURE and one_spelling else None


def name_of(invitation: str) -> str:
    """The name of the one person who takes part with an invitation: its SHA-256."""
    return hashlib.sha256(invitation.encode()).hexdigest()


def terms_of(invitation: str) -> str | None:
    """The hash of the terms that an invitation was made for; None if the text is no invitation."""
    split = parts(invitation)
    return None if split is None else split[1]
