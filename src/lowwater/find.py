"""find_min, find_max, find_quantile: the whole survey in one call, over numbers that are at hand.

The numbers are counted, never copied out: each round needs only how many of the cohort answer yes, and every
answer is randomized as a device would. What comes back is all that anyone would have learned from a live survey.
"""

import math
from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain, Outside
from lowwater.core.epsilon import Epsilon
from lowwater.core.estimate import Estimate
from lowwater.errors import BadData
from lowwater.planning.options import DEFAULT, PlanOptions
from lowwater.planning.planner import plan
from lowwater.simulate.population import Numbers
from lowwater.simulate.survey import survey

Floats = npt.NDArray[np.float64]
Values = Iterable[float] | npt.ArrayLike
"""A list, a numpy array, a pandas or Polars series."""

_SHOWN = 5


def find_min(
    values: Values, epsilon: float | str | Epsilon, domain: tuple[float, float] | Domain, **options: Any
) -> Estimate:
    """The smallest of the values, under local differential privacy; see find() for the options."""
    return find(values, epsilon, domain, direction="minimum", **options)


def find_max(
    values: Values, epsilon: float | str | Epsilon, domain: tuple[float, float] | Domain, **options: Any
) -> Estimate:
    """The largest of the values, under local differential privacy; see find() for the options."""
    return find(values, epsilon, domain, direction="maximum", **options)


def find_quantile(
    values: Values, share: float, epsilon: float | str | Epsilon, domain: tuple[float, float] | Domain, **options: Any
) -> Estimate:
    """The value that this share of people are at or below, under local differential privacy; options as find()."""
    return find(values, epsilon, domain, quantile=share, **options)


def find(
    values: Values,
    epsilon: float | str | Epsilon,
    domain: tuple[float, float] | Domain,
    options: PlanOptions = DEFAULT,
    *,
    seed: int | None = None,
    **changes: Any,
) -> Estimate:
    """Plan a survey of these values and run it; a plan that cannot work is refused.

    `changes` are options by name, such as `step=1`; see PlanOptions. The search is the tail fit, unless one is named or
    other options ask for one; rounds=1 asks everyone at once. outside="clamp" moves values outside the domain to its
    nearer end instead of refusing them. A seed makes the coins repeatable, and the estimate is marked as simulated.
    """
    options = replace(options, **changes)
    where = Domain.of(domain, options.step).looking_for(options.direction or "minimum")
    numbers = admitted(values, where, options.outside)
    planned = plan(numbers.size, epsilon, where, replace(options, step=None, direction=None), refuse=True)
    return survey(planned, Numbers(numbers), seed)


def admitted(values: Values, domain: Domain, outside: Outside) -> Floats:
    """The values as floats in the domain; what cannot be used is an error that says how many and which."""
    numbers = _floats(values)
    if numbers.size == 0:
        raise BadData("there are no values; at least one is needed")
    _refuse(numbers, np.isnan(numbers), "are missing or not a number; drop them first")
    if outside == "clamp":
        return np.clip(numbers, domain.lo, domain.hi)
    _refuse(numbers, np.isinf(numbers), "are infinite; drop them, or ask for outside='clamp'")
    beyond = (numbers < domain.lo) | (numbers > domain.hi)
    _refuse(
        numbers,
        beyond,
        f"lie outside [{domain.lo:g}, {domain.hi:g}]; widen the domain, or ask for outside='clamp'",
    )
    return numbers


def _floats(values: Values) -> Floats:
    """A flat array of floats from anything that holds numbers; what is missing becomes NaN."""
    kept = values if hasattr(values, "__array__") or isinstance(values, (list, tuple)) else _listed(values)
    if isinstance(kept, np.ma.MaskedArray):
        kept = np.where(np.ma.getmaskarray(kept), np.nan, np.ma.getdata(kept))
    try:
        found = np.asarray(kept)
    except ValueError:
        raise BadData("the values are not numbers but lists of many lengths; give one list of numbers") from None
    if found.ndim != 1:
        raise BadData(f"the values have {found.ndim} dimensions; give one list of numbers")
    if found.dtype.kind in "mM":
        raise BadData(f"the values are not numbers: {str(found[0])!r} at position 0" if found.size else "no values")
    if found.dtype.kind in "biuf":
        return found.astype(float)
    return np.array([_float(value, position) for position, value in enumerate(found)], dtype=float)


def _float(value: object, position: int) -> float:
    """One value of a mixed list."""
    if value is None or type(value).__name__ == "NAType":
        return math.nan
    if not isinstance(value, (Real, Decimal)):
        raise BadData(f"the values are not numbers: {str(value)!r} at position {position}")
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _listed(values: Any) -> Any:
    """A list from any other iterable."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise BadData(f"values={values!r}; give a list, a numpy array, or a pandas or Polars series")
    return list(values)


def _refuse(numbers: Floats, bad: npt.NDArray[np.bool_], what: str) -> None:
    """Name the values that cannot be used, the first few with their positions."""
    at = np.flatnonzero(bad)
    if at.size == 0:
        return
    shown = ", ".join(f"{numbers[i]:g} at position {i}" for i in at[:_SHOWN])
    more = ", ..." if at.size > _SHOWN else ""
    raise BadData(f"{at.size} of {numbers.size} values {what} ({shown}{more})")
