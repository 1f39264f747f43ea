"""Bisection with Wald's test."""

import numpy as np
import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.people.population import Population
from lowwater.rivals import asking
from lowwater.rivals.sequential import SequentialTest, Wald, mistake

COIN = asking.coin(Epsilon.of(1))
WALD = Wald(COIN, 0.2)


def verdicts(share, question, runs=4000):
    """The verdict of every run, person after person until all are settled."""
    rng = np.random.default_rng(1)
    score, result = np.zeros(runs), np.zeros(runs, dtype=int)
    while (waiting := np.flatnonzero(result == 0)).size:
        score[waiting] += WALD.score(WALD.answers(np.full(waiting.size, share), 1, rng), 1)
        result[waiting] = WALD.verdict(score[waiting], np.full(waiting.size, question))
    return result


def test_early_questions_may_go_wrong_least():
    expected = [0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.05, 0.05]
    assert pytest.approx(expected) == mistake(np.arange(1, 9))
    assert 0.05 == float(mistake(np.array(5000)))


@pytest.mark.parametrize("question", [4, 7])
@pytest.mark.parametrize(("share", "wrong"), [(0.0, 1), (0.2, -1)])
def test_a_verdict_is_wrong_no_more_often_than_it_may_be(question, share, wrong):
    bound = float(mistake(np.array(question)))
    bound /= 1 - bound  # Wald's inequality: e**-a
    result = np.count_nonzero(verdicts(share, question) == wrong)
    assert result <= 4000 * bound + 5 * np.sqrt(4000 * bound)  # a false alarm in a million


def test_a_score_is_the_log_of_the_likelihood_ratio():
    nobody, some = COIN.p_yes(False), COIN.p_yes(False) + 0.2 * (COIN.p_yes(True) - COIN.p_yes(False))
    expected = np.log(some**3 * (1 - some) ** 7) - np.log(nobody**3 * (1 - nobody) ** 7)
    assert pytest.approx(expected) == float(WALD.score(np.array(3), 10))


def by_people(values, rng, deviations):
    """One run as it is told: people in random order, each asked once, each with a coin of their own."""
    wald = Wald(COIN, asking.low_level(deviations, values.size, COIN))
    low, high, score, question = -1.0, 1.0, 0.0, 1
    for number in rng.permutation(values):
        truth = number <= (low + high) / 2
        answer = rng.random() < COIN.p_yes(bool(truth))
        score += float(wald.score(np.array(int(answer)), 1))
        verdict = int(wald.verdict(np.array(score), np.array(question)))
        if verdict:
            low, high = (low, (low + high) / 2) if verdict > 0 else ((low + high) / 2, high)
            score, question = 0.0, question + 1
    return (low + high) / 2


def test_counts_follow_the_law_of_people_asked_one_by_one():
    values, runs, rng = np.linspace(-0.2, 0.9, 600), 150, np.random.default_rng(2)
    people = np.array([by_people(values, rng, 6) for _ in range(runs)])
    counts = SequentialTest(6).estimates(Population.of(values), Domain(-1, 1), Epsilon.of(1), runs, rng)
    # five standard errors: a false alarm in 1.7 million
    assert abs(people.mean() - counts.mean()) < 5 * np.hypot(people.std(), counts.std()) / np.sqrt(runs)
    assert 0.6 < counts.std() / people.std() < 1.6


def test_a_block_only_delays_the_verdict():
    people, domain = Population.beta(1, 1, start=0.3, width=0.5, people=2**14), Domain(-1, 1)
    fine, coarse = (
        SequentialTest(blocks=blocks).estimates(people, domain, Epsilon.of(1), 100, np.random.default_rng(1))
        for blocks in (2**12, 2**8)
    )
    assert np.abs(fine - 0.3).mean() < 0.05
    assert np.abs(coarse - 0.3).mean() < 0.05


def test_a_score_between_two_shares_is_nought_about_halfway():
    test, people = Wald(asking.coin(Epsilon.of(1)), 0.55, 0.45), 10**6
    halfway = round(people * (test.coin.p_yes(True) + test.coin.p_yes(False)) / 2)
    assert pytest.approx(0, abs=1e-6) == float(test.score(np.array(halfway), people))
    assert test.score(np.array(halfway + 1), people) > 0 > test.score(np.array(halfway - 1), people)
