"""Estimate: a value in its cell, and statements that are told apart by what they rest on."""

import math
from dataclasses import replace

import pytest

from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.estimate import Estimate
from lowwater.core.statements import NOTHING, UNFITTED, Certain, Few, Fitted, Point
from lowwater.errors import BadEstimate

CERTAIN = Certain(
    somebody=3.0,
    sure=0.99996,
    few=(Few(0.01, 1.5), Few(0.05, 2.0)),
    confidence=0.95,
    band=(Point(2.0, 100, 0.01, 0.0, 0.04),),
)
FITTED = Fitted(1.25, 2.75, 0.95, "the lowest 50 % of people follow a power law", withheld="")
MINIMUM = Estimate(
    2.0,
    (1.0, 3.0),
    0.05,
    Epsilon(NANO),
    certain=CERTAIN,
    fitted=FITTED,
    likely_error=0.1234,
    what_next="half the error takes about 4,000 people",
)
MEDIAN = replace(MINIMUM, quantile=0.5, certain=Certain(least=1.5, most=2.5, confidence=0.95))


@pytest.mark.parametrize("value", [0.9, 3.1, math.nan, math.inf, -math.inf])
def test_the_value_lies_in_its_cell(value):
    with pytest.raises(BadEstimate, match=f"the value {value!r} does not lie in its cell"):
        replace(MINIMUM, value=value)


@pytest.mark.parametrize("cell", [(3.0, 1.0), (math.nan, 3.0), (1.0, math.nan)])
def test_the_cell_is_an_interval(cell):
    with pytest.raises(BadEstimate, match="does not lie in its cell"):
        replace(MINIMUM, cell=cell)


@pytest.mark.parametrize("share", [-0.1, 1.1, math.nan, math.inf])
@pytest.mark.parametrize(("statement", "name"), [(CERTAIN, "sure"), (CERTAIN, "confidence"), (FITTED, "confidence")])
def test_confidence_lies_between_nought_and_one(statement, name, share):
    with pytest.raises(BadEstimate, match=f"{name}={share!r}"):
        replace(statement, **{name: share})


@pytest.mark.parametrize("change", [{"low": None}, {"high": None}, {"withheld": "it does not fit"}])
def test_fitted_limits_are_given_both_or_withheld_for_a_reason(change):
    with pytest.raises(BadEstimate, match="give both limits, or the reason"):
        replace(FITTED, **change)


@pytest.mark.parametrize("error", [-0.1, math.nan, -math.inf])
def test_a_likely_error_is_not_negative(error):
    with pytest.raises(BadEstimate, match=f"likely_error={error!r}"):
        replace(MINIMUM, likely_error=error)


def test_an_estimate_is_one_line_that_begins_with_its_value_and_its_likely_error():
    expected = (
        "2, likely off by about 0.123; somebody is at or below 3 (99.996 % sure); at most 1 % are at or below 1.5, "
        "at most 5 % are at or below 2 (95 % sure of it all); about one person an even chance (50 %) becomes at most "
        "73.2 %"
    )
    assert expected == str(MINIMUM)


def test_a_share_is_never_rounded_up():
    assert "(99.9999 % sure)" in str(replace(MINIMUM, certain=replace(CERTAIN, sure=0.99999999)))


def test_a_maximum_speaks_of_those_above():
    assert "somebody is at or above 3" in str(replace(MINIMUM, direction="maximum"))


@pytest.mark.parametrize(
    ("least", "most", "words"),
    [
        (1.5, 2.5, "it lies between 1.5 and 2.5"),
        (1.5, None, "it is at least 1.5"),
        (None, 2.5, "it is at most 2.5"),
    ],
)
def test_a_quantile_has_limits_on_one_side_or_on_both(least, most, words):
    certain = Certain(least=least, most=most, confidence=0.95)
    assert f"{words} (95 % sure of it all)" in str(replace(MEDIAN, certain=certain))


def test_where_nothing_is_certain_nothing_is_said_of_it():
    assert "certain" not in replace(MINIMUM, certain=NOTHING).facts()
    assert "sure" not in str(replace(MINIMUM, certain=NOTHING))


@pytest.mark.parametrize(
    ("whom", "words"),
    [
        ("population", "of the population that people were drawn from"),
        ("unasked", "of those not asked yet when the question's round began"),
        ("answered", "of those who answered the question"),
    ],
)
def test_shares_say_of_whom_they_speak_and_what_they_need(whom, words):
    certain = MINIMUM.of(whom).facts()["certain"]
    assert f"at or below 2 {words} (95 % sure of it all); if answers are honest" in certain


def test_fitted_limits_stand_in_one_sentence_with_what_they_assume():
    expected = "between 1.25 and 2.75 with probability 95 %, if the lowest 50 % of people follow a power law"
    assert expected == MINIMUM.facts()["fitted"]


def test_limits_that_are_withheld_say_why():
    assert "no limits: this search fits no model" == replace(MINIMUM, fitted=UNFITTED).facts()["fitted"]


def test_an_error_that_is_unknown_is_called_so():
    assert "2, error unknown" == replace(MINIMUM, likely_error=None).facts()["value"]


def test_what_next_is_a_fact_of_its_own():
    assert "half the error takes about 4,000 people" == MINIMUM.facts()["what next"]
    assert "what next" not in replace(MINIMUM, what_next="").facts()


def test_honest_and_simulated_answers_are_called_so():
    assert str(replace(MINIMUM, loss=None, simulated=True)).endswith("; one person revealed everything (simulated)")
    assert "not private" in replace(MINIMUM, simulated=True).facts()["simulated"]


def test_an_estimate_is_a_number_where_one_is_wanted():
    assert 2.0 == float(MINIMUM)
    assert ("2.00", str(MINIMUM), " 2") == (f"{MINIMUM:.2f}", f"{MINIMUM}", f"{MINIMUM:2g}")


def test_what_stands_against_its_plan_stands_beside_an_estimate():
    doubtful = MINIMUM.of("population", ("too few people", "no better than a guess"))
    assert str(doubtful).endswith("; but too few people; no better than a guess")
    assert "too few people; no better than a guess" == doubtful.facts()["but"]
    assert "but" not in MINIMUM.facts()


@pytest.mark.parametrize("estimate", [MINIMUM, MEDIAN, replace(MINIMUM, certain=NOTHING, fitted=UNFITTED, loss=None)])
def test_json_keeps_every_statement(estimate):
    assert estimate == Estimate.from_json(estimate.to_json())
