"""The key of a run travels in the closure of a function, and appears in nothing that engines print, draw or log."""

import base64
import io
import os
from contextlib import redirect_stdout

import pytest
from pyspark import cloudpickle
from pyspark.errors import PySparkException

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import randomized_response
from lowwater.people.spark.lots import Lots
from lowwater.people.spark.partition import RoundAsked, tallying
from lowwater.people.spark.row_coins import RowCoins
from lowwater.people.spark.run import Run, tally_frame

KEY = bytes.fromhex("c0ffee0ddba11fadedfacade5ca1ab1e0b57ac1e5eedbead0a515ba5eba11d0e")
QUESTION = Question(0, 0, (50.0,), randomized_response(Epsilon.of(1)), 20_000)


def spellings(key):
    """The key as plans and logs would show it: raw, in hex, in base 64, as numbers."""
    return [
        key,
        key.hex().encode(),
        key.hex(" ").encode(),
        key.hex().upper().encode(),
        base64.b64encode(key).rstrip(b"="),
        repr(key)[2:-1].encode(),
        ", ".join(map(str, key)).encode(),
        ",".join(map(str, key)).encode(),
        ", ".join(str(byte - 256 if byte > 127 else byte) for byte in key).encode(),
        str(int.from_bytes(key, "big")).encode(),
        str(int.from_bytes(key, "little")).encode(),
    ]


def halves(text):
    """Which spellings of either half of the key are in a text: an offset of base 64 would hide the whole."""
    return [spelling for half in (KEY[:15], KEY[15:30]) for spelling in spellings(half) if spelling in text]


@pytest.fixture
def asked():
    return RoundAsked(Domain(0, 150), (QUESTION,), Lots(20_000).take((20_000,)), RowCoins(KEY))


@pytest.fixture
def columns(frame):
    return frame.selectExpr("id AS key", "age AS number")


def test_the_key_is_in_the_closure(asked):
    assert KEY in cloudpickle.dumps(tallying(asked))


@pytest.mark.parametrize("mode", ["simple", "extended", "codegen", "cost", "formatted"])
def test_no_explanation_of_a_plan_shows_the_key(columns, asked, mode):
    printed = io.StringIO()
    with redirect_stdout(printed):
        tally_frame(columns, asked).explain(mode=mode)
    named = "WholeStageCodegen" if mode == "codegen" else "MapInArrow"
    assert named in printed.getvalue() or "MapPartitions" in printed.getvalue()  # as Spark names it, or Sail
    assert [] == halves(printed.getvalue().encode())


def test_what_is_sent_to_a_server_has_the_key_in_the_function_and_in_no_literal(spark, columns, asked):
    plan = tally_frame(columns, asked)._plan.to_proto(spark.client)
    assert KEY in plan.SerializeToString()
    function = plan.root.map_partitions.func.python_udf
    assert KEY in function.command
    function.command = b""
    assert [] == halves(plan.SerializeToString())
    assert [] == halves(str(plan).encode())


def test_nothing_that_is_printed_shows_the_key(columns, asked):
    run = Run(columns, 20_000, asked.domain, asked.coins)
    for shown in (asked, asked.coins, tallying(asked), run, run.tallies, tally_frame(columns, asked)):
        assert [] == halves(repr(shown).encode() + str(shown).encode())


@pytest.mark.skipif(os.environ.get("LOWWATER_SPARK") != "java", reason="Sail writes no event log; see make spark")
def test_no_event_log_shows_the_key(columns, asked, event_log):
    tally_frame(columns, asked).collect()
    logs = [path.read_bytes() for path in event_log.rglob("*") if path.is_file()]
    assert any(b"MapInArrow" in log for log in logs)
    assert [] == halves(b"".join(logs))


def test_an_error_on_an_executor_does_not_show_the_key(columns, asked):
    def failing(_batches):
        raise RuntimeError("a disk is full")

    with pytest.raises(PySparkException) as error:
        tally_frame(columns.mapInArrow(failing, columns.schema), asked).collect()
    assert [] == halves(f"{error.value!r}{error.value}".encode())
