"""Whole transcripts, by exact enumeration: no search reveals more about anyone than its plan says.

Every transcript of every small survey is walked with the strategy and the randomizer that ship. The ratio is an exact
fraction, and it is held against a fraction from below e**loss, so nothing here is within rounding of anything.
"""

from itertools import pairwise

import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.randomizer import MOST, randomized_response
from lowwater.search.bisection import Bisection
from lowwater.search.level import LEVELS, Concentration, Deviations, ExactTail, Quantile
from lowwater.search.plan import Plan
from lowwater.search.search import Request
from lowwater.search.table import SEARCHES
from lowwater.testing import exp_from_below, transcripts, worst_ratio

pytestmark = pytest.mark.no_cover  # some hundred thousand small steps
PRIVATE = [name for name in SEARCHES if name != "honest"]  # honest answers promise nothing, and say so
SMALL = [(1, 1), (2, 1), (2, 2), (3, 2), (3, 3)]  # people and rounds that every search can do
DOMAINS = [Domain(-1, 1), Domain(-1, 1, "maximum"), Domain(0, 9, step=1), Domain(0, 9, "maximum", 1)]
EPSILONS = [Epsilon(7), Epsilon.of("0.1"), Epsilon.of(1), Epsilon.of("4.2"), Epsilon.of(13)]
KINDS = {
    "quantile": [Quantile(p) for p in (0, 0.1, 0.5, 0.9, 1)],
    "concentration": [Concentration(0.01), Concentration(3.5)],
    "deviations": [Deviations(0.5, 0.2), Deviations()],
    "exact-tail": [ExactTail(0.4), ExactTail(0.001)],
}
EACH_LEVEL = [level for kind in LEVELS for level in KINDS[kind]]
FOLLOWED = [
    (name, level)
    for name in PRIVATE
    for level in EACH_LEVEL
    if SEARCHES[name].only_level is None or (isinstance(level, Quantile) and level.p > 0)
] + [(name, SEARCHES[name].only_level) for name in PRIVATE if SEARCHES[name].only_level is not None]
HALF = Quantile(0.5)


def planned(search, domain, people, epsilon, rounds, level):
    """So many rounds of one question; or, where a search has one round only, as many questions in it."""
    rounds, questions = (1, rounds) if SEARCHES[search].most_rounds == 1 else (rounds, 1)
    return Plan(search, domain, people, epsilon, rounds, level, questions=questions)


def grid(plan):
    """Every threshold, a point between each two of them, and both ends of the domain."""
    cells = plan.domain.values or (2**plan.rounds if plan.questions == 1 else plan.questions + 1)
    edges = {plan.domain.edge(index, cells) for index in range(cells + 1)}
    points = sorted({plan.domain.lo, plan.domain.hi, *filter(plan.domain.holds, edges)})
    return [*points, *((low + high) / 2 for low, high in pairwise(points))]


def ratio(plan):
    return worst_ratio(plan.strategy(), plan.domain, plan.people, grid(plan))


def keeps_its_word(plan):
    """The worst transcript stays within the loss the plan reports, and that within the grant."""
    return plan.loss <= plan.epsilon and ratio(plan) <= exp_from_below(plan.loss)


def test_every_kind_of_level_is_tried():
    assert set(LEVELS) == set(KINDS)


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize(("people", "rounds"), SMALL)
@pytest.mark.parametrize("search", PRIVATE)
def test_no_transcript_reveals_more_than_the_loss(search, people, rounds, domain):
    assert keeps_its_word(planned(search, domain, people, Epsilon.of(1), rounds, HALF))


