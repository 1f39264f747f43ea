"""How fast the command starts, and what an import brings along."""

import subprocess
import sys
from collections.abc import Iterator

from benchmarks.measure import Ratio, seconds


def ratios() -> Iterator[Ratio]:
    """Every ratio of this file."""
    start = seconds(lambda: _run("import click"))
    shown = seconds(
        lambda: _run("import sys; sys.argv = ['lowwater', '--help']; from lowwater.cli import main; main()")
    )
    detail = f"{shown * 1e3:.0f} ms and {start * 1e3:.0f} ms"
    yield Ratio("lowwater --help / python with click", shown / start, 3, True, detail)
    bare, imported = seconds(lambda: _run("pass")), seconds(lambda: _run("import lowwater.client"))
    detail = f"{imported * 1e3:.0f} ms and {bare * 1e3:.0f} ms"
    yield Ratio("import lowwater.client / python", imported / bare, 8, True, detail)


def _run(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
