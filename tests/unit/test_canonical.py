"""One value, one text: canonical JSON as RFC 8785 has it, so that a hash means the same in every language."""

import json
import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowwater.errors import BadMessage
from lowwater.wire import TermsMessage, canonical, decode, encode, hash_of

NUMBERS = {
    "0000000000000000": "0",
    "8000000000000000": "0",
    "0000000000000001": "5e-324",
    "8000000000000001": "-5e-324",
    "7fefffffffffffff": "1.7976931348623157e+308",
    "4340000000000000": "9007199254740992",
    "c340000000000000": "-9007199254740992",
    "4430000000000000": "295147905179352830000",
    "44b52d02c7e14af5": "9.999999999999997e+22",
    "44b52d02c7e14af6": "1e+23",
    "44b52d02c7e14af7": "1.0000000000000001e+23",
    "444b1ae4d6e2ef4e": "999999999999999700000",
    "444b1ae4d6e2ef4f": "999999999999999900000",
    "444b1ae4d6e2ef50": "1e+21",
    "3eb0c6f7a0b5ed8c": "9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d": "0.000001",
    "41b3de4355555553": "333333333.3333332",
    "41b3de4355555557": "333333333.33333343",
    "becbf647612f3696": "-0.0000033333333333333333",
    "43143ff3c1cb0959": "1424953923781206.2",
}
"""Doubles by their bits, as the RFC lists them."""

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=8,
)


@pytest.mark.parametrize("bits", NUMBERS)
def test_a_double_is_written_as_the_rfc_lists_it(bits):
    (value,) = struct.unpack(">d", bytes.fromhex(bits))
    assert NUMBERS[bits] == canonical(value)


@given(JSON)
def test_the_text_says_the_same_value_and_no_other_text_does(value):
    text = canonical(value)
    document = json.loads(text, parse_int=float)  # a number is the double next to it
    assert (value, text) == (document, canonical(document))


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_has_no_more_digits_than_it_needs(value):
    assert len(canonical(value)) <= 25
    assert math.copysign(1, value) * abs(value) == float(canonical(value))


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 10**400, "\ud83d", {"\udc00": 1}], ids=ascii)
def test_what_not_every_language_can_say_is_refused(value):
    with pytest.raises(BadMessage):
        canonical([value])


def test_what_json_cannot_say_is_no_value():
    with pytest.raises(TypeError, match="set"):
        canonical({1, 2})


TERMS = (
    '{"lo":0,"hi":%s,"direction":"minimum","step":null,"quantile":null,"outside":"refuse","answers":1,"loss":1,'
    '"grant":1,"keep_names":0,"keep_tallies":0,"closes":null,"texts":[{"title":"Ages","question":"?","unit":"",'
    '"asker":"","contact":"","purpose":"","language":"en"}],"version":"lowwater/2"}'
)


@pytest.mark.parametrize("hi", ["150", "150.0", "1.5e2", "15E+1", "150.00"])
def test_spellings_of_one_number_are_one_hash(hi):
    terms = decode(TermsMessage, TERMS % hi)
    assert (decode(TermsMessage, TERMS % "150"), type(terms.hi)) == (terms, float)
    assert hash_of(decode(TermsMessage, TERMS % "150")) == hash_of(terms)
    assert terms == decode(TermsMessage, encode(terms))
