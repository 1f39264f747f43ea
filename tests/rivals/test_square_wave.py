"""The square wave: its chances, its reports by counts, EM, and the quantile that is read off."""

import math

import numpy as np
import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.people.population import Population
from lowwater.rivals.square_wave import SquareWave
from lowwater.rivals.wave import Wave, moved, smoothed

WAVES = [Wave.of(Epsilon.of(nats), cells) for nats in (0.125, 1, 4, 15) for cells in (1, 16, 100)]


def chances(wave):
    """The chance of every report from every cell, a row for each cell."""
    return wave.spread(np.eye(wave.cells))


@pytest.mark.parametrize("wave", WAVES, ids=str)
def test_the_chances_of_all_reports_sum_to_one(wave):
    table = chances(wave)
    assert (wave.cells, wave.cells + 2 * wave.reach) == table.shape
    assert pytest.approx(np.ones(wave.cells)) == table.sum(axis=1)


@pytest.mark.parametrize("nats", [0.125, 1, 4, 15])
def test_two_numbers_make_a_report_differ_by_e_to_the_epsilon_at_most(nats):
    table = chances(Wave.of(Epsilon.of(nats), 60))
    assert (table.max(axis=0) / table.min(axis=0)).max() <= math.exp(nats) * (1 + 1e-12)


def test_near_reports_are_the_likely_ones():
    wave = Wave.of(Epsilon.of(1), 20)
    near = np.abs(np.arange(20)[:, None] + wave.reach - np.arange(20 + 2 * wave.reach)) <= wave.reach
    assert pytest.approx(np.where(near, wave.high, wave.low)) == chances(wave)


@pytest.mark.parametrize("nats", [0.01, 0.5, 1, 3])
def test_the_reach_is_that_of_the_reference(nats):
    e = math.exp(nats)
    expected = math.floor(512 * (nats * e - e + 1) / (2 * e * (e - 1 - nats)))
    assert expected == Wave.of(Epsilon.of(nats), 512).reach


def test_a_tiny_epsilon_reaches_half_of_everything():
    assert Wave.of(Epsilon.of(1e-9), 512).reach in (255, 256)


@pytest.mark.parametrize("wave", WAVES, ids=str)
def test_gathering_is_the_transpose_of_spreading(wave):
    weights = np.random.default_rng(1).random((3, wave.cells + 2 * wave.reach))
    assert pytest.approx(weights @ chances(wave).T) == wave.gather(weights)


@pytest.mark.parametrize("width", [1, 2, 3, 5, 8, 9, 15, 22])
def test_an_offset_is_uniform_below_the_width(width):
    counts = np.zeros((1, 30), dtype=np.int64)
    counts[0, 3] = 100_000 * width
    result = moved(counts, width, np.random.default_rng(1))[0]
    assert 100_000 * width == result.sum() == result[3 : 3 + width].sum()
    assert np.abs(result[3 : 3 + width] - 1e5).max() < 5.5 * np.sqrt(1e5)  # a false alarm in a million, for 22 counts


def test_people_from_all_cells_move_on_their_own():
    counts = moved(np.tile([50, 0, 70, 0, 0, 0, 0], (20_000, 1)), 5, np.random.default_rng(1))
    expected = np.convolve([50, 0, 70], np.full(5, 0.2))
    assert pytest.approx(expected, abs=5 * np.sqrt(24 / 20_000)) == counts.mean(axis=0)  # no variance is above 24
    variances = np.convolve([50, 0, 70], np.full(5, 0.16))
    assert pytest.approx(variances, rel=5 * np.sqrt(2 / 20_000)) == counts.var(axis=0)


@pytest.mark.parametrize("nats", [0.5, 1, 4])
def test_reports_by_counts_follow_the_law_of_people(nats):
    wave, runs, rng = Wave.of(Epsilon.of(nats), 8), 4000, np.random.default_rng(1)
    counts = np.array([0, 0, 12, 30, 0, 5, 0, 3])
    result = wave.reports(np.tile(counts, (runs, 1)), rng)
    table = chances(wave)
    expected = counts @ table
    covariance = np.diag(expected) - table.T @ np.diag(counts) @ table  # of people who report independently
    assert {50} == set(result.sum(axis=1).tolist())
    assert (np.abs(result.mean(axis=0) - expected) < 5 * np.sqrt(np.diag(covariance) / runs)).all()
    scale = np.sqrt(np.outer(np.diag(covariance), np.diag(covariance)))
    assert (np.abs(np.cov(result.T) - covariance) < 6 * scale * np.sqrt(2 / runs)).all()  # six: all pairs at once


def test_every_step_of_em_makes_the_reports_more_likely():
    wave, rng = Wave.of(Epsilon.of(1), 32), np.random.default_rng(1)
    counts = wave.reports(np.tile(np.arange(32) ** 2, (5, 1)), rng)
    shares = np.full((5, 32), 1 / 32)
    likelihood = wave.log_likelihood(shares, counts)
    for _ in range(50):
        shares = wave.likelier(shares, counts)
        assert pytest.approx(np.ones(5)) == shares.sum(axis=1)
        before, likelihood = likelihood, wave.log_likelihood(shares, counts)
        assert (likelihood >= before - 1e-9).all()
    assert (likelihood > wave.log_likelihood(np.full((5, 32), 1 / 32), counts) + 1).all()


def test_smoothing_keeps_everyone():
    shares = np.random.default_rng(1).dirichlet(np.ones(9), 3)
    assert pytest.approx(np.ones(3)) == smoothed(shares).sum(axis=1)
    assert [0.75, 0.25, 0.0] == smoothed(np.array([[1.0, 0.0, 0.0]]))[0].tolist()


def test_runs_are_fitted_as_if_they_were_alone():
    wave, rival = Wave.of(Epsilon.of(2), 32), SquareWave(cells=32)
    counts = wave.reports(np.array([[100] * 32, [0] * 16 + [500] * 16, [5] * 31 + [5000]]), np.random.default_rng(1))
    alone = [rival.fit(wave, row[None, :])[0] for row in counts]
    assert pytest.approx(np.array(alone)) == rival.fit(wave, counts)


def test_the_low_quantile_is_read_off_where_answers_are_nearly_honest():
    people = Population.beta(1, 1, start=-0.5, width=1, people=2**14)
    estimates = SquareWave().estimates(people, Domain(-1, 1), Epsilon.of(12), 20, np.random.default_rng(1))
    assert pytest.approx(-0.45, abs=0.02) == float(estimates.mean())  # the quantile at .05; twenty runs hardly vary
