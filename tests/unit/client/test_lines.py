"""Lines: what is written is read back, and whatever does not follow from the lines above it is refused."""

import json
from dataclasses import asdict

import pytest

from lowwater.client.account import Entry
from lowwater.client.lines import AnswerLine, FateLine, GrantLine, LeaveLine, TermsLine, decode_line, encode_line
from lowwater.client.pages import Pages
from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import SCALE, randomized_response
from lowwater.core.terms import Terms
from lowwater.errors import BadLedger, LowwaterError
from lowwater.wire import TermsMessage, TextsMessage, hash_of

COIN = randomized_response(Epsilon(NANO))
TERMS = TermsMessage.of(Terms(Domain(0, 8), "refuse", 3, COIN.loss, Epsilon(3 * NANO)), TextsMessage("How old?"))
PLACE = ("https://survey.example.org", "youngest")
NOW = "2026-01-01T00:00:00+00:00"
OTHER = asdict(TERMS) | {"answers": 1}
GRANT = GrantLine(None, None, NANO, NOW)
PIN = TermsLine(*PLACE, TERMS, hash_of(TERMS), "n" * 43, None, NOW)
ANSWER = AnswerLine(*PLACE, Entry(Question(0, 0, (4.0,), COIN, None), 1, "r" * 43, NOW))
LEAVE = LeaveLine(*PLACE, NANO, NOW)
FATE = FateLine(*PLACE, 0, "counted", NOW)


@pytest.mark.parametrize("line", [GRANT, GrantLine(*PLACE, 1, NOW), PIN, ANSWER, FATE, LEAVE])
def test_what_is_written_is_read_back(line):
    text = encode_line(line)
    assert (line, 1) == (decode_line(text), text.count(b"\n"))


def test_a_name_with_line_ends_stays_on_its_line():
    assert 1 == encode_line(TermsLine(*PLACE, TERMS, "", "How\nold?\r\u2028", None, NOW)).count(b"\n")


def changed(line, **fields):
    """The text of a line with other fields; None leaves a field out."""
    document = json.loads(encode_line(line)) | fields
    return json.dumps({name: value for name, value in document.items() if value != "missing"}).encode()


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"\xff",
        b"[" * 99_999,
        changed(GRANT, kind="gift"),
        changed(GRANT, kind=["grant"]),
        changed(GRANT, grant="missing"),
        changed(GRANT, more=1),
        changed(GRANT, grant=True),
        changed(GRANT, grant=1.0),
        changed(GRANT, time=None),
        changed(PIN, terms=None),
        changed(PIN, terms={}),
        changed(ANSWER, said=True),
        changed(ANSWER, question={}),
        changed(ANSWER, question=json.loads(encode_line(ANSWER))["question"] | {"table": [[SCALE, 0], [0, SCALE]]}),
        changed(FATE, round="0"),
        changed(ANSWER, said=2),
        changed(ANSWER, said=-1),
        changed(LEAVE, loss="0"),
    ],
    ids=range(22),
)
def test_anything_else_is_refused(text):
    with pytest.raises(LowwaterError):
        decode_line(text)


def taken(*lines):
    pages = Pages()
    for line in lines:
        pages.take(decode_line(line if isinstance(line, bytes) else encode_line(line)))
    return pages


def test_lines_add_up_to_pages():
    pages = taken(GRANT, PIN, GrantLine(*PLACE, NANO, NOW), ANSWER, FATE)
    page = pages.of[PLACE]
    assert (Epsilon(NANO), Epsilon(NANO), Epsilon(0)) == (pages.lifetime, pages.spent, pages.left)
    assert (Epsilon(NANO), {0: "counted"}, ()) == (page.account.grant, page.fates, page.unsettled)


def test_without_a_limit_nothing_is_said_about_what_is_left():
    assert taken(PIN, ANSWER).left is None


def test_an_invitation_may_be_written_down_later():
    (page,) = taken(PIN, TermsLine(*PLACE, TERMS, PIN.hash, "m" * 43, "come in", NOW)).of.values()
    assert ("m" * 43, "come in") == (page.name, page.invitation)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([ANSWER], "survey youngest at https://survey.example.org, whose terms are nowhere above it"),
        ([FATE], "whose terms are nowhere above it"),
        ([GrantLine(*PLACE, 1, NOW)], "whose terms are nowhere above it"),
        ([changed(GrantLine(*PLACE, 1, NOW), server=None)], "whose terms are nowhere above it"),
        ([changed(GrantLine(*PLACE, 1, NOW), survey=None)], "whose terms are nowhere above it"),
        ([PIN, ANSWER, changed(PIN, name="another")], "or a name that was used, above it"),
        ([PIN, changed(PIN, terms=OTHER, hash=hash_of(TermsMessage(**OTHER)))], "changes terms that were pinned"),
        ([changed(PIN, hash="0" * 64)], "its hash is not that of its terms"),
        ([PIN, ANSWER, ANSWER], "answers round 0, which was answered above it"),
        ([PIN, changed(ANSWER, loss=1)], "its loss is not that of its question"),
        ([PIN, ANSWER, changed(FATE, round=1)], "settles round 1, which was not answered above it"),
    ],
)
def test_a_line_that_does_not_follow_from_those_above_is_refused(lines, why):
    taken(*lines[:-1])
    with pytest.raises(BadLedger, match=why):
        taken(*lines)


def test_a_grant_below_nought_is_refused():
    with pytest.raises(LowwaterError):
        taken(changed(GRANT, grant=-1))
