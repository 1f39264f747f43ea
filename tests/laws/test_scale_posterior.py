"""The posterior of a scale's first value: that of the model it states, and as clear as the answers are."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from lowwater.search.pool import NOBODY, Answers
from lowwater.search.scale import placement
from lowwater.search.scale.placement import placed
from lowwater.search.scale.posterior import index_of, posterior_of, threshold_of, value_of
from lowwater.search.scale.shares import EDGES, SHARES, growth

VARIANCE = np.e / (np.e - 1) ** 2  # of an answer at epsilon 1


def answers_of(values, shares, people):
    """One run's answers with these debiased shares, at the first threshold, the second, and so on."""
    threshold = threshold_of(np.arange(1, values), values)
    return Answers(threshold[None], np.array([shares], dtype=float), np.full((1, values - 1), float(people)))


def weight_of(values, shares, people, variance=VARIANCE):
    return posterior_of(answers_of(values, shares, people), variance, values).weight[0]


def integrated(values, yes, people):
    """The posterior weights by the midpoint rule over the shares, with binomial counts `yes` at epsilon 1."""
    no, gap = 1 / (1 + np.e), (np.e - 1) / (np.e + 1)
    points = (np.arange(64) + 0.5) / 64

    def likelihood(at, share):
        return stats.binom.pmf(yes[at], people, no + gap * share)

    def evidence(first):
        before = np.prod([likelihood(at, 0.0) for at in range(first)])
        dimensions, total = values - 1 - first, 0.0
        drawn = np.meshgrid(*[points] * dimensions, indexing="ij")
        for nobodys in product([False, True], repeat=max(0, dimensions - 1)):
            share, here = np.zeros(()), np.ones(())
            for offset, skipped in enumerate((False, *nobodys)[:dimensions]):
                later = dimensions - offset
                rises = np.array(0.0) if skipped else 1 - (1 - drawn[offset]) ** (1 / later)
                share = share + (1 - share) * rises
                here = here * likelihood(first + offset, share)
            total += np.prod([0.2 if skipped else 0.8 for skipped in nobodys]) * here.mean()
        return (3 if first == 0 else 1) * before * total

    weights = np.array([evidence(first) for first in range(values)])
    return weights / weights.sum()


@pytest.mark.parametrize("yes", [(85, 95, 130), (82, 90, 98), (70, 86, 84), (110, 112, 180)])
def test_the_posterior_is_that_of_an_integral_over_all_shares(yes):
    no, gap, people = 1 / (1 + np.e), (np.e - 1) / (np.e + 1), 300
    shares = (np.array(yes) / people - no) / gap
    # the grid's shares are a tenth of themselves apart
    assert integrated(4, yes, people) == pytest.approx(weight_of(4, shares, people), abs=0.01)


def table(later):
    """The chance of every cell after a value, given each cell before it."""
    cells = SHARES.size - 1
    return growth(later).forward(np.zeros(cells), np.eye(cells))


def test_shares_only_grow_and_the_first_one_has_a_beta_law():
    assert np.ones(SHARES.size - 1) == pytest.approx(table(3).sum(axis=1))
    assert 0 == np.tril(table(3), -1).max()
    assert stats.beta.cdf(EDGES[1:], 1, 3) == pytest.approx(np.cumsum(growth(3).reached))


def test_backward_is_the_mean_over_what_goes_forward():
    after = np.random.default_rng(3).uniform(0, 1, SHARES.size - 1)
    assert table(5) @ after == pytest.approx(growth(5).backward(after))


@pytest.mark.parametrize("first", range(10))
def test_clear_answers_leave_one_value(first):
    shares = np.clip(np.arange(1, 10) - first, 0, None) / (10 - first)
    assert first == np.argmax(weight_of(10, shares, 1e5))
    assert weight_of(10, shares, 1e5)[first] > 0.9
    assert weight_of(10, shares, 1e8)[first] > 0.99


def test_a_share_below_the_noise_is_doubted_and_not_named():
    # with 1e4 people a share deviates by .01: half a deviation of somebody at 1 hints at nothing
    weight = weight_of(10, [0.005, 0.005, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95], 1e4)
    assert 2 == np.argmax(weight)
    assert 0.001 < weight[:2].sum() < 0.5


