"""The files that a find takes."""

import gzip

import numpy as np
import pytest

import lowwater

AGES = "--column age --epsilon 1 --domain 0 150"


@pytest.fixture
def plainly(say, people):  # noqa: ARG001 - the file must be there
    """What is found in people.csv: what every other way to write the same numbers must give too."""
    return say(f"find people.csv {AGES} --seed 1 --json").json


def in_csv(ages, *, delimiter=",", header_end="\n", end="\n"):
    lines = "".join(f"{person}{delimiter}{age:g}{end}" for person, age in enumerate(ages))
    return f"person{delimiter}age{header_end}{lines}"


@pytest.mark.parametrize(
    ("name", "style"),
    [
        ("comma.csv", {}),
        ("semicolon.csv", {"delimiter": ";"}),
        ("bar.csv", {"delimiter": "|"}),
        ("tab.tsv", {"delimiter": "\t"}),
        ("windows.csv", {"header_end": "\r\n", "end": "\r\n"}),
        ("mixed.csv", {"header_end": "\n", "end": "\r\n"}),
    ],
)
def test_a_text_file_is_read_whatever_its_delimiter_and_its_line_endings(say, plainly, ages, write, name, style):
    write(name, in_csv(ages, **style))
    assert plainly == say(f"find {name} {AGES} --seed 1 --json").json


def test_a_compressed_file_is_read(say, plainly, ages, write):
    write("people.csv.gz", gzip.compress(in_csv(ages).encode()))
    assert plainly == say(f"find people.csv.gz {AGES} --seed 1 --json").json


def test_a_parquet_file_is_read(say, plainly, ages, tmp_path):
    import pyarrow as arrow
    from pyarrow import parquet

    parquet.write_table(arrow.table({"age": ages, "name": ["x"] * len(ages)}), tmp_path / "people.parquet")
    assert plainly == say(f"find people.parquet {AGES} --seed 1 --json").json


def test_a_column_may_have_an_odd_name(say, ages, write):
    write("odd.csv", "\n".join(['"the ""age""; it\'s"', *(f"{age:g}" for age in ages)]) + "\n")
    result = say("""find odd.csv --column 'the "age"; it'"'"'s' --epsilon 1 --domain 0 150 --seed 1 --json""")
    assert (0, 20_000) == (result.code, result.json["people"])


@pytest.mark.usefixtures("people")
def test_numbers_outside_the_domain_may_be_clamped(say, ages):
    result = say(
        "find people.csv --column age --epsilon 1 --domain 0 50 --maximum --outside clamp --seed 1 --json"
    ).json
    assert lowwater.find_max(np.minimum(ages, 50), 1, (0, 50), seed=1).value == result["value"]
