"""Groups: people's ages by the range of their whole amount (task 1) and by category (task 2), read from one file."""

import itertools
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lowwater.errors import BadData
from lowwater.files.query import ask, columns, hole, number, require_filled, require_numbers, text
from lowwater.study import words

AGES = (0.0, 150.0)
EQUAL = 6
FEWEST = 2**11
"""A group with fewer people is left out (the paper left out categories below 2**15, of 23 it kept 19)."""

PERSONS, AMOUNTS, CATEGORY = ("user", "person", "userId"), ("amount", "total_amount", "totexp", "bill_amt1"), "category"


@dataclass(frozen=True, eq=False)
class Groups:
    """Ages by group, small groups included; the number of people, and of rows without a category."""

    ages: dict[str, np.ndarray]
    people: int
    unnamed: int
    equal: bool

    def kept(self) -> dict[str, np.ndarray]:
        """The groups with enough people."""
        return {name: ages for name, ages in self.ages.items() if ages.size >= FEWEST}

    def left_out(self, task: str) -> list[str]:
        """Sentences on the people whom a figure of `task` does not show."""
        sizes = {name.removeprefix(f"{task} "): ages.size for name, ages in self.ages.items() if name.startswith(task)}
        small = [f"{words.legible(name)} ({size:,})" for name, size in sizes.items() if size < FEWEST]
        sentences = [f"Left out, with fewer than {FEWEST:,} people: {words.listed(small)}."] if small else []
        return sentences + (self._outside(sizes) if task == "task1" else self._nameless())

    def _outside(self, sizes: dict[str, int]) -> list[str]:
        sentences, beyond = [], self.people - sum(sizes.values())
        if beyond:
            part = f"{words.people(beyond)} of {self.people:,} ({words.share(beyond, self.people)})"
            sentences.append(f"Left out, with an amount in none of the ranges: {part}.")
        if self.equal and len(sizes) < EQUAL:
            made = words.counted(len(sizes), "group", "groups")
            sentences.append(f"People share amounts, so that there is no more than {made} instead of {EQUAL}.")
        return sentences

    def _nameless(self) -> list[str]:
        rows = words.counted(self.unnamed, "row", "rows")
        return [f"Left out, without a category: {rows}."] if self.unnamed else []


def read(path: Path, ranges: tuple[float, ...] | None) -> Groups:
    """Ages by group: task 1 by the range of a person's whole amount, task 2 by category."""
    names = columns(path)
    amount = next((name for name in AMOUNTS if name in names), None)
    if "age" not in names or amount is None:
        raise BadData(f"{path.name} needs a column age and one of {', '.join(AMOUNTS)}; it has {', '.join(names)}")
    require_numbers(path, ("age", amount))
    persons = [name for name in PERSONS if name in names][:1]
    require_filled(path, tuple(persons))
    person = text(persons[0]) if persons else "row_number() OVER ()"
    _check_ages(path)
    rows = f"(SELECT {person} AS person, {number('age')} AS age, {number(amount)} AS amount FROM {{rows}})"
    whole = ask(path, f"SELECT min(age) AS age, sum(amount) AS amount FROM {rows} GROUP BY person")
    if not np.isfinite(whole["amount"]).all():
        raise BadData(f"{path.name} has amounts whose sum is no finite number; give them in a larger unit")
    groups, unnamed = _by_range(whole["age"], whole["amount"], ranges), 0
    if CATEGORY in names:
        categories, unnamed = _by_category(path, person)
        groups |= categories
    return Groups(groups, len(whole["age"]), unnamed, equal=ranges is None)


def _by_range(ages: np.ndarray, amounts: np.ndarray, ranges: tuple[float, ...] | None) -> dict[str, np.ndarray]:
    """Six groups of equal size, fewer where many people share an amount, unless the ranges are given."""
    edges = np.asarray(ranges) if ranges else np.unique(np.quantile(amounts, np.linspace(0, 1, EQUAL + 1)))
    edges = edges if edges.size > 1 else np.repeat(edges, 2)
    names, last = _amounts(edges, 4 if ranges is None else 15), edges[-1]
    groups = {}
    for (low, high), (first, second) in zip(itertools.pairwise(edges), itertools.pairwise(names), strict=True):
        inside = (amounts >= low) & ((amounts <= high) if high == last else (amounts < high))
        groups[f"task1 {first} to {second}"] = ages[inside]
    return groups


def _amounts(edges: np.ndarray, fewest: int) -> list[str]:
    """The edges as text, with as few digits as tell them apart but at least `fewest`."""
    for digits in range(fewest, 18):
        names = [_amount(float(edge), digits) for edge in edges]
        if len(set(names)) == len(set(edges.tolist())):
            break
    return names


def _amount(edge: float, digits: int) -> str:
    """An edge, to the unit where it is whole, else to `digits` digits."""
    return f"{edge:,.0f}" if edge.is_integer() else f"{edge:,.{digits}g}"


def _by_category(path: Path, person: str) -> tuple[dict[str, np.ndarray], int]:
    """The ages of each category's buyers, each person once, and the number of rows without a category."""
    named = f"CASE WHEN {hole(CATEGORY)} THEN '' ELSE {text(CATEGORY)} END"
    rows = f"(SELECT {person} AS person, {named} AS category, {number('age')} AS age FROM {{rows}})"
    buyers = ask(path, f"SELECT category, min(age) AS age, count(*) AS purchases FROM {rows} GROUP BY person, category")
    names = np.asarray(buyers["category"], dtype=object)
    groups = {f"task2 {name}": buyers["age"][names == name] for name in sorted(set(names.tolist()) - {""})}
    return groups, int(buyers["purchases"][names == ""].sum())


def _check_ages(path: Path) -> None:
    age = number("age")
    ends = ask(path, f"SELECT count(*) AS total, min({age}) AS low, max({age}) AS high FROM {{rows}}")
    if not ends["total"][0]:
        raise BadData(f"{path.name} has no rows; at least one is needed")
    low, high = float(ends["low"][0]), float(ends["high"][0])
    if not AGES[0] <= low <= high <= AGES[1]:
        raise BadData(
            f"{path.name} has ages from {low:g} to {high:g}; they must lie in [0, 150]. Wrong column? "
            "Otherwise mend or drop those rows"
        )
