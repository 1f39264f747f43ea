"""Knowledge: what is known about the end that is searched for before anybody answers.

It is a prior, never a promise: a tenth of the weight stays with everything else, so that answers which contradict it
prevail, and the estimate says so.
"""

import math
from dataclasses import dataclass

from lowwater.errors import BadPlan

DOUBTED = 0.1
"""The posterior weight of what was known below which the answers contradict it."""


@dataclass(frozen=True)
class Knowledge:
    """The tail's exponent `alpha`, the `width` numbers spread over, and an `earlier` estimate, `off` by about that.

    Within d of the end there is a share (d / width)**alpha of people. None: not known. `start`: the end may be that
    of the domain, because people choose domains with a reason.
    """

    alpha: float | None = None
    width: float | None = None
    earlier: float | None = None
    off: float | None = None
    start: bool = True

    def __post_init__(self) -> None:
        for name in ("alpha", "width", "off"):
            value = getattr(self, name)
            if value is not None and not 0 < value < math.inf:
                raise BadPlan(f"a known {name} of {value!r}; it must be a positive number")
        if self.width is not None and self.alpha is None:
            raise BadPlan(f"a known width of {self.width!r} without its alpha; give both")
        if (self.earlier is None) != (self.off is None) or not math.isfinite(self.earlier or 0.0):
            raise BadPlan(f"an earlier estimate of {self.earlier!r}, off by {self.off!r}; give two numbers, or neither")

    def __bool__(self) -> bool:
        return self.alpha is not None or self.earlier is not None

    def in_words(self) -> str:
        """What is known, in words that complete "it was known that"."""
        facts = []
        if self.alpha is not None:
            spread = "" if self.width is None else f" over a width of {self.width:g}"
            facts.append(f"the tail has alpha = {self.alpha:g}{spread}")
        if self.earlier is not None:
            facts.append(f"an earlier estimate was {self.earlier:g}, off by about {self.off:.2g}")
        return " and ".join(facts)


NOTHING = Knowledge()
