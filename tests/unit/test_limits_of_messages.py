"""Limits of messages, to the byte, the level and the number."""

import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.terms import Terms
from lowwater.errors import BadMessage
from lowwater.wire import AnswerMessage, TermsMessage, TextsMessage, encode, parse
from lowwater.wire.strict_json import DEEPEST, LONGEST_TEXT
from lowwater.wire.terms import LARGEST

ONE = Epsilon.of(1)
TERMS = Terms(Domain(0, 150, "maximum", 1), "clamp", 2, ONE, Epsilon.of(3))


def nested(depth, left, right, inner=""):
    return left * depth + inner + right * depth


@pytest.mark.parametrize(("left", "right", "inner"), [("[", "]", ""), ('{"a":', "}", "1")])
def test_as_many_levels_as_may_be_are_read_and_one_more_is_not(left, right, inner):
    parse(nested(DEEPEST, left, right, inner))
    with pytest.raises(BadMessage, match="more than 16 objects and lists inside each other"):
        parse(nested(DEEPEST + 1, left, right, inner))


def test_lists_that_were_closed_before_do_not_count_as_levels():
    """More brackets than levels: here they are counted one by one."""
    beside = [("[[]," * (DEEPEST + more - 1) + "[]" + "]" * (DEEPEST + more - 1)) for more in (0, 1)]
    parse(beside[0])
    with pytest.raises(BadMessage, match="more than 16 objects and lists inside each other"):
        parse(beside[1])


def test_levels_side_by_side_and_brackets_in_text_do_not_add_up():
    assert 40 == len(parse("[" + ",".join(["[[]]"] * 40) + "]"))
    assert '[[[[{"' * 9 == parse('"' + '[[[[{\\"' * 9 + '"')
    assert [{"a": "}" * 99}] * 20 == parse("[" + ",".join(['{"a":"' + "}" * 99 + '"}'] * 20) + "]")


def test_as_many_bytes_as_may_be_are_read_and_one_more_is_not():
    assert "\u00e4" * 100 in parse('"' + "\u00e4" * 100 + " " * (LONGEST_TEXT - 202) + '"')
    with pytest.raises(BadMessage, match="65,537 bytes; a message has at most 65,536"):
        parse('"' + "\u00e4" * 100 + " " * (LONGEST_TEXT - 201) + '"')


def sized(size):
    """Terms whose canonical JSON has `size` bytes: characters of four bytes, and a few of one."""
    languages = [f"en-{at:02d}" for at in range(16)]
    rest = size - len(encode(TermsMessage.of(TERMS, *(TextsMessage("t", language=tag) for tag in languages))))
    purposes = []
    for _ in languages:
        wide, narrow = divmod(min(rest, 3900), 4)
        purposes.append("\U0001f600" * wide + "p" * narrow)
        rest -= 4 * wide + narrow
    return TermsMessage.of(
        TERMS,
        *(TextsMessage("t", language=tag, purpose=text) for tag, text in zip(languages, purposes, strict=True)),
    )


def test_terms_of_the_largest_size_are_read_and_one_byte_more_is_not():
    assert LARGEST == len(encode(sized(LARGEST)).encode())
    sized(LARGEST).check()
    with pytest.raises(BadMessage, match="terms of 60,001 bytes; they have at most 60,000"):
        sized(LARGEST + 1).check()


def test_a_number_past_all_doubles_is_refused_however_it_comes():
    values = {"lo": 10**400}
    with pytest.raises(BadMessage, match="is past all doubles"):
        TermsMessage.read(
            {name: values.get(name, 0) for name in TermsMessage.__dataclass_fields__} | {"version": "lowwater/2"}
        )


def test_a_message_publishes_the_terms_it_is_made_of():
    message = TermsMessage.of(TERMS, TextsMessage("Ages"), quantile=0.25, keep_names=3, keep_tallies=4, closes=5)
    assert TERMS == message.terms()
    assert (1.0, 0.25, 3, 4, 5, "Ages") == (
        message.step, message.quantile, message.keep_names, message.keep_tallies, message.closes, message.title,
    )  # fmt: skip
    least = TermsMessage.of(TERMS, TextsMessage("Ages"))
    assert (None, 0, 0, None) == (least.quantile, least.keep_names, least.keep_tallies, least.closes)


def test_an_answer_names_its_question_and_what_was_said():
    assert AnswerMessage(3, 1, 12) == AnswerMessage.of(3, 1, 2)
    assert 2 == AnswerMessage.of(3, 1, 2).said


@pytest.mark.parametrize(
    ("asked", "result"),
    [
        ("pt", "pt-BR"),
        ("pt-PT", "pt-BR"),
        ("zh-Hant-TW", "zh"),
        ("zh", "zh"),
        ("en-GB", "en"),
        ("fr", "en"),
        ("", "en"),
    ],
)
def test_texts_come_in_the_language_that_is_nearest(asked, result):
    texts = [TextsMessage("Ages", language=language) for language in ("en", "pt-BR", "zh")]
    assert result == TermsMessage.of(TERMS, *texts).texts_in(asked).language
