"""Placement: where the tail fit asks next, on answers without noise to laws that are known."""

import numpy as np
import pytest

from lowwater.search.pool import Answers
from lowwater.search.tail.beliefs import SEARCHING
from lowwater.search.tail.knowledge_gradient import knowledge_gradient
from lowwater.search.tail.placement import PARTS, Places, beyond, bisect, c_optimal, candidates
from lowwater.search.tail.posterior import posterior_of

PEOPLE, VARIANCE = np.full(3, 20_000.0), 1.0


@pytest.fixture(scope="module")
def posterior():
    """Three runs: power laws of the exponents .5, 1 and 2, from -.5 on, asked at eight thresholds."""
    threshold = np.tile(np.array([-0.8, -0.6, -0.5, -0.45, -0.4, -0.3, 0.0, 0.5]), (3, 1))
    share = np.clip((threshold + 0.5) / 1.2, 0, 1) ** np.array([[0.5], [1.0], [2.0]])
    return posterior_of(Answers(threshold, share, np.full(threshold.shape, 2000.0)), VARIANCE, SEARCHING, 64)


def test_candidates_lie_between_the_lowest_minimum_and_the_top_of_the_fit(posterior):
    thresholds = candidates(posterior, PEOPLE, VARIANCE)
    assert (3, 28) == thresholds.shape
    assert np.all(thresholds >= posterior.quantile(0.01)[:, None])
    assert np.all(thresholds <= np.maximum(posterior.top, posterior.upper)[:, None])


def test_a_design_plans_its_questions_at_candidates_and_not_all_at_one(posterior):
    thresholds = candidates(posterior, PEOPLE, VARIANCE)
    chosen = c_optimal(posterior, thresholds, PEOPLE, VARIANCE, np.full(3, 0.5))
    assert (3, PARTS) == chosen.shape
    assert min(len(set(row)) for row in chosen) > 1


def test_more_people_look_closer_to_the_minimum(posterior):
    few, many = (np.full(3, people) for people in (2e3, 2e6))
    nearest = [candidates(posterior, people, VARIANCE)[:, 14] for people in (few, many)]
    assert np.all(nearest[1] < nearest[0])


def test_the_knowledge_gradient_is_one_of_the_candidates_and_the_same_for_one_run_as_for_many(posterior):
    thresholds = candidates(posterior, PEOPLE, VARIANCE)
    chosen = knowledge_gradient(posterior, thresholds, PEOPLE, VARIANCE)
    assert chosen.shape == (3,)
    assert np.all((0 <= chosen) & (chosen < thresholds.shape[1]))


def test_a_question_far_below_everybody_tells_less_than_the_best_one(posterior):
    thresholds = np.tile(np.array([-0.999, -0.45]), (3, 1))
    assert [1, 1, 1] == knowledge_gradient(posterior, thresholds, PEOPLE, VARIANCE).tolist()


def test_bisection_stands_between_a_low_quantile_and_the_upper_limit(posterior):
    result = bisect(posterior)
    assert np.all(posterior.quantile(0.10) < result)
    assert np.all(result < posterior.upper)
    assert np.all(bisect(posterior, 0.25) < result)


def test_a_uniform_decides_which_question_of_the_design_is_asked(posterior):
    places = Places(posterior, PEOPLE, VARIANCE, np.full(3, 0.5))
    design = np.stack([places.design(index) for index in range(PARTS)], axis=1)
    assert np.array_equal(design[:, 0], places.drawn(np.zeros(3)))
    assert np.array_equal(design[:, -1], places.drawn(np.full(3, 0.999)))


def test_the_question_beyond_the_tail_stands_halfway_between_the_start_and_a_low_quantile(posterior):
    assert (posterior.quantile(0.01)[0] - 1) / 2 == pytest.approx(beyond(posterior, np.zeros(3))[0])


def test_no_question_stands_beyond_a_tail_that_may_begin_at_the_start():
    threshold = np.array([[-0.9, -0.8, -0.6, -0.3, 0.0, 0.5]])
    share = np.clip((threshold + 1) / 2, 0, 1) ** 3
    steep = posterior_of(Answers(threshold, share, np.full(threshold.shape, 2000.0)), VARIANCE, SEARCHING, 64)
    assert [0.25] == list(beyond(steep, np.array([0.25])))
