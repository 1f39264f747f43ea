"""Picture: SVG text that a notebook shows and a file keeps."""

from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as SVG text; `str` gives the text."""

    svg: str = field(repr=False)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture into the file at `path`."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def __str__(self) -> str:
        return self.svg

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg
