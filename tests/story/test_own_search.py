"""The page on a search of one's own, followed word for word: its file and its row go into a copy of the project."""

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SPEC = importlib.util.spec_from_file_location("story_docs", Path(__file__).with_name("test_docs.py"))
docs = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(docs)
PAGE = docs.OWN_SEARCH
FENCE = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NEXT = "-- next block --"
IMPORTS = "from lowwater.search import "


@pytest.fixture
def clone(tmp_path):
    """A copy of the project's code."""
    shutil.copytree(docs.ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def patched(text, diff):
    """A text after the change that a diff shows; a line of imports gains its names, whatever others it has."""
    lines = diff.splitlines(keepends=True)
    old, new = ([line[1:] for line in lines if line[0] in kept] for kept in (" -", " +"))
    for before, after in zip(old, new, strict=False):
        if before != after and before.startswith(IMPORTS):
            names = {
                name
                for line in (*re.findall(f"^{IMPORTS}(.*)$", text, re.M), after[len(IMPORTS) :])
                for name in line.split(", ")
            }
            return re.sub(f"^{IMPORTS}.*$", IMPORTS + ", ".join(sorted(map(str.strip, names))), text, flags=re.M)
    before = "".join(old[: next(at for at, line in enumerate(lines) if line[0] == "+")])
    added = "".join(line[1:] for line in lines if line[0] == "+")
    assert 1 == text.count(before)
    return text if added in text else text.replace(before, before + added)


def done(clone, *command, text=None):
    environment = os.environ | docs.PLAIN | {"PYTHONPATH": str(clone / "src")}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "input": text}
    return subprocess.run(command, cwd=clone, env=environment, encoding="utf-8", check=False, **pipes)


def printed(clone, blocks):
    """What each of the page's snippets prints, run one after the other in one process."""
    result = done(clone, sys.executable, "-", text=f"\nprint({NEXT!r})\n".join(blocks))
    assert 0 == result.returncode, result.stdout
    return result.stdout.split(NEXT + "\n")


@pytest.mark.no_cover
def test_the_page_is_true_word_for_word(clone):
    page = FENCE.findall(PAGE.read_text(encoding="utf-8"))
    for language, path, block in page:
        if path:
            file = clone / path
            file.write_text(patched(file.read_text(), block) if language == "diff" else block, encoding="utf-8")
    snippets = [block for language, path, block in page if language == "python" and not path]
    outputs, text = iter(printed(clone, snippets)), ""
    for language, path, block in page:
        if language == "python" and not path:
            text = next(outputs)
        elif language == "output":
            docs.says(block, text)
        elif language == "console":
            for command, shown in docs.commands(block):
                result = done(clone, sys.executable, "-m", *shlex.split(command))
                assert 0 == result.returncode, result.stdout
                docs.says(shown, result.stdout)


def test_a_row_goes_where_the_page_says_whatever_other_rows_there_are():
    table = f'{IMPORTS}a, z\n\nROWS = {{\n    "a": a.ROW,\n    "z": z.ROW,\n}}\n'
    table = patched(table, f"-{IMPORTS}a\n+{IMPORTS}a, b\n")
    table = patched(table, '     "a": a.ROW,\n+    "b": b.ROW,\n     "c": c.ROW,\n')
    assert f'{IMPORTS}a, b, z\n\nROWS = {{\n    "a": a.ROW,\n    "b": b.ROW,\n    "z": z.ROW,\n}}\n' == table


def test_a_row_without_a_neighbour_is_noticed():
    with pytest.raises(AssertionError):
        patched("a\nb\n", " e\n+c\n d\n")


def test_the_page_names_every_way_to_run_a_search():
    text = PAGE.read_text(encoding="utf-8")
    assert [] == [
        verb for verb in ("evaluate", "plan", "find", "contest", "demo --live") if f"$ lowwater {verb}" not in text
    ]


def test_the_page_adds_one_file_and_one_row():
    paths = {path for _, path, _ in FENCE.findall(PAGE.read_text(encoding="utf-8")) if path}
    assert {"src/lowwater/search/ladder.py", "src/lowwater/search/table.py"} == paths
