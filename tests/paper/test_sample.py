"""Samples: people drawn from a pool, without replacement or with it, told by counts and never one by one."""

import numpy as np
import pytest
from scipy import stats

from lowwater.core.domain import Domain
from lowwater.errors import BadData, NotExact
from lowwater.paper.synthetic import paper_plan
from lowwater.people.admit import admit
from lowwater.people.numbers import Numbers, Sample
from lowwater.people.population import Population
from lowwater.simulate.crowd import Crowd
from lowwater.simulate.evaluation import evaluate

DOMAIN = Domain(-1, 1)
RARE = 1e-6
"""Each chi-square test below is wrong about a right sampler once in a million."""

POOL = Population.of(np.repeat([-0.75, -0.5, -0.25, 0.0, 0.5, 1.0], [3, 7, 10, 15, 5, 20]))
DRAWN, RUNS = 25, 20_000
ASKED = (0.0, -0.5, -0.25, 0.5)


def counted(people, asked=ASKED, domain=DOMAIN, runs=RUNS, seed=1):
    """The counts of yes at each threshold, all people asked each time: a row for each threshold."""
    crowd = Crowd(people, domain, runs, np.random.default_rng(seed))
    return np.array([crowd.truths(np.full(runs, threshold), None) for threshold in asked])


def one_by_one(iid, asked=ASKED, domain=DOMAIN, seed=2):
    """The same with every person drawn."""
    rng = np.random.default_rng(seed)
    everyone = np.broadcast_to(POOL.numbers, (RUNS, POOL.people))
    drawn = rng.choice(POOL.numbers, (RUNS, DRAWN)) if iid else rng.permuted(everyone, axis=1)[:, :DRAWN]
    return np.array([(drawn <= t if domain.direction == "minimum" else drawn >= t).sum(axis=1) for t in asked])


def alike(ours, theirs):
    """The chance that two samples of one law differ as much, outcomes seen fewer than ten times put together."""
    kinds, of = np.unique(np.concatenate([ours, theirs]), return_inverse=True)
    table = np.array([np.bincount(part, minlength=kinds.size) for part in np.split(of, 2)])
    often = table.sum(axis=0) >= 10
    table = np.column_stack([table[:, often], table[:, ~often].sum(axis=1)])
    return stats.chi2_contingency(table[:, table.sum(axis=0) > 0]).pvalue


@pytest.mark.parametrize("direction", ["minimum", "maximum"])
def test_a_sample_of_everyone_is_everyone(direction):
    domain, everyone = Domain(-1, 1, direction), Sample(POOL, POOL.people, iid=False)
    counts = counted(everyone, domain=domain, runs=10)
    assert [[n] * 10 for n in POOL.count(domain, np.array(ASKED)).tolist()] == counts.tolist()


def test_a_sample_of_everyone_has_the_exact_law_of_everyone():
    plan, numbers = paper_plan(1024, 4.0, "lower-alpha", DOMAIN), Population.of(np.linspace(-0.3, 0.4, 1024))
    expected, evaluation = (evaluate(plan, people) for people in (numbers, Sample(numbers, 1024, iid=False)))
    assert expected.estimates.tolist() == evaluation.estimates.tolist()
    assert expected.masses.tolist() == evaluation.masses.tolist()


def test_a_sample_of_everyone_gives_the_runs_that_everyone_gives():
    plan, numbers = paper_plan(1024, 4.0, "lower-alpha", DOMAIN), Population.of(np.linspace(-0.3, 0.4, 1024))
    expected, evaluation = (
        evaluate(plan, people, runs=100, seed=3) for people in (numbers, Sample(numbers, 1024, iid=False))
    )
    assert expected.estimates.tolist() == evaluation.estimates.tolist()


@pytest.mark.parametrize("direction", ["minimum", "maximum"])
@pytest.mark.parametrize("index", range(len(ASKED)))
def test_each_count_without_replacement_is_hypergeometric(direction, index):
    domain = Domain(-1, 1, direction)
    counts = counted(Sample(POOL, DRAWN, iid=False), domain=domain)[index]
    good = int(POOL.count(domain, np.array(ASKED))[index])
    expected = RUNS * stats.hypergeom(POOL.people, good, DRAWN).pmf(np.arange(DRAWN + 1))
    likely = np.flatnonzero(expected >= 10)
    merged = np.clip(np.arange(DRAWN + 1), likely[0], likely[-1])  # rare counts go with their likely neighbours
    seen, wanted = np.bincount(merged[counts]), np.bincount(merged, expected)
    assert stats.chisquare(seen[wanted > 0], wanted[wanted > 0]).pvalue > RARE


