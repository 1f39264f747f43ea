"""An audit from outside: count answers, and certify how much they reveal at least.

With Clopper and Pearson's limits, eps-hat = ln(at_least / at_most) exceeds the true loss with a chance of at most
MISS for each of its two limits. So each audit below raises a false alarm with a chance of at most 2 * MISS = 2e-6,
all 11 claims together with at most 2.2e-5; the seeds are fixed besides.
"""

import math
import random

import pytest

from lowwater.client import Respondent
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import COINS, randomized_response
from lowwater.core.tally import Tally
from lowwater.search.level import Quantile
from lowwater.search.plan import Plan
from lowwater.testing import at_least, at_most
from lowwater.wire import QuestionMessage, decode, encode

pytestmark = pytest.mark.no_cover
MISS = 1e-6
TRIALS = 40_000
DEVICES = 20_000


def certified(often, seldom):
    """The loss two tallies of one event certify at least."""
    return math.log(at_least(often, MISS) / at_most(seldom, MISS))


def answers(coin, truth, answer, seed):
    """How often this truth gets this answer, with random coins."""
    rng = random.Random(seed)  # noqa: S311 - an audit that can be repeated
    return Tally.of(sum(answer == coin.randomize(truth, rng.randbytes(COINS)) for _ in range(TRIALS)), TRIALS)


def audit(coin, answer, seed):
    """The loss that one answer is caught at: each answer is more frequent where it is the truth."""
    return certified(answers(coin, answer, answer, seed), answers(coin, not answer, answer, seed + 1))


@pytest.mark.parametrize("answer", [True, False])
@pytest.mark.parametrize("nats", ["0.1", "0.5", 1, 2, 4])
def test_the_answers_never_certify_more_than_the_claim(nats, answer):
    assert audit(randomized_response(Epsilon.of(nats)), answer, seed=11) <= float(Epsilon.of(nats))


@pytest.mark.parametrize("answer", [True, False])
def test_the_audit_convicts_a_randomizer_that_flips_too_seldom(answer):
    # A claim of 1 nat over a coin of 1.2: the limits take 0.056 off, so that eps-hat is 1.144 on average, with a
    # standard deviation of 0.0095. The claim lies 15 deviations below: a false alarm has a chance under 1e-40.
    assert audit(randomized_response(Epsilon.of("1.2")), answer, seed=12) > 1


def yes_yes(plan, value, seed):
    """How often a device says yes to two questions, the second of which follows from the first."""
    rng = random.Random(seed)  # noqa: S311 - an audit that can be repeated
    strategy, terms = plan.strategy(), plan.terms()
    (first,) = strategy.ask(strategy.start())
    (second,) = strategy.ask(strategy.advance(strategy.start(), (Tally.of(1, 1),)))
    asked = [decode(QuestionMessage, encode(QuestionMessage.of(question))).question() for question in (first, second)]
    devices = (Respondent(value, terms, rng.randbytes) for _ in range(DEVICES))
    return Tally.of(sum(all(device.respond(question) for question in asked) for device in devices), DEVICES)


@pytest.fixture(scope="module")
def two_rounds():
    """The loss that two rounds of Algorithm 2, on devices, are caught at."""
    plan = Plan("paper", Domain(-1, 1), 1, Epsilon.of(2), 2, Quantile(0.5))
    return certified(yes_yes(plan, -1.0, seed=13), yes_yes(plan, 1.0, seed=14))


def test_two_rounds_of_algorithm_2_never_certify_more_than_the_grant(two_rounds):
    assert two_rounds <= 2


def test_the_audit_of_two_rounds_sees_most_of_what_they_reveal(two_rounds):
    # The limits take 0.151 off 2 nats; 1.7 lies 5.7 standard deviations of 0.0262 below that: a chance under 1e-8.
    assert two_rounds > 1.7
