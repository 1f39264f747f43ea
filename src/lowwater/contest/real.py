"""Real: numbers of real people and things, drawn anew for every run; both ends of each."""

import itertools
from pathlib import Path

from lowwater.contest.cell import Cell, Part, Wishes
from lowwater.core.domain import Domain
from lowwater.files.numbers import Floats, Read
from lowwater.people.data_file import DataFile, readable, reasons, require_folder
from lowwater.people.numbers import Numbers, Sample
from lowwater.study import words
from lowwater.study.dataset import keep, load
from lowwater.study.task import Settings

EPSILONS = (1.0, 4.0)
PEOPLE = (2**10, 2**14, 2**18)

SOURCES: dict[str, DataFile] = {
    "census ages": DataFile("census_kdd_users.parquet", "age", (0.0, 120.0), 1.0, holes=True),
    "drivers' ages": DataFile("fretpl_678k_users.parquet", "age", (0.0, 120.0), 1.0, holes=True),
    "ages at entry": DataFile("permdis_ages.parquet", "age_at_entry", (0.0, 120.0), holes=True),
    "card holders' ages": DataFile("purchases_uci_credit.parquet", "age", (0.0, 120.0), 1.0, holes=True),
    "arrival delays": DataFile("nycflights13.parquet", "arr_delay", (-120.0, 1440.0), 1.0, holes=True),
    "mean ratings": DataFile("movielens_latest_small_users.parquet", "mean_rating", (0.5, 5.0), holes=True),
    "npm downloads": DataFile("npm_downloads_sample.parquet", "monthly_downloads", (0.0, 2.0**31), holes=True),
}
"""Every data set, by the name it has in the report."""


def settings(wishes: Wishes) -> list[Settings]:
    """Every file that is there and can be used, both ends, every number of people and epsilon."""
    require_folder(wishes.data, "--data", "data files")
    columns = readable(SOURCES, wishes.data)
    return [cell for label, column in columns for cell in _settings(wishes, label, column.values)]


def _settings(wishes: Wishes, label: str, values: Floats) -> list[Settings]:
    """The cells of one file, whose numbers are kept; with replacement where it has too few of them."""
    dataset = keep(wishes.folder, label.replace(" ", "-").replace("'", ""), values)
    cells = itertools.product(("minimum", "maximum"), PEOPLE[1:2] if wishes.quick else PEOPLE, EPSILONS)
    return [
        {"population": label, "end": end, "people": people, "epsilon": epsilon}
        | {"data": dataset.name, "replacement": people > dataset.size}
        for end, people, epsilon in cells
    ]


def cell(settings: Settings, folder: Path) -> Cell:
    """A sample of the file's numbers; for the largest of them, of the negated numbers."""
    source, kept = SOURCES[settings["population"]], load(folder, settings["data"])
    (lo, hi), values = source.domain, kept
    if settings["end"] == "maximum":
        lo, hi, values = -hi, -lo, -kept[::-1]
    people = Sample(Numbers(values), settings["people"], iid=settings["replacement"])
    return Cell(Domain(lo, hi, step=source.step), [people], settings["epsilon"])


def absent(wishes: Wishes) -> str | None:
    """Which files are missing, which cannot be used, and how many rows have no number; None: all is there."""
    if wishes.data is None:
        return "no folder was given; give one with --data"
    columns = {source.file: source.read(wishes.data) for source in SOURCES.values()}
    holes = [_holes(file, column) for file, column in columns.items() if isinstance(column, Read) and column.holes]
    return "; ".join(reasons(columns.values()) + holes) or None


def _holes(file: str, column: Read) -> str:
    rows = words.counted(column.holes, "row", "rows")
    return f"{rows} of {file} without a number ({words.share(column.holes, column.holes + column.values.size)})"


PART = Part(
    "Real data",
    "Samples of real numbers, both ends; the error is to the true end of the whole file.",
    settings,
    cell,
    absent,
)
