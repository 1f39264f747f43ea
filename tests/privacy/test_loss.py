"""The loss of one answer, held against ninety digits: rounding always goes towards privacy.

The true figures are computed here from the parts of a table alone, and share no code with the randomizer.
Ninety digits leave no doubt: the numbers compared differ in the first forty, or the test would fail.
"""

import itertools
import random
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.randomizer import MOST, SCALE, Randomizer, randomized_response
from lowwater.errors import BadPlan, BadRandomizer
from lowwater.search.level import Quantile
from lowwater.search.plan import Plan
from lowwater.search.table import SEARCHES
from lowwater.testing import check_randomizer, coins_of

DIGITS = 90
HARD = [3572978346, 14707259966, 6505127428, 1557410662, 10333445339]  # the exact flip is 1e-7 parts from a whole one
ONE_ANSWER = [name for name, search in SEARCHES.items() if not search.everyone]


def some_epsilons(count, seed):
    """Both ends, losses that are hard to round, and losses of every order of magnitude."""
    rng = random.Random(seed)  # noqa: S311 - it only picks cases
    between = (min(15 * NANO, round(10 ** rng.uniform(0, 10.18))) for _ in range(count - 2 - len(HARD)))
    return [Epsilon(1), MOST, *map(Epsilon, HARD), *map(Epsilon, between)]


def some_tables(count, seed):
    """Randomizers of 2 to 16 rows, all of them drawn."""
    rng = random.Random(seed)  # noqa: S311 - it only picks cases
    return [Randomizer(tuple(drawn_row(rng, size) for _ in range(size))) for size in rng.choices(range(2, 17), k=count)]


def drawn_row(rng, size):
    """Parts of a whole, none of them so rare that a table could lose 15 nats."""
    turns = sorted(rng.sample(range(2**34, SCALE, 2**34), size - 1))
    return tuple(after - before for before, after in itertools.pairwise((0, *turns, SCALE)))


def e_to(loss):
    return (Decimal(loss.nano) / NANO).exp()


def true_ratio(coin):
    """The likelihood ratio of the most telling answer."""
    ratio = max(Fraction(max(column), min(column)) for column in zip(*coin.table, strict=True))
    return Decimal(ratio.numerator) / ratio.denominator


COINS_TRIED = [*map(randomized_response, some_epsilons(4000, seed=1)), *some_tables(2000, seed=2)]


def test_the_loss_charged_is_never_below_the_true_one_over_20_000_tables():
    with localcontext(prec=DIGITS):
        assert [] == [coin for coin in some_tables(20_000, seed=9) if e_to(coin.loss) < true_ratio(coin)]


def test_the_loss_charged_is_never_below_the_true_one():
    with localcontext(prec=DIGITS):
        assert [] == [coin for coin in COINS_TRIED if e_to(coin.loss) < true_ratio(coin)]


def test_the_loss_charged_is_less_than_a_nano_nat_above_the_true_one():
    with localcontext(prec=DIGITS):
        assert [] == [coin for coin in COINS_TRIED if e_to(coin.loss - Epsilon(1)) >= true_ratio(coin)]


def test_randomized_response_never_loses_more_than_it_was_given():
    tried = some_epsilons(4000, seed=3)
    assert [] == [loss for loss in tried if randomized_response(loss).loss > loss]


def test_the_flip_is_never_rarer_than_the_exact_chance_nor_a_whole_part_more_frequent():
    with localcontext(prec=DIGITS):
        for loss in some_epsilons(4000, seed=4):
            exact = SCALE / (1 + e_to(loss))
            assert exact <= randomized_response(loss).if_no < exact + 1


@pytest.mark.parametrize("coin", COINS_TRIED[:4000:100] + COINS_TRIED[4000::100], ids=str)
def test_a_randomizer_conforms(coin):
    check_randomizer(coin)


def test_an_answer_turns_at_exactly_the_coins_the_loss_was_computed_from():
    for coin in COINS_TRIED:
        assert coin.table == tuple(tuple(coins_of(coin, truth)) for truth in range(len(coin.table)))


def test_the_parts_of_a_grant_never_sum_past_it():
    rng = random.Random(5)  # noqa: S311 - it only picks cases
    tried = [(Epsilon(rng.randint(1, 10**12)), rng.randint(1, 10**4)) for _ in range(5000)]
    assert [] == [(whole, parts) for whole, parts in tried if whole.part(parts) * parts > whole]


@pytest.mark.parametrize("rounds", range(2, 53, 5))
def test_the_answers_of_algorithm_2_together_never_lose_more_than_the_grant(rounds):
    for epsilon in some_epsilons(60, seed=rounds):
        if epsilon.nano >= rounds:
            plan = Plan("paper", Domain(-1, 1), 10, epsilon, rounds, Quantile(0.5))
            assert plan.randomizer.loss * rounds == plan.loss <= epsilon


@pytest.mark.parametrize("nats", ["15.000000001", 16, 64, 1000])
@pytest.mark.parametrize("search", ONE_ANSWER)
def test_one_answer_never_loses_more_than_fifteen_nats_and_the_plan_says_so(search, nats):
    rounds = 1 if SEARCHES[search].most_rounds == 1 else 5
    plan = Plan(search, Domain(-1, 1), 100, Epsilon.of(nats), rounds, Quantile(0.5))
    assert randomized_response(MOST) == plan.randomizer
    assert MOST - Epsilon(1) <= plan.loss <= MOST < plan.epsilon


@pytest.mark.parametrize("epsilon", [Epsilon(45 * NANO + 3), Epsilon.of(1000)], ids=str)
def test_algorithm_2_refuses_parts_above_fifteen_nats_and_says_what_would_do(epsilon):
    with pytest.raises(BadPlan) as refusal:
        Plan("paper", Domain(-1, 1), 100, epsilon, 3, Quantile(0.5))
    expected = (
        f"epsilon {epsilon} over 3 answers is {epsilon.part(3)} nats each, and one answer uses at most 15; "
        "give at most 45, or let everyone answer once (search='tail-fit')"
    )
    assert expected == str(refusal.value)


def test_algorithm_2_takes_the_largest_epsilon_it_names():
    plan = Plan("paper", Domain(-1, 1), 100, Epsilon(45 * NANO), 3, Quantile(0.5))
    assert randomized_response(MOST) == plan.randomizer


def test_algorithm_2_refuses_parts_too_small_to_say_anything():
    with pytest.raises(BadRandomizer, match="an answer of 0 nats"):
        Plan("paper", Domain(-1, 1), 100, Epsilon(2), 3, Quantile(0.5))
