"""Round numbers: a heap of people is named at one where the answers leave it that, and nowhere else."""

from dataclasses import replace

import numpy as np
import pytest

import lowwater
from lowwater.core.domain import Domain
from lowwater.search.pool import Answers
from lowwater.search.round_numbers import PLACES, WEIGHT, RoundNumbers, places, round_steps
from lowwater.search.tail.beliefs import REPORTING
from lowwater.search.tail.model import TailModel
from lowwater.search.tail.posterior import posterior_of
from lowwater.search.unit_scale import UnitScale

DOMAIN = Domain(0.0, 5.0)
SCALE = UnitScale(DOMAIN)


def answers(share, low, high, people=1e5):
    """Answers without noise of a population of which `share(value)` are at or below a value, asked about these two."""
    asked = np.array([[0.4, low - 0.2, low, high, high + 0.2, high + 0.5, 4.0]])
    return Answers(SCALE.unit(asked), share(asked), np.full(asked.shape, people))


def heap_at(value, low, high):
    """A fifth of all people share one number; the others are far above."""
    return answers(lambda asked: np.where(asked >= value, np.where(asked > 3.5, 0.9, 0.2), 0.0), low, high)


def estimate(seen, model=None):
    report = (model or TailModel(round_numbers=SCALE.round_numbers)).report(seen, 1.0)
    return SCALE.rounded(report.value)[0], report.likely[0]


@pytest.mark.parametrize(
    ("width", "least", "largest", "count"),
    [(5.0, 0.005, 1.0, 8), (2.0, 0.002, 0.5, 8), (1000.0, 1.0, 200.0, 8), (1e-9, 1e-12, 2e-10, 8)],
)
def test_a_domain_has_from_4_to_1000_round_steps(width, least, largest, count):
    steps = round_steps(width)
    assert (pytest.approx(least), pytest.approx(largest), count) == (steps[0], steps[-1], len(steps))
    assert sorted(steps) == list(steps)


def test_every_round_number_lies_in_one_cell():
    numbers = RoundNumbers(-1.0, (0.1, 0.25))
    edges = np.array([[0.0, 0.05, 0.1, 0.5, 1.2, 1.2]])  # below .2: values from .2 to -1
    expected = [[1, 0, 4, 7, 0], [0, 0, 2, 2, 0]]  # .2 itself counts, the domain's start has a weight of its own
    assert expected == numbers.in_cells(np.array([0.2]), edges)[0].tolist()


def test_round_numbers_have_their_part_of_what_is_believed_of_heaps():
    edges = np.linspace(0.0, 1.0, 11)[None, :]
    weight, part = RoundNumbers(0.0, (0.1,)).weigh(np.full((1, 10), 0.1), np.array([0.95]), edges)
    assert np.full(10, 0.1) == pytest.approx(weight[0])
    assert np.full(10, WEIGHT) == pytest.approx(part[0])
    finer, part = RoundNumbers(0.0, (0.1,)).weigh(np.full((1, 20), 0.05), np.array([0.95]), np.linspace(0, 1, 21)[None])
    assert pytest.approx(1.0) == finer.sum()
    assert [0.0, 2 * WEIGHT / (1 + WEIGHT)] == pytest.approx(sorted(set(part[0].round(9))))


def test_a_heap_that_is_seen_around_a_round_number_is_named_there_exactly():
    value, likely = estimate(heap_at(1.5, 1.48, 1.53))
    assert 1.5 == value
    smooth, off = estimate(heap_at(1.5, 1.48, 1.53), TailModel())
    assert abs(smooth - 1.5) > 0.001
    assert likely < off / 2


def test_a_heap_beside_all_round_numbers_is_named_between_the_thresholds():
    value, _ = estimate(heap_at(1.5037, 1.5031, 1.5042))
    assert 1.5031 <= value <= 1.5042


def test_the_closer_a_heap_is_seen_the_surer_is_the_round_number():
    sure = [estimate(heap_at(1.5, 1.5 - gap, 1.5 + gap / 2))[1] / gap for gap in (0.1, 0.01, 0.001)]
    assert sorted(sure, reverse=True) == sure


def test_a_power_law_does_not_begin_at_a_round_number_because_it_is_round():
    seen = answers(lambda asked: np.clip((asked - 1.47) / 3, 0, 1), 1.3, 1.6, 1e7)
    assert estimate(seen, TailModel())[0] == pytest.approx(estimate(seen)[0], abs=1e-3)


def test_a_maximum_has_the_same_round_numbers():
    numbers = UnitScale(Domain(0.0, 5.0, "maximum")).round_numbers
    at = numbers.nearest(*(np.array([each]) for each in (0.4, 0.45, 0.0, 0.1)))  # 1.5 is at .4, seen from the maximum
    assert pytest.approx(1.5) == UnitScale(Domain(0.0, 5.0, "maximum")).natural(at)[0]


def test_of_several_round_numbers_in_a_cell_the_roundest_is_named():
    numbers = SCALE.round_numbers
    near, far = SCALE.unit(np.array([1.53])), SCALE.unit(np.array([1.47]))
    at = numbers.nearest(SCALE.unit(np.array([1.52])), near, near - near, near - far)
    assert pytest.approx(1.5) == SCALE.natural(at)[0]


def test_a_law_of_numbers_with_a_step_begins_half_a_step_before_one_and_not_where_somebody_is():
    half = places(0.2)
    edges = np.array([[0.0, 0.05, 0.15, 0.35, 1.2, 1.2]])  # below .1, a threshold that somebody is at or before
    assert [[0, 0, 1, 5, 0]] == half.in_cells(np.array([0.1]), edges)[0].tolist()
    at = half.nearest(*(np.array([each]) for each in (-0.08, 0.1, 0.15, 0.35)))
    assert pytest.approx(-0.1) == at[0]


def test_the_domains_start_keeps_its_weight_where_all_laws_begin_at_places():
    edges = np.array([[0.0, 0.5, 1.2, 1.2]])
    cells = np.array([[0.5, 0.4, 0.1]])
    told = replace(REPORTING, round_numbers=places(0.2)).of_laws(cells, edges, np.array([0.2]))
    assert 0.1 == told.weight[0, -1]
    assert [PLACES, PLACES] == pytest.approx(told.rounded[0, :2].tolist(), abs=0.1)
    assert cells.tolist() == REPORTING.of_laws(cells, edges, np.array([0.2])).weight.tolist()


def test_a_step_that_is_told_leaves_no_other_round_numbers():
    told = lowwater.plan(people=1000, epsilon=1, domain=(0, 5000), step=1).strategy().model
    untold = lowwater.plan(people=1000, epsilon=1, domain=(0, 5000)).strategy().model
    assert (places(2 / 5000), 8) == (told.round_numbers, len(untold.round_numbers.steps))


@pytest.mark.parametrize("width", [1e-318, 1e-300, 1e-12, 1e300])
def test_domains_of_any_width_have_round_numbers_and_estimates(width):
    assert np.isfinite(UnitScale(Domain(0.0, width)).round_numbers.steps).all()
    numbers = np.linspace(0.3, 0.9, 2000) * width
    estimate = lowwater.find_min(numbers, epsilon=1, domain=(0, width), seed=1)
    assert 0 <= estimate.value <= 0.6 * width


def test_without_round_numbers_no_part_of_the_posterior_is_at_them():
    seen = heap_at(1.5, 1.48, 1.53)
    assert not posterior_of(seen, 1.0, REPORTING, 96).rounded.any()
    both = posterior_of(seen, 1.0, replace(REPORTING, round_numbers=SCALE.round_numbers), 96, report=True)
    assert both.rounded.max() > 0.9
