"""What several of these tests share: results made by hand, mechanisms in files, and how figures are drawn."""

import pytest

from lowwater.study.task import Result, Task

OWN = """
import numpy as np


class Mine:
    name, reference, bits, rounds = "{name}", "a test", 1.0, 1

    def estimates(self, people, domain, epsilon, runs, rng):
        return {says}


ENTRANT = Mine()
"""


@pytest.fixture
def own(tmp_path):
    """A file with a mechanism that says the same everywhere: where the domain begins, unless told otherwise."""

    def written(name="mine", says="np.full(runs, domain.lo)", file="mine.py"):
        (tmp_path / file).write_text(OWN.format(name=name, says=says))
        return tmp_path / file

    return written


@pytest.fixture(scope="session")
def cell():
    """The results of one cell, made by hand: what each entrant's numbers are."""

    def results(part, settings, **entrants):
        return [
            Result(Task(part, settings | {"entrant": name.replace("_", " "), "runs": 20}), numbers, seed=0)
            for name, numbers in entrants.items()
        ]

    return results


@pytest.fixture(scope="session", autouse=True)
def drawing(untraced_drawing):
    """Whatever is drawn in this folder."""
