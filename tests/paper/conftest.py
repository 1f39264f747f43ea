"""What several of these tests share: how results are made, and how figures are drawn."""

from functools import partial

import pytest

from lowwater.paper.studies import compute
from lowwater.study.run import result_of


@pytest.fixture
def computed(tmp_path):
    """The results of tasks, computed one after the other in an empty folder."""

    def results(tasks, seed=2019, folder=tmp_path):
        return [result_of(task, partial(compute, folder=folder), seed) for task in tasks]

    return results


@pytest.fixture(scope="session", autouse=True)
def drawing(untraced_drawing):
    """Whatever is drawn in this folder."""
