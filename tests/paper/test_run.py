"""Runs: an interrupted study goes on where it was, and any number of processes gives the same file."""

import json
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from lowwater.errors import BadData
from lowwater.paper import appendix
from lowwater.paper.studies import compute
from lowwater.paper.study import Wishes
from lowwater.study.run import run
from lowwater.study.store import Store
from lowwater.study.task import Task

SEED = 2019
TASKS = appendix.tasks(Wishes(Path(), quick=True, runs=20))
MANY = len(TASKS)


class Interrupted(Exception):
    """Somebody pressed a key."""


def studied(folder, seed=SEED, jobs=1, until=None, tasks=TASKS):
    """Run the study, at most until `until` points are done, and say what its progress was told."""
    replies = []

    def progress(done, many):
        replies.append((done, many))
        if done == until:
            raise Interrupted

    path = folder / "numbers.jsonl"
    if until is None:
        run(tasks, Store(path, seed), partial(compute, folder=folder), jobs, progress)
    else:
        with pytest.raises(Interrupted):
            run(tasks, Store(path, seed), partial(compute, folder=folder), jobs, progress)
    return replies, path


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The file of a run that nobody interrupted, in one process."""
    return studied(tmp_path_factory.mktemp("whole"))[1].read_bytes()


def test_a_run_keeps_a_line_for_each_task(whole):
    lines = [json.loads(line) for line in whole.splitlines()]
    assert MANY == len(lines)
    assert {task.key for task in TASKS} == {Task(line["study"], line["settings"]).key for line in lines}


def test_progress_is_told_from_nothing_to_everything(tmp_path):
    assert [(done, MANY) for done in range(MANY + 1)] == studied(tmp_path)[0]


def test_a_run_that_has_everything_computes_nothing(tmp_path, whole):
    studied(tmp_path)
    study, path = studied(tmp_path)
    assert [(MANY, MANY)] == study
    assert whole == path.read_bytes()


@pytest.mark.parametrize("until", [1, 7, MANY - 1])
def test_an_interrupted_run_goes_on_where_it_was(tmp_path, whole, until):
    _, path = studied(tmp_path, until=until)
    assert until == len(path.read_text().splitlines())
    study, _ = studied(tmp_path)
    assert [(done, MANY) for done in range(until, MANY + 1)] == study
    assert whole == path.read_bytes()


def test_a_run_interrupted_again_and_again_ends_as_one_that_never_was(tmp_path, whole):
    for until in (2, 3, 11):
        studied(tmp_path, until=until)
    assert whole == studied(tmp_path)[1].read_bytes()


def test_what_is_done_is_never_computed_again(tmp_path):
    _, path = studied(tmp_path, until=5)
    marked = path.read_text().replace('"mean_error": ', '"marked": true, "mean_error": ')
    path.write_text(marked)
    studied(tmp_path)
    assert 5 == path.read_text().count('"marked": true')


def test_a_process_killed_while_writing_loses_that_line_only(tmp_path, whole):
    code = f"""
import os, signal, sys
from functools import partial
from pathlib import Path
from lowwater.paper import appendix
from lowwater.paper.studies import compute
from lowwater.study.run import run
from lowwater.study.store import Store
from lowwater.paper.study import Wishes
path = Path(sys.argv[1]) / "numbers.jsonl"

def progress(done, many):
    if done == 6:
        with path.open("a") as file:
            file.write('{{"study": "appendix", "settings": {{"method": "coh')
        os.kill(os.getpid(), signal.SIGKILL)

tasks = appendix.tasks(Wishes(path.parent, quick=True, runs=20))
run(tasks, Store(path, {SEED}), partial(compute, folder=path.parent), 1, progress)
"""
    ended = subprocess.run([sys.executable, "-c", code, tmp_path], check=False)
    assert -signal.SIGKILL == ended.returncode
    assert not (tmp_path / "numbers.jsonl").read_text().endswith("\n")
    study, path = studied(tmp_path)
    assert (6, MANY) == study[0]
    assert whole == path.read_bytes()


def test_two_processes_give_the_same_file_as_one(tmp_path, whole):
    study, path = studied(tmp_path, jobs=2)
    assert [(done, MANY) for done in range(MANY + 1)] == study
    assert whole == path.read_bytes()


def test_two_interrupted_processes_are_continued_by_one(tmp_path, whole):
    _, path = studied(tmp_path, jobs=2, until=3)
    assert 3 == len(path.read_text().splitlines())
    assert (3, MANY) == studied(tmp_path)[0][0]
    assert whole == path.read_bytes()


def test_another_seed_in_the_same_folder_is_refused_and_loses_nothing(tmp_path):
    _, path = studied(tmp_path, until=4)
    kept = path.read_bytes()
    with pytest.raises(BadData, match="--out"):
        studied(tmp_path, seed=SEED + 1)
    assert kept == path.read_bytes()


def test_other_tasks_leave_what_is_there_alone(tmp_path, whole):
    studied(tmp_path, tasks=TASKS[:5])
    study, path = studied(tmp_path, tasks=TASKS[5:])
    assert (0, MANY - 5) == study[0]
    assert whole == path.read_bytes()


def test_a_study_without_tasks_is_done_at_once(tmp_path):
    assert [(0, 0)] == studied(tmp_path, tasks=[])[0]


def test_a_file_where_the_folder_should_be_is_an_error(tmp_path):
    (tmp_path / "taken").write_text("")
    with pytest.raises(OSError, match="taken"):
        studied(tmp_path / "taken")


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_a_task_comes_out_and_what_was_done_before_is_kept(tmp_path, jobs):
    lost = {"dataset": "lost", "domain": [0, 5], "direction": "minimum", "replacement": True}
    broken = Task("movielens", lost | {"people": 2**14, "epsilon": 1.0, "runs": 5})
    studied(tmp_path, tasks=TASKS[:4])
    with pytest.raises(FileNotFoundError, match="lost"):
        studied(tmp_path, jobs=jobs, tasks=[*TASKS[:4], broken])
    assert 4 == len((tmp_path / "numbers.jsonl").read_text().splitlines())
