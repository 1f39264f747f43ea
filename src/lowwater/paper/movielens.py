"""MovieLens tasks 1 and 2 (section 6.2): mean ratings and numbers of rated movies, minimum and maximum."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lowwater.errors import BadData
from lowwater.files.query import ask, number, require, require_filled, require_numbers, text
from lowwater.files.table import read_csv, source
from lowwater.paper import real
from lowwater.paper.study import Study, Wishes
from lowwater.study import words
from lowwater.study.dataset import keep, load
from lowwater.study.figure import COLOURS, Figure, panels
from lowwater.study.task import Result, Settings, Task

PEOPLE = tuple(2**k for k in range(14, 19))
COLUMNS = ("userId", "movieId", "rating")
SCALE = (0.0, 5.0)

HOW_TO_GET_IT = (
    "The paper used GroupLens' full 'latest' release of September 2018: 27,753,444 ratings of 53,889 movies by 283,228 "
    "people, a zip file of 265 MB. GroupLens offers the current edition of that release, ml-latest.zip, at "
    "grouplens.org/datasets/movielens/latest; unpack it and pass its ratings.csv with --movielens. The older "
    "releases' ratings.dat works too."
)


@dataclass(frozen=True, eq=False)
class Ratings:
    """Every person's mean rating and number of rated movies; the numbers of all movies and of repeated ratings."""

    means: np.ndarray
    counts: np.ndarray
    movies: int
    repeated: int

    @property
    def domain(self) -> tuple[float, float]:
        """The paper's domain of the second task: nobody is taken to have rated more than half of the movies."""
        return 0.0, self.movies / 2

    @property
    def clamped(self) -> int:
        """The number of people who rated more than half of the movies."""
        return int(np.count_nonzero(self.counts > self.domain[1]))


def read(path: Path) -> Ratings:
    """The ratings of a file, streamed and not loaded."""
    rows = old_format if path.suffix.lower() == ".dat" else source
    if rows is source:
        require(path, COLUMNS)
    require_filled(path, COLUMNS[:2], rows)
    require_numbers(path, COLUMNS[2:], rows)
    cells = f"SELECT {text('userId')} AS person, {text('movieId')} AS movie, {number('rating')} AS rating FROM {{rows}}"
    fields = "avg(rating) AS mean, count(DISTINCT movie) AS movies, count(*) AS ratings, min(rating) AS low"
    people = ask(path, f"SELECT {fields}, max(rating) AS high FROM ({cells}) GROUP BY person", rows)
    if people["mean"].size == 0:
        raise BadData(f"{path.name} has no ratings; give a file with at least one")
    _check_scale(path, float(people["low"].min()), float(people["high"].max()))
    movies = int(ask(path, f"SELECT count(DISTINCT movie) AS movies FROM ({cells})", rows)["movies"][0])
    return Ratings(people["mean"], people["movies"], movies, int((people["ratings"] - people["movies"]).sum()))


def _check_scale(path: Path, low: float, high: float) -> None:
    if not SCALE[0] <= low <= high <= SCALE[1]:
        raise BadData(
            f"{path.name} has ratings from {low:g} to {high:g}; MovieLens rates from 0.5 to 5. Wrong column? "
            "Otherwise scale them to [0, 5] first"
        )


def old_format(path: Path, *, strict: bool = True, spare: bool = False) -> str:
    """ratings.dat of the older releases: user::movie::rating::time."""
    return read_csv(path, [*COLUMNS, "timestamp"], "::", header=False, strict=strict, spare=spare)


def tasks(wishes: Wishes) -> list[Task]:
    """Both tasks, both ends, every N and epsilon."""
    if wishes.movielens is None:
        return []
    ratings = read(wishes.movielens)
    return _tasks(wishes, "rating", ratings.means, SCALE) + [
        Task(task.study, task.settings | _deviation_counts(ratings))
        for task in _tasks(wishes, "count", np.minimum(ratings.counts, ratings.domain[1]), ratings.domain)
    ]


