"""Certain: what the answers of many runs prove, whatever the numbers are like; docs/theory/certain.md has the proofs.

Shares: a question asks fresh people at a threshold fixed beforehand, so its count of yes is binomial given all earlier
answers. A limit of its share that is wrong with a small probability, fixed by the plan, needs no more; the
probabilities of all planned questions add up to the doubt.

Somebody: if nobody is at or before c, every yes at or before c is noise, whoever came. A bet against noise on every
such question multiplies a wealth that noise keeps at 1 on average, and the question `above` is tested at a significance
that the wealth multiplies.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.core.randomizer import Randomizer
from lowwater.law.count import binomial_tails
from lowwater.search.settling import SHARES, SURE, misses

Floats = npt.NDArray[np.float64]

STAKE = 4.3
"""The deviations from nobody, of the answers that bets count on, that a share bet on has."""

_BETTING = 0.3  # the part of the people asked before `above` that bets count on
_MOST_STAKE = 0.4
_BETS = (0.5, 1.0, 2.0)  # the shares that are bet on, in multiples of the stake
_ROUNDING = 1e-13  # added to a tail computed to 1e-14


class Counts(NamedTuple):
    """The answers of every closed question, run by question: threshold, count of yes, total; in the order asked.

    Thresholds grow away from the end that is searched for.
    """

    threshold: Floats
    yes: Floats
    total: Floats


class Proofs(NamedTuple):
    """What is proved of every run, as thresholds that grow away from the end searched for; infinite where nothing is.

    somebody: somebody is at or before it; of a minimum only.
    few: at most each of SHARES are at or before it, run by share; of a minimum only.
    least, most: the quantile is at or after the one and at or before the other; of a quantile only.
    """

    somebody: Floats
    few: Floats
    least: Floats
    most: Floats

    def of(self, run: int) -> "Proofs":
        """What is proved of one run."""
        return Proofs(*(each[run : run + 1] for each in self))


def stake(above: int, betting: int, variance: float) -> float:
    """The share that bets on somebody expect, where `betting` people are asked before the `above` others."""
    return float(min(_MOST_STAKE, STAKE * np.sqrt(variance / max(1.0, above + _BETTING * betting))))


@dataclass(frozen=True)
class Prover:
    """What a plan fixes before the first answer.

    planned: the number of planned questions.
    above, below: the indices of the settling questions; None where there is none.
    stake: the share that bets on somebody expect.
    quantile: the quantile searched for; None for the minimum.
    """

    randomizer: Randomizer
    planned: int
    above: int | None
    below: int | None
    stake: float
    quantile: float | None = None

    @property
    def misses(self) -> tuple[Floats, Floats]:
        """How often each question's lower and upper limit may be wrong."""
        return misses(self.planned, self.above if self.quantile is not None else None, self.below)

    def statements(self, counts: Counts) -> Proofs:
        """Everything that is proved of every run."""
        runs = len(counts.yes)
        nothing, everywhere = np.full(runs, np.inf), np.full((runs, len(SHARES)), -np.inf)
        if self.quantile is not None:
            return Proofs(nothing, everywhere, self.few(counts, self.quantile), self.reached(counts, self.quantile))
        few = np.stack([self.few(counts, share) for share in SHARES], axis=1)
        return Proofs(self.somebody(counts), few, -nothing, nothing)

    def wealth_at(self, counts: Counts, thresholds: Floats) -> Floats:
        """The log of the wealth against "nobody is at or before" each of the `thresholds`, run by threshold."""
        asked, wealth = self.wealth(counts)
        before = (asked[:, :, None] <= thresholds[:, None, :]).sum(axis=1)
        return np.take_along_axis(np.pad(wealth, ((0, 0), (1, 0))), before, axis=1)

    def few(self, counts: Counts, share: float) -> Floats:
        """The last threshold that at most `share` of people are at or before, for each run; -inf where none is."""
        _, high = self.misses
        tail = self._at_most(counts, share) + _ROUNDING
        proved = (tail <= high[: counts.yes.shape[1]]) & (counts.total > 0)
        return np.asarray(np.where(proved, counts.threshold, -np.inf).max(axis=1, initial=-np.inf))

    def reached(self, counts: Counts, share: float) -> Floats:
        """The first threshold that at least `share` of people are at or before, for each run; inf where none is."""
        low, _ = self.misses
        tail = binomial_tails(counts.yes, counts.total, self._chance(share)) + _ROUNDING
        proved = (tail <= low[: counts.yes.shape[1]]) & (counts.total > 0)
        return np.asarray(np.where(proved, counts.threshold, np.inf).min(axis=1, initial=np.inf))

    def holds(self, counts: Counts, shares: Floats) -> npt.NDArray[np.bool_]:
        """Whether the true `shares` lie within the band, run by question; limits at the very edge hold."""
        low, high = (doubt[: counts.yes.shape[1]] for doubt in self.misses)
        chance = self._chance(0.0) + (self._chance(1.0) - self._chance(0.0)) * shares
        least = binomial_tails(counts.yes, counts.total, chance) > low - _ROUNDING
        most = binomial_tails(counts.total - counts.yes, counts.total, 1 - chance) > high - _ROUNDING
        return np.asarray((least & most) | (counts.total == 0))

    def somebody(self, counts: Counts) -> Floats:
        """The first threshold that somebody is at or before, with confidence SURE, for each run; inf where none is."""
        asked = counts.yes.shape[1]
        if asked == 0 or self.randomizer.honest:
            return np.full(len(counts.yes), np.inf)
        threshold, wealth = self.wealth(counts)
        if self.above is None or asked <= self.above:
            return _first_proved(threshold, wealth + np.log(1 - SURE) >= 0)
        at = self.above
        tail = binomial_tails(counts.yes[:, at], counts.total[:, at], self._chance(0.0)) + _ROUNDING
        significance = np.minimum(0.0, wealth + np.log(1 - SURE))
        settled = (np.log(tail)[:, None] <= significance) & (threshold >= counts.threshold[:, at, None])
        return _first_proved(threshold, settled | (significance >= 0))

    def wealth(self, counts: Counts) -> tuple[Floats, Floats]:
        """The thresholds in rising order, and the log of the wealth of "nobody is at or before it", run by threshold.

        Bets end before the question `above`; its threshold is among the thresholds, without a bet.
        """
        end = counts.yes.shape[1] if self.above is None else min(self.above, counts.yes.shape[1])
        kept = counts.yes.shape[1] if self.above is None else min(self.above + 1, counts.yes.shape[1])
        order = np.argsort(counts.threshold[:, :kept], axis=1, kind="stable")
        noise = self._chance(0.0)
        gains = []
        for part in _BETS:
            chance = self._chance(min(part * self.stake, 0.5))
            gain = counts.yes[:, :kept] * np.log(chance / noise)
            gain += (counts.total - counts.yes)[:, :kept] * np.log((1 - chance) / (1 - noise))
            gain[:, end:] = 0.0
            gains.append(np.cumsum(np.take_along_axis(gain, order, axis=1), axis=1))
        wealth = np.logaddexp.reduce(gains, axis=0) - np.log(len(_BETS))
        return np.take_along_axis(counts.threshold[:, :kept], order, axis=1), wealth

    def _chance(self, share: float) -> float:
        """The chance of a yes where `share` of people have the truth yes."""
        no, yes = self.randomizer.p_yes(False), self.randomizer.p_yes(True)
        return no + (yes - no) * share

    def _at_most(self, counts: Counts, share: float) -> Floats:
        """The probability of at most this count of yes where `share` of people have the truth yes."""
        return binomial_tails(counts.total - counts.yes, counts.total, 1 - self._chance(share))


def _first_proved(threshold: Floats, proved: npt.NDArray[np.bool_]) -> Floats:
    """The first of the rising thresholds from which on all are proved; inf where the last is not.

    Equal thresholds have one wealth, that of the last of them.
    """
    last = np.append(threshold[:, 1:] > threshold[:, :-1], np.ones((len(threshold), 1), dtype=bool), axis=1)
    proved = proved | ~last
    count = np.cumprod(proved[:, ::-1], axis=1).sum(axis=1)
    rows = np.arange(len(threshold))
    first = threshold[rows, threshold.shape[1] - np.maximum(count, 1)]
    return np.where(count > 0, first, np.inf)
