"""Real: numbers of real people and things, drawn anew for every run; both ends of each."""

import itertools
from dataclasses import dataclass
from pathlib import Path

from lowwater.contest.cell import Cell, Part, Settings, Wishes
from lowwater.core.domain import Domain
from lowwater.errors import BadData
from lowwater.files import numbers
from lowwater.simulate.population import Numbers, Sample
from lowwater.study import words
from lowwater.study.dataset import keep, load

EPSILONS = (1.0, 4.0)
PEOPLE = (2**10, 2**14, 2**18)


@dataclass(frozen=True)
class Source:
    """A file, the column in it, the domain of its numbers, and their step."""

    file: str
    column: str
    domain: tuple[float, float]
    step: float | None = None


SOURCES: dict[str, Source] = {
    "census ages": Source("census_kdd_users.parquet", "age", (0.0, 120.0), 1.0),
    "drivers' ages": Source("fretpl_678k_users.parquet", "age", (0.0, 120.0), 1.0),
    "ages at entry": Source("permdis_ages.parquet", "age_at_entry", (0.0, 120.0)),
    "card holders' ages": Source("purchases_uci_credit.parquet", "age", (0.0, 120.0), 1.0),
    "arrival delays": Source("nycflights13.parquet", "arr_delay", (-120.0, 1440.0), 1.0),
    "mean ratings": Source("movielens_latest_small_users.parquet", "mean_rating", (0.5, 5.0)),
    "npm downloads": Source("npm_downloads_sample.parquet", "monthly_downloads", (0.0, 2.0**31)),
}
"""Every data set, by the name it has in the report."""


def settings(wishes: Wishes) -> list[Settings]:
    """Every file that is there and can be used, both ends, every number of people; with replacement where too few."""
    if wishes.data is not None and not wishes.data.is_dir():
        raise BadData(f"--data {wishes.data} is no folder; give the one with the data files")
    return [told for label, source in SOURCES.items() for told in _settings(wishes, label, source)]


def _settings(wishes: Wishes, label: str, source: Source) -> list[Settings]:
    column = _column(wishes.data, source)
    if isinstance(column, str):
        return []
    name, size = keep(wishes.folder, label.replace(" ", "-").replace("'", ""), column.values)
    chosen = itertools.product(("minimum", "maximum"), PEOPLE[1:2] if wishes.quick else PEOPLE, EPSILONS)
    return [
        {"population": label, "end": end, "people": people, "epsilon": epsilon}
        | {"data": name, "replacement": people > size}
        for end, people, epsilon in chosen
    ]


def _column(folder: Path | None, source: Source) -> numbers.Read | str:
    """The numbers of a file, or why there are none: its name where it is not there."""
    if folder is None or not (folder / source.file).is_file():
        return source.file
    try:
        return numbers.read(folder / source.file, source.column, source.domain, step=source.step, holes=True)
    except BadData as error:
        return str(error)


def cell(told: Settings, folder: Path) -> Cell:
    """A sample of the file's numbers; for the largest of them, of the negated numbers."""
    source, kept = SOURCES[told["population"]], load(folder, told["data"])
    (lo, hi), values = source.domain, kept
    if told["end"] == "maximum":
        lo, hi, values = -hi, -lo, -kept[::-1]
    people = Sample(Numbers(values), told["people"], iid=told["replacement"])
    return Cell(Domain(lo, hi, step=source.step), [people], told["epsilon"])


def absent(wishes: Wishes) -> str | None:
    """Which files were looked for in vain, which cannot be used, and which rows have no number."""
    if wishes.data is None:
        return "no folder was given; give one with --data"
    columns = {source.file: _column(wishes.data, source) for source in SOURCES.values()}
    missing = [file for file, column in columns.items() if column == file]
    reasons = [f"not found: {', '.join(missing)}"] if missing else []
    reasons += [column for file, column in columns.items() if isinstance(column, str) and column != file]
    reasons += [
        _holes(file, column) for file, column in columns.items() if not isinstance(column, str) and column.holes
    ]
    return "; ".join(reasons) or None


def _holes(file: str, column: numbers.Read) -> str:
    rows = words.counted(column.holes, "row", "rows")
    return f"{rows} of {file} without a number ({words.share(column.holes, column.holes + column.values.size)})"


PART = Part(
    "Real data",
    "Samples of real numbers, both ends; the error is to the true end of the whole file.",
    settings,
    cell,
    absent,
)
