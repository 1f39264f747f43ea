"""Alone: one study at a time writes into a folder, for each sorts the file of results anew, and knows its own alone."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

try:
    import fcntl
except ModuleNotFoundError:  # Windows
    fcntl = None  # type: ignore[assignment]

from lowwater.errors import BadData


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other studies out of an existing folder; refuse one that another study is writing into."""
    with ExitStack() as held:
        if fcntl is not None:
            held.enter_context(_locked(folder))
        yield


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        _lock(descriptor, folder)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, folder: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        remedy = "wait for it, or give another folder with --out"
        raise BadData(f"{folder}: another study is writing there; {remedy}") from None
