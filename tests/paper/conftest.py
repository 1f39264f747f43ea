"""What several of these tests share: how results are made, and how figures are drawn."""

import pytest

from lowwater.paper.run import compute


@pytest.fixture
def computed(tmp_path):
    """The results of tasks, computed one after the other in an empty folder."""

    def results(tasks, seed=2019, folder=tmp_path):
        return [compute(task, seed, folder) for task in tasks]

    return results


@pytest.fixture(scope="session", autouse=True)
def drawing(untraced_drawing):
    """Whatever is drawn in this folder."""
