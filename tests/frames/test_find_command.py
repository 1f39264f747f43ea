"""lowwater find over folders, globs, dates and groups."""

import json

import duckdb
import pytest
from click.testing import CliRunner

from lowwater.cli import cli
from lowwater.errors import BadData, BadPlan

DATES = "--column birth --epsilon 4 --domain 1900-01-01 2026-01-01 --search cohorts --seed 1"
AGES = "--column age --epsilon 4 --domain 0 150 --step 1 --search cohorts --seed 1"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """People in one CSV file, and in a folder with a Parquet file for each half of them."""
    folder = tmp_path_factory.mktemp("people")
    (folder / "parts").mkdir()
    day = "DATE '1950-01-01' + CAST(i * 7919 % 20000 AS INTEGER)"
    person = f"i AS name, 18 + i * 7919 % 70 AS age, {day} AS birth, (['DE', 'FR', 'IT'])[1 + i % 3] AS country"
    for name, rows in (("people.csv", "0, 9000"), ("parts/a.parquet", "0, 4500"), ("parts/b.parquet", "4500, 9000")):
        duckdb.sql(f"COPY (SELECT {person} FROM range({rows}) AS r(i)) TO '{folder}/{name}'")  # noqa: S608
    return folder


def command(*arguments):
    return CliRunner().invoke(cli, ["find", *map(str, arguments)], catch_exceptions=False)


def test_a_folder_and_a_glob_are_read_like_a_file(folder):
    expected = command(folder / "people.csv", *DATES.split()).output
    assert expected == command(folder / "parts", *DATES.split()).output
    assert expected == command(f"{folder}/parts/*.parquet", *DATES.split()).output


@pytest.fixture
def partitioned(folder, tmp_path):
    """The same people in a folder for each country, whose name alone says which it is."""
    people = f"SELECT * FROM '{folder}/parts/*.parquet'"  # noqa: S608
    duckdb.sql(f"COPY ({people}) TO '{tmp_path}/countries' (FORMAT parquet, PARTITION_BY (country))")
    return tmp_path / "countries"


def test_groups_may_be_the_names_of_folders(folder, partitioned):
    asked = [*AGES.split(), "--by", "country", "--group", "DE", "--group", "FR", "--json"]
    assert json.loads(command(folder / "parts", *asked).output) == json.loads(command(partitioned, *asked).output)


def test_a_column_of_the_files_comes_before_the_names_of_folders(folder, tmp_path):
    (tmp_path / "whole" / "age=5").mkdir(parents=True)
    (tmp_path / "whole" / "age=5" / "a.parquet").write_bytes((folder / "parts" / "a.parquet").read_bytes())
    asked = [tmp_path / "whole", *AGES.split()]
    assert command(folder / "parts" / "a.parquet", *AGES.split()).output == command(*asked).output
    with pytest.raises(BadData, match="no column 'land'; it has name, age, birth, country"):
        command(*asked, "--by", "land", "--group", "DE")


def test_dates_are_said_as_dates(folder):
    read = json.loads(command(folder / "parts", *DATES.split(), "--json").output)
    assert "date" == read["kind"]
    assert "19" == read["natural"][:2]
    assert f"the minimum  {read['natural']}, " in command(folder / "parts", *DATES.split()).output


@pytest.mark.parametrize("name", ["people.csv", "parts"])
def test_groups_have_a_table_a_picture_and_json(folder, tmp_path, name):
    asked = [folder / name, *AGES.split(), "--by", "country", "--group", "DE", "--group", "FR", "--group", "XX"]
    shown = command(*asked, "--svg", tmp_path / "groups.svg", "--csv", tmp_path / "groups.csv").output
    assert "refused: nobody is in it" in shown
    assert "every row counts as a person" in shown
    assert "the coins came from a seed" in shown
    assert "DE,3000,3000," in (tmp_path / "groups.csv").read_text()
    assert (tmp_path / "groups.svg").read_text().startswith("<svg")
    read = json.loads(command(*asked, "--json").output)
    assert [3000, 3000, 0] == [group["people"] for group in read["groups"]]


def test_groups_may_stand_in_a_file_and_persons_are_told_apart(folder, tmp_path):
    (tmp_path / "groups.txt").write_text("DE\nFR\n")
    asked = ["--by", "country", "--groups", tmp_path / "groups.txt", "--person", "name", "--cap", "2", "--json"]
    read = json.loads(command(folder / "people.csv", *AGES.split(), *asked).output)
    assert ("person", 2) == (read["loss_of"], read["cap"])
    assert all(group["estimate"]["loss"] <= 2 for group in read["groups"])


@pytest.mark.parametrize(
    ("file", "options", "error", "match"),
    [
        ("none/*.parquet", "", BadData, "no file matches"),
        (".", "--by country", BadPlan, "give the public list of groups"),
        ("people.csv", "--by land --group DE", BadData, "people.csv has no column 'land'; it has name, age"),
        ("people.csv", "--group DE", BadPlan, "go with by="),
        ("*.csv", "", BadData, "does not end in .parquet"),
    ],
)
def test_what_cannot_be_used_is_refused_in_words(folder, file, options, error, match):
    with pytest.raises(error, match=match):
        command(f"{folder}/{file}", *AGES.split(), *options.split())


def test_a_folder_without_parquet_files_is_refused(tmp_path):
    with pytest.raises(BadData, match="has no files that end in"):
        command(tmp_path, *AGES.split())


def test_a_domain_that_is_none_is_refused(folder):
    refused = command(folder / "parts", "--column", "age", "--epsilon", "1", "--domain", "0", "old")
    assert 2 == refused.exit_code
    assert "'old' is no number, date, time or duration" in refused.output
