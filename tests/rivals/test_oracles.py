"""The rivals' pieces, and the coin they share with our searches, held against public packages.

None of the packages is a requirement: a test is skipped where its package is not installed, and `make oracles` runs
them all in an environment of their own. No package has a square wave, so it is held where it is something they have:
with a reach of nought it is generalized randomized response, and its EM is iterative Bayesian update.
"""

import math
import random
from types import SimpleNamespace

import numpy as np
import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.tally import Tally
from lowwater.law.distribution import Beta, quantile
from lowwater.people.population import Population
from lowwater.rivals import asking, prefix, tree
from lowwater.rivals.ceilings import CentralMinimum, masses
from lowwater.rivals.histogram import tallies, unary
from lowwater.rivals.laplace import LaplaceMinimum
from lowwater.rivals.square_wave import SquareWave
from lowwater.rivals.wave import Wave

LOSSES = [0.125, 1.0, 4.0, 15.0]
WITHIN = 1e-9  # relative: a whole number of 2**-53 parts and whole nano-nats are no closer, at 15 nats
ALARM = 1e-8
"""How often a statistical test would fail by chance, at most, for each number or law that it looks at."""


@pytest.fixture(scope="module")
def dp():
    package = pytest.importorskip("opendp.prelude", reason="opendp is not installed: make oracles")
    package.enable_features("contrib")
    return package


@pytest.fixture
def pure():
    pytest.importorskip("pure_ldp", reason="pure-ldp is not installed: make oracles")
    for undeclared in ("sklearn", "statsmodels"):
        pytest.importorskip(undeclared, reason=f"pure-ldp needs {undeclared}, and does not say so: make oracles")
    from pure_ldp.frequency_oracles.direct_encoding import DEClient
    from pure_ldp.frequency_oracles.unary_encoding import UEClient, UEServer

    np.random.seed(1)  # pure-ldp draws from both
    random.seed(1)
    return SimpleNamespace(DEClient=DEClient, UEClient=UEClient, UEServer=UEServer)


@pytest.fixture(scope="module")
def multi():
    pytest.importorskip("multi_freq_ldpy", reason="multi-freq-ldpy is not installed: make oracles")
    import numba
    from multi_freq_ldpy.estimators.Histogram_estimator import IBU
    from multi_freq_ldpy.pure_frequency_oracles.GRR import GRR_Aggregator_IBU
    from multi_freq_ldpy.pure_frequency_oracles.UE import UE_Aggregator_MI, UE_Client
    from multi_freq_ldpy.pure_frequency_oracles.Variance_PURE import VAR_Pure

    return SimpleNamespace(
        bayes=IBU,
        direct_bayes=GRR_Aggregator_IBU,
        shares=UE_Aggregator_MI,
        client=UE_Client,
        variance=VAR_Pure,
        seed=numba.njit(lambda seed: np.random.seed(seed)),  # compiled code has a generator of its own
    )


def drift(draws):
    """How far a share, or a whole distribution function, of `draws` draws strays with a chance of ALARM.

    The inequality of Dvoretzky, Kiefer and Wolfowitz with Massart's constant; for one share it is Hoeffding's.
    """
    return math.sqrt(math.log(2 / ALARM) / (2 * draws))


def bits(people, chances, seed=1):
    """So many people's answers to bits with these chances."""
    return (np.random.default_rng(seed).random((people, len(chances))) < chances).astype(int)


# Randomized response


@pytest.mark.parametrize("nats", LOSSES)
def test_opendp_charges_our_coin_the_loss_that_we_charge(dp, nats):
    coin = asking.coin(Epsilon.of(nats))
    charged = dp.m.make_randomized_response_bool(coin.p_yes(True)).map(1)
    assert pytest.approx(charged, rel=WITHIN) == float(coin.loss) == nats


@pytest.mark.parametrize("nats", LOSSES)
def test_pure_ldp_keeps_one_of_two_values_as_often_as_our_coin(pure, nats):
    theirs, coin = pure.DEClient(nats, 2), asking.coin(Epsilon.of(nats))
    assert pytest.approx([theirs.p, theirs.q], rel=WITHIN) == [coin.p_yes(True), coin.p_yes(False)]


