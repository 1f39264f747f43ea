"""Cell shares: the tallies of questions with several thresholds, as the shares of people in cells.

Cells are counted from the end that is searched for, those of all staggered questions together in the order of their far
ends. The last cell of every question, which has no threshold at its far end, is left out: its share follows from the
others. Arrays have a row for each run.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from lowwater.core.randomizer import Randomizer
from lowwater.search.cells.staggered import Staggered
from lowwater.search.pool import NOBODY, Answers, pool

Floats = npt.NDArray[np.float64]

_LEAST = 1e-9  # a count's expectation, where nobody answered


@dataclass(frozen=True)
class CellShares:
    """The answers of one run: how often each cell was named, and how many people answered its question."""

    layout: Staggered
    randomizer: Randomizer
    named: Floats
    people: Floats

    @classmethod
    def of(cls, layout: Staggered, randomizer: Randomizer, counts: Floats) -> "CellShares":
        """From the counts of every answer, question by answer: answer 0 is the cell furthest from the end."""
        named = counts[:, :0:-1].T.ravel()
        return cls(layout, randomizer, named, np.tile(counts.sum(axis=1), layout.size - 1))

    @property
    def chances(self) -> tuple[float, float]:
        """The chance that a cell is named by somebody who is not in it, and by how much more by somebody who is."""
        no = self.randomizer.p_yes(False)
        return no, self.randomizer.p_yes(True) - no

    @property
    def answered(self) -> float:
        """All answers."""
        return float(self.people[: self.layout.questions].sum())

    @cached_property
    def share(self) -> Floats:
        """The debiased share of people in each cell."""
        no, gap = self.chances
        return np.asarray((self.named / np.maximum(self.people, 1) - no) / gap)

    def noise(self, share: Floats) -> Floats:
        """The variance of each debiased share, where the true one is `share`."""
        no, gap = self.chances
        chance = no + gap * share
        return np.asarray(chance * (1 - chance) / gap**2 / np.maximum(self.people, NOBODY))

    @cached_property
    def below(self) -> Floats:
        """The share of people at or before each threshold, made to rise with it.

        Each question adds up its cells, so that its share at a threshold is the noisier the more cells lie before it;
        the weights of the isotonic regression are the inverses of those variances.
        """
        stagger, size = self.layout.questions, self.layout.size
        summed = np.cumsum(self.share.reshape(size - 1, stagger), axis=0).ravel()
        no, gap = self.chances
        cells = np.repeat(np.arange(1, size), stagger) * no
        noise = cells * (1 - cells) / gap**2
        weight = np.maximum(self.people, NOBODY) * noise[0] / noise
        points = pool(Answers(self.layout.unit[None], summed[None], weight[None]), float(noise[0]))
        asked = points.people[0] > NOBODY
        return np.asarray(np.interp(self.layout.unit, points.threshold[0][asked], points.pooled[0][asked]))

    def within(self, values: Floats, first: float = 0.0) -> Floats:
        """The rise over each cell of a function given by its `values` at all thresholds, last axis; `first` before."""
        before = np.full((*values.shape[:-1], self.layout.questions), first, dtype=values.dtype)
        return np.asarray(values - np.concatenate([before, values[..., : -self.layout.questions]], axis=-1))

    @cached_property
    def significance(self) -> Floats:
        """By how many deviations the cells up to each threshold are named more often than by chance.

        The largest over all runs of neighbouring cells that end there: signed roots of the Poisson deviance, whose
        tails are nearly normal for small counts too.
        """
        expected = np.maximum(self.people * self.chances[0], _LEAST)
        count, mean = (np.concatenate([[0.0], np.cumsum(column)]) for column in (self.named, expected))
        many, usual = count[None, 1:] - count[:-1, None], mean[None, 1:] - mean[:-1, None]
        upper = np.triu(np.ones(many.shape, dtype=bool))
        many, usual = np.where(upper, many, 0.0), np.where(upper, usual, 1.0)
        deviance = many * np.log(np.maximum(many, _LEAST) / usual) - (many - usual)
        roots = np.sign(many - usual) * np.sqrt(2 * np.maximum(deviance, 0.0))
        return np.asarray(np.where(upper, roots, -np.inf).max(axis=0))
