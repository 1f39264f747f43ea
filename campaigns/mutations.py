"""Mutations: messages that are almost right, made from messages that are."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lowwater import wire

VECTORS = Path(__file__).parents[1] / "vectors"

KINDS: dict[str, type[Any]] = {
    kind.__name__: kind
    for kind in (
        wire.TermsMessage, wire.QuestionMessage, wire.AnswerMessage, wire.SurveyMessage, wire.CheckInMessage,
        wire.PlaceMessage, wire.PostedMessage, wire.CountedMessage,
    )
}  # fmt: skip

_STRANGE: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**53, 2**63, 2**64, -(2**63), 10**400, 1e308, 5e-324, 0.1, "", "x", "\x00", "\ud800",
    "🙂" * 40, "a" * 200, "A" * 32, "lowwater/3", [], {}, [[]], {"version": "lowwater/2"}, "NaN", "١٢",
)  # fmt: skip
_TEXTS = (b"NaN", b"Infinity", b"-Infinity", b"1e999", b"1" * 5000, b"[" * 3000, b'{"a":' * 2000, b"\xff\xfe",
          b"\xef\xbb\xbf", b"\x00", b"\\ud800", b"null", b'"', b"}", b",", b"9" * 400, b"-0", b"1E400",
          b"\xed\xa0\x80")  # fmt: skip


def seeds() -> list[tuple[str, bytes]]:
    """Kind and text of every message among the vectors, the bad ones included."""
    texts = []
    for name in ("messages.json", "bad_messages.json"):
        vectors = json.loads((VECTORS / name).read_text(encoding="utf-8"))["vectors"]
        texts += [(vector["kind"], _bytes(vector)) for vector in vectors]
    return [(kind, text) for kind, text in texts if kind in KINDS]


def _bytes(vector: dict[str, str]) -> bytes:
    return bytes.fromhex(vector["hex"]) if "hex" in vector else vector["text"].encode("utf-8", "surrogatepass")


def mutated(chance: random.Random, text: bytes) -> bytes:
    """The text after a few changes."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        text = chance.choice(_CHANGES)(chance, text)
    return text


def _flip(chance: random.Random, text: bytes) -> bytes:
    if not text:
        return b"\x80"
    at = chance.randrange(len(text))
    return text[:at] + bytes([text[at] ^ 1 << chance.randrange(8)]) + text[at + 1 :]


def _cut(chance: random.Random, text: bytes) -> bytes:
    start, end = sorted(chance.randrange(len(text) + 1) for _ in range(2))
    return chance.choice((text[:start], text[start:], text[:start] + text[end:]))


def _repeat(chance: random.Random, text: bytes) -> bytes:
    start, end = sorted(chance.randrange(len(text) + 1) for _ in range(2))
    return text[:end] + text[start:]


def _insert(chance: random.Random, text: bytes) -> bytes:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(_TEXTS) + text[at:]


def _field(chance: random.Random, text: bytes) -> bytes:
    """Change, remove, rename or repeat a field, at any depth."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return text
    inner = chance.choice(_objects(whole) or [{}])
    if not inner:
        return json.dumps(chance.choice(_STRANGE)).encode()
    name = chance.choice(sorted(inner))
    value = inner.pop(name)
    match chance.randrange(4):
        case 0:
            inner[name] = chance.choice(_STRANGE)
        case 1:
            inner[name + chance.choice(("", "x", "\x00", "é"))] = [value]
        case 2:
            inner |= {name: value, chance.choice(("code", "more", "version", "")): chance.choice(_STRANGE)}
        case _:
            pass
    return json.dumps(whole).encode()


def _twice(chance: random.Random, text: bytes) -> bytes:
    """A field that comes twice."""
    name = chance.choice((b"version", b"round", b"code", b"name", b"loss"))
    return text.replace(b"{", b'{"' + name + b'":1,', 1)


def _objects(whole: Any) -> list[dict[str, Any]]:
    """Every object in what JSON says."""
    if isinstance(whole, dict):
        return [whole, *(item for value in whole.values() for item in _objects(value))]
    return [item for value in whole for item in _objects(value)] if isinstance(whole, list) else []


_CHANGES: tuple[Callable[[random.Random, bytes], bytes], ...] = (_flip, _cut, _repeat, _insert, _field, _field, _twice)