@pytest.mark.parametrize("truth", [True, False])
def test_our_coin_and_that_of_opendp_fall_alike(dp, truth):
    coin, people, rng = asking.coin(Epsilon.of(1)), 20_000, np.random.default_rng(1)
    theirs = dp.m.make_randomized_response_bool(coin.p_yes(True))
    shares = (
        sum(theirs(truth) for _ in range(people)) / people,  # opendp draws from the system: nothing to seed
        sum(coin.randomize(truth, rng.bytes(7)) for _ in range(people)) / people,
    )
    assert pytest.approx([coin.p_yes(truth)] * 2, abs=drift(people)) == list(shares)


@pytest.mark.parametrize("nats", LOSSES)
def test_opendp_takes_the_bias_off_a_tally_as_we_do(dp, nats):
    coin, people = asking.coin(Epsilon.of(nats)), 40
    bits_sent = bits(people, [0.0, 0.1, 0.3, 0.5, 0.5, 0.7, 0.9, 1.0])
    answers = [row.tobytes() for row in np.packbits(bits_sent.astype(np.uint8), axis=1, bitorder="little")]
    f = 2 * coin.p_yes(False)  # RAPPOR's f, whatever opendp's page calls it: a bit is flipped with chance f / 2
    expected = dp.m.debias_randomized_response_bitvec(answers, f)  # counts, where we have shares
    assert pytest.approx(expected) == [people * coin.share(Tally.of(int(yes), people)) for yes in bits_sent.sum(axis=0)]
    two_bits = dp.m.make_randomized_response_bitvec(dp.bitvector_domain(max_weight=1), dp.discrete_distance(), f)
    assert pytest.approx(two_bits.map(1), rel=WITHIN) == 2 * float(coin.loss)  # one yes moves: two bits change


# Optimized unary encoding


@pytest.mark.parametrize("nats", LOSSES)
def test_pure_ldp_flips_the_bits_of_a_histogram_as_often_as_we_do(pure, nats):
    bit = unary(Epsilon.of(nats))
    for theirs in (pure.UEClient(nats, 8, use_oue=True), pure.UEServer(nats, 8, use_oue=True)):
        assert pytest.approx([theirs.p, theirs.q], rel=WITHIN) == [bit.p_yes(True), bit.p_yes(False)]


def test_bits_of_pure_ldp_are_yes_as_often_as_ours(pure):
    client, bit, people = pure.UEClient(1.0, 5, use_oue=True), unary(Epsilon.of(1)), 20_000
    shares = sum(client.privatise(2) for _ in range(people)) / people  # values count from 1
    expected = [bit.p_yes(own) for own in (False, True, False, False, False)]
    assert pytest.approx(expected, abs=drift(people)) == shares


@pytest.mark.parametrize("nats", LOSSES)
def test_pure_ldp_makes_the_same_histogram_out_of_the_same_bits(pure, nats):
    server, bit = pure.UEServer(nats, 6, use_oue=True), unary(Epsilon.of(nats))
    bits_sent = bits(50, [0.0, 0.2, 0.4, 0.5, 0.6, 1.0])
    server.aggregate_all(bits_sent)
    expected = server.estimate_all(range(1, 7), suppress_warnings=True)  # few people; and counts, not shares
    assert pytest.approx(expected) == [50 * bit.share(Tally.of(int(yes), 50)) for yes in bits_sent.sum(axis=0)]


@pytest.mark.parametrize("nats", LOSSES)
def test_multi_freq_ldpy_makes_the_same_histogram_once_ours_is_cut_at_nought(multi, nats):
    bit, bits_sent = unary(Epsilon.of(nats)), bits(50, [0.0, 0.2, 0.4, 0.5, 0.6, 1.0])
    ours = np.array([bit.share(Tally.of(int(yes), 50)) for yes in bits_sent.sum(axis=0)]).clip(0)
    # it cuts at nought and scales to a sum of one, which biases empty bins; we must not, as we test for empty ones
    assert pytest.approx(multi.shares(list(bits_sent), nats)) == ours / ours.sum()


@pytest.mark.parametrize("nats", LOSSES)
def test_multi_freq_ldpy_gives_a_share_the_variance_that_we_give_it(multi, nats):
    for bit in (unary(Epsilon.of(nats)), asking.coin(Epsilon.of(nats))):
        yes, no = bit.p_yes(True), bit.p_yes(False)
        assert pytest.approx(multi.variance(yes, no, n=300)) == bit.variance / 300
        by_hand = (0.25 * yes * (1 - yes) + 0.75 * no * (1 - no)) / (300 * (yes - no) ** 2)
        assert pytest.approx(multi.variance(yes, no, n=300, f=0.25)) == by_hand


