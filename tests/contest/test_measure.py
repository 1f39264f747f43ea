"""Measuring: who runs where and how often, and what one task finds, whichever process computes it."""

import json
from functools import partial

import pytest

from lowwater.contest import measure
from lowwater.contest.cell import Wishes
from lowwater.contest.entrants import ENTRANTS, FLAGSHIP, PACE, SIMPLE, Stated
from lowwater.contest.measure import SHARES, compute, tasks
from lowwater.contest.parts import PARTS
from lowwater.study.run import run
from lowwater.study.store import Store
from lowwater.study.task import Task

SEED = 2019
WHOLE = {"population": "the whole domain", "people": 2**10, "epsilon": 4.0}
SQUARE = {"width": 0.3, "alpha": 1.0, "beta": 1.0, "people": 2**10, "epsilon": 4.0}


def numbers(part, told, entrant, runs=2, own=(), seed=SEED):
    task = Task(part, told | {"entrant": entrant, "runs": runs})
    return compute(task, task.seed(seed), None, own)


# Tasks


def test_everybody_runs_in_every_cell(tmp_path):
    wishes = Wishes(tmp_path, quick=True, runs=100)
    found = tasks(wishes)
    cells = sum(len(part.settings(wishes)) for part in PARTS.values())
    assert cells * len(ENTRANTS) == len(found) == len({task.key for task in found})
    assert 12 + 11 == cells


def test_the_parts_and_the_entrants_can_be_chosen(tmp_path):
    found = tasks(Wishes(tmp_path, quick=True, only=("stress",), entrants=(SIMPLE, "Laplace")))
    assert 2 * 11 == len(found)
    assert {("stress", SIMPLE), ("stress", "Laplace")} == {(task.study, task.settings["entrant"]) for task in found}


def test_a_mechanism_of_ones_own_runs_like_the_others(tmp_path, own):
    found = tasks(Wishes(tmp_path, quick=True, runs=7, only=("stress",)), [own()])
    assert [7] * 11 == [task.settings["runs"] for task in found if task.settings["entrant"] == "mine"]
    assert 11 * (len(ENTRANTS) + 1) == len(found)


def test_without_data_there_are_no_real_cells(tmp_path):
    assert [] == tasks(Wishes(tmp_path, only=("real",)))


@pytest.mark.parametrize("runs", [100, 20, 2])
def test_everybody_runs_at_their_own_pace_and_twice_at_least(tmp_path, runs):
    found = {t.settings["entrant"]: t.settings["runs"] for t in tasks(Wishes(tmp_path, quick=True, runs=runs))}
    assert {name: max(2, round(runs * PACE.get(name, 1))) for name in ENTRANTS} == found


def test_at_a_hundred_runs_the_slow_have_ten_and_the_cheap_a_thousand(tmp_path):
    found = {t.settings["entrant"]: t.settings["runs"] for t in tasks(Wishes(tmp_path, quick=True, runs=100))}
    assert (10, 100, 1000) == (found["stochastic gradient"], found["Laplace"], found[SIMPLE])


# Numbers


@pytest.mark.parametrize("entrant", ENTRANTS)
def test_limits_are_told_exactly_of_those_who_state_them(entrant):
    expected = {"error", "standard_error", "median"} | (set(SHARES) if isinstance(ENTRANTS[entrant], Stated) else set())
    found = numbers("stress", WHOLE, entrant)
    assert expected == set(found)
    assert all(0 <= found[name] <= 1 for name in SHARES if name in found)


@pytest.mark.parametrize("entrant", [FLAGSHIP, SIMPLE, "random thresholds"])
def test_the_same_task_gives_the_same_numbers(entrant):
    assert numbers("stress", WHOLE, entrant) == numbers("stress", WHOLE, entrant)


def test_another_seed_gives_other_numbers():
    assert numbers("stress", WHOLE, SIMPLE) != numbers("stress", WHOLE, SIMPLE, seed=SEED + 1)


