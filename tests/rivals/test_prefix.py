"""Prefix sums: the tree, its consistency and its variances, and the first significant prefix."""

import itertools

import numpy as np
import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.people.population import Population
from lowwater.rivals import tree
from lowwater.rivals.histogram import unary
from lowwater.rivals.prefix import PrefixSums


def shapes(levels):
    return [4 ** (level + 1) for level in range(levels)]


def split(flat, levels):
    """The nodes of all levels in a row, level by level."""
    return np.split(flat, np.cumsum(shapes(levels))[:-1], axis=1)


def units(levels):
    """One survey for each node, in which it alone has a share of 1."""
    return split(np.eye(sum(shapes(levels))), levels)


def sums(levels):
    """Each node as the sum of its leaves: node by leaf."""
    return np.vstack([np.kron(np.eye(size), np.ones((1, 4**levels // size))) for size in shapes(levels)])


def truths(leaves, levels):
    """The shares of all nodes, where the leaves have these."""
    return split(leaves @ sums(levels).T, levels)


@pytest.mark.parametrize("nats", [0.125, 1, 4, 15])
def test_two_numbers_make_a_message_differ_by_e_to_the_epsilon_at_most(nats):
    levels, bit, worst = 2, unary(Epsilon.of(nats)), 0.0
    for size in shapes(levels):  # a message: the level that was dealt, and a bit for each of its nodes
        messages = np.array(list(itertools.product([0, 1], repeat=size)), dtype=bool)
        chances = np.where(np.eye(size, dtype=bool), bit.p_yes(True), bit.p_yes(False))
        log = messages @ np.log(chances).T + ~messages @ np.log1p(-chances).T - np.log(levels)
        worst = max(worst, float((log.max(axis=1) - log.min(axis=1)).max()))
    assert worst == pytest.approx(nats, rel=1e-7)
    assert worst <= nats * (1 + 1e-12)


@pytest.mark.parametrize("levels", [1, 2, 3])
def test_consistent_shares_stay_as_they_are(levels):
    leaves = np.random.default_rng(1).dirichlet(np.ones(4**levels), 3)
    nodes = truths(leaves, levels)
    for made in (tree.averaged(nodes), tree.settled(tree.averaged(nodes))):
        for expected, result in zip(nodes, made, strict=True):
            assert pytest.approx(expected) == result
        before = np.cumsum(leaves, axis=1) - leaves
        assert pytest.approx(before, abs=1e-12) == tree.prefixes(made)


def test_settled_shares_are_the_least_squares_fit_whose_total_is_everyone():
    levels, rng = 2, np.random.default_rng(2)
    noisy = rng.normal(0.1, 1, (1, sum(shapes(levels))))
    design = sums(levels)
    free = design[:, :-1] - design[:, -1:]  # the last leaf is what the others leave of 1
    fit, *_ = np.linalg.lstsq(free, noisy[0] - design[:, -1], rcond=None)
    expected = np.append(fit, 1 - fit.sum())
    assert pytest.approx(expected) == tree.settled(tree.averaged(split(noisy, levels)))[-1][0]


@pytest.mark.parametrize("levels", [1, 2, 3])
def test_the_variance_of_every_prefix_is_exact(levels):
    nodes = tree.averaged(units(levels))
    assert pytest.approx((tree.prefixes(nodes) ** 2).sum(axis=0)) == tree.averaged_variances(levels)
    still = tree.prefixes(tree.settled(split(np.zeros((1, sum(shapes(levels)))), levels)))
    weights = tree.prefixes(tree.settled(nodes)) - still
    assert pytest.approx((weights**2).sum(axis=0), abs=1e-12) == tree.settled_variances(levels)[0]


@pytest.mark.parametrize("levels", [1, 2, 3])
def test_full_nodes_never_add_more_than_the_bound(levels):
    still = tree.prefixes(tree.settled(split(np.zeros((1, sum(shapes(levels)))), levels)))
    weights = tree.prefixes(tree.settled(tree.averaged(units(levels)))) - still
    rng, bound = np.random.default_rng(3), tree.settled_variances(levels)[1]
    for prefix in range(4**levels):  # before this leaf nobody is
        for concentration in (0.05, 1.0):
            leaves = np.zeros(4**levels)
            leaves[prefix:] = rng.dirichlet(np.full(4**levels - prefix, concentration))
            shares = np.concatenate(truths(leaves[None, :], levels), axis=1)[0]
            assert shares @ weights[:, prefix] ** 2 <= bound[prefix] + 1e-12


def by_people(leaves, bit, levels, rng):
    """One survey as it is told: everyone is dealt a level, and throws a coin for each of its nodes."""
    dealt, shares = rng.integers(levels, size=leaves.size), []
    for level, size in enumerate(shapes(levels)):
        own = (leaves[dealt == level] // (4**levels // size))[:, None] == np.arange(size)
        draws = rng.random(own.shape) < np.where(own, bit.p_yes(True), bit.p_yes(False))
        shares.append((draws.mean(axis=0) - bit.p_yes(False)) / (bit.p_yes(True) - bit.p_yes(False)))
    return np.concatenate(shares)


def test_counts_follow_the_law_of_people_and_are_unbiased():
    rng, bit, levels, runs = np.random.default_rng(1), unary(Epsilon.of(1)), 2, 1500
    leaves = np.repeat([3, 7, 12], [30, 50, 120])
    counts = np.bincount(leaves, minlength=16)
    result = np.hstack(tree.dealt(np.tile(counts, (runs, 1)), bit, levels, rng))
    people = np.array([by_people(leaves, bit, levels, rng) for _ in range(runs)])
    spread = result.std(axis=0) / np.sqrt(runs)
    expected = np.concatenate(truths(counts[None, :] / 200, levels), axis=1)[0]
    assert (np.abs(result.mean(axis=0) - expected) < 5 * spread).all()  # twenty means: a false alarm in 80,000
    assert (np.abs(result.mean(axis=0) - people.mean(axis=0)) < 5 * np.sqrt(2) * spread).all()
    assert pytest.approx(people.std(axis=0), rel=5 / np.sqrt(runs)) == result.std(axis=0)  # five of their own errors


@pytest.mark.parametrize("nats", [0.5, 4, 15])
def test_an_empty_prefix_hardly_ever_raises_an_alarm(nats):
    people = Population.beta(1, 1, start=0.7, width=0.3, people=2**13)
    estimates = PrefixSums().estimates(people, Domain(-1, 1), Epsilon.of(nats), 200, np.random.default_rng(1))
    # the bound is one survey in ten; more than 45 of 200 has a chance below one in a million
    assert np.count_nonzero(estimates < 0.699) <= 45


def test_without_a_significant_prefix_the_last_leaf_is_taken():
    estimates = PrefixSums(levels=1).estimates(
        Population.of([-0.5, 0.5]), Domain(-1, 1), Epsilon.of(0.125), 5, np.random.default_rng(1)
    )
    assert [0.75] * 5 == estimates.tolist()


def test_a_person_sends_one_bit_for_each_node_of_a_level():
    assert (4 + 16 + 64) / 3 == PrefixSums(levels=3).bits


@pytest.mark.parametrize(("level", "leaf"), [(0.01, 0), (0.2, 0), (0.3, 1), (0.5, 2), (0.99, 3)])
def test_a_binary_search_ends_in_the_leaf_that_reaches_the_level(level, leaf):
    assert [leaf] == tree.leaf_at(np.array([[0.0, 0.25, 0.45, 0.9]]), level).tolist()


def test_a_binary_search_asks_the_middle_first():
    assert [0, 2] == tree.leaf_at(np.array([[0.0, 0.9, 0.6, 0.7], [0.0, 0.9, 0.4, 0.7]]), 0.5).tolist()