@pytest.mark.parametrize("direction", ["minimum", "maximum"])
@pytest.mark.parametrize("iid", [False, True])
def test_counts_by_gaps_have_the_joint_law_of_people_drawn_one_by_one(iid, direction):
    domain = Domain(-1, 1, direction)
    ours, theirs = counted(Sample(POOL, DRAWN, iid), domain=domain), one_by_one(iid, domain=domain)
    for first in range(len(ASKED)):
        for second in range(first):
            pairs = [counts[first] * 100 + counts[second] for counts in (ours, theirs)]
            assert alike(*pairs) > RARE, (ASKED[first], ASKED[second])


def test_the_joint_law_would_tell_one_way_of_drawing_from_the_other():
    without, again = counted(Sample(POOL, DRAWN, iid=False)), one_by_one(iid=True)
    assert alike(without[0], again[0]) < RARE


@pytest.mark.parametrize("iid", [False, True])
def test_the_means_are_those_of_the_pool(iid):
    counts = counted(Sample(POOL, DRAWN, iid))
    shares = POOL.chance(DOMAIN, np.array(ASKED))
    # 5 standard errors of a mean: a false alarm in 1.7 million
    for share, result in zip(shares.tolist(), counts, strict=True):
        assert pytest.approx(DRAWN * share, abs=5 * result.std() / np.sqrt(RUNS)) == result.mean()


@pytest.mark.parametrize("iid", [False, True])
def test_the_drawn_answer_consistently_from_question_to_question(iid):
    asked = (0.0, -0.5, 0.5, -0.25, 0.0, 1.0, -0.9)
    counts = counted(Sample(POOL, DRAWN, iid), asked, runs=500)
    assert (np.diff(counts[np.argsort(asked, kind="stable")], axis=0) >= 0).all()
    assert (counts[0] == counts[4]).all()
    assert ({DRAWN}, {0}) == (set(counts[5].tolist()), set(counts[6].tolist()))


def test_cohorts_of_a_sample_ask_everybody_drawn_once_and_nobody_else():
    crowd = Crowd(Sample(POOL, DRAWN, iid=False), DOMAIN, RUNS, np.random.default_rng(5))
    asked = sum(crowd.truths(np.zeros(RUNS), 5) for _ in range(5))
    good = int(POOL.count(DOMAIN, np.zeros(1))[0])
    expected = stats.hypergeom(POOL.people, good, DRAWN)
    # after all cohorts: the whole sample's count; its mean within 5 standard errors, a false alarm in 1.7 million
    assert pytest.approx(expected.mean(), abs=5 * expected.std() / np.sqrt(RUNS)) == asked.mean()
    # a sample variance is off by a share of about sqrt(2 / runs) = 0.01; five of them
    assert pytest.approx(expected.var(), rel=0.05) == asked.var()


def test_with_replacement_is_iid_from_the_numbers():
    iid = Numbers(POOL.numbers, iid=True)
    expected, result = counted(iid), counted(Sample(POOL, POOL.people, iid=True))
    assert expected.tolist() == result.tolist()


@pytest.mark.parametrize("people", [POOL.people + 1, 10**6])
def test_more_people_than_the_pool_are_refused_without_replacement(people):
    with pytest.raises(BadData, match=f"{people} people cannot be drawn from 60 without replacement; draw with it"):
        Sample(POOL, people, iid=False)


def test_more_people_than_the_pool_can_be_drawn_with_replacement():
    assert {10**6} == set(counted(Sample(POOL, 10**6, iid=True), (1.0,), runs=5)[0].tolist())


@pytest.mark.parametrize("iid", [False, True])
@pytest.mark.parametrize("people", [0, -1])
def test_nobody_cannot_be_drawn(people, iid):
    with pytest.raises(BadData, match="people cannot be drawn"):
        Sample(POOL, people, iid)


@pytest.mark.parametrize("iid", [False, True])
def test_the_true_value_is_that_of_the_whole_pool(iid):
    sample = Sample(POOL, 2, iid)
    assert (-0.75, 1.0) == tuple(sample.target(Domain(-1, 1, end), None) for end in ("minimum", "maximum"))
    assert 0.0 == sample.target(DOMAIN, 0.5)


@pytest.mark.parametrize("iid", [False, True])
def test_a_sample_has_no_exact_law_where_everyone_answers_every_round(iid):
    numbers = Population.of(np.linspace(-0.3, 0.4, 2000))
    with pytest.raises(NotExact, match="runs="):
        evaluate(paper_plan(1024, 4.0, "lower-alpha", DOMAIN), Sample(numbers, 1024, iid))


def test_a_pool_outside_the_domain_is_refused():
    with pytest.raises(BadData, match="outside"):
        admit(Sample(POOL, 5, iid=True), Domain(-0.6, 1))
