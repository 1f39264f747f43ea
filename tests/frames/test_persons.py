"""A person in several groups: the grant is split by the cap, and which groups are kept does not depend on a value."""

import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import lowwater
from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadData
from lowwater.people.groups import Grouping, GroupTable
from lowwater.people.opened_groups import kept
from tests.frames.conftest import ENGINES, GROUPS

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet:FutureWarning")


def estimates_of(values, cap=1, find=lowwater.find_min, **options):
    given = {"by": "country", "groups": GROUPS, "person": "name", "search": "cohorts", "seed": 5}
    return find(values, 4, (0, 300), column="weight", cap=cap, **given | options)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("cap", [1, 2])
def test_every_engine_keeps_the_same_rows(table, engine, cap):
    assert estimates_of(table("duckdb"), cap) == estimates_of(table(engine), cap)


def test_nobody_takes_part_in_more_groups_than_the_cap(people, table):
    listed = np.isin(people["country"], GROUPS)
    pairs = set(zip(people["name"][listed].tolist(), people["country"][listed].tolist(), strict=True))
    groups_of = np.unique([name for name, _ in pairs], return_counts=True)[1]
    for cap in (1, 2, 3):
        assert np.minimum(groups_of, cap).sum() == sum(group.people for group in estimates_of(table("duckdb"), cap))


def test_the_grant_is_split_by_the_cap_and_not_by_a_persons_groups(table):
    for cap in (1, 2):
        groups = estimates_of(table("duckdb"), cap, groups=["DE", "FR"])
        assert all(group.estimate.loss <= Epsilon.of(4).part(cap) for group in groups)
        assert 4 - 1e-6 < float(groups.loss) <= 4
        assert not groups.rows
        assert f"in at most {cap} of the groups together" in str(groups)


def test_groups_share_a_grant_with_other_calls(table):
    grant = lowwater.Grant(5)
    estimates_of(table("duckdb"), 2, groups=["DE", "FR"], grant=grant)
    assert 4 - 1e-6 < float(grant.spent) <= 4
    with pytest.raises(lowwater.LowwaterError, match="this call costs"):
        estimates_of(table("duckdb"), 2, groups=["DE", "FR"], grant=grant)


def test_which_groups_are_kept_does_not_depend_on_any_value(people):
    grouping = Grouping("country", tuple(GROUPS), "name")
    rows = pa.table({name: people[name] for name in ("weight", "country", "name")})
    other = rows.set_column(0, "weight", [np.random.default_rng(1).permutation(people["weight"])])
    sizes = [
        GroupTable(kept(table, "weight", grouping, "minimum", "salt")(grouping), 3).sizes.tolist()
        for table in (rows, other, rows.take(np.random.default_rng(2).permutation(rows.num_rows)))
    ]
    assert sizes[0] == sizes[1] == sizes[2]
    assert sizes[0] != GroupTable(kept(rows, "weight", grouping, "minimum", "pepper")(grouping), 3).sizes.tolist()


def test_a_person_with_several_rows_in_a_group_has_its_least_or_largest_number():
    rows = pl.DataFrame({"weight": [50.0, 60.0] * 3000, "country": ["DE"] * 6000, "name": np.arange(6000) // 2})
    grouping = Grouping("country", ("DE",), "name")
    for keep, expected in (("minimum", [3000, 3000]), ("maximum", [0, 3000])):
        groups = kept(rows, "weight", grouping, keep, "salt")(grouping)
        assert expected == groups.at_most_by([[55.0, 65.0]])[1][0].tolist()


@pytest.mark.parametrize("engine", ["polars", "spark"])
def test_a_quantile_of_persons_with_several_numbers_is_refused(table, engine):
    with pytest.raises(BadData, match="times a person has several rows in one group, and a quantile needs one"):
        lowwater.find_quantile(
            table(engine), 0.5, 4, (0, 300), column="weight", by="country", groups=GROUPS, person="name"
        )


def test_rows_without_a_person_are_refused(table):
    rows = table("polars").with_columns(name=pl.when(pl.col("name") > 9).then("name"))
    with pytest.raises(BadData, match="rows have no person in the column 'name'; name or drop them"):
        estimates_of(rows)


def test_a_column_of_persons_that_is_not_there_is_refused(table):
    for engine in ("polars", "duckdb", "spark"):
        with pytest.raises(BadData, match="no column 'who'"):
            estimates_of(table(engine), person="who")
