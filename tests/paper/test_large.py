"""Large real data: at the paper's N without replacement, searched for the data's own ends."""

import itertools

import pandas as pd
import pytest

from lowwater.errors import BadData
from lowwater.paper import large
from lowwater.paper.study import Wishes
from lowwater.study.dataset import load
from lowwater.study.figure import styled

PEOPLE = [2**k for k in range(14, 19)]
ROWS = {"census": 299_285, "fretpl": 678_013, "permdis": 1_041_771, "npm": 1_048_576}


@pytest.fixture(params=list(large.SOURCES))
def source(request, real, tmp_path):
    """One file in a folder of its own, and its numbers as pandas reads them."""
    result = large.SOURCES[request.param]
    path = real(result.file)
    (tmp_path / "large").mkdir()
    (tmp_path / "large" / result.file).symlink_to(path)
    return request.param, pd.read_parquet(path, columns=[result.column])[result.column], tmp_path / "large"


def test_every_file_is_drawn_without_replacement_at_the_papers_numbers(source, tmp_path):
    label, values, folder = source
    tasks = large.tasks(Wishes(tmp_path, large=folder, runs=7))
    items = [(t.settings["direction"], t.settings["people"], t.settings["epsilon"]) for t in tasks]
    assert list(itertools.product(("minimum", "maximum"), PEOPLE, (1.0, 4.0))) == items
    assert {False} == {task.settings["replacement"] for task in tasks}
    assert {7} == {task.settings["runs"] for task in tasks}
    assert ROWS[label] == values.size > max(PEOPLE)


def test_the_numbers_kept_are_those_of_the_file(source, tmp_path):
    _, values, folder = source
    (name,) = {task.settings["dataset"] for task in large.tasks(Wishes(tmp_path, large=folder))}
    assert (values.astype(float).sort_values().to_numpy() == load(tmp_path, name)).all()


def test_the_targets_are_the_datas_own_ends(source, tmp_path, computed):
    label, values, folder = source
    tasks = [t for t in large.tasks(Wishes(tmp_path, large=folder, runs=5)) if t.settings["people"] == 2**14]
    expected = {"minimum": float(values.min()), "maximum": float(values.max())}
    for result in computed(tasks):
        assert expected[result.task.settings["direction"]] == result.numbers["target"]
        assert ROWS[label] == result.numbers["pool"]
        assert 0 <= result.numbers["mean_error"] <= 2


@pytest.mark.long
def test_the_figures_draw_and_say_that_nobody_was_drawn_twice(real, tmp_path, computed):
    wishes = Wishes(tmp_path, quick=True, large=real("census_kdd_users.parquet").parent, runs=5)
    tasks = [task for task in large.tasks(wishes) if task.settings["dataset"].startswith("large-census-")]
    with styled():
        (figure,) = large.figures(computed(tasks), wishes)
        assert figure.svg().startswith("<svg")
    assert "large-census" == figure.name
    assert 2 == figure.caption.count("drawn without replacement from 299,285 people")


def test_files_that_are_not_there_are_named(tmp_path):
    for folder in (None, tmp_path):
        reason = large.absent(Wishes(tmp_path, large=folder))
        assert all(source.file in reason for source in large.SOURCES.values())
        assert "--large" in reason
        assert [] == large.tasks(Wishes(tmp_path, large=folder))


def test_only_those_that_are_missing_are_named(tmp_path):
    pd.DataFrame({"age": [20, 30]}).to_parquet(tmp_path / "census_kdd_users.parquet")
    reason = large.absent(Wishes(tmp_path, large=tmp_path))
    assert "census" not in reason
    assert "fretpl_678k_users.parquet" in reason


def test_a_pool_that_is_too_small_is_drawn_with_replacement_and_says_so(tmp_path, computed):
    pd.DataFrame({"age": range(20, 90)}).to_parquet(tmp_path / "census_kdd_users.parquet")
    wishes = Wishes(tmp_path, quick=True, large=tmp_path, runs=3)
    tasks = large.tasks(wishes)
    assert {True} == {task.settings["replacement"] for task in tasks}
    with styled():
        (figure,) = large.figures(computed(tasks), wishes)
    assert "drawn WITH replacement from 70 people" in figure.caption


@pytest.mark.parametrize("name", ["nowhere", "file"])
def test_a_folder_that_is_none_is_refused(tmp_path, name):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadData, match=f"--large .*{name} is no folder; give the one with the large data files"):
        large.tasks(Wishes(tmp_path, large=tmp_path / name))


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ({"years": [20, 30]}, "has no column age; it has years"),
        ({"age": pd.array([20, None, 30], "Int64")}, "row 2: age is empty, which is no number; mend or drop it"),
        ({"age": [20, float("inf")]}, "row 2: age is 'inf', which is no number"),
        ({"age": [20, 151, 152]}, "(151 in row 2, 152 in row 3)"),
        ({"age": ["old"]}, "row 1: age is 'old', which is no number"),
        ({"age": []}, "has no numbers in its column age; at least one is needed"),
    ],
)
def test_a_file_that_cannot_be_used_is_left_out_with_its_reason_and_the_others_run(tmp_path, column, words):
    pd.DataFrame(column).to_parquet(tmp_path / "census_kdd_users.parquet")
    pd.DataFrame({"age": [20, 30]}).to_parquet(tmp_path / "fretpl_678k_users.parquet")
    wishes = Wishes(tmp_path, quick=True, large=tmp_path)
    assert {"fretpl"} == {task.settings["dataset"].split("-")[1] for task in large.tasks(wishes)}
    reason = large.absent(wishes)
    assert "census_kdd_users.parquet" in reason
    assert words in reason
    assert "fretpl" not in reason


def test_a_reason_names_no_folder_of_the_person_who_ran_it(tmp_path):
    (tmp_path / "census_kdd_users.parquet").write_text("age")
    reason = large.absent(Wishes(tmp_path, large=tmp_path))
    assert "census_kdd_users.parquet cannot be read" in reason
    assert str(tmp_path) not in reason
