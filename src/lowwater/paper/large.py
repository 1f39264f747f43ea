"""Large real data at the paper's N, drawn without replacement: least and largest of ages and of download counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lowwater.errors import BadData
from lowwater.files import numbers
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


FILES = [source.file for source in SOURCES.values()]


def tasks(wishes: Wishes) -> list[Task]:
    """Every file that is there and can be used, both ends, every N and epsilon."""
    if wishes.large is not None and not wishes.large.is_dir():
        raise BadData(f"--large {wishes.large} is no folder; give the one with the large data files")
    return [task for label, source in SOURCES.items() for task in _tasks(wishes, label, source)]


def _tasks(wishes: Wishes, label: str, source: Source) -> list[Task]:
    values = _values(wishes.large, source)
    if isinstance(values, str):
        return []
    name, size = keep(wishes.folder, f"large-{label}", values)
    people, ends = PEOPLE[::4] if wishes.quick else PEOPLE, ("minimum", "maximum")
    return real.tasks_of(
        "large", name, size, source.domain, ends, people, wishes.runs, with_replacement=wishes.with_replacement
    )


def _values(folder: Path | None, source: Source) -> numbers.Floats | str:
    """The numbers of a file, or why there are none: its name where it is not there."""
    if folder is None or not (folder / source.file).is_file():
        return source.file
    try:
        return numbers.read(folder / source.file, source.column, source.domain, step=None, holes=False).values
    except BadData as error:
        return str(error)


def figures(results: Sequence[Result], _wishes: Wishes) -> list[Figure]:
    """One figure for each file."""
    drawn = []
    for label, source in SOURCES.items():
        mine = [r for r in results if r.task.settings["dataset"].startswith(f"large-{label}-")]
        if mine:
            about, (low, high) = source.about[0].upper() + source.about[1:], source.domain
            said = f"{about}, domain [{low:g}, {high:,.0f}]."
            drawn.append(real.figure(f"large-{label}", f"{label}: {source.about}", real.by_direction(mine), said))
    return drawn


def absent(wishes: Wishes) -> str | None:
    """Which files were looked for in vain, and which cannot be used; they do not keep the others from running."""
    reasons = [why for source in SOURCES.values() if isinstance(why := _values(wishes.large, source), str)]
    missing = [why for why in reasons if why in FILES]
    found = [f"not found: {', '.join(missing)}; give their folder with --large"] if missing else []
    return "; ".join([*found, *(why for why in reasons if why not in FILES)]) or None


STUDY = Study("Large real data, without replacement", tasks, real.compute, figures, absent)
