"""Store: results kept line by line as they come, so that an interrupted study continues where it stopped."""

import json
import os
from collections.abc import Iterable
from pathlib import Path

from lowwater import __version__
from lowwater.errors import BadData
from lowwater.study.task import Result, Task


class Store:
    """A file of JSON lines, one for each task that is done."""

    def __init__(self, path: Path, seed: int) -> None:
        self._path, self.seed = path, seed
        self._results: dict[str, Result] = {}
        if path.exists():
            self._load()

    def _load(self) -> None:
        """Read the results of the file; drop an incomplete last line, refuse any other that is no result."""
        try:
            lines = self._path.read_text(encoding="utf-8").split("\n")
        except UnicodeDecodeError:
            raise BadData(f"{self._path.name} is no file of results; give another folder with --out") from None
        for line_number, line in enumerate(lines, start=1):
            try:
                result = Result.from_json(line) if line else None
            except (json.JSONDecodeError, KeyError, TypeError):
                if line_number == len(lines):  # no newline behind it: the process was stopped while writing
                    continue
                raise BadData(f"line {line_number} of {self._path.name} is no result; delete it, or the file") from None
            if result is not None:
                self._accept(result)
        self.tidy()

    def _accept(self, result: Result) -> None:
        """Accept a result of this seed and version; refuse any other, which leaves the file as it is."""
        if (result.seed, result.version) != (result.task.seed(self.seed), __version__):
            raise BadData(
                f"{self._path.name} holds results of another seed, or of version {result.version} (this is "
                f"{__version__}, seed {self.seed}); give another folder with --out, or delete the file"
            )
        self._results[result.task.key] = result

    def missing(self, tasks: Iterable[Task]) -> list[Task]:
        """The tasks that are not done yet."""
        return [task for task in tasks if task.key not in self._results]

    def add(self, result: Result) -> None:
        """Append a result to the file and sync it to the disk."""
        self._results[result.task.key] = result
        with self._path.open("a", encoding="utf-8") as file:
            file.write(result.to_json() + "\n")
            file.flush()
            os.fsync(file.fileno())

    def of(self, tasks: Iterable[Task]) -> list[Result]:
        """The results of these tasks that are done, in the order of their keys."""
        return [self._results[key] for key in sorted({task.key for task in tasks}) if key in self._results]

    def tidy(self) -> None:
        """Rewrite the file sorted by key, so that the same study is the same file."""
        lines = "".join(self._results[key].to_json() + "\n" for key in sorted(self._results))
        aside = self._path.with_suffix(".tmp")
        aside.write_text(lines, encoding="utf-8")
        aside.replace(self._path)
