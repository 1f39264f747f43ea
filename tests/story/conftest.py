"""The command line within this process, a file of made-up people to use it on, and how figures are drawn."""

import json
import random
import shlex
import sys
from dataclasses import dataclass

import pytest

from lowwater.cli import main


@dataclass(frozen=True)
class Said:
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def say(capfd, monkeypatch, tmp_path):
    """Run the command in an empty folder, within this process."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def command(line):
        monkeypatch.setattr(sys, "argv", ["lowwater", *shlex.split(line)])
        with pytest.raises(SystemExit) as end:
            main()
        return Said(end.value.code or 0, *capfd.readouterr())

    return command


@pytest.fixture(scope="module")
def ages():
    luck = random.Random(2019)  # noqa: S311 - made-up people
    return [float(18 + int(72 * luck.betavariate(1.1, 2.4))) for _ in range(20_000)]


@pytest.fixture
def people(ages, tmp_path):
    """people.csv in the current folder."""
    rows = "".join(f"{person},{age:g},{1000 * age:g}\n" for person, age in enumerate(ages))
    (tmp_path / "people.csv").write_text("person,age,income\n" + rows, encoding="utf-8")
    return tmp_path


@pytest.fixture
def write(tmp_path):
    """Write a file into the current folder."""

    def written(name, text):
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())

    return written


@pytest.fixture(scope="session", autouse=True)
def drawing(untraced_drawing):
    """Whatever is drawn in this folder."""
