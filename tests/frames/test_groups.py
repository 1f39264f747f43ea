"""Every group is searched as if it were alone, all of them in one pass a round; none is read off the data."""

import datetime as dt
import json
from itertools import pairwise

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import lowwater
from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadData, BadPlan, CannotWork
from lowwater.find_groups import Searches, find_groups
from lowwater.people.groups import Grouping, GroupTable
from lowwater.people.opened_groups import opened
from lowwater.planning.group_plans import group_plans, rounded
from lowwater.planning.options import PlanOptions
from lowwater.search.arrays import stating
from tests.frames.conftest import DOMAINS, ENGINES, GROUPS

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet:FutureWarning")


def estimates_of(values, column="weight", domain=(0, 300), find=lowwater.find_min, **options):
    given = {"by": "country", "groups": GROUPS, "search": "cohorts", "seed": 5}
    return find(values, 4, domain, column=column, **given | options)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("column", ["age", "weight", "paid", "birth", "instant"])
def test_every_engine_finds_the_same_in_every_group(table, column, engine):
    expected = estimates_of(table("duckdb"), column, DOMAINS[column])
    assert expected == estimates_of(table(engine), column, DOMAINS[column])


@pytest.mark.parametrize("engine", ENGINES)
def test_groups_that_share_their_thresholds_are_counted_alike(table, engine):
    expected = estimates_of(table("duckdb"), search=None, rounds=1)
    assert expected == estimates_of(table(engine), search=None, rounds=1)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_default_search_finds_the_same_in_every_group_on_every_engine(table, engine):
    expected = estimates_of(table("duckdb"), search=None, rounds=8)
    assert expected == estimates_of(table(engine), search=None, rounds=8)


@pytest.mark.parametrize("search", ["tail-fit", "cohorts", "paper"])
def test_groups_that_share_a_plan_are_asked_what_each_would_be_asked_alone(search):
    groups, domain = 150, lowwater.Domain(0, 150)
    (plan,) = group_plans([2000], Epsilon.of(4), domain, PlanOptions(search=search, rounds=3))
    searches = Searches(plan, np.arange(groups), np.full(groups, 2000), np.random.default_rng(1))
    alone = stating(plan.strategy())
    while (thresholds := searches.ask(map)) is not None:
        expected = [alone.ask_many(searches.states[at : at + 1]).thresholds.ravel() for at in range(groups)]
        assert np.array(expected) == pytest.approx(thresholds, rel=1e-9)  # sums of another order
        searches.advance(thresholds, np.round(2000 * np.clip((thresholds - 18) / 70, 0, 1)))
    assert groups == len(searches.estimates(map))


@pytest.mark.parametrize("find", [lowwater.find_min, lowwater.find_max], ids=["least", "largest"])
@pytest.mark.parametrize("options", [{"search": None, "rounds": 8}, {"search": None, "rounds": 1}, {"search": "paper"}])
def test_a_group_by_itself_is_found_as_if_it_were_alone(people, table, find, options):
    (group,) = estimates_of(table("polars"), groups=["DE"], find=find, **options)
    alone = people["weight"][people["country"] == "DE"]
    expected = find(alone, 4, (0, 300), seed=5, **{"search": "cohorts"} | options)
    assert (alone.size, alone.size) == (group.people, group.asked)
    for statement in (
        lambda e: (e.value, e.certain, e.likely_error, e.loss),
        lambda e: (e.fitted.low, e.fitted.withheld),
    ):
        assert statement(expected) == statement(group.estimate)


def test_a_quantile_is_found_in_every_group(table):
    medians = lowwater.find_quantile(
        table("duckdb"), 0.5, 4, (0, 300), column="weight", by="country", groups=GROUPS, rounds=6, seed=5
    )
    # weights are even over [40, 120]; an error of 8 is more than five times the forecast error of the smallest group
    assert all(abs(group.estimate.value - 80) < 8 for group in medians)


class Counted:
    """Rows by group that count how often they are passed over."""

    def __init__(self, rows):
        self._rows, self.type, self.column, self.passes = rows, rows.type, rows.column, 0

    def at_most_by(self, bounds):
        self.passes += 1
        return self._rows.at_most_by(bounds)


def test_a_round_of_all_groups_is_one_pass(table):
    rows = Counted(opened(table("duckdb"), "weight")[1](Grouping("country", tuple(GROUPS))))
    counted, domain = GroupTable(rows, len(GROUPS)), lowwater.Domain(0, 300)
    plans = group_plans(counted.sizes.tolist(), Epsilon.of(4), domain, PlanOptions(search="cohorts"))
    find_groups(counted, plans, np.random.default_rng(1))
    assert 3 == len(set(plans))
    assert 1 + max(plan.rounds for plan in plans) == rows.passes  # the first counts everybody


def test_groups_are_never_read_off_the_data(table):
    with pytest.raises(BadPlan, match="give the public list of groups"):
        estimates_of(table("duckdb"), groups=None)