def test_numbers_have_six_digits():
    found = [numbers("stress", WHOLE, SIMPLE, runs=50), numbers("grid", SQUARE, SIMPLE)]
    assert all(float(f"{value:.6g}") == value for one in found for value in one.values())
    assert 6 == len(str(found[0]["error"]).removeprefix("0.").lstrip("0"))


def test_an_error_is_told_as_if_the_domain_were_two_wide(own):
    found = numbers("stress", {"population": "ages", "people": 100, "epsilon": 1.0}, "mine", own=[own()])
    assert {"error": 18 / 60, "standard_error": 0.0, "median": 18 / 60} == found


def test_the_error_is_a_mean_with_its_standard_error_and_the_median(own):
    mine = own(says="np.where(np.arange(runs) % 4, domain.lo, domain.hi)")
    found = numbers("stress", WHOLE, "mine", runs=4, own=[mine])
    assert {"error": 0.5, "standard_error": 0.5, "median": 0.0} == found


def test_a_single_run_has_no_standard_error(own):
    assert 0 == numbers("stress", WHOLE, "mine", runs=1, own=[own()])["standard_error"]


@pytest.mark.parametrize(("says", "worst"), [("domain.lo", 1.7), ("domain.hi", 2.0), ("-0.15", 0.85)])
def test_the_error_of_a_cell_is_that_of_its_worst_place(own, says, worst):
    found = numbers("grid", SQUARE, "mine", own=[own(says=f"np.full(runs, {says})")])
    assert worst == found["error"] == found["median"]


def test_the_shares_of_limits_are_over_all_places():
    found = numbers("grid", SQUARE, FLAGSHIP)
    assert all(pytest.approx(round(12 * found[name])) == 12 * found[name] for name in SHARES)
    assert found["held"] <= found["upper"]


def test_a_bound_is_told_where_one_is_known():
    expected = float(f"{PARTS['grid'].cell(SQUARE, None).bound:.6g}")
    assert expected == numbers("grid", SQUARE, SIMPLE)["bound"]
    assert "bound" not in numbers("stress", WHOLE, SIMPLE)


# Processes


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    """Tasks that take no time, and the file that one process makes of them."""
    folder = tmp_path_factory.mktemp("one")
    chosen = tasks(Wishes(folder, quick=True, runs=2, only=("stress",), entrants=(SIMPLE, "random thresholds")))
    return chosen, ran(folder, chosen, jobs=1)


def ran(folder, chosen, jobs, own=()):
    run(chosen, Store(folder / "numbers.jsonl", SEED), partial(compute, folder=folder, own=own), jobs)
    return (folder / "numbers.jsonl").read_bytes()


def test_a_task_gives_the_same_numbers_in_another_process(few, tmp_path):
    chosen, expected = few
    assert expected == ran(tmp_path, chosen, jobs=2)


def test_a_task_gives_the_same_numbers_in_any_company(few, tmp_path):
    chosen, expected = few
    alone = ran(tmp_path, chosen[3:4], jobs=1)
    assert alone.strip() in expected.splitlines()


def test_a_line_holds_the_cell_the_entrant_and_its_runs(few):
    lines = [json.loads(line) for line in few[1].splitlines()]
    assert {"population", "people", "epsilon", "entrant", "runs"} == set(lines[0]["settings"])
    assert {"stress"} == {line["study"] for line in lines}
    assert len(few[0]) == len(lines)


def test_a_mechanism_of_ones_own_goes_to_other_processes_too(tmp_path, own):
    chosen = tasks(Wishes(tmp_path, quick=True, runs=2, only=("stress",), entrants=("mine",)), [own()])[:2]
    lines = [json.loads(line) for line in ran(tmp_path, chosen, jobs=2, own=[own()]).splitlines()]
    assert ["mine", "mine"] == [line["settings"]["entrant"] for line in lines]


def test_an_entrant_that_nobody_knows_is_an_error():
    with pytest.raises(KeyError, match="nobody"):
        numbers("stress", WHOLE, "nobody")


def test_everybody_is_known_by_name():
    assert ENTRANTS == measure.entrants(())
