"""The help of the command line: its words, and its examples, which run."""

import re
from datetime import date, timedelta

import pytest

import lowwater
from lowwater.cli import VERBS


def examples(text):
    """The example commands of a help text, without what stands beside them."""
    return [re.split(r" {2,}", line.strip())[0] for line in text.splitlines() if line.startswith("    lowwater ")]


def test_the_help_names_every_verb_and_every_exit_code(say):
    result = say("--help")
    assert all(re.search(rf"^  {verb} ", result.out, re.MULTILINE) for verb in VERBS)
    assert all(re.search(rf"\b{code} \w", result.out) for code in range(8))


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_every_verb_has_examples(say, verb):
    result = say(f"{verb} -h")
    assert 0 == result.code
    assert all(example.startswith(f"lowwater {verb}") for example in examples(result.out))
    assert 3 <= len(examples(result.out))


@pytest.fixture
def last_year(tmp_path):
    """last_year.json in the current folder: an earlier estimate."""
    estimate = lowwater.Estimate(18.4, (0, 150), 0.01, lowwater.Epsilon.of(1), likely_error=0.5)
    (tmp_path / "last_year.json").write_text(estimate.to_json(), encoding="utf-8")


@pytest.mark.usefixtures("last_year")
@pytest.mark.parametrize("verb", ["", "evaluate", "plan"])
def test_the_examples_of_plans_and_evaluations_run(say, verb):
    shown = [
        line for line in examples(say(f"{verb} --help").out) if line.startswith(("lowwater plan", "lowwater eval"))
    ]
    assert shown
    assert [(line, 0) for line in shown] == [(line, say(line.removeprefix("lowwater ")).code) for line in shown]


@pytest.mark.usefixtures("last_year")
def test_the_examples_of_finds_run(say, people, ages):
    import pyarrow as arrow
    from pyarrow import parquet

    births = [date(1930, 1, 1) + timedelta(days=300 * age) for age in ages]
    table = arrow.table({"age": ages, "birth": births})
    for name in ("people.parquet", "folder-of-parquet/one.parquet", "years/2024.parquet"):
        (people / name).parent.mkdir(exist_ok=True)
        parquet.write_table(table, people / name)
    countries = [("DE", "FR")[place % 2] for place in range(len(ages))]
    lines = "".join(f"{age:g},{1000 * age:g},{who}\n" for age, who in zip(ages, countries, strict=True))
    (people / "people.csv").write_text("age,income,country\n" + lines, encoding="utf-8")
    bills = "".join(f"{place},{age:g},{who}\n" for place, (age, who) in enumerate(zip(ages, countries, strict=True)))
    (people / "bills.csv").write_text("name,age,shop\n" + bills, encoding="utf-8")
    (people / "shops.txt").write_text("DE\nFR\n", encoding="utf-8")
    shown = examples(say("find --help").out)
    assert [(line, 0) for line in shown] == [(line, say(line.removeprefix("lowwater ")).code) for line in shown]


def test_the_version_is_the_library_version(say):
    assert f"lowwater, version {lowwater.__version__}\n" == say("--version").out
