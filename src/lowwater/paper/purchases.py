"""Purchase tasks 1 and 2 (section 6.3): the least age in each amount range, and in each category."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from lowwater.errors import BadData
from lowwater.paper import real
from lowwater.paper.groups import AGES, FEWEST, read
from lowwater.paper.study import Study, Wishes
from lowwater.study import words
from lowwater.study.dataset import file_name, keep
from lowwater.study.figure import Figure
from lowwater.study.task import Result, Task

PEOPLE = tuple(2**k for k in range(11, 16))
PAPER_RANGES = tuple(10_000.0 * k for k in range(7))


def files(paths: Sequence[Path]) -> dict[Path, str]:
    """Each file once, with its name preceded by as many of its folders as tell it from the others."""
    unique = {path.resolve(): path for path in paths}
    whole = [path.absolute().parts for path in unique.values()]
    for length in range(1, max(map(len, whole), default=0) + 1):
        names = ["/".join(parts[-length:]) for parts in whole]
        if len(set(names)) == len(names):
            return dict(zip(unique.values(), names, strict=True))
    return {}


def tasks(wishes: Wishes) -> list[Task]:
    """Every file, group, N and epsilon; a file that cannot be used stops the study before anything is kept."""
    groups = {(path, file): _groups(path, wishes) for path, file in files(wishes.purchases).items()}
    return [
        task
        for (path, file), kept in groups.items()
        for group, ages in kept.items()
        for task in _tasks(wishes, path, file, group, ages)
    ]


def _groups(path: Path, wishes: Wishes) -> dict[str, np.ndarray]:
    groups = read(path, wishes.ranges)
    if kept := groups.kept():
        return kept
    most = max(ages.size for ages in groups.ages.values())
    remedy = "give other --ranges, or a larger file" if wishes.ranges else "give a larger file, or fewer --ranges"
    raise BadData(f"{path.name}: no group has {FEWEST:,} people, the largest has {most:,}; {remedy}")


def _tasks(wishes: Wishes, path: Path, file: str, group: str, ages: np.ndarray) -> list[Task]:
    dataset = keep(wishes.folder, f"{path.stem} {group}", ages)
    made = real.tasks_of("purchases", dataset, AGES, ("minimum",), PEOPLE, wishes)
    return [Task("purchases", task.settings | {"file": file, "group": group}) for task in made]


def figures(results: Sequence[Result], wishes: Wishes) -> list[Figure]:
    """One figure for each task of each file, with a panel for each group."""
    drawn, names = [], files(wishes.purchases)
    stems = Counter(Path(file).stem for file in names.values())
    for path, file in names.items():
        stem = Path(file).stem if stems[Path(file).stem] == 1 else file
        groups = read(path, wishes.ranges)
        for task, what in (("task1", "by amount"), ("task2", "by category")):
            if parts := _parts(results, file, task):
                origin = " ".join([_origin(file), *groups.left_out(task)])
                name, title = f"purchases-{file_name(stem)}-{task}", f"Least age {what}, {words.legible(file)}"
                drawn.append(real.figure(name, title, parts, origin))
    return drawn


def _origin(file: str) -> str:
    shown = words.legible(file)
    return f"A substitute for the paper's purchase history, which is not public: {shown}; ages on [0, 150]."


def _parts(results: Sequence[Result], file: str, task: str) -> dict[str, list[Result]]:
    """The results of each group, ranges in the order of their amounts."""
    parts: dict[str, list[Result]] = {}
    for result in results:
        group = result.task.settings["group"]
        if result.task.settings["file"] == file and group.startswith(f"{task} "):
            parts.setdefault(group.removeprefix(f"{task} "), []).append(result)
    return parts if task == "task2" else dict(sorted(parts.items(), key=lambda part: _lower_edge(part[0])))


def _lower_edge(group: str) -> float:
    return float(group.partition(" to ")[0].replace(",", ""))


def deviations(_results: Sequence[Result], wishes: Wishes) -> list[str]:
    """For each file, who is in no group and which groups are left out."""
    sentences = []
    for path, file in files(wishes.purchases).items():
        groups = read(path, wishes.ranges)
        left_out = groups.left_out("task1") + groups.left_out("task2")
        sentences += [f"{words.legible(file)}: {' '.join(left_out)}"] if left_out else []
    return sentences


def absent(wishes: Wishes) -> str | None:
    """Why there is no purchase section, and how to get one."""
    if wishes.purchases:
        return None
    return (
        "no --purchases file was given. The paper's purchase history is not public; any CSV or Parquet file with the "
        "columns age, amount and, for task 2, category (and user, where a person has several rows) will do."
    )


STUDY = Study("Purchase history (section 6.3)", tasks, real.compute, figures, absent, deviations)