@pytest.mark.parametrize("nats", LOSSES)
def test_a_full_node_of_prefix_sums_adds_what_multi_freq_ldpy_adds_and_the_deal(multi, nats):
    bit = unary(Epsilon.of(nats))
    full, empty = (multi.variance(bit.p_yes(True), bit.p_yes(False), f=share) for share in (1.0, 0.0))
    assert pytest.approx(full - empty + 1) == prefix._FULL  # who is dealt a level is a coin too: at most 1 more


def test_surveys_by_counts_vary_like_surveys_of_multi_freq_ldpy(multi):
    """Means and correlations within six deviations, variances within 6.5: for all of them, a false alarm in 10**7."""
    multi.seed(1)
    bit, truths, nats = unary(Epsilon.of(1)), np.array([0, 5, 15, 40]), 1.0
    people, runs, many = int(truths.sum()), 1500, 50_000
    values = np.repeat(np.arange(4), truths).tolist()
    theirs = np.array([sum(multi.client(value, 4, nats) for value in values) for _ in range(runs)])
    ours = tallies(np.tile(truths, (many, 1)), people, bit, np.random.default_rng(1))
    no, gain = bit.p_yes(False), bit.p_yes(True) - bit.p_yes(False)
    expected = multi.variance(bit.p_yes(True), no, people, truths / people)
    for item in ((theirs / people - no) / gain, (ours / people - no) / gain):
        assert (np.abs(item.mean(axis=0) - truths / people) < 6 * np.sqrt(expected / len(item))).all()
        assert pytest.approx(expected, rel=6.5 * math.sqrt(2 / len(item))) == item.var(axis=0)
        apart = np.corrcoef(item.T)[np.triu_indices(4, 1)]  # bits are thrown one by one
        assert np.abs(apart).max() < 6 / math.sqrt(len(item))


# Square wave


NO_REACH = [(3.0, 10), (4.0, 16), (8.0, 200)]


@pytest.mark.parametrize(("nats", "cells"), NO_REACH)
def test_a_square_wave_of_no_reach_is_the_direct_encoding_of_pure_ldp(pure, nats, cells):
    wave, theirs = Wave.of(Epsilon.of(nats), cells), pure.DEClient(nats, cells)
    assert (0, pytest.approx(theirs.p), pytest.approx(theirs.q)) == (wave.reach, wave.high, wave.low)


@pytest.mark.parametrize(("nats", "cells"), NO_REACH)
def test_opendp_charges_a_square_wave_of_no_reach_what_we_charge(dp, nats, cells):
    wave = Wave.of(Epsilon.of(nats), cells)
    assert pytest.approx(dp.m.make_randomized_response(list(range(cells)), wave.high).map(1)) == nats


def test_reports_of_no_reach_fall_like_those_of_pure_ldp(pure):
    wave, client, people = Wave.of(Epsilon.of(3), 10), pure.DEClient(3.0, 10), 40_000
    theirs = np.bincount([client.privatise(4) for _ in range(people)], minlength=10)  # values count from 1
    ours = wave.reports(people * np.eye(10, dtype=np.int64)[[3]], np.random.default_rng(1))[0]
    expected = np.cumsum(wave.spread(np.eye(10)[[3]])[0])
    for item in (theirs, ours):
        assert pytest.approx(expected, abs=drift(people)) == np.cumsum(item) / people


def test_em_of_no_reach_goes_the_way_of_multi_freq_ldpy(multi):
    wave, steps = Wave.of(Epsilon.of(3), 10), 60
    counts = wave.reports(np.array([[0, 0, 5, 40, 90, 200, 90, 40, 5, 1]]), np.random.default_rng(1))
    shares = np.full((1, 10), 0.1)
    for _ in range(steps):
        shares = wave.likelier(shares, counts)
    reports = np.repeat(np.arange(10), counts[0]).tolist()
    expected = multi.direct_bayes(reports, 10, 3.0, nb_iter=steps, tol=1e-300)  # no stop before the last step
    assert pytest.approx(expected, rel=1e-7, abs=1e-12) == shares[0]


def bayes_step(bayes, table, shares, counts):
    """One iterative Bayesian update with a table of cells by reports.

    multi-freq-ldpy multiplies by the table where its transpose is due, and always starts from equal shares. So it gets
    the table of a person's cell and report together, from either to the other, which is symmetric and has the shares.
    """
    cells, joint = len(shares), shares[:, None] * table
    both = np.block([[np.zeros((cells, cells)), joint], [joint.T, np.zeros((joint.shape[1],) * 2)]])
    seen = np.concatenate([np.zeros(cells), counts / counts.sum()])
    return bayes(len(both), both, seen, 1, 1e-300, "max_abs")[:cells]


