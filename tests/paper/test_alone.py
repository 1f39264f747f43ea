"""One study at a time writes into a folder."""

import subprocess
import sys

import pytest

from lowwater.errors import BadData
from lowwater.study.alone import alone

pytest.importorskip("fcntl", reason="locks on folders exist on Unix only")

HOLD = """
import sys
from pathlib import Path
from lowwater.study.alone import alone
with alone(Path(sys.argv[1])):
    print("mine", flush=True)
    sys.stdin.read()
"""


def test_a_folder_is_refused_while_another_process_holds_it_and_free_once_that_one_is_killed(tmp_path):
    command = [sys.executable, "-c", HOLD, tmp_path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert "mine\n" == other.stdout.readline()
        with pytest.raises(BadData, match="another study is writing there; wait for it, or give another folder"):
            alone(tmp_path).__enter__()
        other.kill()
        other.wait()
    with alone(tmp_path):
        pass
    assert [] == list(tmp_path.iterdir())


def test_two_folders_do_not_mind_each_other(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    with alone(first), alone(second):
        pass
