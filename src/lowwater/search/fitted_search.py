"""Fitted search: each round asks fresh people at the thresholds where a model of all answers so far learns most.

The model sees thresholds, shares and counts on [-1, 1] with the end that is searched for at -1; it chooses the next
thresholds and makes the estimate. Its random draws are a function of the plan's seed and the answers, so that the state
alone decides the next question.
"""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.core.estimate import Estimate
from lowwater.core.question import Question
from lowwater.core.randomizer import Randomizer
from lowwater.core.statements import Curve, Fitted
from lowwater.core.tally import Tally
from lowwater.search.band import bands, stated
from lowwater.search.certain import Counts, Proofs, Prover, stake
from lowwater.search.knowledge import DOUBTED, NOTHING, Knowledge
from lowwater.search.model import PICTURED, Model, Report
from lowwater.search.pool import NOBODY, Answers
from lowwater.search.search import Sizes
from lowwater.search.settling import NO_SETTLING, Settling
from lowwater.search.strategy import Each, Round, States
from lowwater.search.uniforms import uniforms
from lowwater.search.unit_scale import UnitScale
from lowwater.search.what_next import what_next

Floats = npt.NDArray[np.float64]

AT_ONCE = 64
"""Runs that are reported on together: as many as keep their tables in the processor's cache."""

History = tuple[tuple[float, int, int], ...]
"""A state: threshold, yes and total of every question so far, round by round."""


