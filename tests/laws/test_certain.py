"""Certain statements hold as often as they say, by exact enumeration: whatever the shares and the thresholds."""

import itertools
import math

import numpy as np
import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import randomized_response
from lowwater.core.statements import NOTHING
from lowwater.search.band import bands, certain, points
from lowwater.search.certain import Counts, Prover
from lowwater.search.settling import CONFIDENCE, SHARES, SURE, misses

EPSILONS = [0.5, 1, 4]
EACH = 6  # people a question


def prover(epsilon, planned, above=None, below=None, quantile=None, stake=0.3):
    return Prover(randomized_response(Epsilon.of(epsilon)), planned, above, below, stake, quantile)


def chance(randomizer, share):
    return randomizer.p_yes(False) + (randomizer.p_yes(True) - randomizer.p_yes(False)) * share


def binomial(count, total, p):
    return math.comb(total, count) * p**count * (1 - p) ** (total - count)


@pytest.mark.parametrize(("above", "below"), [(None, None), (30, 31), (None, 31), (31, None)])
def test_the_doubts_of_all_planned_questions_add_up_to_no_more_than_all_doubt(above, below):
    low, high = misses(32, above, below)
    assert low.sum() + high.sum() <= 1 - CONFIDENCE + 1e-12
    assert min(low.min(), high.min()) > 0


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("total", [1, 7, 40])
def test_each_limit_of_a_share_is_wrong_no_more_often_than_planned(epsilon, total):
    prove = prover(epsilon, 1, below=0)
    low, high = (doubt[0] for doubt in prove.misses)
    band = [points(prove, [(0.0, yes, total)])[0] for yes in range(total + 1)]
    for share in np.linspace(0, 1, 101):
        p = chance(prove.randomizer, share)
        weights = [binomial(yes, total, p) for yes in range(total + 1)]
        assert sum(w for w, point in zip(weights, band, strict=True) if point.low > share) <= low + 1e-12
        assert sum(w for w, point in zip(weights, band, strict=True) if point.high < share) <= high + 1e-12


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_bands_of_many_runs_are_those_of_each(epsilon):
    luck, prove = np.random.default_rng(3), prover(epsilon, 6, below=5)
    total = np.array([0, 1, 9, 40, 400, 70_000])
    yes = luck.binomial(total, 0.3, size=(50, 6))
    closed = np.stack([luck.uniform(size=yes.shape), yes, np.broadcast_to(total, yes.shape)], axis=2)
    for run, band in zip(closed, bands(prove, closed), strict=True):
        expected = points(prove, [tuple(row) for row in run.tolist()])
        assert [(each.threshold, each.people, each.share) for each in expected] == [
            (each.threshold, each.people, each.share) for each in band
        ]
        assert np.array([(each.low, each.high) for each in expected]) == pytest.approx(
            np.array([(each.low, each.high) for each in band]), abs=1e-12
        )


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("crowd", [8, 13])
def test_a_fixed_crowd_drawn_without_replacement_is_no_exception(epsilon, crowd):
    total = 6
    prove = prover(epsilon, 1, below=0)
    low, high = (doubt[0] for doubt in prove.misses)
    band = [points(prove, [(0.0, yes, total)])[0] for yes in range(total + 1)]
    p_no, p_yes = prove.randomizer.p_yes(False), prove.randomizer.p_yes(True)
    for index in range(crowd + 1):
        law = np.zeros(total + 1)
        for drawn in range(max(0, total - (crowd - index)), min(total, index) + 1):
            weight = math.comb(index, drawn) * math.comb(crowd - index, total - drawn) / math.comb(crowd, total)
            ones = [binomial(k, drawn, p_yes) for k in range(drawn + 1)]
            noise = [binomial(k, total - drawn, p_no) for k in range(total - drawn + 1)]
            law += weight * np.convolve(ones, noise)
        share = index / crowd
        assert sum(law[yes] for yes in range(total + 1) if band[yes].low > share) <= low + 1e-12
        assert sum(law[yes] for yes in range(total + 1) if band[yes].high < share) <= high + 1e-12


def law_of(x):
    """The share of people at or before x: an atom of .2 at 0, then a slope."""
    return 0.0 if x < 0 else min(1.0, 0.2 + 0.8 * x)


def adversary(thresholds, yes):
    """The threshold after each run's answers so far: chosen to have as many chances to be wrong as possible."""
    if not thresholds:
        return np.full(len(yes), 0.5)
    last = thresholds[-1]
    return np.where(yes[:, len(thresholds) - 1] > EACH / 2, last / 2, last - 0.3)


def every_run(prove, questions, place, share_at):
    """Every way in which the `questions` can be answered, with its probability."""
    yes = np.array(list(itertools.product(range(EACH + 1), repeat=questions)))
    thresholds, weight = [], np.ones(len(yes))
    law = {}
    for index in range(questions):
        thresholds.append(place(thresholds, yes))
        shares = [share_at(t) for t in thresholds[-1]]
        for row, (share, count) in enumerate(zip(shares, yes[:, index], strict=True)):
            if (share, count) not in law:
                law[share, count] = binomial(int(count), EACH, chance(prove.randomizer, share))
            weight[row] *= law[share, count]
    assert pytest.approx(1.0) == weight.sum()
    return Counts(np.stack(thresholds, axis=1), yes.astype(float), np.full(yes.shape, float(EACH))), weight


