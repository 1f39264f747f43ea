"""Crowd: how many of those asked have the truth yes, round after round, for many runs at once.

People are never drawn one by one. A run records the thresholds it has asked and how many people are in each
gap between them; a new threshold splits one gap, by the law that fits. Fixed data asked in full need no draw at
all; cohorts of fixed data, and samples from a larger pool, are drawn without replacement (hypergeometric); i.i.d.
people who answer every round split binomially; fresh i.i.d. people have no memory.
"""

from typing import Protocol

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.errors import BadPlan
from lowwater.law.randomize import chances, truth_shares
from lowwater.search.strategy import Round
from lowwater.simulate import gaps
from lowwater.simulate.draw import without_replacement

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class Asked(Protocol):
    """People as in the protocol `People`, who may be drawn from a pool of another size in every run."""

    @property
    def people(self) -> int:
        """The number of people asked in a run."""
        ...

    @property
    def pool(self) -> "int | Ints":
        """The number of people they are drawn from, in all runs or in each."""
        ...

    @property
    def iid(self) -> bool:
        """Whether their numbers are drawn anew, instead of fixed."""
        ...

    def count(self, domain: Domain, thresholds: Floats) -> Floats:
        """Fixed data: how many of the pool have the truth yes at each run's threshold."""
        ...

    def chance(self, domain: Domain, thresholds: Floats) -> Floats:
        """I.i.d. data: the chance of the truth yes at each threshold."""
        ...


