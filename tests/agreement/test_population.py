"""Populations told by counts are the same people as their list of numbers."""

import numpy as np
import pytest

from lowwater.core.domain import Domain
from lowwater.errors import BadData
from lowwater.law.distribution import Beta
from lowwater.people.population import Population, paper_minima


@pytest.mark.parametrize("direction", ["minimum", "maximum"])
@pytest.mark.parametrize("people", [3, 1024, 1025])
def test_fixed_data_are_counted_as_if_they_were_listed(people, direction):
    domain, thresholds = Domain(-1, 1, direction), np.arange(-1, 1, 2**-6)
    for start, width in ((-1, 2), (-0.66, 0.3), (-0.5, 0.5)):
        crowd = Population.beta(1, 1, start=start, width=width, people=people)
        listed = Population.of(crowd.values())
        assert listed.count(domain, thresholds).tolist() == crowd.count(domain, thresholds).tolist()


@pytest.mark.parametrize("direction", ["minimum", "maximum"])
@pytest.mark.parametrize("quantile", [0.1, 0.25, 0.3, 0.5])
def test_fixed_data_have_the_quantile_that_their_list_has(quantile, direction):
    crowd, domain = Population.beta(1, 1, start=0, width=1, people=10), Domain(0, 1, direction)
    expected = Population.of(crowd.values()).target(domain, quantile)
    assert pytest.approx(expected, abs=1e-12) == crowd.target(domain, quantile)


@pytest.mark.parametrize("direction", ["minimum", "maximum"])
@pytest.mark.parametrize("start", [-1.0, -0.66, 0.1])
def test_the_ends_of_the_list_are_the_ends_of_the_law(direction, start):
    crowd, domain = Population.beta(2, 1, start=start, width=0.9, people=100), Domain(-1, 1, direction)
    assert crowd.target(domain, None) == Population.of(crowd.values()).target(domain, None)


@pytest.mark.parametrize("direction", ["minimum", "maximum"])
def test_ties_are_all_counted_at_the_number_they_share(direction):
    crowd, at = Population.of([0.5, -0.5, 0.5, 0.5, 0.9]), np.array([-0.6, -0.5, 0.4, 0.5, 0.9, 1.0])
    expected = [0, 1, 1, 4, 5, 5] if direction == "minimum" else [5, 5, 4, 4, 1, 0]
    assert expected == crowd.count(Domain(-1, 1, direction), at).tolist()
    assert pytest.approx(np.array(expected) / 5) == crowd.chance(Domain(-1, 1, direction), at)


@pytest.mark.parametrize("direction", ["minimum", "maximum"])
def test_a_chance_is_a_share_of_the_law(direction):
    crowd, at = Population(Beta(1, 1, -1, 2), 10, iid=True), np.linspace(-1, 1, 9)
    expected = np.linspace(0, 1, 9) if direction == "minimum" else np.linspace(1, 0, 9)
    assert pytest.approx(expected) == crowd.chance(Domain(-1, 1, direction), at)


def test_the_papers_minima_are_six_and_reach_both_ends():
    assert pytest.approx([-1, -0.66, -0.32, 0.02, 0.36, 0.7]) == paper_minima(Domain(-1, 1), 0.3)
    assert [-1] == paper_minima(Domain(-1, 1), 0.3, 1)
    for width, count in ((0, 6), (2.1, 6), (float("nan"), 6), (0.3, 0)):
        with pytest.raises(BadData):
            paper_minima(Domain(-1, 1), width, count)


@pytest.mark.parametrize("values", [[], [[1.0]], [float("nan")], [float("inf")]])
def test_numbers_that_nobody_can_have_are_refused(values):
    with pytest.raises(BadData, match=r"finite numbers|2 dimensions"):
        Population.of(values)


@pytest.mark.parametrize(("people", "iid"), [(1, False), (0, True), (-3, True), (2.0, True), (True, True)])
def test_a_population_needs_people(people, iid):
    with pytest.raises(BadData, match="people="):
        Population(Beta(1, 1, 0, 1), people, iid)
