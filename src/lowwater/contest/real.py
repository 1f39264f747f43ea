"""Real: numbers of real people and things, drawn anew for every run; both ends of each."""

import itertools
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lowwater.contest.cell import Cell, Part, Settings, Wishes
from lowwater.core.domain import Domain
from lowwater.files.query import ask, number, require
from lowwater.simulate.population import Numbers, Sample
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
    """Every file that is there, both ends, every number of people; with replacement where there are too few."""
    found: list[Settings] = []
    for label, source in SOURCES.items():
        path = wishes.data / source.file if wishes.data else None
        if path is None or not path.is_file():
            continue
        require(path, (source.column,))
        values = ask(path, f"SELECT {number(source.column)} AS x FROM {{rows}}")["x"]  # noqa: S608 (our own columns)
        name, size = keep(wishes.folder, label.replace(" ", "-").replace("'", ""), values[~np.isnan(values)])
        chosen = itertools.product(("minimum", "maximum"), PEOPLE[1:2] if wishes.quick else PEOPLE, EPSILONS)
        for end, people, epsilon in chosen:
            told = {"population": label, "end": end, "people": people, "epsilon": epsilon}
            found.append(told | {"data": name, "replacement": people > size})
    return found


def cell(told: Settings, folder: Path) -> Cell:
    """A sample of the file's numbers; for the largest of them, of the negated numbers."""
    source, numbers = SOURCES[told["population"]], load(folder, told["data"])
    (lo, hi), values = source.domain, numbers
    if told["end"] == "maximum":
        lo, hi, values = -hi, -lo, -numbers[::-1]
    people = Sample(Numbers(values), told["people"], iid=told["replacement"])
    return Cell(Domain(lo, hi, step=source.step), [people], told["epsilon"])


def absent(wishes: Wishes) -> str | None:
    """Which files were looked for in vain."""
    if wishes.data is None:
        return "no folder was given; give one with --data"
    missing = [source.file for source in SOURCES.values() if not (wishes.data / source.file).is_file()]
    return f"not found: {', '.join(missing)}" if missing else None


PART = Part(
    "Real data",
    "Samples of real numbers, both ends; the error is to the true end of the whole file.",
    settings,
    cell,
    absent,
)
