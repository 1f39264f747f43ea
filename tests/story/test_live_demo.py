"""The live demo: a real server, a ledger for each device, and HTTP between them."""

import json
import os
import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner

from lowwater.cli.demo import demo
from lowwater.client.ledger import Ledger

PEOPLE = 400


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """What the demo says at the end, and the folder it kept everything in."""
    folder = tmp_path_factory.mktemp("live") / "survey"
    result = CliRunner().invoke(
        demo, ["--people", str(PEOPLE), "--epsilon", "4", "--live", str(folder), "--json"], catch_exceptions=False
    )
    assert 0 == result.exit_code
    return json.loads(result.output), folder


def test_everyone_who_was_asked_was_counted_once(shown):
    told, folder = shown
    ledgers = [Ledger(path) for path in sorted((folder / "ledgers").rglob("*.jsonl"))]
    said = [entry for ledger in ledgers for page in ledger.pages for entry in page.account.told]
    assert told["answers"] == len(said)
    assert 0.9 * PEOPLE <= told["answers"] <= PEOPLE


def test_nobody_revealed_more_than_was_granted(shown):
    _, folder = shown
    for path in (folder / "ledgers").rglob("*.jsonl"):
        for page in Ledger(path).pages:
            assert 1 >= len(page.account.told)


def test_the_estimate_stands_beside_the_truth(shown):
    told, _ = shown
    assert 18 == told["truth"]
    assert abs(told["estimate"] - told["truth"]) == told["error"]
    assert told["error"] < 37.5  # a guess's


def test_the_server_is_gone_afterwards(shown):
    _, folder = shown
    with pytest.raises(ProcessLookupError):
        os.kill(int((folder / "pid").read_text()), 0)


def test_a_server_that_is_kept_goes_on_until_it_is_stopped(tmp_path):
    arguments = ["demo", "--people", "200", "--epsilon", "8", "--live", str(tmp_path / "kept"), "--keep"]
    told = subprocess.run([sys.executable, "-m", "lowwater", *arguments], check=True, capture_output=True, text=True)
    pid = int((tmp_path / "kept" / "pid").read_text())
    os.kill(pid, signal.SIGTERM)  # it is there
    assert f"kill {pid}" in told.stdout