class Crowd:
    """The people asked in `runs` runs of one search."""

    def __init__(self, population: Asked, domain: Domain, runs: int, rng: np.random.Generator) -> None:
        self._population, self._domain, self._rng = population, domain, rng
        self._sampled = population.iid or bool(np.any(population.pool > population.people))
        self._edges: Floats = np.empty((runs, 0))
        whole = np.ones(runs) if population.iid else np.full(runs, population.pool, dtype=float)
        self._mass: Floats = whole[:, None]  # of each gap, in all
        self._waiting: Ints = np.full((runs, 1), population.people, dtype=np.int64)  # in each gap, not asked yet

    def yes(self, asked: Round, totals: tuple[int, ...]) -> Ints:
        """The counts of yes of one round, run by question, out of the `totals` of each question.

        Answers are independent given the truths, so their counts are two binomials: no bit is drawn for anybody.
        """
        counts = np.empty(asked.thresholds.shape, dtype=np.int64)
        for index, thresholds in enumerate(asked.thresholds.T):
            truths = self.truths(thresholds, asked.size(index))
            yes = self._rng.binomial(truths, asked.randomizer.p_yes(True))
            counts[:, index] = yes + self._rng.binomial(totals[index] - truths, asked.randomizer.p_yes(False))
        return counts

    def counts(self, asked: Round, totals: tuple[int, ...]) -> Ints:
        """The counts of yes of one round, or where a question has several thresholds those of each answer.

        Answers are independent given the truths, so those of the people of one truth are multinomial.
        """
        if asked.thresholds.ndim == 2:
            return self.yes(asked, totals)
        by_truth, (runs, questions, several) = chances(asked.randomizer), asked.thresholds.shape
        counts = np.zeros((runs, questions, several + 1), dtype=np.int64)
        for index in range(questions):
            cells = self.cells(asked.thresholds[:, index], asked.size(index))
            for truth, row in enumerate(by_truth):
                counts[:, index] += self._rng.multinomial(cells[:, truth], row)
        return counts

    def cells(self, thresholds: Floats, people: int | None) -> Ints:
        """The number of people of each truth, run by truth, among `people` asked about several thresholds."""
        population, domain = self._population, self._domain
        if people is not None and population.iid:
            return self._rng.multinomial(people, truth_shares(population.chance(domain, thresholds)))
        if people is None and not self._sampled:
            within, crowd = population.count(domain, thresholds).astype(np.int64), population.people
        else:
            within, crowd = self._within(thresholds, people), people or population.people
        ends = np.zeros((len(within), 1), dtype=np.int64)
        return np.diff(np.concatenate([ends, np.sort(within, axis=1), ends + crowd], axis=1), axis=1)[:, ::-1]

    def _within(self, thresholds: Floats, people: int | None) -> Ints:
        """The number of people within each threshold, run by threshold, of a cohort that is drawn, or of everyone."""
        outward = 1 if self._domain.direction == "minimum" else -1
        for column in thresholds.T[::outward]:
            self._split(column)
        edges = outward * thresholds
        gap: Ints = np.count_nonzero(self._edges[:, None, :] < edges[:, :, None], axis=2)
        taken = self._waiting if people is None else self._drawn(people)
        sums = np.cumsum(taken, axis=1)
        return np.take_along_axis(sums, gap, axis=1)

    def truths(self, thresholds: Floats, people: int | None) -> Ints:
        """The number of people with the truth yes at each run's threshold, among `people` asked (None: everyone)."""
        population, domain = self._population, self._domain
        if people is None and not self._sampled:
            return population.count(domain, thresholds).astype(np.int64)
        if people is not None and population.iid:
            return self._rng.binomial(people, population.chance(domain, thresholds))
        gap = self._split(thresholds)
        return gaps.before(self._waiting, gap + 1) if people is None else self._take(people, gap)

    def unasked(self, thresholds: Floats) -> Floats:
        """The share with the truth yes at each run's threshold, of those not asked yet; for a law, of everybody."""
        if self._population.iid:
            return self._population.chance(self._domain, thresholds)
        gap = self._split(thresholds)
        return np.asarray(gaps.before(self._waiting, gap + 1) / np.maximum(self._waiting.sum(axis=1), 1))

    def _split(self, thresholds: Floats) -> Ints:
        """Split a gap at each run's threshold; return the index of the gap that ends there."""
        edges = thresholds if self._domain.direction == "minimum" else -thresholds
        gap: Ints = np.count_nonzero(self._edges < edges[:, None], axis=1)
        mass, waiting = gaps.at(self._mass, gap), gaps.at(self._waiting, gap)
        lower = np.clip(self._below(thresholds) - gaps.before(self._mass, gap), 0.0, mass)
        if self._population.iid:
            share = np.divide(lower, mass, out=np.zeros_like(lower), where=mass > 0)
            waiting_lower = self._rng.binomial(waiting, share)
        else:
            people = mass.astype(np.int64)
            waiting_lower = without_replacement(self._rng, lower.astype(np.int64), people, waiting)
        self._edges = gaps.insert(self._edges, gap, edges)
        self._mass = gaps.insert(gaps.put(self._mass, gap, mass - lower), gap, lower)
        self._waiting = gaps.insert(gaps.put(self._waiting, gap, waiting - waiting_lower), gap, waiting_lower)
        return gap

    def _below(self, thresholds: Floats) -> Floats:
        """How many people are at or before each threshold; for i.i.d. people, the probability."""
        population = self._population
        return (population.chance if population.iid else population.count)(self._domain, thresholds)

    def _take(self, people: int, gap: Ints) -> Ints:
        """Draw a cohort of `people` from those not asked yet, and count its yes."""
        return gaps.before(self._drawn(people), gap + 1)

    def _drawn(self, people: int) -> Ints:
        """Draw a cohort of `people` from those not asked yet: how many of each gap, run by gap."""
        crowd = self._waiting.sum(axis=1)
        if people > crowd.min():
            raise BadPlan(f"a cohort of {people}, and {crowd.min()} people left who were not asked yet")
        wanted: Ints = np.full_like(crowd, people)
        drawn: Ints = np.empty_like(self._waiting)
        for index in range(self._waiting.shape[1]):
            waiting = self._waiting[:, index]
            taken = without_replacement(self._rng, waiting, crowd, wanted)
            crowd, wanted = crowd - waiting, wanted - taken
            drawn[:, index] = taken
            self._waiting[:, index] = waiting - taken
        return drawn
