"""Large real data at the paper's N, drawn without replacement: least and largest of ages and of download counts."""

from collections.abc import Sequence

from lowwater.paper import real
from lowwater.paper.movielens import PEOPLE
from lowwater.paper.study import Study, Wishes
from lowwater.people.data_file import DataFile, readable, reasons, require_folder
from lowwater.study.dataset import keep
from lowwater.study.figure import Figure
from lowwater.study.task import Result, Task

SOURCES = {
    "census": DataFile("census_kdd_users.parquet", "age", (0.0, 150.0)),
    "fretpl": DataFile("fretpl_678k_users.parquet", "age", (0.0, 150.0)),
    "permdis": DataFile("permdis_ages.parquet", "age_at_entry", (0.0, 150.0)),
    "npm": DataFile("npm_downloads_sample.parquet", "monthly_downloads", (0.0, 2.0**31)),
}

ABOUT = {
    "census": "ages in the US Current Population Survey",
    "fretpl": "ages of French drivers",
    "permdis": "ages at entry into a disability cover",
    "npm": "monthly downloads of npm packages",
}


def tasks(wishes: Wishes) -> list[Task]:
    """Every file that is there and can be used, both ends, every N and epsilon."""
    require_folder(wishes.large, "--large", "large data files")
    made = []
    for label, column in readable(SOURCES, wishes.large):
        dataset = keep(wishes.folder, f"large-{label}", column.values)
        made += real.tasks_of("large", dataset, SOURCES[label].domain, real.ENDS, PEOPLE, wishes)
    return made


def figures(results: Sequence[Result], _wishes: Wishes) -> list[Figure]:
    """One figure for each file."""
    drawn = []
    for label, source in SOURCES.items():
        mine = [r for r in results if r.task.settings["dataset"].startswith(f"large-{label}-")]
        if mine:
            about, (low, high) = ABOUT[label], source.domain
            origin = f"{about[0].upper()}{about[1:]}, domain [{low:g}, {high:,.0f}]."
            drawn.append(real.figure(f"large-{label}", f"{label}: {about}", real.by_direction(mine), origin))
    return drawn


def absent(wishes: Wishes) -> str | None:
    """Which files are missing, and which cannot be used; they do not keep the others from running."""
    columns = [source.read(wishes.large) for source in SOURCES.values()]
    return "; ".join(reasons(columns, "; give their folder with --large")) or None


STUDY = Study("Large real data, without replacement", tasks, real.compute, figures, absent)