def first(counts, asked):
    """The answers to the first questions."""
    return Counts(*(column[:, :asked] for column in counts))


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_all_limits_hold_together_however_thresholds_are_chosen(epsilon):
    prove = prover(epsilon, 3, below=2)
    counts, weight = every_run(prove, 3, adversary, law_of)
    limits = {
        (index, count): points(prove, [(0.0, 1, 2)] * index + [(0.0, count, EACH)])[index]
        for index in range(3)
        for count in range(EACH + 1)
    }
    wrong = 0.0
    for row, mass in enumerate(weight):
        shares = [law_of(t) for t in counts.threshold[row]]
        band = [limits[index, int(count)] for index, count in enumerate(counts.yes[row])]
        wrong += mass * any(not point.low <= share <= point.high for point, share in zip(band, shares, strict=True))
    assert 0 < wrong <= 1 - CONFIDENCE


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("below", [2, None])
@pytest.mark.parametrize("share", [*SHARES, 0.25])
def test_few_people_are_where_few_are_said_to_be_whenever_one_looks(epsilon, below, share):
    prove = prover(epsilon, 3, below=below)
    counts, weight = every_run(prove, 3, adversary, law_of)
    claims = np.max([prove.few(first(counts, asked), share) for asked in (1, 2, 3)], axis=0)
    assert sum(mass for mass, t in zip(weight, claims, strict=True) if law_of(t) > share) <= 1 - CONFIDENCE


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_a_quantile_lies_between_its_limits(epsilon):
    prove = prover(epsilon, 3, above=1, below=2, quantile=0.5)
    counts, weight = every_run(prove, 3, adversary, law_of)
    least, most = prove.few(counts, 0.5), prove.reached(counts, 0.5)
    wrong = [law_of(a) > 0.5 or law_of(b) < 0.5 for a, b in zip(least, most, strict=True)]
    assert weight[wrong].sum() <= 1 - CONFIDENCE


def in_order(*thresholds):
    return lambda asked, yes: np.full(len(yes), thresholds[len(asked)])


def following(asked, yes):
    """After many yes a smaller threshold, else a slightly larger one."""
    if not asked:
        return np.full(len(yes), 0.5)
    return np.where(yes[:, len(asked) - 1] > 2, asked[-1] / 2, asked[-1] + 0.01)


@pytest.mark.parametrize("epsilon", [2, 4, 8])
@pytest.mark.parametrize("above", [None, 2, 3])
@pytest.mark.parametrize(
    "place",
    [
        in_order(0.5, 0.4, 0.3, 0.2),
        in_order(0.2, 0.3, 0.4, 0.5),
        in_order(0.5, 0.5, 0.5, 0.5),
        in_order(0.1, 0.5, 0.2, 0.4),
        following,
    ],
)
def test_somebody_is_where_somebody_is_said_to_be_whenever_one_looks(epsilon, above, place):
    """Nobody is at or before any threshold, so every claim of somebody, in any round, is a false alarm."""
    prove = prover(epsilon, 4, above=above)
    counts, weight = every_run(prove, 4, place, lambda _: 0.0)
    alarm = np.any([np.isfinite(prove.somebody(first(counts, asked))) for asked in (1, 2, 3, 4)], axis=0)
    assert alarm.any()
    assert weight[alarm].sum() <= 1 - SURE


@pytest.mark.parametrize("above", [None, 2, 3])
def test_nobody_before_a_threshold_is_not_taken_for_those_behind_it(above):
    """Nobody is at or before .35, and everybody behind it: a claim at .35 or before is a false alarm."""
    prove = prover(4, 4, above=above)
    counts, weight = every_run(prove, 4, in_order(0.5, 0.3, 0.4, 0.35), lambda t: float(t > 0.35))
    looks = np.min([prove.somebody(first(counts, asked)) for asked in (1, 2, 3, 4)], axis=0)
    assert weight[looks <= 0.35].sum() <= 1 - SURE
    assert weight[np.isfinite(looks)].sum() > 0.9


def test_enough_yes_prove_somebody_and_enough_no_prove_that_few_are_there():
    prove = prover(1, 2, above=0, below=1)
    closed = [(30.0, 40_000, 50_000), (10.0, 13_500, 50_000)]
    statement = certain(prove, closed, Domain(0, 100))
    assert (30.0, SURE) == (statement.somebody, statement.sure)
    assert [(share, 10.0) for share in SHARES] == [(few.share, few.threshold) for few in statement.few]
    assert [30.0, 10.0] == [point.threshold for point in statement.band]


def test_a_maximum_is_proved_like_a_minimum_from_the_other_side():
    closed = [(30.0, 40_000, 50_000), (10.0, 13_500, 50_000)]
    mirrored = [(-threshold, yes, total) for threshold, yes, total in closed]
    for quantile in (None, 0.3):
        prove = prover(1, 2, above=0, below=1, quantile=quantile)
        item = certain(prove, closed, Domain(0, 100))
        other = certain(prove, mirrored, Domain(-100, 0, "maximum"))
        assert (item.somebody, item.least, item.most) == tuple(
            None if each is None else -each for each in (other.somebody, other.most, other.least)
        )
        assert [few.threshold for few in item.few] == [-few.threshold for few in other.few]


def test_nothing_is_certain_before_anybody_answers():
    assert NOTHING == certain(prover(1, 2), [], Domain(0, 100))


def test_a_question_that_nobody_answered_proves_nothing():
    statement = certain(prover(1, 2, above=0, below=1), [(30.0, 0, 0), (10.0, 13_500, 50_000)], Domain(0, 100))
    assert (None, [10.0]) == (statement.somebody, [point.threshold for point in statement.band])
