"""A ledger of its own for each test, and the page of the sample survey in it."""

import pytest

from lowwater.client import Ledger
from tests.unit.client.sample_survey import SERVER, survey


@pytest.fixture
def path(tmp_path):
    return tmp_path / "mine" / "ledger.jsonl"


@pytest.fixture
def ledger(path):
    return Ledger(path, clock=lambda: "2026-01-01T00:00:00+00:00")


@pytest.fixture
def page(ledger):
    return ledger.join(SERVER, survey())
