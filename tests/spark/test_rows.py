"""Rows that answer for themselves: the same searches and the same plans, on a cluster."""

import gc
import math
import sys
from datetime import date
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyspark import cloudpickle
from pyspark.sql import functions as sql

import lowwater
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadData, BadPlan, NotPrivate, YourFault
from lowwater.find import find
from lowwater.people.numbers import Numbers
from lowwater.people.spark.row_coins import RowCoins
from lowwater.people.spark.rows import CLAIM, SparkRows
from lowwater.planning.design import design
from lowwater.planning.options import PlanOptions

DOMAIN = Domain(0, 150)

cloudpickle.register_pickle_by_value(sys.modules[__name__])  # executors have no tests


def fixed(size):
    """Entropy that repeats itself."""
    return bytes(range(size))


def planned(people, epsilon=8, domain=DOMAIN, **options):
    """A plan with few passes over the table."""
    return design(people.people, epsilon, domain, PlanOptions(**({"search": "cohorts", "rounds": 4} | options)))


def asked(people, plan, **options):
    """The questions and tallies of a run."""
    seen = []
    find(people, plan, watch=lambda question, tally: seen.append((question, tally)), **options)
    return seen


def coins_in_memory():
    """The objects that hold a key."""
    gc.collect()
    return {id(thing) for thing in gc.get_objects() if isinstance(thing, RowCoins)}


def test_the_minimum_of_a_column_is_where_it_should_be(frame):
    people = SparkRows(frame, "age", "id")
    estimate = find(people, planned(people, rounds=8, domain=Domain(0, 150, step=1)))
    # at epsilon 8 a bit is flipped with a chance of 3e-4, so that 2,500 answers a round tell 1 % of people from nobody
    assert abs(estimate.value - 18) <= 2
    assert not estimate.simulated


def test_find_min_takes_rows_as_it_takes_numbers(frame):
    estimate = lowwater.find_min(frame, 8, (0, 150), column="age", key="id", search="cohorts", rounds=8)
    assert abs(estimate.value - 18) <= 2
    assert (CLAIM,) == estimate.caveats


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"values": [1, 2, 3]}, "key='id' of list; only rows of a Spark DataFrame draw coins of their own"),
        ({"column": None}, "key='id' with numbers, column=None; give a column of numbers, and their domain"),
        ({"domain": (date(1900, 1, 1), date(2020, 1, 1))}, "key='id' with dates, column='age'"),
        ({"by": "uuid", "groups": ["a"]}, "key='id' with by='uuid'; groups are counted here: leave the key out"),
        ({"seed": 7}, "seed=7, and every row draws its own coins"),
    ],
)
def test_a_key_that_does_not_fit_the_call_is_refused(frame, options, message):
    call = {"values": frame, "epsilon": 8, "domain": (0, 150), "column": "age", "search": "cohorts", "rounds": 4}
    with pytest.raises(YourFault, match=message):
        lowwater.find_min(**call | {"key": "id"} | options)


def test_an_estimate_says_what_is_claimed(frame):
    people = SparkRows(frame, "age", "id")
    estimate = find(people, planned(people))
    assert (CLAIM,) == estimate.caveats
    assert "but this is computational differential privacy, against whoever sees only the tallies" in str(estimate)


@pytest.mark.parametrize(
    "options",
    [
        {"rounds": 4},
        {"search": "one-round", "rounds": 1, "questions": 5, "choices": 2},
        {"search": "one-round", "rounds": 1, "questions": 3, "choices": 4},
        {"search": "tail-fit", "rounds": 4, "questions": 2},
    ],
)
def test_everyone_answers_once_at_most(frame, options):
    people = SparkRows(frame, "age", "id")
    plan = planned(people, **options)
    tallies = asked(people, plan)
    planned_for = sum(question.people for question, _tally in tallies)
    answers = sum(tally.total for _question, tally in tallies)
    assert answers <= people.people
    # binomial with a deviation of at most 71: further off than 400 less often than once in 10**7
    assert abs(answers - planned_for) <= 400


def test_cohorts_that_ask_everyone_in_all_ask_every_row_once(frame):
    people = SparkRows(frame, "age", "id")
    tallies = asked(people, planned(people, search="one-round", rounds=1, questions=5, choices=2))
    assert people.people == sum(question.people for question, _tally in tallies)
    assert people.people == sum(tally.total for _question, tally in tallies)


def test_where_everyone_is_asked_every_round_every_row_answers_every_round(frame):
    people = SparkRows(frame, "age", "id")
    plan = design(people.people, 8, DOMAIN, PlanOptions(search="paper", rounds=3))
    assert [people.people] * 3 == [tally.total for _question, tally in asked(people, plan)]


@pytest.mark.parametrize("direction", ["minimum", "maximum"])
def test_answers_are_those_of_the_truths(frame, direction):
    people = SparkRows(frame, "age", "id")
    plan = design(people.people, 15, DOMAIN.looking_for(direction), PlanOptions(search="paper", rounds=1, h=1.0))
    ((question, tally),) = asked(people, plan)
    truths = people.count(plan.domain, np.array(question.thresholds))[0]
    # 20,000 bits, each flipped with a chance of 3.1e-7: more than 5 of them less often than once in 10**15
    assert abs(tally.yes - truths) <= 5


