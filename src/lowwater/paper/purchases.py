"""Purchase tasks 1 and 2 (section 6.3): the least age in each amount range, and in each category."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from lowwater.errors import BadData
from lowwater.files.query import ask, columns, number, require_numbers
from lowwater.files.table import quoted
from lowwater.paper import real
from lowwater.paper.study import Study, Wishes
from lowwater.study.dataset import keep
from lowwater.study.figure import Figure
from lowwater.study.task import Result, Task

PEOPLE = tuple(2**k for k in range(11, 16))
AGES = (0.0, 150.0)
PAPER_RANGES = tuple(10_000.0 * k for k in range(7))
FEWEST = 2**11
"""A group with fewer people is left out (the paper left out categories below 2**15, of 23 it kept 19)."""

PERSONS, AMOUNTS, CATEGORY = ("user", "person", "userId"), ("amount", "total_amount", "totexp", "bill_amt1"), "category"


def read(path: Path, ranges: tuple[float, ...] | None) -> dict[str, np.ndarray]:
    """Ages by group: task 1 by the range of a person's whole amount, task 2 by category."""
    names = columns(path)
    amount = next((name for name in AMOUNTS if name in names), None)
    if "age" not in names or amount is None:
        raise BadData(f"{path.name} needs a column age and one of {', '.join(AMOUNTS)}; it has {', '.join(names)}")
    require_numbers(path, ("age", amount))
    person = next((quoted(name, chr(34)) for name in PERSONS if name in names), "row_number() OVER ()")
    rows = f"(SELECT {person} AS person, {number('age')} AS age, {number(amount)} AS amount FROM {{rows}})"
    whole = ask(path, f"SELECT min(age) AS age, sum(amount) AS amount FROM {rows} GROUP BY person")
    if not len(whole["age"]):
        raise BadData(f"{path.name} has no rows")
    groups = _by_range(whole["age"], whole["amount"], ranges)
    if CATEGORY in names:
        groups |= _by_category(path, person)
    _check_ages(path, groups)
    return {name: ages for name, ages in groups.items() if ages.size >= FEWEST}


def _by_range(ages: np.ndarray, amounts: np.ndarray, ranges: tuple[float, ...] | None) -> dict[str, np.ndarray]:
    """Six groups of equal size, unless the ranges are given."""
    edges = np.quantile(amounts, np.linspace(0, 1, 7)) if ranges is None else np.asarray(ranges)
    groups = {}
    for low, high, last in zip(edges[:-1], edges[1:], [False] * (len(edges) - 2) + [True], strict=True):
        inside = (amounts >= low) & ((amounts <= high) if last else (amounts < high))
        groups[f"task1 {_amount(low)} to {_amount(high)}"] = ages[inside]
    return groups


def _amount(edge: float) -> str:
    """An edge, to the unit where it is whole, else to four digits."""
    return f"{edge:,.0f}" if edge == round(edge) else f"{edge:,.4g}"


def _by_category(path: Path, person: str) -> dict[str, np.ndarray]:
    """The ages of those who bought in each category, each person once."""
    found = ask(
        path,
        f"SELECT any_value({quoted(CATEGORY, chr(34))}) AS category, min({number('age')}) AS age FROM "
        f"(SELECT *, {person} AS person_ FROM {{rows}}) GROUP BY person_, {quoted(CATEGORY, chr(34))}",
    )
    names = np.asarray(found["category"], dtype=str)
    return {f"task2 {name}": found["age"][names == name] for name in sorted(set(names.tolist()))}


def _check_ages(path: Path, groups: dict[str, np.ndarray]) -> None:
    ages = np.concatenate(list(groups.values()))
    if not ages.size:
        return
    low, high = float(ages.min()), float(ages.max())
    if not AGES[0] <= low <= high <= AGES[1]:
        raise BadData(f"{path.name} has ages from {low:g} to {high:g}; they must lie in [0, 150]. Wrong column?")


def tasks(wishes: Wishes) -> list[Task]:
    """Every file, group, N and epsilon."""
    people = PEOPLE[::4] if wishes.quick else PEOPLE
    found = []
    for path in wishes.purchases:
        groups = read(path, wishes.ranges)
        if not groups:
            raise BadData(f"{path.name}: no group has {FEWEST:,} people; give other --ranges, or a larger file")
        for group, ages in groups.items():
            name, size = keep(wishes.folder, f"{path.stem} {group}".replace(" ", "_").replace("/", "_"), ages)
            made = real.tasks_of(
                "purchases",
                name,
                size,
                AGES,
                ("minimum",),
                people,
                wishes.runs,
                with_replacement=wishes.with_replacement,
            )
            found += [Task("purchases", task.settings | {"file": path.name, "group": group}) for task in made]
    return found


def figures(results: Sequence[Result], _wishes: Wishes) -> list[Figure]:
    """One figure for each task of each file, with a panel for each group."""
    drawn = []
    for file in dict.fromkeys(r.task.settings["file"] for r in results):
        for task, what in (("task1", "by amount"), ("task2", "by category")):
            mine = [r for r in results if r.task.settings["file"] == file and r.task.settings["group"].startswith(task)]
            parts: dict[str, list[Result]] = {}
            for result in mine:
                parts.setdefault(result.task.settings["group"].removeprefix(f"{task} "), []).append(result)
            if parts:
                source = (
                    f"A substitute for the paper's purchase history, which is not public: {file}; ages on [0, 150]."
                )
                name, title = f"purchases-{Path(file).stem}-{task}", f"Least age {what}, {file}"
                drawn.append(real.figure(name, title, parts, source))
    return drawn


def absent(wishes: Wishes) -> str | None:
    """Why there is no purchase section, and how to get one."""
    if wishes.purchases:
        return None
    return (
        "no --purchases file was given. The paper's purchase history is not public; any CSV or Parquet file with the "
        "columns age, amount and, for task 2, category (and user, where a person has several rows) will do."
    )


STUDY = Study("Purchase history (section 6.3)", tasks, real.compute, figures, absent)
