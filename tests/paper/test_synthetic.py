"""The synthetic study: the paper's whole grid, its reference points exactly, and figures that stand alone."""

import itertools
import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from pathlib import Path

import pytest

from lowwater.paper import synthetic
from lowwater.paper.studies import compute
from lowwater.paper.study import Wishes
from lowwater.study.figure import styled
from lowwater.study.task import Result, Task

WIDTHS, ALPHAS, BETAS = (0.3, 0.6, 0.9), (0.5, 0.9, 1, 2, 4), (1, 2)
AGAINST_N = set(itertools.product([2**k for k in range(10, 21)], [1, 4]))
AGAINST_EPSILON = set(itertools.product([2**15, 2**20], [2.0**k for k in range(-3, 7)]))
NAMESPACES = {
    "http://www.w3.org/2000/svg",
    "http://www.w3.org/1999/xlink",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "http://purl.org/dc/elements/1.1/",
    "http://purl.org/dc/dcmitype/StillImage",
    "http://creativecommons.org/ns#",
}


def point(people, epsilon, rule, data="fixed", runs=None, width=0.3, alpha=1.0, beta=1.0):
    shape = {"width": width, "alpha": alpha, "beta": beta, "rule": rule, "data": data}
    return Task("synthetic", shape | {"people": people, "epsilon": float(epsilon), "runs": runs})


def numbers(task, seed=2019):
    return compute(task, task.seed(seed), Path())


def test_the_grid_has_every_shape_with_every_rule_and_kind_of_data_at_every_point():
    points = defaultdict(set)
    for task in synthetic.tasks(Wishes(Path())):
        s = task.settings
        points[s["width"], s["alpha"], s["beta"], s["rule"], s["data"]].add((s["people"], s["epsilon"]))
    expected = set(itertools.product(WIDTHS, ALPHAS, BETAS, ("lower-alpha", "unknown-alpha"), ("fixed", "iid")))
    assert 30 * 2 * 2 == len(expected)
    assert expected == set(points)
    assert all(AGAINST_N | AGAINST_EPSILON == point for point in points.values())


def test_no_point_of_the_grid_is_computed_twice():
    tasks = synthetic.tasks(Wishes(Path()))
    assert 120 * len(AGAINST_N | AGAINST_EPSILON) == len(tasks) == len({task.key for task in tasks})


def test_fixed_data_are_exact_and_iid_data_have_the_papers_thousand_runs():
    todo = {(task.settings["data"], task.settings["runs"]) for task in synthetic.tasks(Wishes(Path()))}
    assert {("fixed", None), ("iid", 1000)} == todo


def test_with_monte_carlo_every_point_is_simulated():
    todo = {task.settings["runs"] for task in synthetic.tasks(Wishes(Path(), monte_carlo=True, runs=70))}
    assert {70} == todo


def test_the_quick_grid_is_a_part_of_the_full_one():
    quick = {task.key for task in synthetic.tasks(Wishes(Path(), quick=True))}
    assert quick < {task.key for task in synthetic.tasks(Wishes(Path()))}
    assert point(2**15, 1, "unknown-alpha").key in quick


@pytest.mark.parametrize(
    ("people", "epsilon", "rule", "expected"),
    [
        (2**10, 4, "lower-alpha", 0.086518),
        (2**10, 4, "unknown-alpha", 0.088900),
        (2**15, 1, "lower-alpha", 0.088668),
        (2**15, 1, "unknown-alpha", 0.161280),
    ],
)
def test_the_reference_points_are_exact(people, epsilon, rule, expected):
    figures = numbers(point(people, epsilon, rule))
    assert pytest.approx(expected, abs=1e-5) == figures["mean_error"]
    assert 0 == figures["standard_error"]
    assert figures["dropped_mass"] <= 1e-10


@pytest.mark.parametrize("rule", synthetic.RULES)
@pytest.mark.parametrize(("people", "epsilon"), [(2**10, 4), (2**15, 1), (2**15, 4)])
def test_simulated_runs_agree_with_the_exact_law(people, epsilon, rule):
    exact, drawn = numbers(point(people, epsilon, rule)), numbers(point(people, epsilon, rule, runs=4000))
    # the worst of six means, each within 5 standard errors but for a chance of 6e-7: a false alarm in 280,000 points
    assert pytest.approx(exact["mean_error"], abs=5 * drawn["standard_error"] + 1e-12) == drawn["mean_error"]
    assert 0 == drawn["dropped_mass"]


def test_the_worst_of_the_six_minima_is_one_of_them_and_the_quantiles_stand_around_the_mean():
    figures = numbers(point(2**15, 1, "lower-alpha"))
    minima = [-1 + 1.7 * k / 5 for k in range(6)]
    assert min(abs(figures["worst_minimum"] - minimum) for minimum in minima) < 1e-12
    assert figures["q05"] <= figures["mean_error"] <= figures["q95"]


