"""Messages and numbers as text, changed at random: a piece, a value, an order, a byte."""

import json
import math

from lowwater import wire
from lowwater.core.randomizer import SCALE
from lowwater.errors import LowwaterError
from lowwater.wire import TermsMessage, parse
from tests.typescript.conftest import vectors

GOOD = vectors("messages")
BAD = [vector for vector in vectors("bad_messages") if "text" in vector]
DEVICES = [
    vector
    for vector in GOOD
    if vector["kind"]
    in ("TermsMessage", "SurveyMessage", "QuestionMessage", "PlaceMessage", "CheckInMessage", "PostedMessage",
        "AnswerMessage", "CountedMessage", "TextsMessage")
]  # fmt: skip
RAW = (
    "0", "-0", "-0.0", "1.0", "1e0", "1e2", "1E+2", "-1", "00", "01", "1.", ".5", "+1", "0x1", "1e", "NaN", "Infinity",
    "-Infinity", "1e308", "1.8e308", "1e400", "-1e400", "1e-400", "5e-324", "2.2250738585072014e-308",
    str(SCALE), str(SCALE - 1), str(SCALE + 1), str(SCALE + 2), f"-{SCALE}", f"-{SCALE - 1}", f"{SCALE}.0",
    "9" * 64, "9" * 65,
    "0." + "3" * 62, "0." + "3" * 63, "0.1", "0.30000000000000004", "123456789012345680000", "1e21", "1e20",
    "1e-6", "1e-7",
    "null", "true", "false", "True", "None", '""', '" "', '"a "', '"\\ud800"', '"\\udc00\\ud800"',
    '"\\ud83d\\ude00"', '"\ue000"',
    '"\\u0000"', '"\t"', '"\\x"', '"\\u12"', '"\u202e"', '"\ufeff"', '"é"', '"\U000e0001"', '"\U0001f600"',
    "[]", "{}", "[[]]", "[1,]",
    '{"__proto__":1}', '{"constructor":null}', '{"a":1,"a":2}', "[" * 16 + "]" * 16, "[" * 17 + "]" * 17,
    "'a'", "//", "\ufeff1",
    '"lowwater/2"', '"minimum"', '"maximum"', '"open"', '"question"', '"wait"', '"clamp"', '"en"', '"EN"', '"pt-BR"',
)  # fmt: skip
_MARK = "@raw@"


def message(luck):
    vector = luck.choice(DEVICES if luck.random() < 0.7 else GOOD)
    change = luck.choice((_text_changed, _text_changed, _value_changed, _value_changed, _value_changed, _shuffled))
    if luck.random() < 0.05:
        vector = luck.choice(BAD)
        change = _text_changed
    text = change(luck, vector["text"])
    if vector["kind"] == "SurveyMessage" and luck.random() < 0.6:
        text = _hashed_anew(text)
    return {"what": "message", "kind": vector["kind"], "hex": _bytes(luck, text).hex()}


def _bytes(luck, text):
    """The UTF-8 of a text, now and then with a wrong byte or a mark in front."""
    sent = bytearray(text.encode("utf-8", "surrogatepass"))
    if luck.random() < 0.03 and sent:
        sent[luck.randrange(len(sent))] = luck.choice((0xFF, 0xC0, 0xED, 0x80, 0x00, luck.randrange(256)))
    return bytes(b"\xef\xbb\xbf" + sent if luck.random() < 0.01 else sent)


def _text_changed(luck, text):
    """A text with a piece cut out, doubled, or replaced."""
    for _ in range(luck.choice((0, 1, 1, 1, 2))):
        at = luck.randrange(len(text) + 1)
        to = min(len(text), at + luck.choice((0, 1, 1, 2, 5, 20)))
        new = luck.choice(("", text[at:to] * 2, luck.choice(RAW), luck.choice(' \n\t,:[]{}"\\0e-.'), "\u2028"))
        text = text[:at] + new + text[to:]
    return text


def _value_changed(luck, text):
    """A message with a value anywhere in it replaced by something raw."""
    value = json.loads(text)
    spots = list(_spots(value))
    if not spots:
        return text
    raws = []
    for _ in range(luck.choice((1, 1, 2))):
        inside, key = luck.choice(spots)
        raws.append(luck.choice(RAW) if luck.random() < 0.7 else _near(luck, inside[key]))
        inside[key] = f"{_MARK}{len(raws) - 1}"
        if luck.random() < 0.1 and isinstance(inside, dict):
            inside[luck.choice(("__proto__", "version", "extra", "toString"))] = 1
    return _spoken(value, raws)


def _spoken(value, raws):
    text = json.dumps(value, ensure_ascii=False)
    for number, raw in enumerate(raws):
        text = text.replace(f'"{_MARK}{number}"', raw)
    return text


def _near(luck, value):
    """JSON of something like a value: numbers a little off, texts a little longer."""
    if isinstance(value, bool) or value is None:
        return luck.choice(("true", "false", "null", "0"))
    if isinstance(value, (int, float)):
        change = luck.choice((0, 1, -1, 0.5, 1e-9 * value, -value, value * (2**20), math.ulp(float(value))))
        return json.dumps(value + change)
    if isinstance(value, str):
        return json.dumps(value + luck.choice(("x", " ", "x" * 200, "é" * 40, "")), ensure_ascii=luck.random() < 0.5)
    return json.dumps(value)


def _spots(value):
    """Every place in a JSON value where another may be put."""
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from _spots(value[key])


def _shuffled(luck, text):
    """The same message, its fields in another order, with more blanks."""
    fields = list(json.loads(text).items())
    luck.shuffle(fields)
    return json.dumps(dict(fields), indent=luck.choice((None, 1, "\t")), ensure_ascii=luck.random() < 0.5)


def _hashed_anew(text):
    """A survey's message with the hash that its terms have, where they have one."""
    try:
        value = json.loads(text)
        value["hash"] = wire.hash_of(TermsMessage.read(parse(json.dumps(value["terms"]))))
        return json.dumps(value)
    except (ValueError, KeyError, TypeError, LowwaterError, RecursionError):
        return text


def json_value(luck):
    """A number, or a small value made of raw pieces."""
    raw = _number(luck) if luck.random() < 0.6 else luck.choice(RAW)
    text = luck.choice(("{}", "[{}]", ' {{"a":{}}}', "[0,{},{}]")).format(raw, luck.choice(RAW))
    return {"what": "json", "hex": _bytes(luck, text).hex()}


def _number(luck):
    """A number in one of its spellings."""
    kind = luck.randrange(5)
    if kind == 0:
        return repr(luck.uniform(-1, 1) * 10.0 ** luck.randint(-320, 308))
    if kind == 1:
        return str(luck.choice((1, -1)) * luck.randrange(10 ** luck.randint(1, 64)))
    if kind == 2:
        return f"{luck.randrange(10**20)}.{luck.randrange(10**20)}e{luck.randint(-330, 310)}"
    if kind == 3:
        return str(SCALE + luck.randint(-3, 3))
    return f"{luck.uniform(-1e22, 1e22):.{luck.randint(0, 17)}g}"
