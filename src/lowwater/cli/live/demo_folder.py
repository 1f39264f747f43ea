"""Demo folder: where a demo keeps its database and its ledgers, and what it removes when it is over."""

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

_FILES = ("surveys.db", "surveys.db-wal", "surveys.db-shm", "surveys.db-server", "serve.log", "key", "pid")
LEDGERS = "ledgers"


@contextlib.contextmanager
def demo_folder(folder: Path, *, keep: bool) -> Iterator[Path]:
    """Remove at the end what came into `folder` meanwhile, unless `keep` is set or an error was raised.

    What was there before stays: the surveys of an earlier demo, or files of somebody else.
    """
    before, ledgers = _names(folder), _names(folder / LEDGERS)
    existed = folder.exists()
    try:
        yield folder
    except Exception:
        keep = True  # its log may say why
        raise
    finally:
        if not keep:
            _remove(folder, before, ledgers)
            if not existed:
                folder.rmdir()


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} if folder.is_dir() else set()


def _remove(folder: Path, before: set[str], ledgers: set[str]) -> None:
    """Remove our files that are not among those of `before`, and the ledgers that are not among `ledgers`."""
    for name in _names(folder / LEDGERS) - ledgers:
        shutil.rmtree(folder / LEDGERS / name)
    if LEDGERS not in before and (folder / LEDGERS).is_dir():
        (folder / LEDGERS).rmdir()
    for name in set(_FILES) - before:
        (folder / name).unlink(missing_ok=True)
