"""Tasks that fail at their first attempt: a row that is asked again repeats its cohort and its bit."""

from pathlib import Path

import pytest
from pyspark.errors import PySparkException

from lowwater.core.domain import Domain
from lowwater.people.spark.row_coins import RowCoins
from lowwater.people.spark.run import Run
from lowwater.planning.design import design
from lowwater.planning.options import PlanOptions
from lowwater.search.strategy import run_rounds


def failing_first(folder):
    """A step that lets all rows of a partition through and then fails, whenever it is tried for the first time.

    A partition is known by its first row. A file says that the attempt before failed; the next one removes it.
    """

    def step(batches):
        failed = None
        for batch in batches:
            failed = failed or Path(folder, f"failed {batch.column(0)[0]}")
            yield batch
        if failed is None:
            return
        with Path(folder, "attempts").open("a") as log:
            log.write(f"{failed.name} {'again' if failed.exists() else 'first'}\n")
        if failed.exists():
            failed.unlink()
            return
        failed.touch()
        raise RuntimeError("the first attempt of this task fails")

    return step


def tallies(frame, search, rounds):
    """The questions and tallies of a run under a fixed key, over the columns of `frame`."""
    plan = design(20_000, 1, Domain(0, 150), PlanOptions(search=search, rounds=rounds))
    run, seen = Run(frame, plan.people, plan.domain, RowCoins(bytes(range(32)))), []

    def watched(questions):
        seen.append((questions, run.tallies(questions)))
        return seen[-1][1]

    run_rounds(plan.strategy(), watched)
    return seen


@pytest.mark.parametrize(("search", "rounds"), [("cohorts", 3), ("paper", 2)])
def test_a_task_that_is_tried_again_repeats_cohorts_and_bits(frame, tmp_path, search, rounds):
    columns = frame.selectExpr("id AS key", "age AS number")
    steady = tallies(columns, search, rounds)
    shaken = tallies(columns.mapInArrow(failing_first(str(tmp_path)), columns.schema), search, rounds)
    assert steady == shaken
    attempts = (tmp_path / "attempts").read_text().splitlines()
    assert rounds <= sum(line.endswith("first") for line in attempts)
    assert rounds <= sum(line.endswith("again") for line in attempts)


def test_a_task_that_always_fails_is_an_error_and_no_tally(frame):
    def failing(_batches):
        raise RuntimeError("no attempt of this task succeeds")

    columns = frame.selectExpr("id AS key", "age AS number")
    with pytest.raises(PySparkException, match="no attempt of this task succeeds"):
        tallies(columns.mapInArrow(failing, columns.schema), "cohorts", 3)
