"""Secrets: invitations, and what a server keeps instead of names, answers and keys."""

import base64
import hashlib
from collections.abc import Iterator

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from lowwater.core.epsilon import NANO
from lowwater.wire import canonical
from vectors.make.samples import NAME, OTHER_SURVEY, RECEIPT, SURVEY, TERMS, Vector, sha256

SECRET = hashlib.sha256(b"lowwater test vectors: issuer").digest()
OTHER_SECRET = hashlib.sha256(b"lowwater test vectors: forger").digest()


TERMS_HASH, OTHER_HASH = sha256(canonical(TERMS)), sha256(canonical(TERMS | {"answers": 2, "grant": 2 * NANO}))


def _signed(survey: str, content: bytes) -> bytes:
    return b"lowwater/2 invitation " + survey.encode() + b" " + content


def _base64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _public(secret: bytes) -> str:
    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw().hex()


def _invite(serial: bytes, survey: str = SURVEY, secret: bytes = SECRET, terms: str = TERMS_HASH) -> tuple[bytes, str]:
    content = serial + bytes.fromhex(terms)
    signature = Ed25519PrivateKey.from_private_bytes(secret).sign(_signed(survey, content))
    return signature, _base64(content + signature)


def invitations() -> Iterator[Vector]:
    """A secret key that everybody knows, serials, and the invitations they make."""
    for serial in (bytes(16), bytes(range(16)), b"\xff" * 16, hashlib.sha256(b"a serial").digest()[:16]):
        signature, invitation = _invite(serial)
        content = serial + bytes.fromhex(TERMS_HASH)
        yield {
            "secret": SECRET.hex(), "issuer": _public(SECRET), "survey": SURVEY, "terms": TERMS_HASH,
            "serial": serial.hex(), "signed": _signed(SURVEY, content).hex(), "signature": signature.hex(),
            "invitation": invitation, "name": sha256(invitation),
        }  # fmt: skip


def bad_invitations() -> Iterator[Vector]:
    """Check-ins that a survey for the invited must refuse."""
    serial, terms = bytes(range(16)), bytes.fromhex(TERMS_HASH)
    signature, good = _invite(serial)
    content = serial + terms
    last = good[:-1] + chr(ord(good[-1]) + 1)
    forged = {
        "signed by somebody else": _invite(serial, secret=OTHER_SECRET)[1],
        "for another survey": _invite(serial, survey=OTHER_SURVEY)[1],
        "for other terms": _invite(serial, terms=OTHER_HASH)[1],
        "other terms than were signed": _base64(serial + bytes.fromhex(OTHER_HASH) + signature),
        "another serial": _base64(bytes(16) + terms + signature),
        "a flipped bit of the signature": _base64(content + bytes([signature[0] ^ 1]) + signature[1:]),
        "a signature cut short": _base64(content + signature[:-1]),
        "bytes after the signature": _base64(content + signature + b"\0"),
        "another spelling: padding": good + "=",
        "another spelling: bits that do not count": last,
        "another spelling: a line end": good + "\n",
        "another alphabet": _invite(b"\xff" * 16)[1].replace("-", "+").replace("_", "/"),
        "hexadecimal": (content + signature).hex(),
        "empty": "",
        "no ASCII": "\u00e4" + good[1:],
    }
    for why, invitation in forged.items():
        yield _refused(sha256(invitation), invitation, why)
    yield _refused(NAME, good, "under a name of one's own")
    yield _refused(sha256(good).upper(), good, "the name is in lower case")
    yield _refused(NAME, None, "none at all")


def _refused(name: str, invitation: str | None, why: str) -> Vector:
    check_in = {"name": name, "invitation": invitation}
    return {
        "issuer": _public(SECRET),
        "survey": SURVEY,
        "terms": TERMS_HASH,
        **check_in,
        "error": "BadInvitation",
        "why": why,
    }


def hashes() -> Iterator[Vector]:
    """How a server knows people, answers, invitations and keys without keeping them: SHA-256 of a text."""
    for survey, name in ((SURVEY, NAME), (OTHER_SURVEY, NAME), (SURVEY, "a" * 32)):
        hashed = f"{survey}/{name}"
        yield {"what": "person", "survey": survey, "name": name, "hashed": hashed, "hash": sha256(hashed)}
    for round_index, index, answer in ((0, 0, 1), (0, 0, 0), (11, 3, 15)):
        hashed = f"{RECEIPT}/{round_index}/{index}/{answer}"
        message = {"round": round_index, "index": index, "code": 10 + answer}
        yield {"what": "digest", "receipt": RECEIPT, **message, "hashed": hashed, "hash": sha256(hashed)}
    key, invitation = "lw_" + "k" * 43, _invite(bytes(16))[1]
    yield {"what": "key", "hashed": key, "hash": sha256(key)}
    yield {"what": "invitation", "hashed": invitation, "hash": sha256(invitation)}
