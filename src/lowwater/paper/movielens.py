"""MovieLens tasks 1 and 2 (section 6.2): mean ratings and numbers of rated movies, minimum and maximum."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from lowwater.errors import BadData
from lowwater.files.query import ask, number, require, require_numbers
from lowwater.paper import real
from lowwater.paper.study import Study, Wishes
from lowwater.study.dataset import keep, load
from lowwater.study.figure import COLOURS, Figure, panels
from lowwater.study.task import Result, Task

PEOPLE = tuple(2**k for k in range(14, 19))
COLUMNS = ("userId", "movieId", "rating")
SCALE = (0.0, 5.0)

HOW_TO_GET_IT = (
    "The paper used GroupLens' full 'latest' release of September 2018: 27,753,444 ratings of 53,889 movies by 283,228 "
    "people, a zip file of 265 MB. GroupLens offers the current edition of that release, ml-latest.zip, at "
    "grouplens.org/datasets/movielens/latest; unpack it and pass its ratings.csv with --movielens. The older "
    "releases' ratings.dat works too."
)


def read(path: Path) -> tuple[np.ndarray, np.ndarray, int]:
    """Every person's mean rating and number of ratings, and the number of movies; streamed, not loaded."""
    plain = path.suffix == ".dat"
    if not plain:
        require(path, COLUMNS)
    rows = _old_format(path) if plain else "{rows}"
    require_numbers(path, COLUMNS, rows)
    per_person = ask(
        path,
        f"SELECT avg(rating) AS mean, count(*) AS many, min(rating) AS low, max(rating) AS high FROM "
        f"(SELECT {number('userId')} AS person, {number('rating')} AS rating FROM {rows}) GROUP BY person",
    )
    if per_person["mean"].size == 0:
        raise BadData(f"{path.name} has no ratings")
    low, high = float(per_person["low"].min()), float(per_person["high"].max())
    if not SCALE[0] <= low <= high <= SCALE[1]:
        raise BadData(f"{path.name} has ratings from {low:g} to {high:g}; MovieLens rates from 0.5 to 5. Wrong column?")
    movies = int(ask(path, f'SELECT count(DISTINCT "movieId") AS movies FROM {rows}')["movies"][0])
    return per_person["mean"], per_person["many"], movies


def _old_format(path: Path) -> str:
    """ratings.dat of the older releases: user::movie::rating::time."""
    place = str(path).replace("'", "''")
    kinds = "{'userId': 'VARCHAR', 'movieId': 'VARCHAR', 'rating': 'VARCHAR', 'timestamp': 'VARCHAR'}"
    return f"read_csv('{place}', delim = '::', header = false, auto_detect = false, columns = {kinds})"


def tasks(wishes: Wishes) -> list[Task]:
    """Both tasks, both ends, every N and epsilon."""
    if wishes.movielens is None:
        return []
    means, counts, movies = read(wishes.movielens)
    people = PEOPLE[::4] if wishes.quick else PEOPLE
    found = []
    for label, values, domain in (("rating", means, SCALE), ("count", counts, (0.0, movies / 2))):
        beyond = int(np.count_nonzero(values > domain[1]))
        if beyond:
            raise BadData(f"{beyond} people rated more than half of the {movies:,} movies, outside the paper's domain")
        name, size = keep(wishes.folder, f"movielens-{label}", values)
        found += real.tasks_of(
            "movielens", name, size, domain, ("minimum", "maximum"), people, wishes.runs,
            with_replacement=wishes.with_replacement,
        )  # fmt: skip
    return found


def figures(results: Sequence[Result], wishes: Wishes) -> list[Figure]:
    """The histograms, then one figure for each task."""
    if not results:
        return []
    names = sorted({result.task.settings["dataset"] for result in results}, reverse=True)
    drawn = [_histograms(names, wishes)]
    for name in names:
        mine = [result for result in results if result.task.settings["dataset"] == name]
        rating = name.startswith("movielens-rating")
        title = "MovieLens task 1: people's mean rating" if rating else "MovieLens task 2: ratings given per person"
        file, (low, high) = wishes.movielens.name if wishes.movielens else "ratings", mine[0].task.settings["domain"]
        source = f"From {file}, domain [{low:g}, {high:g}]."
        drawn.append(real.figure(f"movielens-task{1 if rating else 2}", title, real.by_direction(mine), source))
    return drawn


def _histograms(names: Sequence[str], wishes: Wishes) -> Figure:
    canvas, axes = panels(2, width=5.6, height=2.2)
    for axis, colour, name in zip(axes, COLOURS, names, strict=False):
        values = np.asarray(load(wishes.folder, name))
        rating = name.startswith("movielens-rating")
        edges = np.linspace(0, 5, 41) if rating else np.geomspace(max(values.min(), 1), values.max() + 1, 40)
        axis.hist(values, bins=list(edges), color=colour)
        axis.set(title="task 1: mean rating" if rating else "task 2: number of ratings", ylabel="people")
        if not rating:
            axis.set_xscale("log")
    return Figure("movielens-histograms", "The data of both tasks", f"{values.size:,} people.", canvas)


def absent(wishes: Wishes) -> str | None:
    """Why there is no MovieLens section, and how to get one."""
    return None if wishes.movielens else f"no --movielens file was given. {HOW_TO_GET_IT}"


STUDY = Study("MovieLens (section 6.2)", tasks, real.compute, figures, absent)