@pytest.mark.parametrize(("rule", "rounds"), [("lower-alpha", 8), ("unknown-alpha", 12)])
def test_the_numbers_say_what_the_plan_was(rule, rounds):
    plan = numbers(point(2**15, 1, rule))["plan"]
    expected = 0.294 if rule == "lower-alpha" else 0.536
    assert ("paper", rounds) == (plan["search"], plan["rounds"])
    assert pytest.approx(expected, abs=5e-4) == plan["level"]


def test_iid_runs_are_repeated_by_their_seed_and_by_no_other():
    task = point(2**12, 4, "lower-alpha", data="iid", runs=50)
    assert numbers(task, seed=1) == numbers(task, seed=1)
    assert numbers(task, seed=1)["mean_error"] != numbers(task, seed=2)["mean_error"]


def test_many_iid_people_are_about_as_hard_as_fixed_ones():
    fixed, iid = (
        numbers(point(2**20, 4, "lower-alpha", data, runs)) for data, runs in (("fixed", None), ("iid", 4000))
    )
    # the empirical law is within 2e-3 of F (chance 1e-3), so the quantile moves by less than 0.3 * 2e-3
    assert pytest.approx(fixed["mean_error"], abs=5 * iid["standard_error"] + 6e-4) == iid["mean_error"]


@pytest.fixture(scope="module")
def results():
    """Made-up errors at every point of the quick grid."""
    wishes = Wishes(Path(), quick=True, runs=20)
    made = {"q05": 0.01, "q95": 0.5, "dropped_mass": 3e-12}
    tasks = synthetic.tasks(wishes)
    return [Result(task, made | {"mean_error": task.settings["people"] ** -0.5}, 1) for task in tasks]


@pytest.fixture(scope="module")
def drawn(results):
    """One figure of the quick study, drawn twice."""
    with styled():
        twice = [synthetic.figures(results, Wishes(Path(), quick=True))[0] for _ in range(2)]
        return twice[0], [figure.svg() for figure in twice]


def test_there_is_a_figure_for_each_shape(results):
    with styled():
        names = [figure.name for figure in synthetic.figures(results, Wishes(Path(), quick=True))]
    assert [
        "synthetic-width0.3-alpha1-beta1",
        "synthetic-width0.3-alpha0.5-beta1",
        "synthetic-width0.6-alpha4-beta2",
    ] == names


def test_a_figure_shows_both_rules_both_kinds_of_data_and_the_guide_lines(drawn):
    figure, _ = drawn
    lower, unknown, epsilon = figure.canvas.axes
    labels = {"ε = 1, fixed", "ε = 1, i.i.d.", "ε = 4, fixed", "ε = 4, i.i.d.", "guide line"}
    assert "lower alpha" == lower.get_title()
    assert "unknown alpha" == unknown.get_title()
    for axis in (lower, unknown):
        assert labels == set(axis.get_legend_handles_labels()[1])
    lines = {f"{rule} α, N = 2^{k}" for rule in ("lower", "unknown") for k in (15, 20)}
    assert lines < set(epsilon.get_legend_handles_labels()[1])


def test_a_guide_line_passes_through_the_last_point(drawn):
    figure, _ = drawn
    guides = [line for axis in figure.canvas.axes[:2] for line in axis.lines if "--" == line.get_linestyle()]
    assert 4 == len(guides)
    assert all(pytest.approx(2.0**-10) == line.get_ydata()[-1] for line in guides)


def test_a_caption_says_what_was_run(drawn):
    figure, _ = drawn
    for item in ("Fixed data: the exact law, no sampling", "I.i.d. data: 20 simulated runs", "3.0e-12", "6 equally"):
        assert item in figure.caption


def test_the_same_drawing_is_the_same_text(drawn):
    _, (first, second) = drawn
    assert first == second


def test_a_drawing_needs_nothing_from_elsewhere(drawn):
    _, (svg, _) = drawn
    assert set(re.findall(r'https?://[^"\s<>]*', svg)) <= NAMESPACES
    root = ET.fromstring(svg)  # noqa: S314 - drawn just now
    links = [value for node in root.iter() for name, value in node.attrib.items() if name.endswith(("href", "src"))]
    assert links
    assert all(link.startswith("#") for link in links)
    assert not re.findall(r"url\((?!#)", svg)
    assert "{http://www.w3.org/2000/svg}svg" == root.tag


def test_a_figure_is_saved_as_a_pdf_of_the_same_bytes_each_time(drawn, tmp_path):
    figure, _ = drawn
    kept = []
    for _ in range(2):
        with styled():
            figure.save(tmp_path)
        kept.append((tmp_path / f"{figure.name}.pdf").read_bytes())
    assert kept[0] == kept[1]
    assert kept[0].startswith(b"%PDF")
