"""Hidden groups by exact enumeration: no answer tells two people apart by more than the loss, whatever their groups.

A person is a pair: the number, and whether they are in the group that is asked about. The chances are those of the
code that answers, `Account.fresh`, counted at every turn of its coins.
"""

from fractions import Fraction
from itertools import pairwise, product

import pytest

from lowwater.client.account import Account
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import MOST, SCALE, randomized_response
from lowwater.core.terms import Terms
from lowwater.testing import coins_for, exp_from_below

EPSILONS = [Epsilon(9), Epsilon.of("0.1"), Epsilon.of(1), Epsilon.of(4), MOST]
DOMAINS = [Domain(0, 8, step=1), Domain(0, 8, "maximum", 1), Domain(-1, 1)]


def chances(account, value, inside, question):
    """How many of 2**53 coins give each answer to this person."""
    rows = question.randomizer.table
    turns = sorted({0, SCALE} | {sum(row[:at]) for row in rows for at in range(1, len(row))})
    counted = [0] * len(rows)
    for first, after in pairwise(turns):
        ends = (first, after - 1)
        answers = {account.fresh(value, question, lambda _, at=at: coins_for(at), inside=inside).answer for at in ends}
        (answer,) = answers
        counted[answer] += after - first
    return counted


def people(domain, thresholds):
    """Every pair of a number and a belonging that any answer could tell apart."""
    ends = sorted({domain.lo, domain.hi, *thresholds})
    numbers = [*ends, *((low + high) / 2 for low, high in pairwise(ends))]
    return list(product(numbers, (False, True)))


@pytest.mark.parametrize("choices", [2, 3, 16])
@pytest.mark.parametrize("domain", DOMAINS, ids=str)
@pytest.mark.parametrize("epsilon", EPSILONS, ids=str)
def test_no_answer_is_likelier_for_one_number_and_group_than_for_others_by_more_than_the_loss(epsilon, domain, choices):
    coin = randomized_response(epsilon, choices)
    account = Account(Terms(domain, "refuse", 1, coin.loss, coin.loss))
    cuts = tuple(domain.lo + domain.width * at / choices for at in range(1, choices))
    question = Question(0, 0, cuts, coin, None)
    laws = [chances(account, value, inside, question) for value, inside in people(domain, cuts)]
    assert {SCALE} == {sum(law) for law in laws}
    bound = exp_from_below(coin.loss)
    for answer in range(choices):
        counts = [law[answer] for law in laws]
        assert Fraction(max(counts), min(counts)) <= bound


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_whoever_is_not_in_the_group_answers_alike_whatever_their_number(domain):
    coin = randomized_response(Epsilon.of(1))
    account = Account(Terms(domain, "refuse", 1, coin.loss, coin.loss))
    question = Question(0, 0, (domain.lo + domain.width / 2,), coin, None)
    laws = {tuple(chances(account, value, False, question)) for value, _ in people(domain, question.thresholds)}
    assert {coin.table[0]} == laws


def test_whoever_is_in_the_group_answers_as_without_groups():
    domain, coin = Domain(0, 8), randomized_response(Epsilon.of(1))
    account = Account(Terms(domain, "refuse", 1, coin.loss, coin.loss))
    question = Question(0, 0, (4.0,), coin, None)
    assert [coin.table[1], coin.table[0]] == [tuple(chances(account, value, True, question)) for value in (4, 5)]


def test_a_number_outside_the_domain_is_refused_of_everybody_so_that_staying_away_tells_no_group():
    coin = randomized_response(Epsilon.of(1))
    account = Account(Terms(Domain(0, 8), "refuse", 1, coin.loss, coin.loss))
    for inside in (False, True):
        with pytest.raises(ValueError, match="no number in the domain"):
            account.fresh(9, Question(0, 0, (4.0,), coin, None), bytes, inside=inside)