def test_nobody_asked_leaves_the_prior():
    weight = posterior_of(Answers(*np.array([[[0.0]], [[0.0]], [[NOBODY]]])), VARIANCE, 5).weight
    assert np.array([[3, 1, 1, 1, 1]]) / 7 == pytest.approx(weight)


def test_answers_that_contradict_each_other_still_leave_a_posterior():
    falling = posterior_of(answers_of(16, np.linspace(1.5, -1.5, 15), 1e9), 1e-6, 16)
    assert np.all(np.isfinite(falling.shares))
    assert 1 == pytest.approx(falling.weight.sum())


def test_answers_at_one_threshold_count_together():
    shares, people = np.array([[0.1, 0.5, 0.4]]), np.array([[3000.0, 1000.0, 3000.0]])
    split = posterior_of(Answers(np.array([[-0.6, 0.2, 0.2]]), shares, people), VARIANCE, 6)
    merged = posterior_of(
        Answers(np.array([[-0.6, 0.2]]), np.array([[0.1, 0.425]]), np.array([[3e3, 4e3]])), VARIANCE, 6
    )
    assert merged.weight == pytest.approx(split.weight)


def test_many_runs_at_once_are_each_run_alone():
    rng = np.random.default_rng(5)
    threshold = threshold_of(rng.integers(1, 10, (130, 6)), 10)
    answers = Answers(threshold, rng.uniform(-0.1, 1, (130, 6)), rng.integers(1, 5000, (130, 6)).astype(float))
    together, people = posterior_of(answers, VARIANCE, 10), answers.people.sum(axis=1)
    chosen = placed(together, people, VARIANCE)
    for run in (0, 63, 64, 129):
        alone = posterior_of(Answers(*(column[run : run + 1] for column in answers)), VARIANCE, 10)
        assert together.weight[run] == pytest.approx(alone.weight[0], abs=1e-12)
        assert chosen[run] == placed(alone, people[run : run + 1], VARIANCE)[0]


@pytest.mark.parametrize("values", [2, 3, 16])
def test_thresholds_and_values_are_known_by_their_index(values):
    index = np.arange(1, values)
    assert np.array_equal(index, index_of(threshold_of(index, values), values))
    assert (-1.0, 1.0) == tuple(value_of(np.array([0, values - 1]), values))


def test_the_expected_distance_is_that_after_answers_drawn_from_the_posterior():
    answers, ahead, draws = answers_of(5, [0.01, 0.02, 0.1, 0.4], 5000), 10_000, 3000
    posterior, rng = posterior_of(answers, VARIANCE, 5), np.random.default_rng(2)
    expected = placement._distances(posterior, np.array([float(ahead)]), VARIANCE)[0]
    many = Answers(*(np.repeat(column, draws, axis=0) for column in answers))
    for index in range(1, 5):
        share = rng.choice(SHARES, draws, p=posterior.shares[0, index - 1] / posterior.shares[0, index - 1].sum())
        seen = rng.normal(share, np.sqrt((VARIANCE + share * (1 - share)) / ahead))
        at = np.full(draws, float(threshold_of(np.array(index), 5)))
        up_to = np.cumsum(posterior_of(many.and_those(at, seen, ahead), VARIANCE, 5).weight, axis=1)
        after = np.minimum(up_to, 1 - up_to).sum(axis=1)
        # a mean over 3000 draws is within four standard errors but once in 15,000; bins of outcomes lose a little
        error = 4 * after.std() / draws**0.5 + 1e-9
        assert after.mean() - error <= expected[index - 1] <= 1.05 * after.mean() + error


def test_where_no_answer_could_tell_more_a_neighbour_of_the_median_is_asked():
    sure = posterior_of(answers_of(5, [0.9, 0.95, 0.97, 0.99], 1e9), VARIANCE, 5)
    assert [1] == placed(sure, np.array([4e9]), VARIANCE).tolist()
    last = posterior_of(answers_of(2, [0.9], 1e9), VARIANCE, 2)
    assert [1] == placed(last, np.array([2e9]), VARIANCE).tolist()
