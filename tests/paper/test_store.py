"""The store: what was kept is found again, whatever stopped the process that wrote it."""

import subprocess
import sys

import pytest

from lowwater.errors import BadData
from lowwater.study.store import Store
from lowwater.study.task import Result, Task

BASE = 7
TASKS = [Task("laplace", {"people": 2**k, "epsilon": 1.0}) for k in range(5)]


def result_of(task, base=BASE, **changed):
    return Result(task, {"mean_error": task.settings["people"] / 3}, task.seed(base), **changed)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "numbers.jsonl"


@pytest.fixture
def whole(path):
    """The text of a store with all results."""
    store = Store(path, BASE)
    for task in TASKS:
        store.add(result_of(task))
    store.tidy()
    return path.read_text()


def test_an_empty_store_misses_everything(path):
    assert TASKS == Store(path, BASE).missing(TASKS)
    assert [] == Store(path, BASE).of(TASKS)


def test_a_store_that_only_looks_writes_no_file(path):
    Store(path, BASE).missing(TASKS)
    assert not path.exists()


def test_what_was_kept_is_found_again(path):
    store = Store(path, BASE)
    store.add(result_of(TASKS[3]))
    store.add(result_of(TASKS[1]))
    again = Store(path, BASE)
    assert [TASKS[0], TASKS[2], TASKS[4]] == again.missing(TASKS)
    assert store.of(TASKS) == again.of(TASKS)
    assert [] == again.of(TASKS[:1])


def test_a_result_is_in_the_file_before_the_next_one(path):
    store = Store(path, BASE)
    for many, task in enumerate(TASKS, start=1):
        store.add(result_of(task))
        assert [result_of(done).to_json() for done in TASKS[:many]] == path.read_text().splitlines()


def test_the_order_in_which_results_come_does_not_matter(path, whole):
    path.unlink()
    store = Store(path, BASE)
    for task in reversed(TASKS):
        store.add(result_of(task))
    assert whole != path.read_text()
    store.tidy()
    assert whole == path.read_text()


def test_a_tidy_store_that_is_opened_again_keeps_its_bytes(path, whole):
    Store(path, BASE)
    assert whole == path.read_text()


def test_a_last_line_torn_anywhere_costs_that_line_only(path, whole):
    start = whole.rindex("\n", 0, -1) + 1
    for end in range(start + 1, len(whole) - 1):
        path.write_text(whole[:end])
        store = Store(path, BASE)
        assert 1 == len(store.missing(TASKS)), end
        store.add(result_of(*store.missing(TASKS)))
        assert [] == Store(path, BASE).missing(TASKS)
        assert whole == path.read_text()


def test_a_last_line_that_lost_nothing_but_its_end_of_line_is_kept(path, whole):
    path.write_text(whole[:-1])
    assert [] == Store(path, BASE).missing(TASKS)
    assert whole == path.read_text()


@pytest.mark.parametrize("number", [1, 2, 4])
@pytest.mark.parametrize(
    "bad", ['{"study": "lap', "[]", "3", "null", "{}", '{"study": "laplace", "settings": {}}', " "]
)
def test_a_line_that_is_no_result_is_an_error_with_its_number_and_a_remedy(path, whole, bad, number):
    lines = whole.splitlines()
    lines[number - 1] = bad
    text = "\n".join(lines) + "\n"
    path.write_text(text)
    with pytest.raises(BadData, match=f"line {number} of numbers.jsonl is no result; delete it"):
        Store(path, BASE)
    assert text == path.read_text()


def test_a_file_that_is_no_text_is_refused_with_a_sentence(path):
    path.write_bytes(b'\xff\xfe{"study"\n')
    with pytest.raises(BadData, match=r"numbers\.jsonl"):
        Store(path, BASE)


def test_empty_lines_do_no_harm(path, whole):
    path.write_text(whole.replace("\n", "\n\n"))
    assert [] == Store(path, BASE).missing(TASKS)
    assert whole == path.read_text()


def test_results_of_another_seed_are_neither_mixed_in_nor_lost(path, whole):
    path.write_text(whole)
    with pytest.raises(BadData, match="another seed"):
        Store(path, BASE + 1)
    assert whole == path.read_text()


def test_results_of_another_version_are_neither_mixed_in_nor_lost(path):
    old = "".join(result_of(task, version="0.0.7").to_json() + "\n" for task in TASKS)
    path.write_text(old)
    with pytest.raises(BadData, match=r"version 0\.0\.7"):
        Store(path, BASE)
    assert old == path.read_text()


def test_of_two_results_for_one_task_the_later_counts(path, whole):
    later = Result(TASKS[0], {"mean_error": 9.0}, TASKS[0].seed(BASE))
    path.write_text(whole + later.to_json() + "\n")
    assert later in Store(path, BASE).of(TASKS)
    assert 5 == len(path.read_text().splitlines())


def test_a_folder_in_the_place_of_the_file_is_an_error(path):
    path.mkdir()
    with pytest.raises(OSError, match=r"numbers\.jsonl"):
        Store(path, BASE)


def test_a_file_in_the_place_of_the_folder_is_an_error(path):
    path.write_text("")
    with pytest.raises(OSError, match=r"numbers\.jsonl"):
        Store(path / "numbers.jsonl", BASE).add(result_of(TASKS[0]))


def test_a_disk_that_is_full_is_an_error_and_costs_the_last_line_only(path, whole):
    pytest.importorskip("resource", reason="a limit on file sizes, to stand for a full disk, exists on Unix only")
    lines = whole.splitlines(keepends=True)
    room = len("".join(lines[:3])) + 20  # three lines, and twenty bytes of the fourth
    path.unlink()
    code = f"""
import resource, sys
from pathlib import Path
from lowwater.study.store import Store
from lowwater.study.task import Result
resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))
store = Store(Path(sys.argv[1]), {BASE})
for line in sys.stdin.read().splitlines():
    store.add(Result.from_json(line))
"""
    ended = subprocess.run([sys.executable, "-c", code, path], input=whole, capture_output=True, text=True, check=False)
    assert 0 != ended.returncode
    assert "OSError" in ended.stderr
    assert "".join(lines)[:room] == path.read_text()
    assert 2 == len(Store(path, BASE).missing(TASKS))
