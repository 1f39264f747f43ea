"""Data sets: one sorted array of numbers each, kept beside the results so that no task reads the source again."""

import hashlib
from pathlib import Path

import numpy as np
import numpy.typing as npt

from lowwater.errors import BadData

_LONGEST = 150  # bytes; file systems take 255

Floats = npt.NDArray[np.float64]


def keep(folder: Path, label: str, values: npt.ArrayLike) -> tuple[str, int]:
    """Keep the numbers under a name made of the label and of what they are; and say how many there are."""
    numbers: Floats = np.sort(np.ma.filled(np.ma.asarray(values, dtype=float), np.nan))
    if numbers.size == 0 or not np.isfinite(numbers).all():
        raise BadData(f"{label}: no numbers, or some that are not finite; mend or drop those rows")
    name = f"{file_name(label)}-{hashlib.sha256(numbers.tobytes()).hexdigest()[:12]}"
    place = folder / "data" / f"{name}.npy"
    place.parent.mkdir(parents=True, exist_ok=True)
    if not place.exists():
        aside = place.with_suffix(".tmp.npy")
        np.save(aside, numbers)
        aside.replace(place)
    return name, int(numbers.size)


def file_name(label: str) -> str:
    """A label without what no file name may hold, and short enough for one."""
    plain = "".join("_" if mark in "/\\ " or not mark.isprintable() else mark for mark in label)
    return plain.encode()[:_LONGEST].decode(errors="ignore")


def load(folder: Path, name: str) -> Floats:
    """The numbers kept under this name."""
    found: Floats = np.load(folder / "data" / f"{name}.npy", mmap_mode="r")
    return found
