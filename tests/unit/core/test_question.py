"""Question: nobody is ever asked what cannot be answered."""

import math
import re

import pytest

from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import SCALE, Randomizer, randomized_response
from lowwater.errors import BadQuestion

COIN = randomized_response(Epsilon(NANO))


@pytest.mark.parametrize("people", [None, 1, 10**9])
def test_a_question_goes_to_everyone_or_to_a_cohort(people):
    assert people == Question(0, 0, (0.5,), COIN, people).people


@pytest.mark.parametrize("number", [-1, 0.0, True, "0", None, math.nan], ids=repr)
def test_rounds_and_questions_count_from_nought(number):
    with pytest.raises(BadQuestion, match=re.escape(f"of round {number!r}")):
        Question(number, 0, (0.5,), COIN, None)
    with pytest.raises(BadQuestion, match=re.escape(f"question {number!r}")):
        Question(0, number, (0.5,), COIN, None)


@pytest.mark.parametrize("threshold", [math.nan, math.inf, -math.inf, 1, True, "1", None], ids=repr)
def test_a_threshold_is_a_finite_float(threshold):
    with pytest.raises(BadQuestion, match=re.escape(f"thresholds=({threshold!r},)")):
        Question(0, 0, (threshold,), COIN, None)


@pytest.mark.parametrize("randomizer", [None, 1.0, (3, 1), "coin"], ids=repr)
def test_a_randomizer_is_a_randomizer(randomizer):
    with pytest.raises(BadQuestion, match=re.escape(f"randomizer={randomizer!r}")):
        Question(0, 0, (0.5,), randomizer, None)


@pytest.mark.parametrize("people", [0, -1, 1.0, True, "1", math.nan, math.inf], ids=repr)
def test_a_cohort_has_somebody_in_it(people):
    with pytest.raises(BadQuestion, match=re.escape(f"people={people!r}")):
        Question(0, 0, (0.5,), COIN, people)


def test_the_same_question_is_equal_and_hashes_alike():
    item, other = (Question(2, 1, (0.5,), COIN, 10) for _ in range(2))
    assert {item} == {other}


@pytest.mark.parametrize("thresholds", [(), (1.0, 2.0), (0.5,) * 2])
def test_there_is_one_threshold_fewer_than_answers(thresholds):
    with pytest.raises(BadQuestion, match="1 are needed for this randomizer"):
        Question(0, 0, thresholds, COIN, None)


@pytest.mark.parametrize("thresholds", [(2.0, 1.0), (1.0, 1.0), (-0.0, 0.0)])
def test_thresholds_rise(thresholds):
    third = SCALE // 4
    coin = Randomizer(((third * 2, third, third), (third, third * 2, third), (third, third, third * 2)))
    with pytest.raises(BadQuestion, match="2 are needed for this randomizer, the smallest first"):
        Question(0, 0, thresholds, coin, None)
    assert (1.0, 2.0) == Question(0, 0, (1.0, 2.0), coin, None).thresholds
