"""Terms: what a person is promised, and why a question breaks it."""

import math
import re
from dataclasses import replace

import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import HONEST, randomized_response
from lowwater.core.terms import Terms
from lowwater.errors import BadTerms, NotPrivate

COIN = randomized_response(Epsilon(NANO))
TERMS = Terms(Domain(0, 8), "refuse", answers=3, loss=COIN.loss, grant=Epsilon(3 * NANO))
QUESTION = Question(0, 0, (4.0,), COIN, None)


@pytest.mark.parametrize("outside", ["ignore", "", None, True])
def test_what_happens_outside_is_to_refuse_or_to_clamp(outside):
    with pytest.raises(BadTerms, match=f"outside={outside!r}"):
        replace(TERMS, outside=outside)


@pytest.mark.parametrize("answers", [0, -1, 1.0, True, "1", None, math.nan, math.inf], ids=repr)
def test_a_person_gives_at_least_one_answer(answers):
    with pytest.raises(BadTerms, match=re.escape(f"answers={answers!r}")):
        replace(TERMS, answers=answers)


def test_an_answer_that_costs_nothing_is_not_worth_asking_for():
    with pytest.raises(BadTerms, match="a loss of 0 nats"):
        replace(TERMS, loss=Epsilon(0))


def test_all_answers_together_stay_within_the_grant():
    with pytest.raises(BadTerms, match="4 answers of 1 nats each exceed the grant of 3"):
        Terms(Domain(0, 8), "refuse", 4, Epsilon(NANO), Epsilon(3 * NANO))


def test_the_answers_may_use_the_grant_up_to_the_last_nano_nat():
    assert Epsilon(3 * NANO) == Terms(Domain(0, 8), "clamp", 3, Epsilon(NANO), Epsilon(3 * NANO)).grant


@pytest.mark.parametrize("field", ["loss", "grant"])
@pytest.mark.parametrize("nats", [1.0, "1", True, None, math.nan], ids=repr)
def test_losses_and_grants_are_epsilons(field, nats):
    with pytest.raises(BadTerms, match=re.escape(f"{field}={nats!r}")):
        replace(TERMS, **{field: nats})


@pytest.mark.parametrize("domain", [None, (0, 8), "domain"], ids=repr)
def test_the_domain_is_a_domain(domain):
    with pytest.raises(BadTerms, match=re.escape(f"domain={domain!r}")):
        replace(TERMS, domain=domain)


@pytest.mark.parametrize("threshold", [0.0, 4.0, 8.0])
def test_a_question_within_the_terms_meets_no_objection(threshold):
    assert TERMS.objection(replace(QUESTION, thresholds=(threshold,))) is None


def test_a_question_that_costs_less_meets_no_objection():
    assert TERMS.objection(replace(QUESTION, randomizer=randomized_response(Epsilon(NANO // 2)))) is None


def test_a_question_that_costs_more_is_objected_to():
    dear = replace(QUESTION, randomizer=randomized_response(Epsilon(NANO + 10)))
    assert f"it costs {dear.randomizer.loss} nats; the terms say {TERMS.loss}" == TERMS.objection(dear)


@pytest.mark.parametrize("threshold", [-0.5, 8.5, 1e300])
def test_a_threshold_outside_the_domain_is_objected_to(threshold):
    expected = f"its threshold {threshold:g} is outside [0, 8]"
    assert expected == TERMS.objection(replace(QUESTION, thresholds=(threshold,)))


def test_an_honest_question_is_more_than_objected_to():
    with pytest.raises(NotPrivate):
        TERMS.objection(replace(QUESTION, randomizer=HONEST))