def _tasks(wishes: Wishes, label: str, values: np.ndarray, domain: tuple[float, float]) -> list[Task]:
    dataset = keep(wishes.folder, f"movielens-{label}", values)
    return real.tasks_of("movielens", dataset, domain, real.ENDS, PEOPLE, wishes)


def _deviation_counts(ratings: Ratings) -> Settings:
    """How many people were clamped and ratings repeated in the second task, left out where none, for stable keys."""
    return {name: getattr(ratings, name) for name in ("clamped", "repeated") if getattr(ratings, name)}


def deviations(results: Sequence[Result], _wishes: Wishes) -> list[str]:
    """How many people were clamped to the paper's domain, and how many ratings were counted once."""
    counts = [result for result in results if result.task.settings["dataset"].startswith("movielens-count")]
    return _sentences(counts[0]) if counts else []


def _sentences(result: Result) -> list[str]:
    settings, pool = result.task.settings, result.numbers["pool"]
    clamped, repeated, end = settings.get("clamped", 0), settings.get("repeated", 0), settings["domain"][1]
    sentences = []
    if clamped:
        movies = words.counted(round(2 * end), "movie", "movies")
        sentences.append(
            f"Task 2: {words.people(clamped)} of {pool:,} ({words.share(clamped, pool)}) rated more than half of the "
            f"{movies}, outside the paper's domain; they are clamped to its end, {end:,g}, and the true value that "
            "errors are measured against is that of the clamped numbers. Task 1 does not depend on it."
        )
    if repeated:
        again = words.counted(repeated, "rating repeats", "ratings repeat")
        sentences.append(
            f"{again} a movie that the person had rated: task 2 counts it once, task 1 takes every rating."
        )
    return sentences


def figures(results: Sequence[Result], wishes: Wishes) -> list[Figure]:
    """The histograms, then one figure for each task."""
    if not results:
        return []
    names = sorted({result.task.settings["dataset"] for result in results}, reverse=True)
    drawn = [_histograms(names, wishes, deviations(results, wishes))]
    for name in names:
        mine = [result for result in results if result.task.settings["dataset"] == name]
        rating = name.startswith("movielens-rating")
        title = "MovieLens task 1: people's mean rating" if rating else "MovieLens task 2: ratings given per person"
        file, (low, high) = wishes.movielens.name if wishes.movielens else "ratings", mine[0].task.settings["domain"]
        origin = " ".join([f"From {words.legible(file)}, domain [{low:g}, {high:g}].", *_sentences(mine[0])])
        drawn.append(real.figure(f"movielens-task{1 if rating else 2}", title, real.by_direction(mine), origin))
    return drawn


def _histograms(names: Sequence[str], wishes: Wishes, notes: Sequence[str]) -> Figure:
    canvas, axes = panels(2, width=5.6, height=2.2)
    for axis, colour, name in zip(axes, COLOURS, names, strict=False):
        values = np.asarray(load(wishes.folder, name))
        rating = name.startswith("movielens-rating")
        edges = np.linspace(0, 5, 41) if rating else np.geomspace(values.min(), values.max() + 1, 40)
        axis.hist(values, bins=list(edges), color=colour)
        axis.set(title="task 1: mean rating" if rating else "task 2: number of ratings", ylabel="people")
        if not rating:
            axis.set_xscale("log")
    caption = " ".join([f"{words.people(values.size)}.", *notes])
    return Figure("movielens-histograms", "The data of both tasks", caption, canvas)


def absent(wishes: Wishes) -> str | None:
    """Why there is no MovieLens section, and how to get one."""
    return None if wishes.movielens else f"no --movielens file was given. {HOW_TO_GET_IT}"


STUDY = Study("MovieLens (section 6.2)", tasks, real.compute, figures, absent, deviations)
