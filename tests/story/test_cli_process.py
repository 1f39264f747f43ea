"""The process around the command line: how it is started, what it lacks, and what a terminal shows."""

import contextlib
import os
import re
import subprocess
import sys
import threading

import pytest

import lowwater

PYTHON_LOWWATER = [sys.executable, "-m", "lowwater"]


def test_the_package_runs_as_a_command():
    done = subprocess.run([*PYTHON_LOWWATER, "--version"], capture_output=True, check=True, text=True)
    assert f"lowwater, version {lowwater.__version__}\n" == done.stdout


def test_without_the_extra_the_command_says_how_to_get_it():
    program = "import sys; sys.modules['click'] = None; sys.argv = ['lowwater']; import lowwater.__main__"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, text=True)
    assert (1, "") == (done.returncode, done.stdout)
    assert "The lowwater command needs its extra: pip install 'lowwater[cli]'\n" == done.stderr


@pytest.mark.parametrize(
    ("missing", "extra", "words"),
    [
        ("rich", "cli", "demo"),
        ("rich", "cli", "evaluate --people 1024 --epsilon 4 --iid"),
        ("duckdb", "cli", "find people.csv --column age --epsilon 1 --domain 0 150"),
        ("duckdb", "cli", "paper --quick"),
        ("duckdb", "cli", "contest --quick"),
        ("matplotlib", "paper", "paper --quick"),
        ("matplotlib", "paper", "contest --quick"),
    ],
)
def test_without_what_a_verb_needs_it_names_the_extra_that_brings_it(missing, extra, words):
    program = f"import sys; sys.modules[{missing!r}] = None; import lowwater.__main__"
    done = subprocess.run([sys.executable, "-c", program, *words.split()], capture_output=True, check=False, text=True)
    assert (1, "") == (done.returncode, done.stdout)
    needs, brings = f"this verb needs {missing}", f"the extra '{extra}' brings: pip install 'lowwater[{extra}]'"
    assert re.fullmatch(rf"lowwater: {needs}\b.*, which {re.escape(brings)}\n", done.stderr)


def _read_to_the_end(terminal):
    with contextlib.suppress(OSError):  # how Linux says that nobody writes any more
        while os.read(terminal, 4096):
            pass


def test_a_progress_bar_on_a_terminal_leaves_standard_output_alone():
    pty = pytest.importorskip("pty")
    reader, terminal = pty.openpty()
    screen = threading.Thread(target=_read_to_the_end, args=(reader,))  # a full terminal would stop the program
    screen.start()
    try:
        shown = subprocess.run([*PYTHON_LOWWATER, "demo"], stdout=subprocess.PIPE, stderr=terminal, check=True)
    finally:
        os.close(terminal)
        screen.join()
        os.close(reader)
    assert b"\x1b" not in shown.stdout
    assert re.fullmatch(rb"20,000 people .*\n  one device +round 1: [^\n]*\n", shown.stdout, re.DOTALL)


BAR = """
from lowwater.cli.text import progress
progress._PATIENCE = 0.0
with progress.Bar("asking") as bar:
    bar(0.5)
    bar.say("a line of its own")
bar.say("and one after it")
"""


def test_what_is_said_on_a_terminal_while_a_bar_is_shown_stands_on_a_line_of_its_own():
    pty = pytest.importorskip("pty")
    reader, terminal = pty.openpty()
    subprocess.run(
        [sys.executable, "-c", BAR], stdout=terminal, stderr=terminal, env=os.environ | {"TERM": "xterm"}, check=True
    )
    os.close(terminal)
    screen = os.read(reader, 1 << 16).decode()
    os.close(reader)
    assert "\r\x1b[2Ka line of its own\r\n" in screen
    assert screen.endswith("and one after it\r\n")


def test_what_is_said_while_a_bar_is_shown_goes_to_standard_output():
    pty = pytest.importorskip("pty")
    reader, terminal = pty.openpty()
    shown = subprocess.run([sys.executable, "-c", BAR], stdout=subprocess.PIPE, stderr=terminal, check=True)
    os.close(terminal)
    os.close(reader)
    assert b"a line of its own\nand one after it\n" == shown.stdout
