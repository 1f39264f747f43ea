"""Every study there is, by name, in the order of the report."""

from pathlib import Path

from lowwater.paper import appendix, comparison, large, movielens, purchases, synthetic
from lowwater.paper.study import Study
from lowwater.study.task import Numbers, Task

STUDIES: dict[str, Study] = {
    "synthetic": synthetic.STUDY,
    "laplace": comparison.STUDY,
    "movielens": movielens.STUDY,
    "purchases": purchases.STUDY,
    "large": large.STUDY,
    "appendix": appendix.STUDY,
}


def compute(task: Task, seed: int, folder: Path) -> Numbers:
    """The numbers of one task of any study; `folder` holds the datasets."""
    return STUDIES[task.study].compute(task.settings, seed, folder)
