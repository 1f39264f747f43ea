"""Measuring: who runs where and how often, and what one task finds, whichever process computes it."""

import json
from functools import partial

import numpy as np
import pytest

from lowwater.contest import measure
from lowwater.contest.board import rows
from lowwater.contest.cell import CellKey, Wishes
from lowwater.contest.entrants import ENTRANTS, FLAGSHIP, LOWER, PACE, SIMPLE, UNKNOWN, Stating
from lowwater.contest.measure import compute, tasks
from lowwater.contest.parts import PARTS
from lowwater.errors import BadData
from lowwater.rivals.rival import FindsQuantiles
from lowwater.rivals.table import CEILINGS
from lowwater.study.run import run
from lowwater.study.store import Store
from lowwater.study.task import Result, Task

SEED = 2019
WHOLE = {"population": "the whole domain", "people": 2**10, "epsilon": 4.0}
MEDIAN = {"population": "uniform", "quantile": 0.5, "people": 2**15, "epsilon": 4.0}
TOLD = {"error", "standard_error", "median", "runs", "worst", "worst_standard_error"}
SHARES = {"band", "somebody", "somebody_wrong", "few", "given", "held"}
STATED = SHARES | {"width", "likely"}
SQUARE = {"width": 0.3, "alpha": 1.0, "beta": 1.0, "people": 2**10, "epsilon": 4.0}


def numbers(part, message, entrant, runs=2, own=(), seed=SEED):
    task = Task(part, message | {"entrant": entrant, "runs": runs})
    return compute(task, task.seed(seed), None, own)


# Tasks


def test_everybody_runs_in_every_cell(tmp_path):
    wishes = Wishes(tmp_path, quick=True, runs=100)
    todo = tasks(wishes)
    cells = {name: len(part.settings(wishes)) for name, part in PARTS.items()}
    assert {"grid": 12, "stress": 11, "quantiles": 14, "real": 0} == cells
    finders = sum(isinstance(entrant, FindsQuantiles) for entrant in ENTRANTS.values())
    assert 23 * len(ENTRANTS) + 14 * finders == len(todo) == len({task.key for task in todo})


def test_whoever_finds_no_quantiles_is_absent_where_they_are_wanted(tmp_path, own):
    wishes = Wishes(tmp_path, quick=True, only=("quantiles",))
    absent = set(ENTRANTS) - {task.settings["entrant"] for task in tasks(wishes)}
    assert {LOWER, UNKNOWN, "Laplace", *CEILINGS} == absent
    assert "mine" not in {task.settings["entrant"] for task in tasks(wishes, [own()])}


def test_results_of_another_quantity_are_not_taken_for_these(tmp_path):
    (task, *_) = tasks(Wishes(tmp_path, quick=True, only=("grid",)))
    before = Task(task.study, {name: value for name, value in task.settings.items() if name != "error"})
    store = Store(tmp_path / "numbers.jsonl", SEED)
    store.add(Result(before, {"error": 0.5, "standard_error": 0.1, "median": 0.5}, before.seed(SEED)))
    again = Store(tmp_path / "numbers.jsonl", SEED)
    assert [task] == again.missing([task])
    assert {CellKey.of("grid", task.settings)} == set(rows(again.of([before])))


def test_the_parts_and_the_entrants_can_be_chosen(tmp_path):
    todo = tasks(Wishes(tmp_path, quick=True, only=("stress",), entrants=(SIMPLE, "Laplace")))
    assert 2 * 11 == len(todo)
    assert {("stress", SIMPLE), ("stress", "Laplace")} == {(task.study, task.settings["entrant"]) for task in todo}


def test_a_mechanism_of_ones_own_runs_like_the_others(tmp_path, own):
    todo = tasks(Wishes(tmp_path, quick=True, runs=7, only=("stress",)), [own()])
    assert [7] * 11 == [task.settings["runs"] for task in todo if task.settings["entrant"] == "mine"]
    assert 11 * (len(ENTRANTS) + 1) == len(todo)


def test_without_data_there_are_no_real_cells(tmp_path):
    assert [] == tasks(Wishes(tmp_path, only=("real",)))


@pytest.mark.parametrize("runs", [100, 20, 2])
def test_everybody_runs_at_their_own_pace_and_twice_at_least(tmp_path, runs):
    todo = {t.settings["entrant"]: t.settings["runs"] for t in tasks(Wishes(tmp_path, quick=True, runs=runs))}
    assert {name: max(2, round(runs * PACE.get(name, 1))) for name in ENTRANTS} == todo


def test_at_a_hundred_runs_the_slow_have_ten_and_the_cheap_a_thousand(tmp_path):
    todo = {t.settings["entrant"]: t.settings["runs"] for t in tasks(Wishes(tmp_path, quick=True, runs=100))}
    assert (100, 100) == (todo[FLAGSHIP], todo["tail fit, 32 x 1"])
    assert (10, 100, 1000) == (todo["stochastic gradient"], todo["Laplace"], todo[SIMPLE])


# Numbers