SEVERAL = [name for name in PRIVATE if SEARCHES[name].most_questions != 1]


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("search", SEVERAL)
def test_no_round_of_several_questions_reveals_more_than_the_loss(search, domain):
    rounds = 1 if SEARCHES[search].most_rounds == 1 else 2
    plan = Plan(search, domain, 2 * rounds, Epsilon.of(1), rounds, HALF, questions=2)
    assert 2 == len(plan.strategy().ask(plan.strategy().start()))
    assert keeps_its_word(plan)


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("search", PRIVATE)
def test_no_plan_as_its_search_designs_it_reveals_more_than_the_loss(search, domain):
    row, people = SEARCHES[search], 4
    rounds = 1 if row.most_rounds == 1 else 2
    made = row.design(Request(people, domain, rounds))
    people = max(people, 1 if row.everyone else made.rounds * made.questions)
    assert keeps_its_word(Plan(search, domain, people, Epsilon.of(1), made.rounds, HALF, questions=made.questions))


@pytest.mark.parametrize("epsilon", EPSILONS, ids=str)
@pytest.mark.parametrize("search", PRIVATE)
def test_no_epsilon_lets_a_transcript_reveal_more_than_the_loss(search, epsilon):
    assert keeps_its_word(planned(search, Domain(-1, 1), 3, epsilon, 3, HALF))


@pytest.mark.parametrize("domain", [Domain(-1, 1), Domain(0, 9, "maximum", 1)])
@pytest.mark.parametrize(("search", "level"), FOLLOWED, ids=repr)
def test_no_level_lets_a_transcript_reveal_more_than_the_loss(search, domain, level):
    assert keeps_its_word(planned(search, domain, 3, Epsilon.of("0.7"), 2, level))


@pytest.mark.parametrize("search", PRIVATE)
def test_a_grant_above_what_one_answer_may_cost_is_not_used_up(search):
    plan = planned(search, Domain(-1, 1), 2, Epsilon.of(29), 2, HALF)
    assert keeps_its_word(plan)
    assert plan.loss <= MOST * plan.answers


@pytest.mark.parametrize("domain", DOMAINS)
def test_four_rounds_of_algorithm_2_reveal_no_more_than_the_loss(domain):
    assert keeps_its_word(Plan("paper", domain, 2, Epsilon.of(1), 4, HALF))


def test_four_rounds_of_algorithm_2_with_three_people_reveal_no_more_than_the_loss():
    assert keeps_its_word(Plan("paper", Domain(0, 7, step=1), 3, Epsilon.of(1), 4, HALF))


# Algorithm 2 uses its epsilon up, but for rounding: each of the L parts is rounded down to whole nano-nats (less than
# 1 nano-nat), and its flip up to whole 2**-53 parts. With b the chance of a flip the latter costs less than
# 2**-53 / (b (1 - b)) nats, which is below 1 nano-nat too, since b (1 - b) > 3e-7 at 15 nats and below. Hence 2 L.
@pytest.mark.parametrize("domain", [Domain(-1, 1), Domain(-1, 1, "maximum"), Domain(0, 15, step=1)])
@pytest.mark.parametrize("epsilon", [Epsilon(50), *EPSILONS[1:], Epsilon.of("44.9")], ids=str)
@pytest.mark.parametrize("rounds", [3, 4])
def test_algorithm_2_reveals_its_whole_epsilon_but_for_rounding(domain, epsilon, rounds):
    plan = Plan("paper", domain, 1, epsilon, rounds, HALF)
    assert exp_from_below(epsilon - Epsilon(2 * rounds)) <= ratio(plan) <= exp_from_below(epsilon)


def test_the_enumeration_finds_a_search_that_spends_the_grant_in_every_round():
    greedy = Bisection(Domain(-1, 1), 2, randomized_response(Epsilon(NANO)), None, HALF)
    assert worst_ratio(greedy, greedy.domain, 2, [-1.0, 1.0]) > exp_from_below(Epsilon(NANO))


def test_the_enumeration_walks_every_transcript():
    plan = Plan("paper", Domain(-1, 1), 2, Epsilon(NANO), 3, HALF)
    walked = list(transcripts(plan.strategy(), plan.domain, 2, grid(plan)))
    assert (2**2) ** 3 == len(walked)
    assert {2 ** (53 * 3 * 2)} == {sum(item[a] * other[b] for item, other in walked) for a, b in [(0, 0), (3, 1)]}
