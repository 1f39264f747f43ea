"""The purchase tasks through `by=`: a group's counts, and so every published number, are those of the study."""

import json
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import duckdb
import numpy as np
import pytest

import lowwater
from lowwater.core.domain import Domain
from lowwater.paper import groups as paper_groups
from lowwater.paper.real import RULE
from lowwater.paper.synthetic import paper_plan
from lowwater.people.groups import Grouping, GroupTable
from lowwater.people.numbers import Sample
from lowwater.people.opened_groups import kept, opened
from lowwater.people.people import Strays

AGES = Domain(0, 150)
PUBLISHED = Path(__file__).parents[2] / "docs" / "results" / "paper" / "numbers.jsonl"


@dataclass
class OneGroup:
    """The people of one group of a table, as a study asks them."""

    table: GroupTable
    least: float
    iid: bool = False

    @cached_property
    def people(self):
        return int(self.table.sizes[0])

    @property
    def pool(self):
        return self.people

    def count(self, domain, thresholds):
        distinct, place = np.unique(thresholds, return_inverse=True)
        return self.table.count(domain, distinct[None, :])[0][place.reshape(thresholds.shape)]

    def chance(self, domain, thresholds):
        return self.count(domain, thresholds) / self.people

    def target(self, _domain, _quantile):
        return self.least

    def strays(self, _fault, _domain):
        return Strays()


def by_category(path, categories):
    """What opens the groups of task 2: every buyer once in each category."""
    people = duckdb.sql(f"SELECT * FROM read_parquet('{path}')")  # noqa: S608
    grouping = Grouping("category", tuple(categories), "user", cap=len(categories))
    return kept(people, "age", grouping, "minimum", "salt")


def by_amount(path, edges, amount):
    """What opens the groups of task 1: everybody, by the range of the whole amount."""
    cases = [
        f"WHEN whole >= {low!r} AND whole {'<=' if high == edges[-1] else '<'} {high!r} THEN {place}"
        for place, (low, high) in enumerate(pairwise(edges))
    ]
    names = duckdb.sql(f"SELECT * FROM read_parquet('{path}')").columns  # noqa: S608
    person = next((name for name in paper_groups.PERSONS if name in names), None)
    who = f"CAST({person} AS VARCHAR)" if person else "row_number() OVER ()"
    rows = f"SELECT {who} AS person, age, {amount} AS amount FROM read_parquet('{path}')"  # noqa: S608
    whole = f"SELECT min(age)::DOUBLE AS age, sum(amount::DOUBLE) AS whole FROM ({rows}) GROUP BY person"  # noqa: S608
    people = duckdb.sql(f"SELECT age, CASE {' '.join(cases)} END AS place FROM ({whole})")  # noqa: S608
    return opened(people, "age")[1]


def published(file, task):
    """What the report has for a task of a file at 2,048 people, group by group."""
    lines = (json.loads(line) for line in PUBLISHED.read_text().splitlines())
    items = [line for line in lines if line["settings"].get("file") == file]
    return [line for line in items if line["settings"]["group"].startswith(task) and line["settings"]["people"] == 2048]


def recomputed(people, line):
    """The mean error of a published line in the paper's units, from people that are counted by group."""
    settings = line["settings"]
    plan = paper_plan(settings["people"], settings["epsilon"], RULE, AGES)
    sample = Sample(people, settings["people"], iid=settings["replacement"])
    evaluation = lowwater.evaluate(plan, sample, runs=settings["runs"], seed=line["seed"])
    return evaluation.mean_error / (AGES.width / 2)


def test_the_least_age_by_amount_is_as_published(real):
    path = real("purchases_uci_credit.parquet")
    amount = next(name for name in paper_groups.AMOUNTS if name in paper_groups.columns(path))
    groups = paper_groups.read(path, None).ages
    whole = duckdb.sql(f"SELECT {amount}::DOUBLE FROM read_parquet('{path}')").fetchnumpy()  # noqa: S608
    edges = np.unique(np.quantile(next(iter(whole.values())), np.linspace(0, 1, paper_groups.EQUAL + 1))).tolist()
    openers, checked = by_amount(path, edges, amount), 0
    names = [name for name in groups if name.startswith("task1")]
    for line in published(path.name, "task1"):
        place, least = names.index(line["settings"]["group"]), line["numbers"]["target"]
        people = OneGroup(GroupTable(openers(Grouping("place", (place,))), 1), least)
        assert line["numbers"]["pool"] == people.people
        assert line["numbers"]["mean_error"] == pytest.approx(recomputed(people, line), rel=1e-12)
        checked += 1
    assert 12 == checked


@pytest.mark.long
@pytest.mark.parametrize("file", ["purchases_fremotor.parquet", "purchases_euhealth.parquet"])
def test_the_least_age_by_category_is_as_published(real, file):
    path, lines = real(file), published(file, "task2")
    categories = sorted({line["settings"]["group"].removeprefix("task2 ") for line in lines})
    opener = by_category(path, categories)
    for line in lines:
        group = line["settings"]["group"].removeprefix("task2 ")
        people = OneGroup(GroupTable(opener(Grouping("category", (group,))), 1), line["numbers"]["target"])
        assert line["numbers"]["pool"] == people.people
        assert line["numbers"]["mean_error"] == pytest.approx(recomputed(people, line), rel=1e-12)
    assert lines