@pytest.mark.parametrize("entrant", ENTRANTS)
def test_statements_are_measured_exactly_of_those_who_make_them(entrant):
    expected = TOLD | (STATED | {"visible"} if isinstance(ENTRANTS[entrant], Stating) else set())
    figures = numbers("stress", WHOLE, entrant)
    assert expected == set(figures)
    assert all(0 <= figures[name] <= 1 for name in SHARES if name in figures)


@pytest.mark.parametrize("entrant", [FLAGSHIP, SIMPLE, "random thresholds"])
def test_the_same_task_gives_the_same_numbers(entrant):
    assert numbers("stress", WHOLE, entrant) == numbers("stress", WHOLE, entrant)


def test_another_seed_gives_other_numbers():
    assert numbers("stress", WHOLE, SIMPLE) != numbers("stress", WHOLE, SIMPLE, seed=SEED + 1)


def test_numbers_have_six_digits():
    figures = [numbers("stress", WHOLE, SIMPLE, runs=50), numbers("grid", SQUARE, SIMPLE)]
    assert all(float(f"{value:.6g}") == value for item in figures for value in item.values())
    assert 6 == len(str(figures[0]["error"]).removeprefix("0.").lstrip("0"))


def test_an_error_is_told_as_if_the_domain_were_two_wide(own):
    figures = numbers("stress", {"population": "ages", "people": 100, "epsilon": 1.0}, "mine", own=[own()])
    worst = {"worst": 18 / 60, "worst_standard_error": 0.0}
    assert {"error": 18 / 60, "standard_error": 0.0, "median": 18 / 60, "runs": 2} | worst == figures


def test_the_error_is_a_mean_with_its_standard_error_and_the_median(own):
    mine = own(says="np.where(np.arange(runs) % 4, domain.lo, domain.hi)")
    figures = numbers("stress", WHOLE, "mine", runs=4, own=[mine])
    worst = {"worst": 0.5, "worst_standard_error": 0.5}
    assert {"error": 0.5, "standard_error": 0.5, "median": 0.0, "runs": 4} | worst == figures


def test_a_single_run_has_no_standard_error(own):
    assert 0 == numbers("stress", WHOLE, "mine", runs=1, own=[own()])["standard_error"]


@pytest.mark.parametrize(
    ("says", "error", "worst"), [("domain.lo", 0.85, 1.7), ("domain.hi", 1.15, 2.0), ("-0.15", 0.51, 0.85)]
)
def test_the_error_of_a_cell_is_the_mean_over_its_places_and_the_worst_stands_beside_it(own, says, error, worst):
    figures = numbers("grid", SQUARE, "mine", own=[own(says=f"np.full(runs, {says})")])
    assert (error, error, worst) == (figures["error"], figures["median"], figures["worst"])
    assert (0, 0) == (figures["standard_error"], figures["worst_standard_error"])


def test_the_standard_error_of_a_mean_over_places_is_that_of_independent_runs(own):
    mine = own(says="np.where(np.arange(runs) % 4, domain.lo, domain.hi)")
    figures = numbers("grid", SQUARE, "mine", runs=4, own=[mine])
    minima = np.linspace(0, 1.7, 6)  # counted from the domain's start; one run in four says its end, 2
    places = [np.array([2 - at, at, at, at]) for at in minima]
    each = np.array([errors.std(ddof=1) / 2 for errors in places])
    worst = max(range(6), key=lambda place: places[place].mean())
    assert pytest.approx(np.sqrt((each**2).sum()) / 6, rel=1e-5) == figures["standard_error"]
    assert pytest.approx((places[worst].mean(), each[worst]), rel=1e-5) == (
        figures["worst"],
        figures["worst_standard_error"],
    )


# Two times 400 runs in six places each: five standard errors, a false alarm in 1.7 million.
def test_few_runs_and_many_have_the_same_error_on_average():
    few = [numbers("grid", SQUARE, SIMPLE, runs=2, seed=seed)["error"] for seed in range(200)]
    many = numbers("grid", SQUARE, SIMPLE, runs=400)
    assert abs(np.mean(few) - many["error"]) < 5 * np.hypot(np.std(few) / np.sqrt(200), many["standard_error"])


@pytest.mark.parametrize("entrant", [FLAGSHIP, SIMPLE, "noisy binary search"])
def test_a_quantile_is_held_against_the_true_one(entrant):
    figures = numbers("quantiles", MEDIAN, entrant, runs=20)
    assert set(figures) == TOLD | (STATED if entrant == FLAGSHIP else set())
    assert figures["error"] < 0.05  # the minimum is 0.5 away, the mean error of any of them below 0.01


def test_an_entrant_that_finds_no_quantiles_is_refused_with_a_sentence():
    with pytest.raises(BadData, match="Laplace finds no quantiles"):
        numbers("quantiles", MEDIAN, "Laplace")


def test_the_shares_of_statements_are_over_all_places():
    figures = numbers("grid", SQUARE, FLAGSHIP)
    assert 12 == figures["runs"]
    assert all(pytest.approx(round(12 * figures[name]), abs=1e-4) == 12 * figures[name] for name in SHARES)
    assert figures["held"] <= figures["given"]


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
    assert {"population", "people", "epsilon", "entrant", "runs", "error"} == set(lines[0]["settings"])
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
