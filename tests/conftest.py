"""What tests of several folders share: where the real data lie, and where hypothesis takes its examples from."""

from pathlib import Path

import pytest
from hypothesis import settings

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.register_profile("fresh", derandomize=False, deadline=None, database=None, print_blob=True)
settings.load_profile("repeatable")  # `--hypothesis-profile fresh --hypothesis-seed N` takes others, as a campaign does


@pytest.fixture(scope="session")
def real():
    """The path of a real data file; a test that needs one is skipped, aloud, where it is absent."""

    def find(name):
        if not (DATA / name).exists():
            pytest.skip(f"real data absent: there is no {name} in ../shared/data")
        return DATA / name

    return find