@dataclass(frozen=True)
class FittedSearch:
    """Rounds of one or several questions, at thresholds chosen by a model; everyone is asked once.

    `sizes` are the numbers of people whom each question of each round asks.
    """

    domain: Domain
    rounds: int
    randomizer: Randomizer
    people: int
    model: Model
    sizes: Sizes
    questions: int = 1
    seed: int = 0
    settling: Settling = NO_SETTLING
    known: Knowledge = NOTHING

    @cached_property
    def prover(self) -> Prover:
        """What the plan fixes for the certain statements."""
        above, below = self.settling.places(self.rounds, self.questions)
        betting = self.people - self.settling.above - self.settling.below
        bet = stake(self.settling.above, betting, self.randomizer.variance)
        return Prover(self.randomizer, self.rounds * self.questions, above, below, bet, self.model.quantile)

    @cached_property
    def scale(self) -> UnitScale:
        """The map between the domain and [-1, 1]."""
        return UnitScale(self.domain)

    def start(self) -> History:
        """Nothing asked yet."""
        return ()

    def ask(self, state: History) -> tuple[Question, ...]:
        """The questions of the next round, at the thresholds that the model chooses."""
        asked = self.ask_many(self._row(state))
        if asked is None:
            return ()
        round_index, thresholds = len(state) // self.questions, asked.thresholds[0].tolist()
        sizes = self.sizes[round_index]
        return tuple(Question(round_index, i, (t,), self.randomizer, sizes[i]) for i, t in enumerate(thresholds))

    def advance(self, state: History, tallies: tuple[Tally, ...]) -> History:
        """Append the round's thresholds and tallies, unless nobody answered."""
        if not any(tally.total for tally in tallies):
            return state
        asked = self.ask(state)
        return (*state, *((q.threshold, tally.yes, tally.total) for q, tally in zip(asked, tallies, strict=True)))

    def estimate(self, state: History) -> Estimate:
        """The model's estimate with its limits."""
        domain, quantile = self.domain, self.model.quantile
        if not state:
            whole, nothing = (domain.lo, domain.hi), self.randomizer.loss * 0
            middle, unfitted = domain.middle(*whole), Fitted(withheld="nobody was asked yet")
            return Estimate(middle, whole, 1.0, nothing, domain.direction, quantile, fitted=unfitted)
        row = self._row(state)
        (estimate,) = self.estimates_many(row)
        curve, posterior = self._curves(row)
        return replace(estimate, fitted=replace(estimate.fitted, curve=curve, posterior=posterior))

    def estimates_many(self, states: States, each: Each = map) -> list[Estimate]:
        """The estimates of all runs with their statements, but without the curves that only a picture needs.

        `each` maps the report over some runs at a time: that of an executor does so side by side.
        """
        pieces = np.array_split(states, -(-len(states) // AT_ONCE))
        report = Report(*(np.concatenate(columns) for columns in zip(*each(self._reported, pieces), strict=True)))
        values, likely, proofs = self._values(report), self._likely(report), self.certain_many(states)
        cells, limits = self._cells(report), self._limits(report)
        rounds = int(states[0, 0]) * self.questions
        estimates, closed = [], states[:, 1 : 1 + 3 * rounds].reshape(len(states), -1, 3)
        band = bands(self.prover, closed)
        for run, entries in enumerate(closed):
            low, high = sorted(float(end[run]) for end in cells)
            people = int(entries[:, 2].sum())
            level = self.model.level(float(people), self.randomizer.variance)
            end = level if self.model.quantile is None else None
            estimate = Estimate(
                value=min(max(float(values[run]), low), high),
                cell=(low, high),
                level=level,
                loss=self.randomizer.loss,
                direction=self.domain.direction,
                quantile=self.model.quantile,
                certain=stated(self.prover, proofs.of(run), band[run], self.domain),
                fitted=self._fitted(report, run, (float(limits[0][run]), float(limits[1][run]))),
                likely_error=float(likely[run]),
                what_next=what_next(float(report.power[run]), end, people, self.randomizer),
                caveats=self._caveats(float(report.known[run])),
            )
            estimates.append(estimate)
        return estimates

    def _caveats(self, known: float) -> tuple[str, ...]:
        """What was known beforehand, where the answers contradict it: its posterior weight is `known`."""
        return () if known >= DOUBTED else (f"the answers contradict what was known: {self.known.in_words()}",)

    def _fitted(self, report: Report, run: int, limits: tuple[float, float]) -> Fitted:
        """The limits of one run by the model, or the reason why they are withheld."""
        if reason := self.model.reasons[int(report.withheld[run])]:
            return Fitted(withheld=reason)
        return Fitted(*limits, self.model.confidence, self.model.assumes(float(report.believed[run])), "")

    def _curves(self, row: States) -> tuple[Curve, Curve]:
        """The fitted curve and the posterior, in the domain's units."""
        curves = self.model.curves(self.answers(row), self.randomizer.variance)
        shares = (PICTURED if self.domain.direction == "minimum" else 1 - PICTURED).tolist()
        threshold, value = (self.scale.natural(each[0]).tolist() for each in (curves.threshold, curves.value))
        curve, posterior = zip(threshold, curves.share[0].tolist(), strict=True), zip(value, shares, strict=True)
        return tuple(curve), tuple(posterior)

    def _row(self, state: History) -> States:
        """The state as an array of states with one row."""
        row = self.start_many(1)
        row[0, 0] = len(state) // self.questions
        for index, entry in enumerate(state):
            row[0, 1 + 3 * index : 4 + 3 * index] = entry
        return row

    # Arrays of states: a row holds the number of rounds played, then threshold, yes and total of every question.

    def start_many(self, runs: int) -> States:
        """`runs` states in which nothing was asked yet."""
        return np.zeros((runs, 1 + 3 * self.rounds * self.questions))

    def ask_many(self, states: States) -> Round | None:
        """The next round of all runs."""
        round_index = int(states[0, 0])
        if round_index == self.rounds:
            return None
        return Round(_thresholds(self, states.tobytes(), len(states)), self.randomizer, self.sizes[round_index])

    def advance_many(self, states: States, yes: npt.NDArray[np.int64], totals: tuple[int, ...]) -> States:
        """All states with the round's thresholds and tallies appended."""
        asked = self.ask_many(states)
        return states if asked is None else self.record(states, asked, yes, totals)

    def record(self, states: States, asked: Round, yes: npt.NDArray[np.int64], totals: tuple[int, ...]) -> States:
        """All states with the thresholds of the round `asked` and its tallies appended."""
        if not any(totals):
            return states
        after, first = states.copy(), 1 + 3 * int(states[0, 0]) * self.questions
        after[:, 0] += 1
        for index, total in enumerate(totals):
            at = first + 3 * index
            after[:, at], after[:, at + 1], after[:, at + 2] = asked.thresholds[:, index], yes[:, index], total
        return after

    def estimate_many(self, states: States) -> Floats:
        """The estimates of all runs, rounded to values that data can have."""
        return self._values(self._reported(states))

    def _values(self, report: Report) -> Floats:
        return self._to_values(self.scale.rounded(report.value))

    def cells_many(self, states: States) -> tuple[Floats, Floats]:
        """The intervals that the runs have narrowed to: the near and the far end."""
        return self._cells(self._reported(states))

    def _cells(self, report: Report) -> tuple[Floats, Floats]:
        return self.scale.natural(report.near), self.scale.natural(report.far)

    def limits_many(self, states: States) -> tuple[Floats, Floats]:
        """The lower and upper limits by the model of all runs, at values that data can have; NaN where withheld."""
        return self._limits(self._reported(states))

    def _limits(self, report: Report) -> tuple[Floats, Floats]:
        limits = [self.scale.natural(np.where(report.withheld, np.nan, each)) for each in (report.low, report.high)]
        low, high = np.minimum(*limits), np.maximum(*limits)
        return np.asarray(self._to_values(low)), np.asarray(self._to_values(high))

    def likely_many(self, states: States) -> Floats:
        """The likely errors of all runs."""
        return self._likely(self._reported(states))

    def _likely(self, report: Report) -> Floats:
        return np.asarray(report.likely * self.domain.width / 2)

    def certain_many(self, states: States) -> Proofs:
        """What is proved of all runs, on thresholds that grow away from the end searched for: see `Prover`."""
        return self.prover.statements(self.counts(states))

    def _to_values(self, natural: Floats) -> Floats:
        """The nearest values that data can have."""
        return np.asarray(natural if self.domain.step is None else self.domain.middle(natural, natural))

    def thresholds(self, states: States) -> Floats:
        """The next thresholds, run by question: evenly spaced in the first round, then chosen by the model."""
        round_index = int(states[0, 0])
        if round_index == 0:
            spaced = np.arange(1, self.questions + 1) * (2 / (self.questions + 1)) - 1
            return self.scale.thresholds(np.tile(spaced, (len(states), 1)))
        sizes, people = self.sizes[round_index], states[:, 3::3].sum(axis=1)
        draws = uniforms(self.seed, states[:, 2::3].astype(np.int64), 2 * self.questions)
        answers, variance = self.answers(states), self.randomizer.variance
        if self.questions > 2:
            chosen = self.model.place_many(answers, variance, self.questions, people + sum(sizes), draws)
            return self.scale.thresholds(chosen)
        columns: list[Floats] = []
        for index, size in enumerate(sizes):
            if columns:
                answers = self._supposed(answers, columns[-1], sizes[index - 1])
            people = people + size
            own = self.model.place(answers, variance, people, draws[:, 2 * index : 2 * index + 2])
            columns.append(self.scale.thresholds(self._settled(states, answers, index, own)))
        return np.stack(columns, axis=1)

    def _supposed(self, answers: Answers, thresholds: Floats, size: int) -> Answers:
        """The answers, and those of a question of the same round as they are expected."""
        at = self.scale.unit(thresholds)
        return answers.and_those(at, self.model.expected(answers, self.randomizer.variance, at), size)

    def _settled(self, states: States, answers: Answers, index: int, own: Floats) -> Floats:
        """The threshold of the question `index` of the next round: the model's `own`, unless it settles something."""
        round_index = int(states[0, 0])
        question, size = round_index * self.questions + index, self.sizes[round_index][index]
        if question == self.prover.above:
            wealth = partial(self._wealth, self.counts(states))
            return self.model.place_above(answers, self.randomizer, size, wealth, own)
        if question == self.prover.below:
            return self.model.place_below(answers, self.randomizer, size, self.settling.aim, own)
        return own

    def _wealth(self, counts: Counts, unit: Floats) -> Floats:
        """The log of the wealth against "nobody is at or before" each of the thresholds on [-1, 1]."""
        return self.prover.wealth_at(counts, self._outward(self.scale.natural(unit)))

    def counts(self, states: States) -> Counts:
        """The answers so far, with thresholds that grow away from the end that is searched for."""
        entries = states[:, 1 : 1 + 3 * int(states[0, 0]) * self.questions]
        return Counts(self._outward(entries[:, 0::3]), entries[:, 1::3], entries[:, 2::3])

    def _outward(self, natural: Floats) -> Floats:
        """Values of the domain, negated for a maximum, so that they grow away from the end searched for."""
        return natural if self.domain.direction == "minimum" else -natural

    def _reported(self, states: States) -> Report:
        """The model's report by now, which is cached."""
        return _report(self, states.tobytes(), len(states))

    def report(self, states: States) -> Report:
        """The model's report by now, on [-1, 1]."""
        return self.model.report(self.answers(states), self.randomizer.variance)

    def answers(self, states: States) -> Answers:
        """The answers so far, with thresholds on [-1, 1] and debiased shares, run by question."""
        entries = states[:, 1 : 1 + 3 * int(states[0, 0]) * self.questions]
        threshold, yes, total = entries[:, 0::3], entries[:, 1::3], entries[:, 2::3]
        no, gap = self.randomizer.p_yes(False), self.randomizer.p_yes(True) - self.randomizer.p_yes(False)
        people = np.maximum(total, NOBODY)
        return Answers(self.scale.unit(threshold), (yes / np.maximum(total, 1) - no) / gap, people)


@lru_cache(maxsize=8)
def _thresholds(search: FittedSearch, states: bytes, runs: int) -> Floats:
    """The next thresholds of these states, cached because `advance_many` needs them again after `ask_many`."""
    return search.thresholds(np.frombuffer(states).reshape(runs, -1))


@lru_cache(maxsize=2)
def _report(search: FittedSearch, states: bytes, runs: int) -> Report:
    """The report on these states, cached because values and limits are read one after the other."""
    return search.report(np.frombuffer(states).reshape(runs, -1))
