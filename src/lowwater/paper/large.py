"""Large real data at the paper's N, drawn without replacement: least and largest of ages and of download counts."""

from collections.abc import Sequence
from dataclasses import dataclass

from lowwater.files.query import ask, number, require, require_numbers
from lowwater.paper import real
from lowwater.paper.movielens import PEOPLE
from lowwater.paper.study import Study, Wishes
from lowwater.study.dataset import keep
from lowwater.study.figure import Figure
from lowwater.study.task import Result, Task


@dataclass(frozen=True)
class Source:
    """A file, the column in it, and the domain of its numbers."""

    file: str
    column: str
    domain: tuple[float, float]
    about: str


SOURCES = {
    "census": Source("census_kdd_users.parquet", "age", (0.0, 150.0), "ages in the US Current Population Survey"),
    "fretpl": Source("fretpl_678k_users.parquet", "age", (0.0, 150.0), "ages of French drivers"),
    "permdis": Source("permdis_ages.parquet", "age_at_entry", (0.0, 150.0), "ages at entry into a disability cover"),
    "npm": Source(
        "npm_downloads_sample.parquet", "monthly_downloads", (0.0, 2.0**31), "monthly downloads of npm packages"
    ),
}


def tasks(wishes: Wishes) -> list[Task]:
    """Every file that is there, both ends, every N and epsilon."""
    people = PEOPLE[::4] if wishes.quick else PEOPLE
    found = []
    for label, source in SOURCES.items():
        path = wishes.large / source.file if wishes.large else None
        if path is None or not path.is_file():
            continue
        require(path, (source.column,))
        require_numbers(path, (source.column,))
        values = ask(path, f"SELECT {number(source.column)} AS x FROM {{rows}}")["x"]
        name, size = keep(wishes.folder, f"large-{label}", values)
        found += real.tasks_of(
            "large",
            name,
            size,
            source.domain,
            ("minimum", "maximum"),
            people,
            wishes.runs,
            with_replacement=wishes.with_replacement,
        )
    return found


def figures(results: Sequence[Result], _wishes: Wishes) -> list[Figure]:
    """One figure for each file."""
    drawn = []
    for label, source in SOURCES.items():
        mine = [r for r in results if r.task.settings["dataset"].startswith(f"large-{label}-")]
        if mine:
            said = f"{source.about.capitalize()}, domain [{source.domain[0]:g}, {source.domain[1]:,.0f}]."
            drawn.append(real.figure(f"large-{label}", f"{label}: {source.about}", real.by_direction(mine), said))
    return drawn


def absent(wishes: Wishes) -> str | None:
    """Which files were looked for in vain."""
    missing = [s.file for s in SOURCES.values() if wishes.large is None or not (wishes.large / s.file).is_file()]
    return f"not found: {', '.join(missing)}; give their folder with --large" if missing else None


STUDY = Study("Large real data, without replacement", tasks, real.compute, figures, absent)