def test_a_group_of_too_few_is_refused_before_anyone_is_asked(table):
    small = pa.concat_tables([table("pyarrow"), table("pyarrow").slice(0, 30).set_column(9, "country", [["XX"] * 30])])
    groups = estimates_of(duckdb.from_arrow(small), groups=[*GROUPS, "XX", "YY"])
    assert "nobody is in it" == groups["YY"].refused
    assert (30, 0, None) == (groups["XX"].people, groups["XX"].asked, groups["XX"].estimate)
    assert "no better than guessing" in groups["XX"].refused
    assert 5 == len(groups)


def test_where_all_groups_are_too_small_the_call_is_refused(table):
    few = table("polars").head(60)
    with pytest.raises(CannotWork, match=r"all 3 groups are too small, and of the largest: \d+ people .*About"):
        estimates_of(few)
    with pytest.raises(CannotWork, match="nobody is in any of the 2 groups"):
        estimates_of(few, groups=["de", "fr"])


def test_values_of_groups_that_are_not_listed_are_not_looked_at():
    rows = {"x": [20.0, 500.0] * 3000, "g": ["a", "b"] * 3000}
    assert 3000 == estimates_of(pl.DataFrame(rows), "x", by="g", groups=["a"])["a"].people
    with pytest.raises(BadData, match=r"3,000 of 6,000 values lie outside \[0, 300\]"):
        estimates_of(pl.DataFrame(rows), "x", by="g", groups=["a", "b"])


@pytest.mark.parametrize(
    "names",
    [
        ["it's", 'say "hi"', "a,b"],
        ["a,b", "a", "b"],
        ["", " ", "\x1f,"],
        [",".join(map(chr, range(1, 32))), "tab\tand\nline", "chr(31)"],
    ],
)
def test_a_group_may_have_any_name(names):
    rows = pa.table({"x": np.arange(6000) % 90 + 0.5, "g": [*names, "else"] * 1500})
    expected = estimates_of(pl.from_arrow(rows), "x", by="g", groups=names)
    assert [1500] * 3 == [group.people for group in expected]
    assert expected == estimates_of(duckdb.from_arrow(rows), "x", by="g", groups=names)


def test_a_group_may_be_a_number_or_a_date():
    days = [dt.date(2020, 1, 1 + each) for each in range(3)] * 2000
    rows = pa.table({"x": np.arange(6000) % 90 + 0.5, "year": [1999, 2000, 2001] * 2000, "day": days})
    for make in (pl.from_arrow, pa.Table.to_pandas, duckdb.from_arrow, lambda table: table):
        assert [2000] * 2 == [group.people for group in estimates_of(make(rows), "x", by="year", groups=[2000, 2001])]
        assert [2000] * 2 == [
            group.people for group in estimates_of(make(rows), "x", by="year", groups=["2000", "2001"])
        ]
    assert [2000] == [group.people for group in estimates_of(pl.from_arrow(rows), "x", by="day", groups=days[:1])]


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"groups": ["DE", "DE"]}, "'DE' twice"),
        ({"groups": []}, "public list"),
        ({"cap": 2}, "cap=2 without person="),
        ({"person": "name", "cap": 4}, "cap=4; a person takes part in 1 to 3"),
        ({"by": None}, "go with by="),
    ],
)
def test_a_grouping_that_makes_no_sense_is_refused(table, options, match):
    with pytest.raises(BadPlan, match=match):
        estimates_of(table("duckdb"), **options)


def test_groups_of_a_list_are_refused():
    with pytest.raises(BadData, match="groups need a table"):
        estimates_of([1.0, 2.0], None)


def test_a_column_of_groups_that_is_not_there_is_refused(table):
    for engine in ("duckdb", "polars", "dataset"):
        with pytest.raises(BadData, match="no column 'land'"):
            estimates_of(table(engine), by="land")


def test_sizes_are_rounded_down_by_a_tenth_at_most():
    sizes = range(1, 5000)
    assert all(0.91 * size <= rounded(size) + 1 and rounded(size) <= size for size in sizes)
    assert [2**k for k in range(12)] == [rounded(2**k) for k in range(12)]
    assert all(rounded(size) <= rounded(more) for size, more in pairwise(sizes))


def test_groups_of_many_sizes_share_few_plans():
    sizes = list(range(3000, 4000, 20))
    plans = group_plans(sizes, Epsilon.of(4), lowwater.Domain(0, 150), PlanOptions(search="cohorts"))
    assert 5 >= len(set(plans))
    assert all(plan.people <= size for plan, size in zip(plans, sizes, strict=True))


def test_the_table_has_a_row_for_every_group(table, tmp_path):
    groups = estimates_of(table("duckdb"), groups=[*GROUPS, "XX"])
    lines = groups.to_csv(tmp_path / "groups.csv").splitlines()
    assert ["group", "DE", "FR", "IT", "XX"] == [line.partition(",")[0] for line in lines]
    assert lines == (tmp_path / "groups.csv").read_text().splitlines()
    read = json.loads(groups.to_json())
    assert ("row", 1, True) == (read["loss_of"], read["cap"], read["simulated"])
    assert [group.people for group in groups] == [group["people"] for group in read["groups"]]
    picture = groups.plot(tmp_path / "groups.svg").svg
    assert all(f">{group} (" in picture for group in [*GROUPS, "XX"])
    assert "refused: too few people" in picture
    assert "every row counts as a person" in str(groups)
    with pytest.raises(KeyError):
        groups["ZZ"]
