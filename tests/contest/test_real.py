"""Real data: both ends of every file that is there, drawn anew, and what is not there is said."""

import duckdb
import pytest

from lowwater.contest import real as part
from lowwater.contest.cell import Wishes
from lowwater.contest.real import SOURCES, absent, cell, settings
from lowwater.core.domain import Domain
from lowwater.errors import BadData
from lowwater.people.admit import admit

ALL = (2**10, 2**14, 2**18)


@pytest.fixture
def given(tmp_path):
    """A folder with files of made-up rows, and what the contest makes of it."""
    (tmp_path / "data").mkdir()

    def wishes(files, quick=False):
        for file, select in files.items():
            duckdb.sql(f"COPY ({select}) TO '{tmp_path / 'data' / file}'")
        return Wishes(tmp_path, quick=quick, data=tmp_path / "data")

    return wishes


AGES = {"census_kdd_users.parquet": "SELECT 20 + range % 61 AS age FROM range(20000)"}
RATINGS = {"movielens_latest_small_users.parquet": "SELECT 1.25 + range / 100 AS mean_rating FROM range(300)"}


def test_every_file_is_searched_for_both_ends_at_every_number_of_people(given):
    result = settings(given(AGES | RATINGS))
    assert 2 * 2 * 3 * 2 == len(result)
    assert {"census ages", "mean ratings"} == {setting["population"] for setting in result}
    assert {"minimum", "maximum"} == {setting["end"] for setting in result}
    assert set(ALL) == {setting["people"] for setting in result}
    assert {1.0, 4.0} == {setting["epsilon"] for setting in result}


def test_a_look_has_one_number_of_people(given):
    quick, full = settings(given(AGES, quick=True)), settings(given(AGES))
    assert {2**14} == {cell["people"] for cell in quick}
    assert all(cell in full for cell in quick)


def test_people_are_drawn_with_replacement_only_where_there_are_too_few(given):
    values = {setting["people"]: setting["replacement"] for setting in settings(given(AGES))}
    assert {2**10: False, 2**14: False, 2**18: True} == values


def test_a_sample_is_drawn_as_the_settings_say(given):
    wishes = given(AGES)
    for setting in settings(wishes):
        (people,) = cell(setting, wishes.folder).populations
        assert (setting["people"], 20_000, setting["replacement"]) == (people.people, people.pool, people.iid)


def ends(wishes, people=2**10):
    """The cells of one number of people at epsilon 1, by their end."""
    chosen = [setting for setting in settings(wishes) if (setting["people"], setting["epsilon"]) == (people, 1.0)]
    return {setting["end"]: cell(setting, wishes.folder) for setting in chosen}


def test_the_minimum_is_that_of_the_whole_file(given):
    result = ends(given(AGES))["minimum"]
    assert Domain(0, 120, step=1) == result.domain
    assert [20] == [place.target(result.domain, None) for place in result.populations]


def test_the_maximum_is_the_minimum_of_the_negated_numbers(given):
    result = ends(given(AGES))["maximum"]
    assert Domain(-120, 0, step=1) == result.domain
    (place,) = result.populations
    assert -80 == place.target(result.domain, None)
    assert sorted(-20 - n % 61 for n in range(20_000)) == place.numbers.numbers.tolist()


def test_negated_numbers_keep_to_their_domain(given):
    for end in ends(given(AGES | RATINGS)).values():
        admit(end.populations[0], end.domain)


def test_a_real_cell_has_no_bound(given):
    result = ends(given(RATINGS))["minimum"]
    assert (Domain(0.5, 5), None) == (result.domain, result.bound)
    assert pytest.approx(1.25) == result.populations[0].target(result.domain, None)


def test_rows_without_a_number_are_left_out(given):
    nulls = {"nycflights13.parquet": "SELECT CASE WHEN range % 2 = 0 THEN range / 2 END AS arr_delay FROM range(2000)"}
    (people,) = ends(given(nulls))["minimum"].populations
    assert 1000 == people.pool
    assert 0 == people.numbers.numbers[0]


