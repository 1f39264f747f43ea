"""What answers about cells prove, by enumeration of every tally of small rounds."""

import itertools
from math import factorial, prod

import numpy as np
import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import randomized_response
from lowwater.law.randomize import answer_shares
from lowwater.search.cells.shares import CellShares
from lowwater.search.cells.staggered import Staggered
from lowwater.search.cells.statements import cell_band, cell_certain, cell_wealth
from lowwater.search.settling import CONFIDENCE

PEOPLE, QUESTIONS, SIZE = 3, 2, 3
COIN = randomized_response(Epsilon.of(2), SIZE)
LAYOUT = Staggered(Domain(0, 1), QUESTIONS, SIZE)
EVERY = [counts for counts in itertools.product(range(PEOPLE + 1), repeat=SIZE) if sum(counts) == PEOPLE]


def rounds(shares):
    """Every pair of tallies with its probability, where `shares` are at or before the four thresholds."""
    answers = [answer_shares(np.array(shares[index::QUESTIONS]), COIN) for index in range(QUESTIONS)]
    for tallies in itertools.product(EVERY, repeat=QUESTIONS):
        chance = prod(
            factorial(PEOPLE) / prod(map(factorial, counts)) * float(np.prod(answer**counts))
            for counts, answer in zip(tallies, answers, strict=True)
        )
        yield CellShares.of(LAYOUT, COIN, np.array(tallies, dtype=float)), chance


SHARES = [(0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.3, 0.9), (0.1, 0.2, 0.3, 0.4), (1.0, 1.0, 1.0, 1.0)]


@pytest.mark.parametrize("shares", SHARES, ids=str)
def test_all_limits_hold_together_with_the_confidence(shares):
    count = 0.0
    for cells, chance in rounds(shares):
        _, low, high = cell_band(cells)
        count += chance * bool(np.all((low <= np.array(shares) + 1e-9) & (np.array(shares) - 1e-9 <= high)))
    assert count >= CONFIDENCE


@pytest.mark.parametrize("shares", SHARES[:2], ids=str)
def test_noise_keeps_the_wealth_at_one_on_average_and_somebody_raises_it(shares):
    wealth = sum(chance * np.exp(cell_wealth(cells)) for cells, chance in rounds(shares))
    empty = np.array(shares) == 0
    assert np.ones(int(empty.sum())) == pytest.approx(wealth[empty])
    assert (wealth[~empty] > 1).all()


def test_the_band_has_every_threshold_and_says_who_was_asked():
    cells = CellShares.of(LAYOUT, COIN, np.array([[9000.0, 500.0, 500.0], [0.0, 0.0, 0.0]]))
    certain = cell_certain(cells)
    assert [(0.2, 10_000), (0.6, 10_000)] == [(point.threshold, point.people) for point in certain.band]
    assert all(point.low <= point.share <= point.high for point in certain.band)


def test_people_in_the_first_cell_are_somebody():
    many, few = 10**6, 10**4
    cells = CellShares.of(LAYOUT, COIN, np.array([[few, few, many], [few, few, many]], dtype=float))
    assert (0.2, 0.9999) == (cell_certain(cells).somebody, cell_certain(cells).sure)


def test_nobody_asked_proves_nothing():
    cells = CellShares.of(LAYOUT, COIN, np.zeros((QUESTIONS, SIZE)))
    assert () == cell_certain(cells).band