@pytest.mark.parametrize("nats", [0.25, 1.0, 2.0])
def test_smoothed_em_is_smoothed_bayesian_update(multi, nats):
    wave, cells, steps = Wave.of(Epsilon.of(nats), 24), 24, 40
    counts = wave.reports(np.array([[0] * 6 + [60] * 10 + [25] * 8]), np.random.default_rng(1))
    smooth = np.eye(cells) / 2 + (np.eye(cells, k=1) + np.eye(cells, k=-1)) / 4
    smooth[0, 0] = smooth[-1, -1] = 0.75  # both ends keep what would leave
    expected = np.full(cells, 1 / cells)
    for _ in range(steps):
        expected = smooth @ bayes_step(multi.bayes, wave.spread(np.eye(cells)), expected, counts[0])
    ours = SquareWave(cells=cells, steps=steps, close=-math.inf).fit(wave, counts)  # no stop before the last step
    assert wave.reach > 0
    assert pytest.approx(expected, rel=1e-7) == ours[0]


# Prefix sums


def layers(flat, levels):
    """The nodes below the root of opendp's tree, level by level, as one survey of ours."""
    return [level[None, :] for level in np.split(flat[1:], np.cumsum(4 ** np.arange(1, levels + 1))[:-1])]


def made_consistent(dp, nodes, whole):
    """The leaves of opendp's consistent tree, where everyone together is the whole.

    opendp takes the root for one more noisy count, we know it. The way down hands what a root misses to all leaves
    alike, so that knowing it is a last correction.
    """
    leaves = np.array(dp.t.make_consistent_b_ary_tree(tree.BRANCHES)([int(count) for count in nodes]))
    return leaves + (whole - leaves.sum()) / leaves.size


@pytest.mark.parametrize("levels", [1, 2, 3, 6])
def test_prefixes_over_a_tree_of_opendp_are_its_distribution_function(dp, levels):
    counts = np.random.default_rng(1).integers(0, 50, 4**levels).tolist()
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)
    nodes = dp.t.make_b_ary_tree(*space, leaf_count=4**levels, branching_factor=tree.BRANCHES)(counts)
    reached = dp.t.make_cdf()([float(count) for count in counts])  # up to and with each leaf; ours stop before it
    ours = tree.prefixes(layers(np.array(nodes) / nodes[0], levels))[0]
    assert pytest.approx([0.0, *reached[:-1]]) == ours


@pytest.mark.parametrize("levels", [1, 2, 3, 6])
def test_opendp_makes_a_tree_consistent_as_we_do(dp, levels):
    size, people = (4 ** (levels + 1) - 1) // 3, 10_000
    noisy = np.random.default_rng(levels).integers(-500, 3000, size)
    expected = made_consistent(dp, noisy, people) / people
    ours = tree.settled(tree.averaged(layers(noisy / people, levels)))
    assert pytest.approx(expected) == ours[-1][0]
    assert pytest.approx(np.cumsum(expected) - expected, abs=1e-9) == tree.prefixes(ours)[0]


