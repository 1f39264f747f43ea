"""Invitations on the wire: a serial, the hash of the terms and a signature over both, in base64 without padding."""

import base64
import hashlib

SERIAL, HASH, SIGNATURE = 16, 32, 64
"""Bytes of each part."""

_PURPOSE = b"lowwater/2 invitation "


def signed(survey: str, serial: bytes, terms: str) -> bytes:
    """What is signed: the purpose, the survey, the serial and the hash of the terms."""
    return _PURPOSE + survey.encode() + b" " + serial + bytes.fromhex(terms)


def written(serial: bytes, terms: str, signature: bytes) -> str:
    """An invitation of these parts."""
    return base64.urlsafe_b64encode(serial + bytes.fromhex(terms) + signature).decode().rstrip("=")


def parts(invitation: str) -> tuple[bytes, str, bytes] | None:
    """The serial, the hash of the terms and the signature; None of anything else, and of another spelling of one."""
    try:
        raw = base64.b64decode(invitation + "=" * (-len(invitation) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return None
    serial, terms, signature = raw[:SERIAL], raw[SERIAL : SERIAL + HASH], raw[SERIAL + HASH :]
    one_spelling = written(serial, terms.hex(), signature) == invitation
    return (serial, terms.hex(), signature) if len(signature) == SIGNATURE and one_spelling else None


def name_of(invitation: str) -> str:
    """The name that an invitation gives: one invitation, one person."""
    return hashlib.sha256(invitation.encode()).hexdigest()


def terms_of(invitation: str) -> str | None:
    """The hash of the terms that an invitation was made for; None where it is none."""
    found = parts(invitation)
    return None if found is None else found[1]
