"""Questions with several thresholds, by exact enumeration of all coins: 2, 3 and 4 answers, from the wire to the wire.

The tables have parts of sixteenths, so that sixteen coins stand for all of them, each for as many.
"""

import itertools
import random
import re
from collections import Counter
from fractions import Fraction

import pytest

from lowwater.client import Ledger, Respondent
from lowwater.client.account import Entry
from lowwater.client.words import inferred
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import LARGEST, SCALE, Randomizer
from lowwater.core.tally import Tally
from lowwater.core.terms import Terms
from lowwater.errors import BadLedger, OffTerms
from lowwater.testing import check_randomizer, coins_for, exp_from_below, worst_ratio
from lowwater.wire import (
    AnswerMessage,
    QuestionMessage,
    SurveyMessage,
    TermsMessage,
    TextsMessage,
    decode,
    encode,
    hash_of,
)

PARTS = 16
EVERY_COIN = [coins_for(at * SCALE // PARTS) for at in range(PARTS)]
VALUES = [0.0, 1.0, 1.5, 2.0, 2.5, 3.0, 8.0]


def table(size, seed):
    """A drawn table of `size` rows, no two of them alike."""
    rng = random.Random(seed)  # noqa: S311 - it only picks cases
    possible = list(itertools.combinations(range(1, PARTS), size - 1))
    turns = ([0, *drawn, PARTS] for drawn in rng.sample(possible, size))
    return Randomizer(
        tuple(tuple((after - before) * SCALE // PARTS for before, after in itertools.pairwise(row)) for row in turns)
    )


COINS = [table(size, seed) for size in (2, 3, 4) for seed in (0, 1, 3, 4, 5, 6)]
ids = [f"{len(coin.table)}-{at}" for at, coin in enumerate(COINS)]
each_coin = pytest.mark.parametrize("coin", COINS, ids=ids)


def terms(coin, answers=1, direction="minimum"):
    return Terms(Domain(0, 8, direction), "refuse", answers, coin.loss, coin.loss * answers)


def question(coin, number=0):
    """As a device receives it."""
    thresholds = tuple(float(at + 1) for at in range(len(coin.table) - 1))
    text = encode(QuestionMessage.of(Question(number, 0, thresholds, coin, None)))
    return decode(QuestionMessage, text).question()


def sent(coin, value, coins, direction="minimum"):
    """What leaves a device with these coins."""
    device = Respondent(value, terms(coin, direction=direction), lambda _count: coins)
    return encode(AnswerMessage.of(0, 0, device.respond(question(coin))))


@pytest.mark.parametrize("direction", ["minimum", "maximum"])
@each_coin
def test_no_message_is_likelier_for_one_value_than_the_loss_allows(coin, direction):
    laws = [Counter(sent(coin, value, coins, direction) for coins in EVERY_COIN) for value in VALUES]
    ratios = [Fraction(law[text], two[text]) for law in laws for two in laws for text in law]
    assert max(ratios) <= exp_from_below(coin.loss)
    assert max(ratios) > exp_from_below(Epsilon(coin.loss.nano - 1))


@each_coin
def test_all_answers_are_equally_long(coin):
    assert 1 == len({len(sent(coin, value, coins)) for value in VALUES for coins in EVERY_COIN})


def test_sixteen_answers_are_equally_long_too():
    assert 1 == len({len(encode(AnswerMessage.of(0, 0, index))) for index in range(LARGEST)})


class TwoRounds:
    """A search whose questions have several thresholds, and whose second one depends on the first answers."""

    def __init__(self, coin, people):
        self.coin, self.people = coin, people

    def start(self):
        return ()

    def ask(self, state):
        if len(state) == 2:
            return ()
        shift = sum(state[0]) / 8 if state else 0.0
        thresholds = tuple(at + 1 + shift for at in range(len(self.coin.table) - 1))
        return (Question(len(state), 0, thresholds, self.coin, self.people),)

    def advance(self, state, tallies):
        return (*state, tallies[0].counts)


@pytest.mark.parametrize(("people", "cohort", "answers"), [(1, None, 2), (2, 1, 1)])
@each_coin
def test_no_transcript_reveals_more_than_its_answers_together(coin, people, cohort, answers):
    ratio = worst_ratio(TwoRounds(coin, cohort), Domain(0, 8), people, VALUES)
    assert ratio <= exp_from_below(coin.loss * answers)


@each_coin
def test_a_randomizer_of_any_size_conforms(coin):
    check_randomizer(coin)


@each_coin
def test_shares_come_back_from_what_everybody_says_on_average(coin):
    """The counts of a crowd of every coin, debiased, are its shares to the last digit that doubles have."""
    crowd = [at for at, many in enumerate(range(1, len(coin.table) + 1)) for _ in range(many)]
    counts = Counter(coin.randomize(truth, coins) for truth in crowd for coins in EVERY_COIN)
    tally = Tally(tuple(counts[answer] for answer in range(len(coin.table))))
    shares = [crowd.count(truth) / len(crowd) for truth in range(len(coin.table))]
    assert pytest.approx(shares, rel=1e-15) == coin.debias(tally)


@each_coin
def test_a_ledger_charges_any_answer_and_repeats_it(coin, tmp_path):
    agreed = TermsMessage.of(terms(coin, answers=2), TextsMessage("Many"))
    survey = SurveyMessage("s" * 20, agreed, hash_of(agreed), "rolling", "open", "open")
    ledger = Ledger(tmp_path / "ledger")
    page = ledger.join("https://example.org", survey)
    answers = [ledger.respond(page, 2.5, question(coin, number)) for number in (0, 1, 0)]
    assert (answers[0], coin.loss * 2) == (answers[2], ledger.spent)
    assert [entry.answer for entry in answers[:2]] == [
        entry.answer for entry in Ledger(ledger.path).pages[0].account.told
    ]


def test_a_ledger_does_not_believe_in_an_answer_that_there_is_not(tmp_path):
    coin, path = COINS[-1], tmp_path / "ledger"
    agreed = TermsMessage.of(terms(coin), TextsMessage("Many"))
    survey = SurveyMessage("s" * 20, agreed, hash_of(agreed), "rolling", "open", "open")
    ledger = Ledger(path)
    answers = ledger.respond(ledger.join("https://example.org", survey), 2.5, question(coin)).answer
    path.write_text(path.read_text().replace(f'"said": {answers}', '"said": 4'))
    with pytest.raises(BadLedger, match="it says 4, which is no answer to its question"):
        _ = Ledger(path).pages


def test_a_second_randomizer_of_another_size_is_refused():
    small, large = COINS[0], COINS[-1]
    generous = Terms(Domain(0, 8), "refuse", 2, max(small.loss, large.loss), Epsilon.of(20))
    device = Respondent(3, generous)
    device.respond(question(small))
    with pytest.raises(OffTerms, match="not the one that this survey began with"):
        device.respond(question(large, 1))


def test_what_was_said_to_several_thresholds_has_words():
    coin = table(3, 0)
    entry = Entry(Question(1, 0, (2.0, 4.5), coin, None), 2)
    assert entry.in_words(Domain(0, 8)).startswith("round 2: how many of 2 and 4.5 is your number at most? I said 2 (")
    column = sorted(row[2] for row in coin.table)
    favoured = float(re.search(r"may now favour one with at most ([\d.]+) %$", inferred(entry, Domain(0, 8)))[1])
    assert pytest.approx(100 * column[-1] / (column[0] + column[-1]), abs=0.1) == favoured
