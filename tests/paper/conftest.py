"""What several of these tests share: how results are made."""

import pytest

from lowwater.paper.run import compute


@pytest.fixture
def computed(tmp_path):
    """The results of tasks, computed one after the other in an empty folder."""

    def results(tasks, seed=2019, folder=tmp_path):
        return [compute(task, seed, folder) for task in tasks]

    return results
