"""Ground: what campaigns stand on. A folder that is removed in the end, and a PostgreSQL where the machine has it."""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from functools import cached_property
from itertools import count
from pathlib import Path
from types import TracebackType

from campaigns.cluster import BINARIES, Cluster


class Ground:
    """Folders and databases, as many as are asked for; all are gone when it is left."""

    def __init__(self) -> None:
        self._made = contextlib.ExitStack()
        self._root = Path(self._made.enter_context(tempfile.TemporaryDirectory(prefix="lowwater-campaign-")))
        self._numbers = count()

    def __enter__(self) -> "Ground":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._made.close()

    @property
    def has_postgres(self) -> bool:
        """Whether this machine has PostgreSQL."""
        return bool(BINARIES)

    @cached_property
    def cluster(self) -> Cluster:
        """The PostgreSQL server, started when it is first asked for."""
        return self._made.enter_context(contextlib.closing(Cluster()))

    @contextlib.contextmanager
    def folder(self) -> Iterator[Path]:
        """A new folder, which is removed when its user is done."""
        path = self._root / f"folder-{next(self._numbers)}"
        path.mkdir()
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)
