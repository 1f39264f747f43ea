"""Floats: one array of doubles from whatever holds the numbers at hand; what is missing becomes NaN."""

import math
from collections.abc import Iterable
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from lowwater.core.kind import MICRO, Kind, kind_of, nouns, to_number
from lowwater.errors import BadData
from lowwater.people.people import Floats

Values = Iterable[Any] | npt.ArrayLike
"""A list, a numpy array, a pandas or Polars series; of numbers, or of dates, moments, times of day or durations."""

_WHOLE = 2**53  # doubles tell whole numbers apart up to here
_NUMPY: dict[tuple[str, Kind], str] = {
    ("M", "date"): "datetime64[D]",
    ("M", "datetime"): "datetime64[us]",
    ("M", "instant"): "datetime64[us]",
    ("m", "duration"): "timedelta64[us]",
}
"""The numpy type that values of each kind are converted by."""


def floats(values: Values, kind: Kind = "number") -> Floats:
    """A one-dimensional array of numbers from any container; whole numbers beyond 2**53 stay whole."""
    kept = values if hasattr(values, "__array__") or isinstance(values, (list, tuple)) else _as_list(values)
    if isinstance(kept, np.ma.MaskedArray):
        kept = np.where(np.ma.getmaskarray(kept), np.nan, np.ma.getdata(kept))
    try:
        array = np.asarray(kept)
    except ValueError:
        raise BadData("the values are not numbers but lists of many lengths; give one list of numbers") from None
    if array.ndim != 1:
        raise BadData(f"the values have {array.ndim} dimensions; give one list of numbers")
    if array.dtype.kind in "mM":
        return _moments(array, kind)
    if array.dtype.kind in "biuf" and kind == "number":
        return array if _beyond(array) else array.astype(float)
    return np.array([_float(value, position, kind) for position, value in enumerate(array)], dtype=float)


def _beyond(array: npt.NDArray[Any]) -> bool:
    """Whether doubles would round some of these whole numbers."""
    if array.dtype != np.int64 or not array.size:
        return False
    return bool(array.max() > _WHOLE or array.min() < -_WHOLE)


def _moments(array: npt.NDArray[Any], kind: Kind) -> Floats:
    """The numbers of numpy's dates, moments or durations, NaN where one is missing."""
    type_ = _NUMPY.get((array.dtype.kind, kind))
    if type_ is None:
        shown = f"{str(array[0])!r} at position 0" if array.size else "there are none"
        raise BadData(f"the values are not {nouns(kind)}: {shown}")
    whole = array.astype(type_)
    numbers = whole.astype(np.int64) / (1 if kind == "date" else MICRO)
    return np.where(np.isnat(whole), np.nan, numbers)


def _float(value: Any, position: int, kind: Kind) -> float:
    """A value of a mixed list as a float, NaN where it is missing, infinity where it overflows."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return math.nan
    if kind_of(value) != kind or (kind == "number" and not isinstance(value, (Real, Decimal))):
        raise BadData(f"the values are not {nouns(kind)}: {str(value)!r} at position {position}")
    try:
        return float(to_number(value))
    except OverflowError:
        return math.inf


def _as_list(values: Any) -> Any:
    """A list from any other iterable."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise BadData(f"values={values!r}; give a list, a numpy array, a series, or a table with column=")
    return list(values)