def test_the_numbers_are_kept_beside_the_results_and_the_source_is_read_no_more(given):
    wishes = given(AGES)
    setting = settings(wishes)[0]
    (wishes.data / "census_kdd_users.parquet").unlink()
    assert 20_000 == cell(setting, wishes.folder).populations[0].pool
    assert [f"{setting['data']}.npy"] == [path.name for path in (wishes.folder / "data").glob("*.npy")]


@pytest.mark.parametrize(
    ("select", "words"),
    [
        ("SELECT 20 AS years", "census_kdd_users.parquet has no column age; it has years"),
        ("SELECT NULL::INTEGER AS age", "has no numbers in its column age; at least one is needed"),
        ("SELECT 'old' AS age", "row 1: age is 'old', which is no number; mend or drop it"),
        ("SELECT 'inf'::DOUBLE AS age", "row 1: age is 'inf', which is no number"),
        ("SELECT 121 AS age", "census_kdd_users.parquet, age: 1 of 1 values lie outside [0, 120]"),
        ("SELECT 20.5 AS age", "counted from 0; round or drop them (20.5 in row 1)"),
    ],
)
def test_a_file_that_cannot_be_used_is_left_out_with_its_reason_and_the_others_compete(given, select, words):
    wishes = given({"census_kdd_users.parquet": select} | RATINGS)
    assert {"mean ratings"} == {setting["population"] for setting in settings(wishes)}
    assert words in absent(wishes)


def test_rows_without_a_number_are_counted_aloud(given):
    rows = "SELECT CASE WHEN range > 0 THEN 30 END AS age FROM range(4)"
    assert absent(given({"census_kdd_users.parquet": rows})).endswith(
        "1 row of census_kdd_users.parquet without a number (25 %)"
    )


@pytest.mark.parametrize("name", ["nowhere", "file"])
def test_a_folder_that_is_none_is_refused(tmp_path, name):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadData, match=f"--data .*{name} is no folder; give the one with the data files"):
        settings(Wishes(tmp_path, data=tmp_path / name))


def test_without_a_folder_there_are_no_cells_and_it_is_said_how_to_give_one(tmp_path):
    assert [] == settings(Wishes(tmp_path))
    assert "no folder was given; give one with --data" == absent(Wishes(tmp_path))


def test_files_that_are_not_there_are_named(tmp_path):
    wishes = Wishes(tmp_path, data=tmp_path)
    assert [] == settings(wishes)
    assert f"not found: {', '.join(source.file for source in SOURCES.values())}" == absent(wishes)


def test_only_those_that_are_missing_are_named(given):
    reason = absent(given(AGES))
    assert "census" not in reason
    assert 6 == reason.count(".parquet")


def test_nothing_is_absent_where_everything_is_there(given):
    assert absent(given({source.file: f"SELECT 1 AS {source.column}" for source in SOURCES.values()})) is None


def test_labels_and_files_are_unique():
    assert len(SOURCES) == len({source.file for source in SOURCES.values()})
    assert part.PART.absent is absent


ENDS = {
    "census ages": (0, 90),
    "drivers' ages": (18, 100),
    "ages at entry": (0, 108.523),
    "card holders' ages": (21, 79),
    "arrival delays": (-86, 1272),
    "mean ratings": (1.275, 5),
    "npm downloads": (0, 2_069_940_879),
}


@pytest.mark.parametrize("label", SOURCES)
def test_the_real_numbers_lie_in_their_domain_and_end_where_they_are_known_to(label, real, tmp_path):
    path = real(SOURCES[label].file)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / path.name).symlink_to(path)
    result = ends(Wishes(tmp_path, data=tmp_path / "data"))
    low, high = (item.populations[0].target(item.domain, None) for item in (result["minimum"], result["maximum"]))
    for element in result.values():
        admit(element.populations[0], element.domain)
    assert pytest.approx(ENDS[label], rel=1e-6) == (low, -high)
