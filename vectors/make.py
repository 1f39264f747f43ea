"""Make the test vectors: what a device or a server in any language must accept, refuse and compute.

    python vectors/make.py

writes every file of this folder anew, always the same. What is simple is computed here by the specification, from the
standard library and a signature; what is not comes from Lowwater. Files that begin with bad_ hold what must be refused.
"""

import base64
import hashlib
import json
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.randomizer import SCALE, Randomizer, randomized_response
from lowwater.wire import VERSION, canonical

Vector = dict[str, Any]

HERE = Path(__file__).parent
ONE, HALF, FIFTEEN = (randomized_response(Epsilon.of(nats)) for nats in ("1", "0.5", "15"))
LOPSIDED = Randomizer(if_yes=SCALE // 2, if_no=SCALE // 8)
FAINT = Randomizer(if_yes=SCALE // 2 + 1, if_no=SCALE // 2)
COINS = (ONE, HALF, FIFTEEN, LOPSIDED, FAINT)

NAME, RECEIPT = "Zm9ydHktdHdvIGlzIG5vdCBhIHZlcnkgZ29vZCBuYW1l", "a-receipt_that-nobody_can-guess_0123456789"
SURVEY, OTHER_SURVEY = "7Qb0ylFQe3Yv1x2K", "another-survey"
SECRET = hashlib.sha256(b"lowwater test vectors: issuer").digest()
OTHER_SECRET = hashlib.sha256(b"lowwater test vectors: forger").digest()

TERMS: Vector = {
    "lo": 0.0, "hi": 150.0, "direction": "minimum", "step": 1.0, "outside": "refuse", "answers": 1, "loss": NANO,
    "grant": NANO, "version": VERSION,
}  # fmt: skip
QUESTION: Vector = {
    "round": 0, "index": 0, "threshold": 75.5, "if_yes": ONE.if_yes, "if_no": ONE.if_no, "version": VERSION,
}  # fmt: skip
ANSWER: Vector = {"round": 0, "index": 0, "yes": True, "version": VERSION}


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

# Messages


def messages() -> Iterator[Vector]:
    """Texts that must be read, and how the same message is written."""
    for kind, found in _good():
        yield {"kind": kind, "text": text(found), "written": canonical(found)}
    for kind, found in MESSAGES.items():
        spread, turned = json.dumps(found, indent=2), text(dict(reversed(found.items())))
        yield {"kind": kind, "text": spread, "written": canonical(found), "why": "blanks mean nothing"}
        yield {"kind": kind, "text": turned, "written": canonical(found), "why": "fields may come in any order"}
    escaped = text(ANSWER).replace("round", "\\u0072ound")
    yield {"kind": "AnswerMessage", "text": escaped, "written": canonical(ANSWER), "why": "an escape is the letter"}
    longer = text(QUESTION).replace("75.5", "7.550E+1")
    yield {"kind": "QuestionMessage", "text": longer, "written": canonical(QUESTION), "why": "one number, two texts"}
    title = text(SURVEY_MESSAGE).replace("Youngest", "J\u00fcngste")
    written = canonical(SURVEY_MESSAGE | {"title": "J\u00fcngste driver"})
    yield {"kind": "SurveyMessage", "text": title, "written": written, "why": "a title may have any letters"}


def _good() -> Iterator[tuple[str, Vector]]:
    yield from MESSAGES.items()
    for terms in _terms():
        yield "TermsMessage", terms
        yield "SurveyMessage", SURVEY_MESSAGE | {"terms": terms, "hash": sha256(canonical(terms))}
    for coin in COINS:
        yield "QuestionMessage", QUESTION | {"if_yes": coin.if_yes, "if_no": coin.if_no}
    for threshold in (0.0, -0.0, 150.0, 75, -12.25, 1e-05, 1e16, 1.7976931348623157e308, 5e-324):
        yield "QuestionMessage", QUESTION | {"threshold": threshold}
    yield "QuestionMessage", QUESTION | {"round": 51, "index": 7}
    yield "AnswerMessage", ANSWER | {"round": 51, "index": 7, "yes": False}
    for status in ("wait", "done"):
        yield "PlaceMessage", PLACE | {"status": status, "question": None}
    for seconds in (0, 0.0, 0.25, 86400):
        yield "PlaceMessage", PLACE | {"status": "wait", "question": None, "seconds": seconds}
    yield "CheckInMessage", CHECK_IN | {"name": "a" * 32}
    yield "CheckInMessage", CHECK_IN | {"name": "_-" * 64}
    yield "CheckInMessage", CHECK_IN | {"invitation": "any text; whether it is genuine is another question"}
    yield "CountedMessage", COUNTED | {"status": "again"}
    yield "SurveyMessage", SURVEY_MESSAGE | {"recruiting": "enrolled", "access": "invitation", "state": "gathering"}
    for state in ("paused", "finished", "closed"):
        yield "SurveyMessage", SURVEY_MESSAGE | {"state": state}


def _terms() -> Iterator[Vector]:
    yield TERMS | {"direction": "maximum", "outside": "clamp", "step": None}
    yield TERMS | {"answers": 3, "loss": NANO // 3, "grant": NANO}
    yield TERMS | {"answers": 1, "loss": 1, "grant": 100 * NANO}
    for lo, hi in ((-1.0, 1.0), (-0.0, 1.0), (0.1, 0.30000000000000004), (1e-05, 1e16), (0, 150), (-1e300, 1e-300)):
        yield TERMS | {"lo": lo, "hi": hi, "step": None}
    yield TERMS | {"lo": 0.0, "hi": 1.0, "step": 0.1}


def bad_messages() -> Iterator[Vector]:
    """Texts that must be refused, and the name of the error."""
    for kind, said, why in _bad():
        yield {"kind": kind, "text": said, "error": "BadMessage", "why": why}
    for kind in MESSAGES:
        yield {"kind": kind, "hex": "ff", "error": "BadMessage", "why": "these bytes are no UTF-8"}
    for coding, why in (("utf-16", "UTF-16"), ("utf-32-be", "UTF-32"), ("utf-8-sig", "a mark in front of UTF-8")):
        sent = text(ANSWER).encode(coding)
        yield {"kind": "AnswerMessage", "hex": sent.hex(), "error": "BadMessage", "why": why}
    honest = QUESTION | {"if_yes": SCALE, "if_no": 0}
    for kind, found in (("QuestionMessage", honest), ("PlaceMessage", PLACE | {"question": honest})):
        yield {"kind": kind, "text": text(found), "error": "NotPrivate", "why": "it asks for the truth"}


def _bad() -> Iterator[tuple[str, str, str]]:
    for kind, found in MESSAGES.items():
        yield from ((kind, said, "this is no object") for said in ("", "{", "null", "[]", "3", '"text"', "[" * 64))
        yield kind, text(found) + "{}", "something comes after the message"
        yield kind, text(found | {"value": 34}), "a field more"
        yield from ((kind, text({key: found[key] for key in found if key != name}), "a field less") for name in found)
        yield kind, f'{text(found)[:-1]},"version":"{VERSION}"}}', "a field that comes twice"
        for version in ("lowwater/1", "lowwater/3", f"{VERSION} ", "", None, 2, [VERSION]):
            yield kind, text(found | {"version": version}), "another version"
        other = next(message for name, message in MESSAGES.items() if name != kind)
        yield kind, text(other), "another kind of message"
    for kind, name, values, why in WRONG:
        yield from ((kind, text(MESSAGES[kind] | {name: value}), f"{name}: {why}") for value in values)
    for constant in ("NaN", "Infinity", "-Infinity", "1e400"):
        yield "QuestionMessage", text(QUESTION).replace("75.5", constant), "threshold: it must be finite"
        yield "TermsMessage", text(TERMS).replace("150.0", constant), "hi: it must be finite"
        yield "PlaceMessage", text(PLACE).replace("60.0", constant), "seconds: they must be finite"
    yield "PostedMessage", text(POSTED | {"answer": ANSWER | {"value": 34}}), "answer: a field more, inside"
    yield "PlaceMessage", text(PLACE | {"question": QUESTION | {"version": "lowwater/1"}}), "question: another version"
    for found in (ANSWER | {"__proto__": {}}, ANSWER | {"constructor": 1}, ANSWER | {"\u007f": 1, "\U0001f600": 2}):
        yield "AnswerMessage", text(found), "a field more"
    twice = f'{text(ANSWER)[:-1]},"\\u0072ound":1}}'
    yield "AnswerMessage", twice, "a field that comes twice, once through an escape"
    for digits in ("1" * 4301, "0." + "1" * 63, "1e" + "0" * 63):
        yield "QuestionMessage", text(QUESTION).replace("75.5", digits), "a number of more than 64 characters"
    yield "CheckInMessage", text(CHECK_IN).replace("null", "[" * 16 + "]" * 16), "lists inside each other, 16 deep"
    yield "AnswerMessage", text(ANSWER) + " " * 65_536, "more than 65,536 bytes"
    changed = TERMS | {"outside": "clamp"}
    for found in (SURVEY_MESSAGE | {"terms": changed}, SURVEY_MESSAGE | {"hash": sha256(json.dumps(TERMS))}):
        yield "SurveyMessage", text(found), "hash: it is not that of the terms"


_INTEGERS = (-1, 1.0, True, "0", None, SCALE, SCALE + 1, 10**20)
_NAMES = ("", "a" * 31, "a" * 129, "a" * 31 + ".", "a" * 31 + "\u00e4", "a" * 32 + "\n", 7, None)
WRONG: tuple[tuple[str, str, tuple[Any, ...], str], ...] = (
    ("TermsMessage", "lo", ("0", True, None, [], 150, 151), "a number below hi"),
    ("TermsMessage", "hi", ("150", True, None, 0, -1), "a number above lo"),
    ("TermsMessage", "direction", ("up", "Minimum", 1, None), "minimum or maximum"),
    ("TermsMessage", "step", (0, -1, 0.7, 151, "1", True), "it divides the domain, or is null"),
    ("TermsMessage", "outside", ("ignore", None, 0), "refuse or clamp"),
    ("TermsMessage", "answers", (0, -1, 2, 1.0, True, "1", None), "a whole number whose losses the grant covers"),
    ("TermsMessage", "loss", (0, -1, 1.5, True, "1", NANO + 1), "whole nano-nats, within the grant"),
    ("TermsMessage", "grant", (-1, 0, NANO - 1, 1e9, None), "whole nano-nats, enough for all answers"),
    ("QuestionMessage", "round", _INTEGERS, "a whole number from 0"),
    ("QuestionMessage", "index", _INTEGERS, "a whole number from 0"),
    ("QuestionMessage", "threshold", ("75.5", True, None, [75.5]), "a number"),
    ("QuestionMessage", "if_yes", (0, -1, ONE.if_no, SCALE, SCALE - 1, 1.0, True, "1"), "0 < if_no < if_yes < 2**53"),
    ("QuestionMessage", "if_no", (0, -1, 1, ONE.if_yes, 0.5, False, None), "0 < if_no < if_yes < 2**53"),
    ("AnswerMessage", "round", _INTEGERS, "a whole number from 0"),
    ("AnswerMessage", "index", _INTEGERS, "a whole number from 0"),
    ("AnswerMessage", "yes", (0, 1, "true", None, 0.5), "true or false"),
    ("SurveyMessage", "survey", (7, None), "text"),
    ("SurveyMessage", "title", (7, None), "text"),
    ("SurveyMessage", "terms", (None, text(TERMS), [], QUESTION), "terms"),
    ("SurveyMessage", "hash", ("", sha256(canonical(TERMS)).upper(), "0" * 64, None), "that of the terms, lower case"),
    ("SurveyMessage", "recruiting", ("open", "Rolling", "", None), "rolling or enrolled"),
    ("SurveyMessage", "access", ("rolling", "closed", "", None), "open or invitation"),
    ("SurveyMessage", "state", ("archived", "Open", "", 1, None), "gathering, open, paused, finished or closed"),
    ("CheckInMessage", "name", _NAMES, "32 to 128 letters, digits, - or _"),
    ("CheckInMessage", "invitation", (7, True, []), "text or null"),
    ("PlaceMessage", "status", ("Question", "asked", "wait", "done", "", None), "question, and then a question comes"),
    ("PlaceMessage", "question", (None, {}, ANSWER, text(QUESTION)), "a question, with the status question alone"),
    ("PlaceMessage", "seconds", (-1, -0.5, "60", None, True), "seconds from 0"),
    ("PostedMessage", "name", _NAMES, "32 to 128 letters, digits, - or _"),
    ("PostedMessage", "receipt", _NAMES, "32 to 128 letters, digits, - or _"),
    ("PostedMessage", "answer", (None, {}, True, QUESTION), "an answer"),
    ("CountedMessage", "status", ("Counted", "perhaps", "", None, 1, True), "counted or again"),
)


# What is computed


def terms() -> Iterator[Vector]:
    """Terms as they may arrive, the canonical JSON that is hashed, and the hash by which a device pins them."""
    for found in (TERMS, *_terms()):
        for arrived in (text(found), json.dumps(dict(reversed(found.items())), indent=1)):
            yield {"text": arrived, "hashed": canonical(found), "hash": sha256(canonical(found))}


def canonicals() -> Iterator[Vector]:
    """JSON, and the canonical text of the same value (RFC 8785)."""
    for said in (
        "150", "150.0", "1.5e2", "1e20", "1e21", "1E-7", "0.000001", "-0", "-0.0", "9007199254740991",
        "9007199254740993", "-12.50",
        "9007199254740992.0", "9007199254740993.0", "333333333.33333329", "1e23", "5e-324", "1.7976931348623157e308",
        "123456789012345680000.0", "0.1", "4.50", "2e-3", "[]", "{}", "null", "[true,false]",
        '{"b":1,"a":[2,{"d":3,"c":4}],"__proto__":5}',
        '{"\\u20ac":1,"\\r":2,"\\ufb33":3,"1":4,"\\ud83d\\ude00":5,"\\u0080":6,"\\u00f6":7}',
        '"\\u007f\\ud83d\\ude00"', '"\\u0000\\b\\t\\n\\f\\r\\u001f\\u0022\\u005c\\/"', '"<&\\u2028>"',
    ):  # fmt: skip
        shown = canonical(json.loads(said))
        yield {"text": said, "canonical": shown, "hash": sha256(shown)}


def bad_canonicals() -> Iterator[Vector]:
    """JSON that has no canonical text, since not every language reads it alike."""
    for said, why in (
        ("[1e400]", "past all doubles"),
        ("1" + "0" * 400, "past all doubles"),
        ('"\\ud83d"', "half a character"),
        ('{"\\udc00":1}', "half a character"),
    ):
        yield {"text": said, "error": "BadMessage", "why": why}


def randomizer() -> Iterator[Vector]:
    """A truth and seven bytes of coins become an answer; around every turning point, and somewhere."""
    for coin in COINS:
        near = {edge + step for edge in (coin.if_yes, coin.if_no) for step in (-1, 0, 1)} | {0, SCALE - 1}
        drawn = {int(sha256(f"{coin} {number}"), 16) % SCALE for number in range(6)}
        for number, uniform in enumerate(sorted(one for one in near | drawn if one < SCALE)):
            coins = ((uniform << 3) | number % 8).to_bytes(7, "big")
            for truth in (True, False):
                yes = uniform < (coin.if_yes if truth else coin.if_no)
                yield {"if_yes": coin.if_yes, "if_no": coin.if_no, "truth": truth, "coins": coins.hex(), "yes": yes}


def bad_randomizer() -> Iterator[Vector]:
    """Randomizers that are none, and coins that are too few or too many."""
    for if_yes, if_no, why in (
        (0, 0, "it always says no"),
        (SCALE, SCALE, "it always says yes"),
        (ONE.if_no, ONE.if_yes, "it is the wrong way round"),
        (ONE.if_yes, ONE.if_yes, "it says the same to both"),
        (ONE.if_yes, 0, "a yes would be certain"),
        (SCALE, ONE.if_no, "a no would be certain"),
        (SCALE + 1, ONE.if_no, "more than a whole"),
        (ONE.if_yes, -1, "less than nothing"),
        (FIFTEEN.if_yes + 1, FIFTEEN.if_no - 1, "it loses more than 15 nats"),
        (SCALE - 1, 1, "it loses more than 15 nats"),
    ):
        yield {"if_yes": if_yes, "if_no": if_no, "coins": "00" * 7, "error": "BadRandomizer", "why": why}
    for size in (0, 6, 8):
        found: Vector = {"if_yes": ONE.if_yes, "if_no": ONE.if_no, "coins": "00" * size}
        yield found | {"error": "BadRandomizer", "why": "seven bytes are needed"}


def losses() -> Iterator[Vector]:
    """What one answer reveals at most, in nano-nats, rounded up; and the epsilon it was made for, if any."""
    for nats in ("0.000000001", "0.025", "0.1", "0.333333333", "0.48", "0.5", "1", "2", "4", "8", "15"):
        made = randomized_response(Epsilon.of(nats))
        found: Vector = {"if_yes": made.if_yes, "if_no": made.if_no, "loss": made.loss.nano}
        yield found | {"epsilon": int(Decimal(nats) * NANO)}
    for coin in (LOPSIDED, FAINT, Randomizer(2, 1), Randomizer(SCALE - 1, SCALE - 2)):
        yield {"if_yes": coin.if_yes, "if_no": coin.if_no, "loss": coin.loss.nano, "epsilon": None}


def debias() -> Iterator[Vector]:
    """The share of people whose truth is yes, without bias: as a fraction, and as the nearest double."""
    for coin in COINS:
        for yes, total in ((0, 1), (1, 1), (3, 10), (500, 1000), (269, 1000), (731, 1000), (12345, 100_000)):
            share = Fraction(yes * SCALE - total * coin.if_no, total * (coin.if_yes - coin.if_no))
            counts = {"if_yes": coin.if_yes, "if_no": coin.if_no, "yes": yes, "total": total}
            fraction = [str(share.numerator), str(share.denominator)]
            yield counts | {"fraction": fraction, "share": share.numerator / share.denominator}


def bad_debias() -> Iterator[Vector]:
    """Counts that cannot be, and answers that nobody gave."""
    for yes, total in ((0, 0), (1, 0), (2, 1), (-1, 1), (0, -1)):
        yield {"if_yes": ONE.if_yes, "if_no": ONE.if_no, "yes": yes, "total": total, "error": "BadTally"}


# What a device decides


def truths() -> Iterator[Vector]:
    """The honest bit of a value; it never leaves a device."""
    low = {"lo": 0.0, "hi": 150.0, "direction": "minimum", "outside": "refuse"}
    high = low | {"direction": "maximum"}
    for where, value, threshold, truth in (
        (low, 34.0, 75.5, True), (low, 76.0, 75.5, False), (low, 75.5, 75.5, True), (low, 0.0, 0.0, True),
        (low, 150.0, 150.0, True), (low, 0.1 + 0.2, 0.3, False), (low, 0.0, -0.0, True),
        (high, 34.0, 75.5, False), (high, 76.0, 75.5, True), (high, 75.5, 75.5, True),
        (low | {"outside": "clamp"}, -7.0, 0.0, True), (low | {"outside": "clamp"}, 200.0, 149.5, False),
        (high | {"outside": "clamp"}, 200.0, 150.0, True),
    ):  # fmt: skip
        yield {**where, "value": value, "threshold": threshold, "truth": truth}


def bad_truths() -> Iterator[Vector]:
    """Values that a device must not answer for; its error does not name them. NaN is written as null."""
    where = {"lo": 0.0, "hi": 150.0, "direction": "minimum"}
    for outside, value in (("refuse", -0.5), ("refuse", 150.5), ("refuse", None), ("clamp", None)):
        yield {**where, "outside": outside, "value": value, "threshold": 75.5, "error": "BadData"}


THREE: Vector = TERMS | {"answers": 3, "loss": HALF.loss.nano, "grant": 3 * HALF.loss.nano}
CHEAP: Vector = QUESTION | {"if_yes": HALF.if_yes, "if_no": HALF.if_no}


def questions() -> Iterator[Vector]:
    """Terms, questions that were answered, and one more that must be answered: anew, or with what was said before."""
    for agreed, said, asked, how in (
        (TERMS, [], QUESTION, "anew"),
        (TERMS, [], CHEAP, "anew"),
        (TERMS, [], QUESTION | {"threshold": 0.0}, "anew"),
        (TERMS, [], QUESTION | {"threshold": 150.0, "round": 9, "index": 2}, "anew"),
        (TERMS, [QUESTION], QUESTION, "again"),
        (THREE, [CHEAP], CHEAP | {"round": 1, "threshold": 37.5}, "anew"),
        (THREE, [CHEAP, CHEAP | {"round": 1}], CHEAP, "again"),
        (THREE, [CHEAP, CHEAP | {"round": 5}], CHEAP | {"round": 2}, "anew"),
    ):
        yield {"terms": agreed, "said": said, "asked": asked, "how": how}


def bad_questions() -> Iterator[Vector]:
    """Terms, questions that were answered, and one more that must not be."""
    lower = randomized_response(Epsilon(NANO // 4))
    for agreed, said, asked, error, why in (
        (TERMS, [], QUESTION | {"threshold": 150.5}, "OffTerms", "outside the domain"),
        (TERMS, [], QUESTION | {"threshold": -0.5}, "OffTerms", "outside the domain"),
        (THREE, [], QUESTION, "OffTerms", "it costs more than the terms say"),
        (TERMS, [], QUESTION | {"if_no": ONE.if_no - 1000}, "OffTerms", "it costs more than the terms say, by little"),
        (TERMS, [QUESTION], QUESTION | {"threshold": 37.5}, "OffTerms", "another threshold for an answered round"),
        (TERMS, [QUESTION], QUESTION | {"index": 1}, "OffTerms", "another question for an answered round"),
        (TERMS, [QUESTION], CHEAP, "OffTerms", "another randomizer for an answered round"),
        (TERMS, [QUESTION], QUESTION | {"round": 1}, "GrantSpent", "one answer was agreed to"),
        (THREE, [CHEAP, CHEAP | {"round": 1}, CHEAP | {"round": 2}], CHEAP | {"round": 3}, "GrantSpent", "three were"),
        (THREE, [CHEAP], CHEAP | {"round": 1, "if_yes": lower.if_yes, "if_no": lower.if_no}, "OffTerms",
         "another randomizer than the survey began with"),
    ):  # fmt: skip
        yield {"terms": agreed, "said": said, "asked": asked, "error": error, "why": why}


# Invitations and hashes


def _signed(survey: str, serial: bytes) -> bytes:
    return b"lowwater/2 invitation " + survey.encode() + b" " + serial


def _base64(found: bytes) -> str:
    return base64.urlsafe_b64encode(found).decode().rstrip("=")


def _public(secret: bytes) -> str:
    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw().hex()


def _invited(serial: bytes, survey: str = SURVEY, secret: bytes = SECRET) -> tuple[bytes, str]:
    signature = Ed25519PrivateKey.from_private_bytes(secret).sign(_signed(survey, serial))
    return signature, _base64(serial + signature)


def invitations() -> Iterator[Vector]:
    """A secret key that everybody knows, serials, and the invitations they make."""
    for serial in (bytes(16), bytes(range(16)), b"\xff" * 16, hashlib.sha256(b"a serial").digest()[:16]):
        signature, invitation = _invited(serial)
        yield {
            "secret": SECRET.hex(), "issuer": _public(SECRET), "survey": SURVEY, "serial": serial.hex(),
            "signed": _signed(SURVEY, serial).hex(), "signature": signature.hex(), "invitation": invitation,
            "name": sha256(invitation),
        }  # fmt: skip


def bad_invitations() -> Iterator[Vector]:
    """Check-ins that a survey for the invited must refuse."""
    serial = bytes(range(16))
    signature, good = _invited(serial)
    last = good[:-1] + chr(ord(good[-1]) + 1)
    forged = {
        "signed by somebody else": _invited(serial, secret=OTHER_SECRET)[1],
        "for another survey": _invited(serial, survey=OTHER_SURVEY)[1],
        "another serial": _base64(bytes(16) + signature),
        "a flipped bit of the signature": _base64(serial + bytes([signature[0] ^ 1]) + signature[1:]),
        "a signature cut short": _base64(serial + signature[:-1]),
        "bytes after the signature": _base64(serial + signature + b"\0"),
        "another spelling: padding": good + "=",
        "another spelling: bits that do not count": last,
        "another spelling: a line end": good + "\n",
        "another alphabet": _invited(b"\xff" * 16)[1].replace("-", "+").replace("_", "/"),
        "hexadecimal": (serial + signature).hex(),
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
    return {"issuer": _public(SECRET), "survey": SURVEY, **check_in, "error": "BadInvitation", "why": why}


def hashes() -> Iterator[Vector]:
    """How a server knows people, answers (16 bytes), invitations and keys without keeping them: SHA-256 of a text."""
    for survey, name in ((SURVEY, NAME), (OTHER_SURVEY, NAME), (SURVEY, "a" * 32)):
        hashed = f"{survey}/{name}"
        yield {"what": "person", "survey": survey, "name": name, "hashed": hashed, "hash": sha256(hashed)}
    for number, index, yes in ((0, 0, True), (0, 0, False), (11, 3, True)):
        hashed = f"{RECEIPT}/{number}/{index}/{int(yes)}"
        said = {"round": number, "index": index, "yes": yes}
        yield {"what": "digest", "receipt": RECEIPT, **said, "hashed": hashed, "hash": sha256(hashed)}
    key, invitation = "lw_" + "k" * 43, _invited(bytes(16))[1]
    yield {"what": "key", "hashed": key, "hash": sha256(key)}
    yield {"what": "invitation", "hashed": invitation, "hash": sha256(invitation)}


FILES = {
    "messages": messages,
    "bad_messages": bad_messages,
    "terms": terms,
    "canonical": canonicals,
    "bad_canonical": bad_canonicals,
    "randomizer": randomizer,
    "bad_randomizer": bad_randomizer,
    "losses": losses,
    "debias": debias,
    "bad_debias": bad_debias,
    "truths": truths,
    "bad_truths": bad_truths,
    "questions": questions,
    "bad_questions": bad_questions,
    "invitations": invitations,
    "bad_invitations": bad_invitations,
    "hashes": hashes,
}
"""Every file, and what it is made of."""


def made() -> dict[str, str]:
    """The text of every file by its name: one vector a line."""
    found = {}
    for name, vectors in FILES.items():
        head = json.dumps({"about": vectors.__doc__, "version": VERSION})[:-1]
        lines = ",\n".join(json.dumps(vector) for vector in vectors())
        found[f"{name}.json"] = f'{head}, "vectors": [\n{lines}\n]}}\n'
    return found


if __name__ == "__main__":
    for name, whole in made().items():
        (HERE / name).write_text(whole, encoding="utf-8", newline="\n")
