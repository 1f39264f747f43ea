"""Samples: one good message of each kind, and the randomizers that the other vectors are made with."""

import hashlib
import json
from typing import Any

from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.randomizer import SCALE, Randomizer, randomized_response
from lowwater.wire import VERSION, canonical

Vector = dict[str, Any]
Rows = list[list[int]]


def rows(coin: Randomizer) -> Rows:
    """A randomizer as JSON has it."""
    return [list(row) for row in coin.table]


def leaning(size: int, weight: int) -> Randomizer:
    """A table of so many rows, each of which gives its truth that many times as often as any other answer."""
    part = SCALE // (weight + size - 1)
    kept = SCALE - part * (size - 1)
    return Randomizer(tuple(tuple(kept if i == j else part for j in range(size)) for i in range(size)))


ONE, HALF, FIFTEEN = (randomized_response(Epsilon.of(nats)) for nats in ("1", "0.5", "15"))
LOPSIDED = Randomizer.binary(if_yes=SCALE // 2, if_no=SCALE // 8)
FAINT = Randomizer.binary(if_yes=SCALE // 2 + 1, if_no=SCALE // 2)
UNEVEN = Randomizer(
    (
        (SCALE // 2, SCALE // 4, SCALE // 4),
        (SCALE // 8, SCALE // 2, 3 * SCALE // 8),
        (SCALE // 16, SCALE // 16, 7 * SCALE // 8),
    )
)
BINARY = (ONE, HALF, FIFTEEN, LOPSIDED, FAINT)
COINS = (*BINARY, UNEVEN, leaning(3, 3), leaning(4, 2), leaning(16, 5))

NAME, RECEIPT = "Zm9ydHktdHdvIGlzIG5vdCBhIHZlcnkgZ29vZCBuYW1l", "a-receipt_that-nobody_can-guess_0123456789"
SURVEY, OTHER_SURVEY = "7Qb0ylFQe3Yv1x2K", "another-survey"

TERMS: Vector = {
    "lo": 0.0, "hi": 150.0, "direction": "minimum", "step": 1.0, "outside": "refuse", "answers": 1, "loss": NANO,
    "grant": NANO, "version": VERSION,
}  # fmt: skip
QUESTION: Vector = {"round": 0, "index": 0, "thresholds": [75.5], "table": rows(ONE), "version": VERSION}
ANSWER: Vector = {"round": 0, "index": 0, "code": 11, "version": VERSION}


def text(message: Any) -> str:
    """A message as it may travel: one line, no blanks, fields in any order."""
    return json.dumps(message, separators=(",", ":"))


def sha256(said: str | bytes) -> str:
    """SHA-256 in hexadecimal; text as UTF-8."""
    return hashlib.sha256(said.encode() if isinstance(said, str) else said).hexdigest()


SURVEY_MESSAGE: Vector = {
    "survey": SURVEY, "title": "Youngest driver", "terms": TERMS, "hash": sha256(canonical(TERMS)),
    "recruiting": "rolling", "access": "open", "state": "open", "version": VERSION,
}  # fmt: skip
CHECK_IN: Vector = {"name": NAME, "invitation": None, "version": VERSION}
PLACE: Vector = {"status": "question", "question": QUESTION, "seconds": 60.0, "version": VERSION}
POSTED: Vector = {"name": NAME, "receipt": RECEIPT, "answer": ANSWER, "version": VERSION}
COUNTED: Vector = {"status": "counted", "version": VERSION}
MESSAGES: dict[str, Vector] = {
    "TermsMessage": TERMS,
    "QuestionMessage": QUESTION,
    "AnswerMessage": ANSWER,
    "SurveyMessage": SURVEY_MESSAGE,
    "CheckInMessage": CHECK_IN,
    "PlaceMessage": PLACE,
    "PostedMessage": POSTED,
    "CountedMessage": COUNTED,
}