def test_a_key_of_16_bytes_will_do(frame):
    people = SparkRows(frame, "age", "uuid")
    assert abs(find(people, planned(people, rounds=8)).value - 18) <= 2


def test_every_run_draws_a_new_key(frame):
    people = SparkRows(frame, "age", "id")
    plan = planned(people, epsilon=1)
    # two runs agree in all four totals with a chance below 1e-6
    assert [t.total for _, t in asked(people, plan)] != [t.total for _, t in asked(people, plan)]


def test_the_key_is_gone_when_the_run_is_over(frame):
    people, during = SparkRows(frame, "age", "id"), []
    before = coins_in_memory()
    find(people, planned(people), watch=lambda *_: during.append(coins_in_memory() - before))
    assert [1] * 4 == list(map(len, during))
    assert before == coins_in_memory()


def test_honest_answers_never_leave_their_rows(frame):
    people = SparkRows(frame, "age", "id")
    with pytest.raises(NotPrivate, match="honest answers are about to leave their rows"):
        find(people, design(people.people, None, DOMAIN, PlanOptions(search="honest")))


def test_coins_that_nobody_can_repeat_have_no_seed(frame):
    people, grant = SparkRows(frame, "age", "id"), lowwater.Grant(8)
    with pytest.raises(YourFault, match="seed=7, and every row draws its own coins, which nobody can repeat"):
        find(people, planned(people), seed=7, grant=grant)
    assert Epsilon(0) == grant.spent


def test_a_cohort_that_might_reach_nobody_is_refused_before_anything_is_spent(frame):
    people, grant = SparkRows(frame.limit(100), "age", "id"), lowwater.Grant(8)
    with pytest.raises(BadPlan, match=r"a question for 12 people; .* a question needs 16 on average"):
        find(people, planned(people, rounds=8), grant=grant)
    assert Epsilon(0) == grant.spent


def changing(spark, marker, change):
    """A table of 2,000 rows whose batches are changed as soon as the file `marker` is there."""

    def step(batches):
        for batch in batches:
            rows = batch.to_pydict()
            yield pa.RecordBatch.from_pydict(change(rows) if Path(marker).exists() else rows, batch.schema)

    table = spark.range(2_000).selectExpr("id", "double(20 + id % 60) AS age")
    return table.mapInArrow(step, table.schema)


def with_a_stranger(rows):
    return {name: cells + [-1] * (0 in rows["id"]) for name, cells in rows.items()}


def without_a_number(rows):
    return rows | {"age": [math.nan if key == 7 else age for key, age in zip(rows["id"], rows["age"], strict=True)]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (with_a_stranger, "the table has changed during the run: it had 2,000 rows, and has 2,001 now; run on a copy"),
        (without_a_number, "has 2,000 now, 1 of them without a key or a number; run on a copy that nobody writes to"),
    ],
)
def test_a_table_that_changes_between_rounds_is_noticed_and_what_was_spent_stays_spent(
    spark, tmp_path, change, message
):
    marker, grant = tmp_path / "changed", lowwater.Grant(8)
    people = SparkRows(changing(spark, str(marker), change), "age", "id")
    plan, rounds = planned(people), []

    def watch(*asked):
        rounds.append(asked)
        marker.touch()

    with pytest.raises(BadData, match=message):
        find(people, plan, grant=grant, watch=watch)
    assert 1 == len(rounds)
    assert plan.loss == grant.spent


def test_counts_are_those_of_the_numbers(frame, people):
    ages = np.concatenate([pq.read_table(path)["age"].to_numpy() for path in people.iterdir()])
    for domain in (DOMAIN, DOMAIN.looking_for("maximum")):
        thresholds = np.array([17.0, 18.0, 50.5, 89.0, 90.0])
        expected = Numbers.of(ages).count(domain, thresholds)
        assert expected.tolist() == SparkRows(frame, "age", "id").count(domain, thresholds).tolist()


@pytest.mark.parametrize(
    ("number", "kind"), [(20, "tinyint"), (20, "smallint"), (20, "int"), (20, "bigint"), (20, "float"), (20, "double")]
)
def test_numbers_of_every_kind_will_do(spark, number, kind):
    frame = spark.range(64).select("id", sql.lit(number).cast(kind).alias("age"))
    people = SparkRows(frame, "age", "id")
    assert [64.0] == people.count(DOMAIN, np.array([20.0])).tolist()
    assert 64 == sum(tally.total for _, tally in asked(people, planned(people, rounds=4)))


def test_decimals_count_as_the_nearest_doubles(spark):
    frame = spark.range(64).select("id", sql.lit("20.10").cast("decimal(10,2)").alias("age"))
    assert [0.0, 64.0] == SparkRows(frame, "age", "id").count(DOMAIN, np.array([20.0999, 20.1])).tolist()
