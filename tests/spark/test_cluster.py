"""Studies on a cluster: the same file as from processes, and errors in sentences."""

import json
import socket
import sys
from dataclasses import replace
from functools import partial

import pytest
from pyspark import cloudpickle

from lowwater.errors import BadData, LowwaterError, Unreachable, YourFault
from lowwater.study import cluster
from lowwater.study.run import run
from lowwater.study.store import Store
from lowwater.study.task import Result, Task

cloudpickle.register_pickle_by_value(sys.modules[__name__])  # executors have no tests

TASKS = [Task("squares", {"number": number}) for number in range(9)]


def squares(task, seed):
    """Numbers that depend on a task and its seed, as those of every study do."""
    return {"square": task.settings["number"] ** 2, "of seed": seed / 7}


def studied(folder, compute=squares, tasks=TASKS, **how):
    """The file of a study."""
    folder.mkdir(exist_ok=True)
    run(tasks, Store(folder / "numbers.jsonl", 2019), compute, **how)
    return (folder / "numbers.jsonl").read_bytes()


def test_a_cluster_gives_the_file_that_processes_give(remote, tmp_path):
    assert studied(tmp_path / "here", jobs=1) == studied(tmp_path / "there", spread=cluster.over(remote))


def test_progress_is_told_task_by_task_and_what_is_there_is_not_computed_again(remote, tmp_path):
    studied(tmp_path, tasks=TASKS[:4], jobs=1)
    progress = []
    studied(tmp_path, spread=cluster.over(remote), progress=lambda done, many: progress.append((done, many)))
    assert [(done, 9) for done in range(4, 10)] == progress
    studied(tmp_path, compute=None, spread=cluster.over("sc://nowhere.invalid"))  # nothing is left to compute


@pytest.mark.parametrize("experiment", ["paper", "contest"])
def test_tasks_of_paper_and_contest_have_the_same_numbers_on_a_cluster(remote, tmp_path, experiment):
    pytest.importorskip("matplotlib", reason="what draws is not installed here")
    from lowwater.contest import cell, measure
    from lowwater.paper import comparison, studies, study

    if experiment == "paper":
        tasks, compute = comparison.tasks(study.Wishes(tmp_path, quick=True, runs=20))[:6], studies.compute
    else:
        chosen = {"quick": True, "runs": 2, "only": ("grid",), "entrants": ("cohort bisection",)}
        tasks, compute = measure.tasks(cell.Wishes(tmp_path, **chosen))[:6], measure.compute
    here, there = (partial(compute, folder=tmp_path / place) for place in ("here", "there"))
    expected = studied(tmp_path / "here", here, tasks, jobs=1)
    assert 6 == expected.count(b"\n")
    assert expected == studied(tmp_path / "there", there, tasks, spread=cluster.over(remote))


def missing_file(_task, _seed):
    raise FileNotFoundError(2, "No such file", "numbers.npy")


def bad_numbers(_task, _seed):
    raise BadData("7 of 9 values are missing")


def bug(_task, _seed):
    return {}["no such thing"]


@pytest.mark.parametrize(
    ("compute", "message"),
    [
        (
            missing_file,
            r"an executor could not compute a task: .*numbers\.npy.*; it needs the files that this machine has",
        ),
        (bad_numbers, "an executor could not compute a task: 7 of 9 values are missing"),
    ],
)
def test_what_an_executor_cannot_compute_is_a_sentence(remote, tmp_path, compute, message):
    with pytest.raises(BadData, match=message):
        studied(tmp_path, compute=compute, spread=cluster.over(remote))


def test_a_bug_on_an_executor_is_named_and_results_so_far_are_kept(remote, tmp_path):
    with pytest.raises(LowwaterError, match=r"Spark at sc://.* gave up: .*no such thing.*; results so far are kept"):
        studied(tmp_path, compute=bug, spread=cluster.over(remote))


def test_executors_of_another_version_are_refused():
    line = replace(Result(TASKS[0], {}, 1), version="0.0.1").to_json()
    with pytest.raises(BadData, match=r"the executors have Lowwater 0\.0\.1, and this is"):
        cluster._checked(line, None)


@pytest.mark.parametrize("url", ["localhost:15002", "http://localhost:15002", "sc://", "sc://host:port", "local[2]"])
def test_what_is_no_address_of_a_spark_connect_server_is_refused(tmp_path, url):
    with pytest.raises(YourFault, match="give that of a Spark Connect server, such as sc://localhost:15002"):
        studied(tmp_path, spread=cluster.over(url))


def test_an_address_where_nobody_listens_is_named_at_once(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(Unreachable, match=f"no Spark Connect server at sc://127.0.0.1:{port}: Connection refused"):
        studied(tmp_path, spread=cluster.over(f"sc://127.0.0.1:{port}"))


@pytest.fixture
def say(capfd, monkeypatch, tmp_path):
    """A verb within this process, in a folder of its own."""
    pytest.importorskip("click", reason="the command line is not installed here")
    pytest.importorskip("matplotlib", reason="what draws is not installed here")
    from lowwater.cli import main

    monkeypatch.chdir(tmp_path)

    def command(*words):
        monkeypatch.setattr(sys, "argv", ["lowwater", *words])
        with pytest.raises(SystemExit) as end:
            main()
        return end.value.code or 0, *capfd.readouterr()

    return command


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("paper", "--quick", "--only", "laplace"), marks=pytest.mark.long),
        ("contest", "--quick", "--only", "quantiles", "--runs", "2", "--entrant", "noisy binary search"),
    ],
)
@pytest.mark.usefixtures("untraced_drawing")
def test_the_command_line_gives_the_same_numbers_over_spark_as_over_processes(say, remote, tmp_path, words):
    assert 0 == say(*words, "--out", "here", "--jobs", "1", "--json")[0]
    code, out, err = say(*words, "--out", "there", "--spark", remote, "--json")
    assert (0, "") == (code, err)
    assert json.loads(out)
    assert (tmp_path / "here/numbers.jsonl").read_bytes() == (tmp_path / "there/numbers.jsonl").read_bytes()


def test_the_command_line_says_that_nobody_listens(say):
    code, _out, err = say("paper", "--quick", "--only", "appendix", "--spark", "sc://127.0.0.1:1")
    assert (6, "lowwater: no Spark Connect server at sc://127.0.0.1:1: Connection refused\n") == (code, err)
