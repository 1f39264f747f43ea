"""Data file: one column of a file known by name, with the domain of its numbers, in whichever folder it lies."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lowwater.core.domain import Domain
from lowwater.errors import BadData
from lowwater.files import numbers
from lowwater.files.numbers import Read
from lowwater.people.admit import admit
from lowwater.people.column import Column


@dataclass(frozen=True)
class Unusable:
    """A file that cannot be used, with the reason; None where the file does not exist."""

    file: str
    reason: str | None = None


@dataclass(frozen=True)
class DataFile:
    """A file, the column in it, the domain and step of its numbers, and whether rows without a number are left out."""

    file: str
    column: str
    domain: tuple[float, float]
    step: float | None = None
    holes: bool = False

    def read(self, folder: Path | None) -> Read | Unusable:
        """The numbers of this file in `folder`."""
        if folder is None or not (folder / self.file).is_file():
            return Unusable(self.file)
        try:
            read = numbers.read(folder / self.file, self.column, holes=self.holes)
            self._admit(folder / self.file)
        except BadData as error:
            return Unusable(self.file, str(error))
        return read

    def _admit(self, path: Path) -> None:
        """Refuse numbers outside the domain or off its step, with their rows."""
        domain = Domain(*self.domain, step=self.step)
        try:
            admit(Column(path, self.column), domain, on_step=self.step is not None, holes=self.holes)
        except BadData as error:
            raise BadData(f"{path.name}, {self.column}: {error}") from None


def require_folder(folder: Path | None, option: str, holds: str) -> None:
    """Refuse a `folder`, given with `option`, that is not a directory."""
    if folder is not None and not folder.is_dir():
        raise BadData(f"{option} {folder} is no folder; give the one with the {holds}")


def readable(files: Mapping[str, DataFile], folder: Path | None) -> Iterator[tuple[str, Read]]:
    """The label and the numbers of each of the `files` in `folder` that can be used, one file at a time."""
    for label, file in files.items():
        if isinstance(column := file.read(folder), Read):
            yield label, column


def reasons(columns: Iterable[Read | Unusable], remedy: str = "") -> list[str]:
    """Why files cannot be used: those not found in one sentence with its `remedy`, then the others one by one."""
    unusable = [column for column in columns if isinstance(column, Unusable)]
    missing = [column.file for column in unusable if column.reason is None]
    not_found = [f"not found: {', '.join(missing)}{remedy}"] if missing else []
    return not_found + [column.reason for column in unusable if column.reason is not None]
