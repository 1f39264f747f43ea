"""The wire: what is sent is read back, and nothing else is read at all."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import HONEST, SCALE, randomized_response
from lowwater.core.terms import Terms
from lowwater.errors import BadMessage, NotPrivate
from lowwater.wire import (
    VERSION,
    AnswerMessage,
    CountedMessage,
    PlaceMessage,
    QuestionMessage,
    SurveyMessage,
    TermsMessage,
    TextsMessage,
    decode,
    encode,
    hash_of,
    parse,
)
from lowwater.wire.strict_json import LONGEST_LIST

COIN = randomized_response(Epsilon(NANO))
TERMS = TermsMessage.of(
    Terms(Domain(0, 8, "maximum", 1), "clamp", 3, Epsilon(NANO), Epsilon(3 * NANO)), TextsMessage("Ages")
)
QUESTION = QuestionMessage.of(Question(2, 0, (4.5,), COIN, 100))
ANSWER = AnswerMessage.of(2, 0, True)
MESSAGES = [TERMS, QUESTION, ANSWER]
SURVEY = SurveyMessage("s" * 20, TERMS, hash_of(TERMS), "rolling", "open", "open")
PLACE, COUNTED = PlaceMessage("wait", None, 1.0), CountedMessage("counted")
NO_MESSAGES = ["", "{", "null", "[]", "3", '"text"', "{}", b"\xff", "[" * 100_000, "1" * 5000]
WRONG = [
    *((TERMS, "lo", lo) for lo in ("0", True, None, [], 8, 9, 10**400)),
    *((TERMS, "direction", direction) for direction in ("up", 1, None)),
    *((TERMS, "step", step) for step in (0, -1, 3, "1", True)),
    *((TERMS, "outside", outside) for outside in ("ignore", None)),
    *((TERMS, "answers", answers) for answers in (0, -1, 4, 1.0, True, "1", None, 10**30)),
    *((TERMS, "loss", loss) for loss in (0, -1, 1.5, True, "1", NANO + 1)),
    *((TERMS, "grant", grant) for grant in (-1, 0, 3e9, None)),
    *((QUESTION, "round", number) for number in (-1, 1.0, True, "0", None)),
    *((QUESTION, "index", number) for number in (-1, 1.0, True, "0", None)),
    *((QUESTION, "thresholds", [threshold]) for threshold in ("1", True, None, 10**400, -(10**400))),
    *((QUESTION, "thresholds", item) for item in (1.0, None, [], [1.0, 2.0], "1", {})),
    *((QUESTION, "table", [[COIN.if_yes, part], COIN.table[1]]) for part in (0, -1, 1, 0.5, "1", None, 10**400)),
    *((QUESTION, "table", table) for table in ([], [[7]], COIN.table[:1], COIN.table * 2, None, "x")),
    *((ANSWER, "code", code) for code in (0, 1, 9, 26, True, "11", None, 10.5)),
    *((ANSWER, "round", number) for number in (-1, 0.5, True)),
    *((ANSWER, "index", number) for number in (-1, "0", None)),
    *((SURVEY, "recruiting", word) for word in ("anyone", "", None, 1, ["rolling"], {})),
    *((SURVEY, "access", word) for word in ("closed", "Open", None, True)),
    *((SURVEY, "state", word) for word in ("archived", "", None, 0, ["open"])),
    *((PLACE, "status", word) for word in ("later", "question", None)),
    *((COUNTED, "status", word) for word in ("perhaps", "Counted", None, 1)),
]


def altered(message, **changes):
    """The text of a message with some fields changed."""
    return json.dumps(json.loads(encode(message)) | changes)


@pytest.mark.parametrize("message", MESSAGES)
def test_what_is_sent_is_read_back(message):
    assert message == decode(type(message), encode(message)) == decode(type(message), encode(message).encode())


@pytest.mark.parametrize("message", MESSAGES)
def test_a_message_is_one_line_with_its_version(message):
    assert "\n" not in encode(message)
    assert VERSION == json.loads(encode(message))["version"]


def test_terms_and_questions_keep_their_meaning():
    assert Terms(Domain(0, 8, "maximum", 1), "clamp", 3, Epsilon(NANO), Epsilon(3 * NANO)) == TERMS.terms()
    assert Question(2, 0, (4.5,), COIN, None) == QUESTION.question()


def test_whom_else_a_question_is_put_to_is_not_sent():
    assert "people" not in encode(QUESTION)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_threshold_arrives_as_the_same_double(threshold):
    sent = QuestionMessage.of(Question(0, 0, (threshold,), COIN, None))
    arrived = decode(QuestionMessage, encode(sent)).question().threshold
    assert (threshold + 0.0).hex() == arrived.hex()  # nought has no sign on its way


@pytest.mark.parametrize("text", NO_MESSAGES, ids=lambda text: repr(text)[:20])
@pytest.mark.parametrize("kind", [TermsMessage, QuestionMessage, AnswerMessage])
def test_what_is_no_message_is_refused(kind, text):
    with pytest.raises(BadMessage):
        decode(kind, text)


@pytest.mark.parametrize("message", MESSAGES)
def test_one_kind_of_message_is_not_read_as_another(message):
    for kind in {TermsMessage, QuestionMessage, AnswerMessage} - {type(message)}:
        with pytest.raises(BadMessage, match=f"a {kind.__name__} has the fields"):
            decode(kind, encode(message))


@pytest.mark.parametrize("message", MESSAGES)
def test_a_field_more_is_refused(message):
    with pytest.raises(BadMessage, match="no more and no less"):
        decode(type(message), altered(message, value=7))


@pytest.mark.parametrize("message", MESSAGES)
def test_a_field_less_is_refused(message):
    for name in json.loads(encode(message)):
        fields = {key: value for key, value in json.loads(encode(message)).items() if key != name}
        with pytest.raises(BadMessage, match="no more and no less"):
            decode(type(message), json.dumps(fields))


@pytest.mark.parametrize("message", MESSAGES)
@pytest.mark.parametrize("version", ["lowwater/3", "", None, 1, ["lowwater/2"]], ids=repr)
def test_another_version_is_refused_by_its_name(message, version):
    with pytest.raises(BadMessage, match="this device speaks lowwater/2"):
        decode(type(message), altered(message, version=version))


@pytest.mark.parametrize(("message", "name", "value"), WRONG, ids=lambda part: repr(part)[:20])
def test_a_field_that_cannot_be_is_refused(message, name, value):
    with pytest.raises(BadMessage):
        decode(type(message), altered(message, **{name: value}))


@pytest.mark.parametrize(
    ("message", "name"), [(SURVEY, "recruiting"), (SURVEY, "access"), (SURVEY, "state"), (COUNTED, "status")]
)
def test_a_word_that_this_version_does_not_know_is_named(message, name):
    with pytest.raises(BadMessage, match=f"{name}='new'; this version knows "):
        decode(type(message), altered(message, **{name: "new"}))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig"])
def test_json_is_utf_8_without_a_mark_in_front(encoding):
    with pytest.raises(BadMessage, match="this is not a message"):
        decode(AnswerMessage, encode(ANSWER).encode(encoding))


def test_what_is_nested_too_deep_to_be_shown_is_refused_all_the_same():
    deep = "[" * 900 + "]" * 900
    with pytest.raises(BadMessage, match="more than 16 objects and lists inside each other"):
        decode(AnswerMessage, encode(ANSWER).replace("11", deep))


@pytest.mark.parametrize("constant", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize(("message", "name"), [(TERMS, "lo"), (TERMS, "step"), (QUESTION, "thresholds")])
def test_what_json_has_no_number_for_is_refused_by_its_name(message, name, constant):
    with pytest.raises(BadMessage, match=r"(NaN|Infinity) is not a number that can be sent"):
        decode(type(message), altered(message, **{name: constant}))


def test_a_threshold_beyond_all_doubles_is_refused():
    with pytest.raises(BadMessage, match="thresholds=inf is past all doubles"):
        decode(QuestionMessage, encode(QUESTION).replace("4.5", "1e400"))


def test_an_honest_question_is_neither_sent_nor_read():
    with pytest.raises(NotPrivate):
        QuestionMessage.of(Question(0, 0, (0.5,), HONEST, None))
    with pytest.raises(NotPrivate):
        decode(QuestionMessage, altered(QUESTION, table=[[SCALE, 0], [0, SCALE]]))
    with pytest.raises(NotPrivate):
        QuestionMessage(0, 0, (0.5,), HONEST.table).question()


def test_a_field_that_comes_twice_is_refused():
    with pytest.raises(BadMessage, match="twice"):
        decode(AnswerMessage, '{"round":0,"index":0,"yes":true,"yes":false,"version":"lowwater/2"}')


LIMITED = {
    "too long": '"' + "a" * 65_535 + '"',
    "too deep": "[" * 17 + "]" * 17,
    "too deep behind a text": '["\\"[",' + "[" * 16 + "]" * 17,
    "a number too long": "1" * 65,
    "a fraction too long": "0." + "1" * 63,
    "an exponent too long": "1e" + "0" * 63,
    "more digits than Python takes": "1" * 4301,
}


@pytest.mark.parametrize("why", LIMITED)
def test_what_is_beyond_the_limits_is_refused(why):
    with pytest.raises(BadMessage):
        parse(LIMITED[why])


@pytest.mark.parametrize(
    "text",
    [
        '"' + "a" * 65_534 + '"',
        "[" * 16 + "]" * 16,
        "1" * 64,
        '"' + "1" * 999 + '"',
        '"' + "[" * 99 + '"',
        "[" + "[]," * 99 + "{}]",
    ],
)
def test_what_is_within_the_limits_is_read(text):
    assert json.loads(text) == parse(text) == parse(text.encode())


def test_a_list_of_messages_may_be_longer():
    assert 40_000 == len(parse("[" + "1," * 39_999 + "1]", LONGEST_LIST))


@pytest.mark.parametrize("value", [2**53, 2**53 + 1, -(2**53), 10**20])
def test_a_whole_number_that_not_every_language_reads_is_refused(value):
    with pytest.raises(BadMessage, match="2\\*\\*53"):
        decode(AnswerMessage, json.dumps({"round": value, "index": 0, "code": 11, "version": VERSION}))
