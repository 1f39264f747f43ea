"""Estimate: a value in its cell, with its level, its loss and an honest word about its error."""

import math
from dataclasses import replace

import pytest

from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.estimate import Estimate
from lowwater.errors import BadEstimate

FOUND = Estimate(2.0, (1.0, 3.0), None, 3.0, 0.9996, "the randomizer alone", 0.05, Epsilon(NANO))


@pytest.mark.parametrize("value", [0.9, 3.1, math.nan, math.inf, -math.inf])
def test_the_value_lies_in_its_cell(value):
    with pytest.raises(BadEstimate, match=f"the value {value!r} does not lie in its cell"):
        replace(FOUND, value=value)


@pytest.mark.parametrize("cell", [(3.0, 1.0), (math.nan, 3.0), (1.0, math.nan)])
def test_the_cell_is_an_interval(cell):
    with pytest.raises(BadEstimate, match="does not lie in its cell"):
        replace(FOUND, cell=cell)


@pytest.mark.parametrize("confidence", [-0.1, 1.1, math.nan, math.inf])
def test_confidence_lies_between_nought_and_one(confidence):
    with pytest.raises(BadEstimate, match=f"confidence={confidence!r}"):
        replace(FOUND, confidence=confidence)


@pytest.mark.parametrize("error", [-0.1, math.nan, -math.inf])
def test_an_forecast_error_is_not_negative(error):
    with pytest.raises(BadEstimate, match=f"forecast_error={error!r}"):
        replace(FOUND, forecast_error=error, assumes="nothing")


def test_the_interval_is_the_two_limits():
    assert (None, 3.0) == FOUND.interval


def test_an_estimate_says_its_level_its_limit_and_its_loss():
    expected = "2; limit at most 3, with confidence 99.9 %; level 0.05; one person revealed at most 1 nat"
    assert expected == str(FOUND)


@pytest.mark.parametrize(
    ("lower", "upper", "words"), [(1.0, None, "at least 1, with"), (1.0, 3.0, "between 1 and 3, with")]
)
def test_other_limits_have_other_words(lower, upper, words):
    assert words in str(replace(FOUND, lower=lower, upper=upper))


@pytest.mark.parametrize("change", [{"upper": None}, {"confidence": None}])
def test_without_a_limit_or_a_confidence_there_is_no_word_of_it(change):
    assert "confidence" not in str(replace(FOUND, **change))


def test_an_forecast_error_is_said():
    said = str(replace(FOUND, forecast_error=0.125, assumes="numbers spread evenly"))
    assert "; forecast error 0.125, if numbers spread evenly;" in said


@pytest.mark.parametrize("forecast", [{"forecast_error": 0.125}, {"assumes": "numbers spread evenly"}])
def test_an_forecast_error_never_stands_without_its_assumption(forecast):
    with pytest.raises(BadEstimate, match="give both or neither"):
        replace(FOUND, **forecast)


def test_honest_and_simulated_answers_are_called_so():
    assert str(replace(FOUND, loss=None, simulated=True)).endswith("; one person revealed everything (simulated)")


def test_an_estimate_is_a_number_where_one_is_wanted():
    assert 2.0 == float(FOUND)
    assert ("2.00", str(FOUND), " 2") == (f"{FOUND:.2f}", f"{FOUND}", f"{FOUND:2g}")


def test_what_stands_against_its_plan_stands_beside_an_estimate():
    doubtful = replace(FOUND, caveats=("too few people", "no better than a guess"))
    assert str(doubtful).endswith("; but too few people; no better than a guess")
    assert "too few people; no better than a guess" == doubtful.facts()["but"]
    assert doubtful == Estimate.from_json(doubtful.to_json())
    assert "but" not in FOUND.facts()
