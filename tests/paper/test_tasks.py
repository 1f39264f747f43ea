"""Tasks: the same settings are the same key and the same seed, here and anywhere; no two tasks share one."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lowwater
from lowwater.paper.studies import STUDIES
from lowwater.paper.study import Wishes
from lowwater.study.task import Result, Task

TASK = Task("laplace", {"people": 1024, "epsilon": 0.5, "method": "laplace", "runs": None})
KEY = '["laplace", {"epsilon": 0.5, "method": "laplace", "people": 1024, "runs": null}]'
SEED = 8674569746954
NUMBERS = {"mean_error": 0.1 + 0.2, "tiny": 5e-324, "plan": {"search": "paper", "rounds": 5}}

plain = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
fields = st.dictionaries(st.text(), plain | st.lists(plain, max_size=3), max_size=5)


@pytest.fixture(scope="module")
def grid():
    wishes = [Wishes(Path(), monte_carlo=often) for often in (False, True)]
    return {task.key: task for wish in wishes for study in STUDIES.values() for task in study.tasks(wish)}


def test_a_key_is_one_line_of_text_that_never_changes():
    assert KEY == TASK.key


def test_a_seed_never_changes():
    assert SEED == TASK.seed(2019)


def test_another_process_finds_the_same_key_and_seed():
    code = (
        f"from lowwater.study.task import Task; t = Task({TASK.study!r}, {TASK.settings!r}); print(t.key, t.seed(2019))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert f"{KEY} {SEED}\n" == result


def test_the_order_of_settings_does_not_matter():
    turned = Task("laplace", dict(reversed(TASK.settings.items())))
    assert (TASK.key, TASK.seed(1)) == (turned.key, turned.seed(1))


@pytest.mark.parametrize(
    "other", [Task("appendix", TASK.settings), *(Task("laplace", TASK.settings | {name: 7}) for name in TASK.settings)]
)
def test_another_study_or_setting_is_another_key_and_seed(other):
    assert TASK.key != other.key
    assert TASK.seed(1) != other.seed(1)


def test_no_two_tasks_of_the_whole_study_share_a_seed(grid):
    assert len(grid) > 4560
    assert len(grid) == len({task.seed(2019) for task in grid.values()})


def test_another_base_gives_no_task_the_seed_of_any_other(grid):
    assert not {task.seed(2019) for task in grid.values()} & {task.seed(2020) for task in grid.values()}


def test_a_result_is_one_line_with_everything_it_was_made_with():
    line = Result(TASK, NUMBERS, SEED).to_json()
    expected = {"study": "laplace", "settings": TASK.settings, "numbers": NUMBERS, "seed": SEED}
    assert "\n" not in line
    assert expected | {"version": lowwater.__version__} == json.loads(line)


def test_a_result_read_back_is_the_same_result_to_the_last_digit():
    made = Result(TASK, NUMBERS, SEED, "0.0.7")
    assert made == Result.from_json(made.to_json())


@given(st.text(), fields, fields, st.integers(0, 2**70))
@settings(max_examples=60)
def test_any_result_survives_the_round_trip_as_one_line(study, chosen, numbers, seed):
    made = Result(Task(study, chosen), numbers, seed)
    read = Result.from_json(made.to_json())
    assert made == read
    assert made.task.key == read.task.key
    assert len(made.to_json().splitlines()) == 1


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_number_that_is_none_is_never_written(number):
    with pytest.raises(ValueError, match="JSON"):
        Result(TASK, {"mean_error": number}, 1).to_json()
