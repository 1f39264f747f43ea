"""Words: what is promised before anyone agrees, and what an answer lets anyone infer, never rounded to the better."""

from dataclasses import replace
from fractions import Fraction

import pytest

from lowwater.client.account import Account, Entry
from lowwater.client.pages import Page
from lowwater.client.words import FATES, fate, inferred, lasting, moment, promise
from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import SCALE, Randomizer, randomized_response
from lowwater.core.terms import Terms
from lowwater.wire import TermsMessage, TextsMessage

COIN = randomized_response(Epsilon(NANO))
LOW, HIGH = Domain(0, 25), Domain(0, 25, "maximum")
TERMS = Terms(LOW, "refuse", 1, COIN.loss, Epsilon(2 * NANO))


def entry_of(answer, coin=COIN):
    return Entry(Question(0, 0, (12.5,), coin, None), answer)


@pytest.mark.parametrize(
    ("answer", "domain", "side"),
    [(True, LOW, "at most"), (False, LOW, "more than"), (True, HIGH, "at least"), (False, HIGH, "less than")],
)
def test_an_answer_moves_an_even_guess_towards_what_it_says(answer, domain, side):
    assert (
        f"whoever thought it 50 % likely that your number is {side} 12.5 may now think so with at most 73.2 %"
        == inferred(entry_of(answer), domain)
    )


@pytest.mark.parametrize("answer", [True, False])
@pytest.mark.parametrize("coin", [COIN, randomized_response(Epsilon.of(15)), Randomizer.binary(SCALE // 2, 1 << 45)])
def test_what_can_be_inferred_is_bayes_rounded_up(coin, answer):
    yes, no = (
        (Fraction(chance, SCALE) if answer else 1 - Fraction(chance, SCALE)) for chance in (coin.if_yes, coin.if_no)
    )
    exact = 100 * max(yes, no) / (yes + no)
    ratio = Fraction(inferred(entry_of(answer, coin), LOW).split()[-2])
    assert exact <= ratio < exact + Fraction(11, 100)


def test_the_words_for_an_answer_agree_with_those_for_its_loss():
    for nats in ("0.1", "1", "4", "15"):
        loss = Epsilon.of(nats)
        share = inferred(entry_of(True, randomized_response(loss)), LOW).split()[-2]
        assert f"an even chance (50 %) becomes at most {share} %" in loss.in_words()


def test_a_lopsided_randomizer_says_more_with_one_answer_than_with_the_other():
    lopsided = Randomizer.binary(SCALE // 2, SCALE // 100)
    assert ("98.04", "66.5") == tuple(inferred(entry_of(answer, lopsided), LOW).split()[-2] for answer in (True, False))


TEXTS = TextsMessage("How old?", "How old are you?", "years", "Ada", "ada@example.org", "To know.")
GERMAN = TextsMessage("Wie alt?", "Wie alt sind Sie?", language="de")


def promised(terms=TERMS, grant=None, language="en", **message):
    return promise(TermsMessage.of(terms, TEXTS, GERMAN, **message), grant, language)


def test_a_promise_says_all_that_a_person_must_know():
    about, question, asker, sought, asked, revealed, also = promised(
        keep_names=86_400, keep_tallies=10 * 365 * 86_400, closes=1_924_948_800
    )
    assert 'The survey "How old?" is about numbers from 0 to 25 years; any other is not answered for.' == about
    assert "Its question: How old are you?" == question
    assert "It is asked by Ada; reach them by ada@example.org. For: To know." == asker
    assert sought == (
        "It looks for the smallest number of all. It closes by 2030-12-31 12:00 UTC. After its end hashes of names are "
        "kept for 1 day, and counts of answers for 10 years."
    )
    assert asked.startswith('You will be asked once: "is your number at most ...?" Coins decide')
    assert f"All that you reveal is at most 1 nat: {Epsilon(NANO).in_words()}." == revealed
    assert "The server also learns that somebody at your network address takes part." == also


def test_what_a_survey_does_not_say_is_said_to_be_so():
    _, _, asker, *_ = promised(language="de")
    assert "It does not say who asks; it does not say how to reach them. It does not say what for." == asker


@pytest.mark.parametrize(
    ("language", "title"),
    [("de", "Wie alt?"), ("de-AT", "Wie alt?"), ("fr", "How old?"), ("", "How old?"), ("en-GB", "How old?")],
)
def test_a_promise_comes_in_the_language_asked_for_or_one_near_it_or_the_original(language, title):
    assert f'The survey "{title}"' in promised(language=language)[0]


@pytest.mark.parametrize(
    ("domain", "quantile", "words"),
    [
        (LOW, None, "the smallest number of all"),
        (HIGH, None, "the largest number of all"),
        (LOW, 0.05, "the number that 5 % of people are at or below"),
        (HIGH, 0.5, "the number that 50 % of people are at or above"),
    ],
)
def test_what_is_looked_for_is_said(domain, quantile, words):
    assert f"It looks for {words}." in promised(replace(TERMS, domain=domain), quantile=quantile)[3]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 seconds"),
        (59, "59 seconds"),
        (60, "1 minute"),
        (90, "2 minutes"),
        (86_401, "2 days"),
        (2_592_000, "30 days"),
    ],
)
def test_a_length_of_time_is_never_shorter_than_it_is(seconds, words):
    assert words == lasting(seconds)


def test_a_time_that_no_calendar_has_is_said_to_be_so():
    assert "a time that no calendar has" == moment(2**52)


def test_a_promise_of_many_answers_counts_them_all():
    many = replace(TERMS, domain=HIGH, outside="clamp", answers=3, grant=Epsilon(4 * NANO))
    about, *_, asked, revealed, _ = promised(many)
    assert about.endswith("any other is answered for as if it were the nearer end.")
    assert asked.startswith('You will be asked up to 3 times: "is your number at least ...?"')
    assert revealed.startswith("All that you reveal is at most 3 nats:")


def test_a_promise_under_a_smaller_grant_says_the_smaller_one():
    assert promised(grant=Epsilon(NANO // 2))[-2].startswith("All that you reveal is at most 0.5 nats:")


def test_a_title_cannot_move_the_cursor():
    shown = promise(TermsMessage.of(TERMS, TextsMessage("\x1b[2J", "\x1b[2J", "\x1b", "\x1b", "\x1b", "\x1b")))
    assert "\x1b" not in "".join(shown)


@pytest.mark.parametrize("message", [None, *FATES])
def test_every_fate_has_words(message):
    page = Page("", "", None, "", "", None, "", Account(TERMS), {} if message is None else {0: message})
    assert FATES.get(message, "no confirmation of it was noted") == fate(page, entry_of(True))
