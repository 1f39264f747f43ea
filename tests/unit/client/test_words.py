"""Words: what is promised before anyone agrees, and what an answer lets anyone infer, never rounded to the better."""

from dataclasses import replace
from fractions import Fraction

import pytest

from lowwater.client.account import Account, Entry
from lowwater.client.pages import Page
from lowwater.client.words import FATES, fate, inferred, promise
from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import SCALE, Randomizer, randomized_response
from lowwater.core.terms import Terms

COIN = randomized_response(Epsilon(NANO))
LOW, HIGH = Domain(0, 25), Domain(0, 25, "maximum")
TERMS = Terms(LOW, "refuse", 1, COIN.loss, Epsilon(2 * NANO))


def said(answer, coin=COIN):
    return Entry(Question(0, 0, (12.5,), coin, None), answer)


@pytest.mark.parametrize(
    ("answer", "domain", "side"),
    [(True, LOW, "at most"), (False, LOW, "more than"), (True, HIGH, "at least"), (False, HIGH, "less than")],
)
def test_an_answer_moves_an_even_guess_towards_what_it_says(answer, domain, side):
    assert (
        f"whoever thought it 50 % likely that your number is {side} 12.5 may now think so with at most 73.2 %"
        == inferred(said(answer), domain)
    )


@pytest.mark.parametrize("answer", [True, False])
@pytest.mark.parametrize("coin", [COIN, randomized_response(Epsilon.of(15)), Randomizer.binary(SCALE // 2, 1 << 45)])
def test_what_can_be_inferred_is_bayes_rounded_up(coin, answer):
    yes, no = (
        (Fraction(chance, SCALE) if answer else 1 - Fraction(chance, SCALE)) for chance in (coin.if_yes, coin.if_no)
    )
    exact = 100 * max(yes, no) / (yes + no)
    found = Fraction(inferred(said(answer, coin), LOW).split()[-2])
    assert exact <= found < exact + Fraction(11, 100)


def test_the_words_for_an_answer_agree_with_those_for_its_loss():
    for nats in ("0.1", "1", "4", "15"):
        loss = Epsilon.of(nats)
        share = inferred(said(True, randomized_response(loss)), LOW).split()[-2]
        assert f"an even chance (50 %) becomes at most {share} %" in loss.in_words()


def test_a_lopsided_randomizer_says_more_with_one_answer_than_with_the_other():
    lopsided = Randomizer.binary(SCALE // 2, SCALE // 100)
    assert ("98.04", "66.5") == tuple(inferred(said(answer, lopsided), LOW).split()[-2] for answer in (True, False))


def test_a_promise_says_what_is_asked_and_what_is_revealed_at_most():
    about, asked, revealed, also = promise("How old?", TERMS)
    assert 'The survey "How old?" is about numbers from 0 to 25; any other is not answered for.' == about
    assert asked.startswith('You will be asked once: "is your number at most ...?" Coins decide')
    assert f"All that you reveal is at most 1 nat: {Epsilon(NANO).in_words()}." == revealed
    assert "The server also learns that somebody at your network address takes part." == also


def test_a_promise_of_many_answers_counts_them_all():
    many = replace(TERMS, domain=HIGH, outside="clamp", answers=3, grant=Epsilon(4 * NANO))
    about, asked, revealed, _ = promise("", many)
    assert about.endswith("any other is answered for as if it were the nearer end.")
    assert asked.startswith('You will be asked up to 3 times: "is your number at least ...?"')
    assert revealed.startswith("All that you reveal is at most 3 nats:")


def test_a_promise_under_a_smaller_grant_says_the_smaller_one():
    assert promise("", TERMS, Epsilon(NANO // 2))[2].startswith("All that you reveal is at most 0.5 nats:")


def test_a_title_cannot_move_the_cursor():
    assert "\x1b" not in promise("\x1b[2J", TERMS)[0]


@pytest.mark.parametrize("told", [None, *FATES])
def test_every_fate_has_words(told):
    page = Page("", "", "", "", "", None, "", Account(TERMS), {} if told is None else {0: told})
    assert FATES.get(told, "no confirmation of it was noted") == fate(page, said(True))
