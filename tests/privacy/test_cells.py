"""One round over cells, by exact enumeration: every answer to every number, from the wire to the wire."""

from fractions import Fraction
from itertools import accumulate, pairwise

import pytest

from lowwater.client import Respondent
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import LARGEST, MOST
from lowwater.planning.design import design
from lowwater.planning.options import PlanOptions
from lowwater.search.one_round import CHOICES
from lowwater.search.plan import Plan
from lowwater.search.tail_fit import LEVEL
from lowwater.testing import check_randomizer, coins_for, exp_from_below, worst_ratio
from lowwater.wire import AnswerMessage, QuestionMessage, decode, encode

EPSILONS = [Epsilon(9), Epsilon.of("0.1"), Epsilon.of(1), Epsilon.of(4), Epsilon.of("8.3"), MOST, Epsilon.of(40)]
SIZES = sorted({choices for choices, _ in CHOICES} | {3, 10, LARGEST})
DOMAINS = [Domain(-1, 1), Domain(-1, 1, "maximum"), Domain(0, 15, step=1), Domain(0, 15, "maximum", 1)]


def planned(domain, epsilon, choices, people=2, questions=1):
    return Plan("one-round", domain, people, epsilon, 1, LEVEL, questions=questions, choices=choices)


def chances_of(value, domain, question):
    """How many coins give each answer, as its message has it: the device's truth, then the coins at every turn."""
    truth, answers = domain.truth(value, question.thresholds), {}
    turns = [0, *accumulate(question.randomizer.table[truth])]
    for first, after in pairwise(turns):
        values = {question.randomizer.randomize(truth, coins_for(coin)) for coin in (first, after - 1)}
        (answer,) = values
        answers[encode(AnswerMessage.of(question.round, question.index, answer))] = after - first
    return answers


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
@pytest.mark.parametrize("choices", SIZES)
@pytest.mark.parametrize("epsilon", EPSILONS, ids=str)
def test_no_answer_is_likelier_for_one_number_than_for_another_by_more_than_the_loss(epsilon, choices, domain):
    plan = planned(domain, epsilon, choices)
    (asked,) = plan.strategy().ask(plan.strategy().start())
    question = decode(QuestionMessage, encode(QuestionMessage.of(asked))).question()
    ends = sorted({domain.lo, domain.hi, *question.thresholds})
    chances = [
        chances_of(value, domain, question) for value in [*ends, *((low + high) / 2 for low, high in pairwise(ends))]
    ]
    messages = set(chances[0])
    assert (choices, 1) == (len(messages), len({len(message) for message in messages}))
    ratio = max(
        Fraction(max(row[message] for row in chances), min(row[message] for row in chances)) for message in messages
    )
    assert ratio <= exp_from_below(plan.loss)
    assert plan.loss <= epsilon


@pytest.mark.parametrize("choices", SIZES)
@pytest.mark.parametrize("epsilon", EPSILONS, ids=str)
def test_the_loss_charged_is_the_true_one_rounded_up(epsilon, choices):
    check_randomizer(planned(Domain(-1, 1), epsilon, choices).randomizer)


@pytest.mark.parametrize("domain", [DOMAINS[0], DOMAINS[3]], ids=str)
@pytest.mark.parametrize(("choices", "people", "questions"), [(16, 1, 1), (8, 2, 2), (4, 2, 1)])
def test_no_transcript_reveals_more_than_the_loss(domain, choices, people, questions):
    plan = planned(domain, Epsilon.of(4), choices, people, questions)
    values = [domain.lo + domain.width * part / 15 for part in range(16)]
    assert worst_ratio(plan.strategy(), domain, people, values) <= exp_from_below(plan.loss)


@pytest.mark.parametrize("epsilon", ["0.25", "1", "4", "60"])
@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_a_device_answers_the_questions_of_a_plan_as_it_is_designed(domain, epsilon):
    plan = design(40_000, epsilon, domain, PlanOptions(search="one-round"))
    for question in plan.strategy().ask(plan.strategy().start()):
        assert 0 <= Respondent(1.0, plan.terms()).respond(question) < plan.choices