@pytest.mark.parametrize("levels", [1, 2, 3])
def test_prefixes_over_opendps_consistent_trees_have_our_variances(dp, levels):
    units = np.eye((4 ** (levels + 1) - 1) // 3)[1:]  # one node alone has a count, and each level noise of variance 1
    leaves = np.array([made_consistent(dp, unit, 0) for unit in units])
    before = np.cumsum(leaves, axis=1) - leaves
    assert pytest.approx((before**2).sum(axis=0), abs=1e-12) == tree.settled_variances(levels)[0]


# The central ceiling

NUMBERS = np.array([2, 3, 3, 3, 7, 9, 9, 14])
RANK = 4  # half of them, so that opendp's fraction is exact


def quantile_scores(dp, numbers, candidates, rank):
    """How far opendp finds each candidate from the rank; and its scores' unit, by which one person moves them."""
    domain = dp.vector_domain(dp.atom_domain(T=float, nan=False), size=len(numbers))
    alpha = rank / len(numbers)
    score = dp.t.make_quantile_score_candidates(domain, dp.symmetric_distance(), list(candidates), alpha)
    return np.array(score([float(number) for number in numbers])) / score.map(2)  # 2: one leaves and one comes


def test_a_gap_is_as_far_from_the_rank_as_opendp_scores_it(dp):
    grain = 1 / 16
    ours = masses(NUMBERS[None, :] * grain, RANK, 2.0, grain)[0, ::2]
    ends = np.array([-1, *NUMBERS, 17])
    points = np.maximum(np.diff(ends) - 1, 0)  # of the grid of 0 to 16, inside each gap
    places = (ends[:-1] + ends[1:]) / 2
    open_ = points > 0
    expected = points[open_] * grain * np.exp(-quantile_scores(dp, NUMBERS, places[open_], RANK))
    assert pytest.approx(expected) == ours[open_]
    assert not ours[~open_].any()


def test_a_number_is_nearer_to_the_rank_than_opendp_scores_it_by_half_its_ties_at_most(dp):
    """A number that m people share has m + 1 ranks: we take the nearest, opendp for a median the one in the middle."""
    grain, (values, ties) = 1 / 16, np.unique(NUMBERS, return_counts=True)
    chances = masses(NUMBERS[None, :] * grain, RANK, 2.0, grain)[0, 1::2]
    ours = -np.log(chances[chances > 0] / grain)
    apart = quantile_scores(dp, NUMBERS, values.astype(float), RANK) - ours
    assert (apart >= -1e-12).all()
    assert (apart <= ties / 2 + 1e-12).all()


@pytest.mark.parametrize("nats", [0.5, 1.0, 4.0])
def test_opendp_charges_a_central_answer_what_we_charge(dp, nats):
    domain = dp.vector_domain(dp.atom_domain(T=float, nan=False), size=8)
    space = domain, dp.symmetric_distance()
    # exp(-epsilon distance / 2) is noise of scale 2 / epsilon; as Gumbel noise it is the exponential mechanism itself,
    # which opendp charges in the terms of concentrated privacy only: a loss of epsilon is epsilon**2 / 8 there
    for measure, expected in ((dp.max_divergence(), nats), (dp.zero_concentrated_divergence(), nats**2 / 8)):
        mechanism = dp.m.make_private_quantile(*space, measure, [0.5, 1.5], alpha=0.5, scale=2 / nats)
        assert pytest.approx(expected) == mechanism.map(2)


def test_central_answers_fall_like_those_of_opendp(dp):
    numbers, cells, nats, runs = np.array([4, 5, 9, 10, 13, 18]), 20, 2.0, 20_000  # edges of the cells
    places = np.arange(cells) + 0.5
    weight = np.exp(-nats / 2 * quantile_scores(dp, numbers, places, 3))
    domain = dp.vector_domain(dp.atom_domain(T=float, nan=False), size=6)
    gumbel = dp.zero_concentrated_divergence()
    space = domain, dp.symmetric_distance()
    mechanism = dp.m.make_private_quantile(*space, gumbel, places.tolist(), alpha=0.5, scale=2 / nats)
    theirs = [mechanism(numbers.astype(float).tolist()) for _ in range(runs)]  # from the system: nothing to seed
    people, rng = Population.of(numbers.astype(float)), np.random.default_rng(1)
    ours = CentralMinimum().estimates(people, Domain(0, cells), Epsilon.of(nats), runs, rng)  # so few: rank 3
    for item in (theirs, ours):
        reached = np.cumsum(np.histogram(item, np.arange(cells + 1))[0]) / runs
        assert pytest.approx(np.cumsum(weight / weight.sum()), abs=drift(runs)) == reached


# The Laplace baseline


@pytest.mark.parametrize("nats", LOSSES)
def test_opendp_charges_the_baselines_noise_the_loss_that_it_claims(dp, nats):
    scale = LaplaceMinimum(Beta(1, 1, -1, 2), 2, nats).scale
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    charged = dp.m.make_laplace(*space, scale=scale).map(2.0)  # from one end of [-1, 1] to the other
    assert pytest.approx(charged) == nats


def test_the_least_of_opendps_noisy_numbers_follows_our_exact_law(dp):
    law, people, runs = Beta(1, 2, -0.5, 0.9), 12, 5000
    exact = LaplaceMinimum(law, people, 1.0)
    numbers = quantile(law, np.arange(people) / (people - 1)).tolist()
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.l1_distance(T=float)
    noisy = dp.m.make_laplace(*space, scale=exact.scale)
    least = np.sort([min(noisy(numbers)) for _ in range(runs)])  # from the system: nothing to seed
    expected = 1 - exact.exceeds(least)
    assert pytest.approx(expected, abs=drift(runs) + 1 / runs) == np.arange(1, runs + 1) / runs
