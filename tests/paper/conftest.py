"""What several of these tests share: where the real data lie, and how results are made."""

from pathlib import Path

import pytest

from lowwater.paper.run import compute

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"


@pytest.fixture(scope="session")
def real():
    """The path of a real data file; a test that needs one is skipped, aloud, where it is absent."""

    def find(name):
        if not (DATA / name).exists():
            pytest.skip(f"real data absent: there is no {name} in ../shared/data")
        return DATA / name

    return find


@pytest.fixture
def computed(tmp_path):
    """The results of tasks, computed one after the other in an empty folder."""

    def results(tasks, seed=2019, folder=tmp_path):
        return [compute(task, seed, folder) for task in tasks]

    return results
