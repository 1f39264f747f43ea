"""Entrants: our own searches in the clothes of a rival, beside the rivals and the ceilings."""

import importlib.util
import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from lowwater.contest.coverage import Stated, witness
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import MOST
from lowwater.errors import BadData
from lowwater.people.people import KnownPeople
from lowwater.planning.design import design
from lowwater.planning.options import PlanOptions
from lowwater.rivals.rival import Rival
from lowwater.rivals.table import CEILINGS, RIVALS
from lowwater.search.fitted_search import FittedSearch
from lowwater.search.plan import Plan
from lowwater.search.table import PRIVATE
from lowwater.simulate.monte_carlo import monte_carlo

Floats = npt.NDArray[np.float64]

_SMALL = Epsilon.of(1.0)
_USUAL = 2**20  # people for whom bits and rounds are told, where they depend on the number


@dataclass(frozen=True)
class MinimumSearch:
    """A search of the table that competes for minima; every person loses at most epsilon, over all answers."""

    name: str
    search: str
    reference: str
    options: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def _usual(self) -> Plan:
        return self.plan(_USUAL, Domain(-1.0, 1.0), Epsilon.of(1.0))

    @property
    def bits(self) -> float:
        """As many for each answer as its choices take."""
        return float(self._usual.answers * math.ceil(math.log2(self._usual.choices)))

    @property
    def rounds(self) -> int:
        """How often the server waits."""
        return self._usual.rounds

    def plan(self, people: int, domain: Domain, epsilon: Epsilon, quantile: float | None = None) -> Plan:
        """The plan for `people` people."""
        options = PlanOptions(search=self.search, quantile=quantile, **self.options)
        most = MOST * design(people, _SMALL, domain, options).answers  # of which no answer may use more than its part
        return design(people, min(epsilon, most), domain, options)

    def estimates(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, runs: int, rng: np.random.Generator
    ) -> Floats:
        """The minima that `runs` simulated runs report."""
        strategy = self.plan(people.people, domain, epsilon).strategy()
        return monte_carlo(strategy, domain, people, runs=runs, rng=rng)


class Searching(MinimumSearch):
    """One of our own searches, which finds quantiles as well."""

    def quantiles(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, level: float, runs: int, rng: np.random.Generator
    ) -> Floats:
        """The quantiles that `runs` simulated runs report."""
        strategy = self.plan(people.people, domain, epsilon, level).strategy()
        return monte_carlo(strategy, domain, people, runs=runs, rng=rng)


class Stating(Searching):
    """A search that states how wrong it may be."""

    def stated(
        self,
        people: KnownPeople,
        domain: Domain,
        epsilon: Epsilon,
        level: float | None,
        runs: int,
        rng: np.random.Generator,
    ) -> Stated:
        """`runs` runs with their statements, for a quantile or (None) the minimum."""
        search = cast("FittedSearch", self.plan(people.people, domain, epsilon, level).strategy())
        return witness(search, people, runs, rng)


_PAPER, _OWN = "Algorithm 2 of the paper", "this project"
_USUAL_ROUNDS = {"rounds": 16, "questions": 2}

FLAGSHIP, SIMPLE, UNSETTLED = "tail fit", "cohort bisection", "tail fit, not settling"
LOWER, UNKNOWN = "paper, lower alpha", "paper, unknown alpha"

NAMED: Mapping[str, MinimumSearch] = {
    FLAGSHIP: Stating(FLAGSHIP, "tail-fit", _OWN, _USUAL_ROUNDS),
    "tail fit, 32 x 1": Stating("tail fit, 32 x 1", "tail-fit", _OWN, {"rounds": 32, "questions": 1}),
    UNSETTLED: Stating(UNSETTLED, "tail-fit", _OWN, _USUAL_ROUNDS | {"settle": False}),
    "tail fit, 8 x 8": Stating("tail fit, 8 x 8", "tail-fit", _OWN, {"rounds": 8, "questions": 8}),
    "one round": Searching("one round", "one-round", _OWN),
    SIMPLE: Searching(SIMPLE, "cohorts", _OWN),
    LOWER: MinimumSearch(LOWER, "paper", _PAPER, {"rule": "lower-alpha"}),
    UNKNOWN: MinimumSearch(UNKNOWN, "paper", _PAPER, {"rule": "unknown-alpha"}),
}
"""Our own searches and the paper's, where the leaderboard has a name of its own for them."""

_OTHERS = [name for name in PRIVATE if name not in {entrant.search for entrant in NAMED.values()}]

OWN: dict[str, Rival] = {**NAMED, **{name: Searching(name, name, _OWN) for name in _OTHERS}}
"""Every private search of the table, so that a new one competes as soon as it has its row."""

ENTRANTS: dict[str, Rival] = OWN | RIVALS | CEILINGS

PACE = {
    "stochastic gradient": 0.1,
    "square wave": 0.05,
    UNSETTLED: 0.25,
    "tail fit, 8 x 8": 0.25,
    "one round": 0.25,
    SIMPLE: 10,
    LOWER: 10,
    UNKNOWN: 10,
}
"""How many times the wished number of runs an entrant gets: fewer where a run is slow, more where it costs nothing."""


def read(path: Path) -> dict[str, Rival]:
    """A mechanism of one's own: a Python file that says ENTRANT = ..., an object with a rival's methods."""
    spec = importlib.util.spec_from_file_location(f"entrant_{path.stem}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise BadData(f"{path} is no Python file; give one that says ENTRANT = ...")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BadData(f"{path.name} cannot be run: {error!r}") from error
    entrant = getattr(module, "ENTRANT", None)
    if isinstance(entrant, type):
        raise BadData(f"{path.name}: ENTRANT is a class; write ENTRANT = {entrant.__name__}()")
    missing = [name for name in ("name", "reference", "bits", "rounds", "estimates") if not hasattr(entrant, name)]
    if entrant is None or missing:
        raise BadData(f"{path.name} has no ENTRANT with {', '.join(missing)}; see the how-to on mechanisms")
    if entrant.name in ENTRANTS:
        raise BadData(f"{path.name}: an entrant named {entrant.name!r} is there already; choose another name")
    return {entrant.name: entrant}
