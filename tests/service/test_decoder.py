"""Answers and check-ins are read twice as fast or more, and never otherwise than wire reads them."""

import pytest

from lowwater import wire
from lowwater.errors import BadMessage
from lowwater.server.decoder import ANSWERS, CHECK_INS

GOOD = wire.encode(wire.PostedMessage("n" * 32, "r" * 40, wire.AnswerMessage.of(3, 1, True)))
KEPT = {
    "as devices write it": GOOD,
    "with spaces": GOOD.replace(",", " , ").replace(":", " :\n"),
    "in another order": '{"version":"lowwater/2",' + GOOD[1:-1].removesuffix(',"version":"lowwater/2"') + "}",
    "escaped": GOOD.replace("nnnn", "\\u006ennn", 1).replace("name", "n\\u0061me"),
    "a long number": GOOD.replace("3", str(2**53 - 1)),
}
REFUSED = {
    "a mark of its bytes": "\ufeff" + GOOD,
    "nothing": "",
    "half": GOOD[:-1],
    "more": GOOD + GOOD,
    "a list": f"[{GOOD}]",
    "a field twice": GOOD.replace('"code":11', '"code":10,"code":11'),
    "a field twice, as another": GOOD.replace('"code":11', '"code":11,"c\\u006fde":11'),
    "one more field": GOOD.replace('"code":11', '"code":11,"more":1'),
    "another field for the version": GOOD.replace('"version"', '"vision"', 1),
    "no version": GOOD.replace(',"version":"lowwater/2"}', "}", 1),
    "another version": GOOD.replace("lowwater/2", "lowwater/3"),
    "a bit for a code": GOOD.replace("11", "true"),
    "a code too small": GOOD.replace("11", "09"),
    "a code below": GOOD.replace("11", "9"),
    "a code above": GOOD.replace("11", "26"),
    "a bit for a number": GOOD.replace("3", "true"),
    "a fraction": GOOD.replace("3", "3.0"),
    "less than nothing": GOOD.replace("3", "-3"),
    "a number that not every language reads": GOOD.replace("3", str(2**53)),
    "a number without end": GOOD.replace("3", "9" * 5000),
    "no number": GOOD.replace("3", "NaN"),
    "a short name": GOOD.replace("n" * 32, "n" * 31),
    "a long name": GOOD.replace("n" * 32, "n" * 129),
    "a name with an end of line": GOOD.replace("n" * 32, "n" * 32 + "\\n"),
    "a name with a mark": GOOD.replace("n" * 32, "n" * 32 + '\\"'),
    "a name of other letters": GOOD.replace("n" * 32, "ñ" * 32),
    "no receipt": GOOD.replace('"receipt":"' + "r" * 40 + '"', '"receipt":null'),
}


def _fields(message):
    answer = message.answer
    return message.name, message.receipt, answer.round, answer.index, answer.said, message.version, answer.version


@pytest.mark.parametrize("kind", KEPT)
def test_what_wire_reads_is_read_alike(kind):
    text = KEPT[kind].encode()
    assert _fields(wire.decode(wire.PostedMessage, text)) == _fields(ANSWERS.read(text))


@pytest.mark.parametrize("kind", REFUSED)
def test_what_wire_refuses_is_refused_in_its_words(kind):
    text = REFUSED[kind].encode()
    with pytest.raises(BadMessage) as refused:
        wire.decode(wire.PostedMessage, text)
    with pytest.raises(BadMessage) as caught:
        ANSWERS.read(text)
    assert str(refused.value) == str(caught.value)


@pytest.mark.parametrize("kind", [kind for kind in REFUSED if kind not in ("nothing", "half", "more", "a list")])
def test_a_list_with_one_that_is_wrong_is_not_read_at_once(kind):
    assert ANSWERS.read_all(f"[{GOOD},{REFUSED[kind]}]".encode()) is None


def test_a_list_is_read_in_order():
    texts = [GOOD.replace("3", str(number)) for number in range(5)]
    rows = ANSWERS.read_all(f"[{', '.join(texts)}]".encode())
    assert [0, 1, 2, 3, 4] == [item.answer.round for item in rows]


def test_only_a_list_is_a_list():
    assert [None, None, []] == [ANSWERS.read_all(text) for text in (GOOD.encode(), b"", b"[]")]


COMING = wire.encode(wire.CheckInMessage("n" * 32, None))
INVITED = wire.encode(wire.CheckInMessage("n" * 32, "an invitation"))
WRONG = {
    "a field twice": COMING.replace('"invitation":null', '"invitation":"","invitation":null'),
    "a field twice, as many marks": INVITED.replace('"an invitation"', 'null,"name":"' + "m" * 32 + '"'),
    "no invitation": COMING.replace('"invitation":null,', ""),
    "a number for it": COMING.replace("null", "1"),
    "one more field": COMING.replace("null", 'null,"more":1'),
    "another version": COMING.replace("lowwater/2", "lowwater/1"),
    "a short name": COMING.replace("n" * 32, "n" * 31),
}


@pytest.mark.parametrize("text", [COMING, INVITED, INVITED.replace("an", '\\"'), INVITED.replace("an", "\\u00e9")])
def test_a_check_in_is_read_as_wire_reads_it(text):
    read, (rows,) = CHECK_INS.read(text.encode()), CHECK_INS.read_all(f"[{text}]".encode()) or [None]
    meant = wire.decode(wire.CheckInMessage, text)
    assert (meant.name, meant.invitation) == (read.name, read.invitation)
    assert rows is None or (meant.name, meant.invitation) == (rows.name, rows.invitation)


@pytest.mark.parametrize("kind", WRONG)
def test_a_check_in_that_wire_refuses_is_refused_in_its_words(kind):
    text = WRONG[kind].encode()
    with pytest.raises(BadMessage) as refused:
        wire.decode(wire.CheckInMessage, text)
    with pytest.raises(BadMessage) as caught:
        CHECK_INS.read(text)
    assert (str(refused.value), None) == (str(caught.value), CHECK_INS.read_all(b"[" + text + b"]"))
