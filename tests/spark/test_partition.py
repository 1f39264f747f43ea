"""What runs beside the rows: exact privacy if blocks are uniform, and the same bits however rows are dealt out."""

import itertools
import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import SCALE, Randomizer, randomized_response
from lowwater.people.spark.block import coins_context, of_integers
from lowwater.people.spark.lots import LOTS, Cohorts
from lowwater.people.spark.partition import ROWS, UNUSABLE, RoundAsked, partition_tally, tallying
from lowwater.people.spark.row_coins import RowCoins
from lowwater.testing import exp_from_below

DOMAIN = Domain(0, 10)
COINS = RowCoins(bytes(range(32)))
HALF = Cohorts((0, LOTS // 2, LOTS))
RANDOMIZERS = {
    "two answers": randomized_response(Epsilon.of(1)),
    "a lopsided table": Randomizer.binary(3 * 2**51, 2**50),
    "three answers": randomized_response(Epsilon.of(2), 3),
}


class Dealt(RowCoins):
    """Row coins whose lots and coins are given, instead of those that AES makes."""

    def __init__(self, lots, coins):
        super().__init__(bytes(32))
        object.__setattr__(self, "dealt", (lots, coins))

    def lots(self, rows):
        return self.dealt[0][rows[:, 0].astype(int)]

    def coins(self, _states, rows):
        return self.dealt[1][rows[:, 0].astype(int)]


def as_coins(uniform):
    """Seven bytes whose first 53 bits are `uniform`."""
    return np.frombuffer((uniform << 3).to_bytes(7, "big"), np.uint8)


def classes(randomizer):
    """Coins between which no answer changes, by their smallest, with their chances."""
    edges = sorted({0, SCALE, *(sum(row[:end]) for row in randomizer.table for end in range(len(row)))})
    return [(low, Fraction(high - low, SCALE)) for low, high in itertools.pairwise(edges)]


def law_of_tallies(randomizer, questions, numbers):
    """The exact law of all tallies, if lots and coins are uniform: every lot and class of coins, row by row."""
    law = Counter()
    draws = list(itertools.product(range(2), classes(randomizer)))
    for drawn in itertools.product(draws, repeat=len(numbers)):
        lots = np.array([question * (LOTS // 2) for question, _ in drawn], dtype=np.uint64)
        coins = np.array([as_coins(uniform) for _, (uniform, _) in drawn])
        asked = RoundAsked(DOMAIN, questions, HALF, Dealt(lots, coins))
        tallies = asked.answers(of_integers(np.arange(len(numbers))), np.array(numbers))
        law[tallies.tobytes()] += math.prod(Fraction(1, 2) * chance for _, (_, chance) in drawn)
    assert 1 == sum(law.values())
    return law


@pytest.mark.parametrize("name", RANDOMIZERS)
def test_no_tally_is_likelier_for_another_number_than_the_loss_allows(name):
    randomizer = RANDOMIZERS[name]
    several = len(randomizer.table) - 1
    questions = tuple(
        Question(0, i, tuple(float(i + 1 + 3 * k) for k in range(several)), randomizer, 1) for i in range(2)
    )
    numbers = [0.5, 1.5, 4.5, 9.0]
    laws = {pair: law_of_tallies(randomizer, questions, pair) for pair in itertools.product(numbers, repeat=2)}
    neighbours = [(law, other) for law in laws for other in laws if law[0] == other[0] or law[1] == other[1]]
    worst = max(laws[item][tally] / laws[other][tally] for item, other in neighbours for tally in laws[item])
    assert 1 < worst <= exp_from_below(randomizer.loss)


@pytest.mark.parametrize("name", RANDOMIZERS)
def test_answers_change_at_the_whole_numbers_of_the_table_and_nowhere_else(name):
    randomizer = RANDOMIZERS[name]
    thresholds = tuple(float(1 + k) for k in range(len(randomizer.table) - 1))
    question = Question(0, 0, thresholds, randomizer, None)
    edges = {sum(row[:end]) for row in randomizer.table for end in range(1, len(row))}
    for uniform in sorted(edge + beside for edge in edges for beside in (-1, 0)):
        coins = as_coins(uniform)
        asked = RoundAsked(DOMAIN, (question,), None, Dealt(None, coins[None]))
        for number in (0.5, 1.5, 2.5):
            answer = randomizer.randomize(DOMAIN.truth(number, thresholds), coins.tobytes())
            counts = asked.answers(of_integers(np.array([0])), np.array([number]))
            assert answer == int(np.argmax(counts))


def one_by_one(asked, keys, numbers):
    """The tallies by the device's own arithmetic, a row at a time."""
    counts = np.zeros((len(asked.questions), asked.choices), dtype=int)
    for key, number in zip(keys, numbers, strict=True):
        row = of_integers(np.array([key]))
        index = 0 if asked.cohorts is None else int(asked.cohorts.of(asked.coins.lots(row))[0])
        if index < 0:
            continue
        question = asked.questions[index]
        coins = asked.coins.coins(asked.coins.state(coins_context(question)), row)[0].tobytes()
        inside = asked.domain.admit(number, "clamp")
        truth = asked.domain.truth(inside, question.thresholds)
        counts[index, question.randomizer.randomize(truth, coins)] += 1
    return counts


ROWS_OF = st.dictionaries(st.integers(-(2**63), 2**63 - 1), st.floats(-5, 15), min_size=1, max_size=30)


@given(
    table=ROWS_OF,
    direction=st.sampled_from(["minimum", "maximum"]),
    name=st.sampled_from(list(RANDOMIZERS)),
    cohorts=st.sampled_from([HALF, Cohorts((0, LOTS // 3, LOTS // 2)), Cohorts((LOTS // 9, LOTS // 5, LOTS // 2))]),
)
def test_many_rows_at_once_are_rows_one_by_one(table, direction, name, cohorts):
    several = len(RANDOMIZERS[name].table) - 1
    thresholds = [tuple(float(i + 3 * k) for k in range(several)) for i in range(2)]
    questions = tuple(Question(4, i, each, RANDOMIZERS[name], 1) for i, each in enumerate(thresholds))
    asked = RoundAsked(DOMAIN.looking_for(direction), questions, cohorts, COINS)
    keys, numbers = np.array(list(table)), np.array(list(table.values()))
    assert one_by_one(asked, table, table.values()).tolist() == asked.answers(of_integers(keys), numbers).tolist()


def batches_of(keys, numbers, cuts, kind=None):
    """The rows in record batches, cut at these places."""
    whole = pa.RecordBatch.from_arrays([pa.array(keys, kind), pa.array(numbers, pa.float64())], ["key", "number"])
    edges = [0, *sorted(cut % (len(keys) + 1) for cut in cuts), len(keys)]
    return [whole.slice(low, high - low) for low, high in itertools.pairwise(edges)]


def summed(tallies):
    """Slots and counts of several partitions, added up."""
    counts = Counter()
    for tally in tallies:
        counts.update(dict(zip(tally["slot"].to_pylist(), tally["people"].to_pylist(), strict=True)))
    return counts


def round_of(cohorts=HALF):
    randomizer = RANDOMIZERS["two answers"]
    return RoundAsked(DOMAIN, tuple(Question(0, i, (4.0 + i,), randomizer, 1) for i in range(2)), cohorts, COINS)


@given(table=ROWS_OF, cuts=st.lists(st.integers(0, 30), max_size=5), again=st.lists(st.integers(0, 30), max_size=5))
def test_however_rows_are_dealt_out_their_tallies_add_up_to_the_same(table, cuts, again):
    asked, keys, numbers = round_of(), list(table), list(table.values())
    partitions = [partition_tally(asked, [batch]) for batch in batches_of(keys, numbers, cuts)]
    (whole,) = tallying(asked)(iter(batches_of(keys, numbers, again)))
    expected = summed([whole])
    assert {slot: count for slot, count in expected.items() if count} == +summed(partitions)
    assert len(table) == expected[ROWS] == sum(expected[slot] for slot in range(4))


def test_a_tally_is_all_that_leaves_a_partition():
    tally = partition_tally(round_of(), batches_of(range(1000), [5.0] * 1000, []))
    assert [0, 1, 2, 3, ROWS, UNUSABLE] == tally["slot"].to_pylist()
    assert ["slot", "people"] == tally.schema.names


@pytest.mark.parametrize(
    ("keys", "kind"),
    [([1, 2, None, 4], pa.int64()), ([b"a" * 16, b"b" * 16, b"short", b"c" * 16], pa.binary())],
)
def test_rows_without_a_key_or_a_number_are_counted_and_not_asked(keys, kind):
    counts = summed([partition_tally(round_of(), batches_of(keys, [1.0, None, 2.0, math.nan], [], kind))])
    assert (4, 3, 1) == (counts[ROWS], counts[UNUSABLE], sum(counts[slot] for slot in range(4)))


@pytest.mark.parametrize("kind", [pa.binary(), pa.large_binary(), pa.binary(16), pa.binary_view()])
def test_bytes_are_the_same_key_in_every_arrow_type(kind):
    keys, numbers = [bytes([i]) * 16 for i in range(50)], [float(i % 9) for i in range(50)]
    expected = partition_tally(round_of(), batches_of(keys, numbers, [], pa.binary()))
    assert expected.to_pydict() == partition_tally(round_of(), batches_of(keys, numbers, [20], kind)).to_pydict()


@pytest.mark.parametrize("kind", [pa.int8(), pa.int16(), pa.int32(), pa.int64()])
def test_a_whole_number_is_the_same_key_in_every_width(kind):
    keys, numbers = list(range(-25, 25)), [float(i % 9) for i in range(50)]
    expected = partition_tally(round_of(), batches_of(keys, numbers, []))
    assert expected.to_pydict() == partition_tally(round_of(), batches_of(keys, numbers, [20], kind)).to_pydict()


def test_an_empty_partition_has_an_empty_tally():
    assert 0 == sum(partition_tally(round_of(), [])["people"].to_pylist())
