"""Data sets: one sorted array of numbers each, kept beside the results so that no task reads the source again."""

import hashlib
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.errors import BadData

_LONGEST = 150  # bytes; file systems take 255

Floats = npt.NDArray[np.float64]


class Dataset(NamedTuple):
    """The name under which numbers are kept, and how many there are."""

    name: str
    size: int


def keep(folder: Path, label: str, values: npt.ArrayLike) -> Dataset:
    """Save the sorted `values` below `folder`, under a name made of `label` and their hash."""
    numbers: Floats = np.sort(np.ma.filled(np.ma.asarray(values, dtype=float), np.nan))
    if numbers.size == 0 or not np.isfinite(numbers).all():
        raise BadData(f"{label}: no numbers, or some that are not finite; mend or drop those rows")
    name = f"{file_name(label)}-{hashlib.sha256(numbers.tobytes()).hexdigest()[:12]}"
    path = folder / "data" / f"{name}.npy"
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        aside = path.with_suffix(".tmp.npy")
        np.save(aside, numbers)
        aside.replace(path)
    return Dataset(name, int(numbers.size))


def file_name(label: str) -> str:
    """The label without characters that no file name may hold, cut to a length that file systems take."""
    plain = "".join("_" if mark in "/\\ " or not mark.isprintable() else mark for mark in label)
    return plain.encode()[:_LONGEST].decode(errors="ignore")


def load(folder: Path, name: str) -> Floats:
    """The numbers that `keep` saved under `name`."""
    numbers: Floats = np.load(folder / "data" / f"{name}.npy", mmap_mode="r")
    return numbers
