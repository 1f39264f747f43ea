"""What tests of several folders share: where the real data lie."""

from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def real():
    """The path of a real data file; a test that needs one is skipped, aloud, where it is absent."""

    def find(name):
        if not (DATA / name).exists():
            pytest.skip(f"real data absent: there is no {name} in ../shared/data")
        return DATA / name

    return find
