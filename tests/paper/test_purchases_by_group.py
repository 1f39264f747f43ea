"""The purchase tasks through `by=`: a group's counts, and so every published number, are those of the study."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import duckdb
import numpy as np
import pytest

import lowwater
from lowwater.core.domain import Domain
from lowwater.paper import groups as paper_groups
from lowwater.paper import purchases
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


def by_amount(path):
    """What opens the groups of task 1, everybody by the range of the whole amount, and how many ranges there are."""
    names = paper_groups.columns(path)
    amount = next(name for name in paper_groups.AMOUNTS if name in names)
    person = next((name for name in paper_groups.PERSONS if name in names), None)
    who = f"CAST({person} AS VARCHAR)" if person else "row_number() OVER ()"
    rows = f"SELECT {who} AS person, age, {amount} AS amount FROM read_parquet('{path}')"  # noqa: S608
    whole = f"SELECT min(age)::DOUBLE AS age, sum(amount::DOUBLE) AS whole FROM ({rows}) GROUP BY person"  # noqa: S608
    people = duckdb.sql(whole).to_arrow_table()  # once: a sum's last digit depends on the order of its rows
    edges = np.unique(np.quantile(people["whole"].to_numpy(), np.linspace(0, 1, paper_groups.EQUAL + 1)))
    place = np.minimum(np.searchsorted(edges, people["whole"].to_numpy(), side="right") - 1, edges.size - 2)
    return opened(people.append_column("place", [place]), "age")[1], edges.size - 1


def published(file, task, people):
    """What the report has for a task of a file with so many people, group by group, for both epsilons."""
    lines = (json.loads(line) for line in PUBLISHED.read_text().splitlines())
    of_file = [line for line in lines if (line["settings"].get("file"), line["settings"]["people"]) == (file, people)]
    return [line for line in of_file if line["settings"]["group"].startswith(task)]


def recomputed(people, line):
    """The mean error of a published line in the paper's units, from people that are counted by group."""
    settings = line["settings"]
    plan = paper_plan(settings["people"], settings["epsilon"], RULE, AGES)
    sample = Sample(people, settings["people"], iid=settings["replacement"])
    evaluation = lowwater.evaluate(plan, sample, runs=settings["runs"], seed=line["seed"])
    return evaluation.mean_error / (AGES.width / 2)


def check(people, line):
    """Hold what was published of a group against what its people give, counted by group."""
    assert line["numbers"]["pool"] == people.people
    assert line["numbers"]["mean_error"] == pytest.approx(recomputed(people, line), rel=1e-12)


FILES = {
    "purchases_uci_credit.parquet": 0,
    "purchases_budgetfood.parquet": 0,
    "purchases_fremotor.parquet": 10,
    "purchases_euhealth.parquet": 5,
}
"""Every file of the report's purchase tasks, and its categories of enough people."""

QUICK = ("purchases_uci_credit.parquet", 2**11)


def test_every_file_of_the_report_is_here():
    lines = (json.loads(line) for line in PUBLISHED.read_text().splitlines())
    assert set(FILES) == {line["settings"]["file"] for line in lines if "group" in line["settings"]}


@pytest.mark.parametrize(
    ("file", "people"),
    [
        pytest.param(file, people, marks=[] if (file, people) == QUICK else pytest.mark.long)
        for file in FILES
        for people in purchases.PEOPLE
    ],
)
def test_the_least_age_by_amount_is_as_published(real, file, people):
    path, lines = real(file), published(file, "task1", people)
    opener, ranges = by_amount(path)
    names = [name for name in paper_groups.read(path, None).ages if name.startswith("task1")]
    for line in lines:
        place, least = names.index(line["settings"]["group"]), line["numbers"]["target"]
        check(OneGroup(GroupTable(opener(Grouping("place", (place,))), 1), least), line)
    assert 2 * ranges == len(lines)  # of both epsilons


@pytest.mark.long
@pytest.mark.parametrize("people", purchases.PEOPLE)
@pytest.mark.parametrize(("file", "categories"), [each for each in FILES.items() if each[1]])
def test_the_least_age_by_category_is_as_published(real, file, categories, people):
    path, lines = real(file), published(file, "task2", people)
    groups = sorted({line["settings"]["group"].removeprefix("task2 ") for line in lines})
    opener = by_category(path, groups)
    for line in lines:
        group = line["settings"]["group"].removeprefix("task2 ")
        check(OneGroup(GroupTable(opener(Grouping("category", (group,))), 1), line["numbers"]["target"]), line)
    assert 2 * categories == len(lines)
