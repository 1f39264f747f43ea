"""Bayesian screening: learn, propose, choose."""

import numpy as np
import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import randomized_response
from lowwater.people.population import Population
from lowwater.rivals import asking
from lowwater.rivals.screening import CANDIDATES, Screening, choose, telling_share
from lowwater.rivals.weights import Tilt

SHARP = randomized_response(Epsilon.of(15))


def entropy(p):
    return -p * np.log(p) - (1 - p) * np.log1p(-p)


@pytest.mark.parametrize("nats", [0.125, 1, 4, 15])
@pytest.mark.parametrize("level", [0.001, 0.05, 0.5])
def test_a_threshold_is_asked_where_its_answer_says_most(nats, level):
    tilt = Tilt.of(asking.coin(Epsilon.of(nats)), level, level)
    share = np.linspace(0.0005, 0.9995, 2000)
    details = entropy(tilt.right + share * (tilt.left - tilt.right)) - share * entropy(tilt.left)
    details -= (1 - share) * entropy(tilt.right)
    assert pytest.approx(float(share[details.argmax()]), abs=6e-4) == telling_share(tilt)


def test_a_fair_coin_is_asked_at_the_median():
    assert pytest.approx(0.5, abs=1e-9) == telling_share(Tilt.of(asking.coin(Epsilon.of(1)), 0.5, 0.1))


def test_where_a_yes_is_rare_a_threshold_is_asked_further_left():
    assert telling_share(Tilt.of(SHARP, 0.01, 0.01)) < 0.45


@pytest.mark.parametrize("level", [0.001, 0.3, 0.62, 0.999])
def test_the_first_candidate_that_reaches_the_level_is_chosen(level):
    people, domain = Population.beta(1, 1, start=-1, width=2, people=10**6), Domain(-1, 1)
    proposed = np.tile((np.arange(CANDIDATES) + 0.5) / CANDIDATES, (50, 1))
    result = choose(people, domain, SHARP, level, proposed, 10**5, np.random.default_rng(1))
    reaching = proposed[0][proposed[0] >= level]
    expected = reaching[0] if reaching.size else proposed[0, -1]
    assert [expected] * 50 == result.tolist()  # the nearest candidate is twelve standard deviations away


def test_people_who_choose_are_not_those_who_learned():
    rival = Screening()
    learners = int(1000 * rival.learners)
    assert learners + 4 * ((1000 - learners) // 4) <= 1000
    assert rival.blocks + 4 == rival.rounds


def test_the_answer_is_near_the_quantile():
    people = Population.beta(1, 1, start=-0.2, width=1, people=2**16)
    level = asking.low_level(20, 2**16, asking.coin(Epsilon.of(1)))
    estimates = Screening(20).estimates(people, Domain(-1, 1), Epsilon.of(1), 200, np.random.default_rng(1))
    # the deviation of a run is about a quarter of the level: more than ten standard errors of their median
    assert pytest.approx(-0.2 + level, abs=level / 4) == float(np.median(estimates))
