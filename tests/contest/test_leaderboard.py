"""The leaderboard's page: one file that needs nothing else, whatever ran and whoever did not."""

import re
import sys

import pytest

import lowwater
from lowwater.contest import report
from lowwater.contest.board import board, rows
from lowwater.contest.cell import Wishes
from lowwater.contest.entrants import ENTRANTS, FLAGSHIP, SIMPLE, Stating
from lowwater.contest.measure import tasks
from lowwater.contest.parts import PARTS
from lowwater.contest.verdict import promises
from lowwater.study.store import Store
from lowwater.study.task import Result
from tests.html_page import Page

FIGURES = ["contest-bound", "contest-errors", "contest-leaderboard", "contest-stress"]


def numbers(task, place):
    """Made-up numbers of a task, none like the one before."""
    values = {"error": 1 / (place + 2), "standard_error": 0.001, "median": 0.1, "worst": 1 / (place + 2), "runs": 100}
    limits = {"band": 0.96, "somebody": 1.0, "somebody_wrong": 0.0, "few": 0.5, "given": 0.9, "held": 0.88}
    limits |= {"width": 0.5, "likely": 0.1, "visible": 2.0}
    entrant = ENTRANTS.get(task.settings["entrant"])
    return (
        values | (limits if isinstance(entrant, Stating) else {}) | ({"bound": 0.001} if task.study == "grid" else {})
    )


def written(folder, parts=(), chosen=(), everybody=ENTRANTS, runs=100, until=None):
    """A page about made-up results, and the results."""
    wishes = Wishes(folder, quick=True, runs=runs, only=parts, entrants=chosen)
    todo = tasks(wishes)
    lines = [Result(task, numbers(task, place), task.seed(41)).to_json() for place, task in enumerate(todo[:until])]
    (folder / "numbers.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    store = Store(folder / "numbers.jsonl", 41)
    path = report.write(store, todo, wishes, 41, everybody)
    assert folder / "leaderboard.html" == path
    return Page(path.read_text(encoding="utf-8")), store.of(todo)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("contest")


@pytest.fixture(scope="module")
def whole(folder):
    """Everybody in every part but real data."""
    return written(folder)


@pytest.fixture(scope="module")
def page(whole):
    return whole[0]


def drawn(folder, suffix="pdf"):
    return sorted(path.stem for path in (folder / "figures").glob(f"*.{suffix}"))


# Everything


def test_the_page_parses_and_closes_what_it_opens(page):
    assert [] == page.open
    assert {"html", "head", "body", "svg", "table", "figcaption"} <= set(page.tags)


def test_the_page_needs_nothing_from_elsewhere(page, folder):
    assert not {"script", "link", "img", "iframe", "object"} & set(page.tags)
    links = [value for _, name, value in page.attributes if name in {"src", "href", "xlink:href", "action"}]
    assert all(link.startswith("#") for link in links)
    assert not re.findall(r"url\(\s*['\"]?(?!#)|@import", (folder / "leaderboard.html").read_text(encoding="utf-8"))


def test_the_page_says_which_seed_version_and_cells_made_it(page):
    words = "".join(page.words)
    assert f"Lowwater {lowwater.__version__}, seed 41." in words
    assert "37 cells, a look: few cells." in words


def test_every_entrant_is_on_the_page(page):
    assert [] == [name for name in ENTRANTS if name not in page.words]


def test_every_promise_is_on_the_page(whole):
    page, results = whole
    result = promises(rows(results))
    assert 25 == len(result)
    assert [] == [item.words for item in result if item.words not in page.words]


def test_every_part_is_on_the_page_and_what_was_left_out_says_why(page):
    assert {"The paper's grid", "The stress set", "Quantiles", "Real data"} <= set(page.words)
    assert "Left out: no folder was given; give one with --data" in page.words


def test_every_figure_is_on_the_page_and_in_two_files(page, folder):
    assert FIGURES == drawn(folder, "pdf") == drawn(folder, "svg")
    assert [f"figure-{name}" for name in FIGURES] == sorted(
        value for tag, name, value in page.attributes if (tag, name) == ("figure", "id")
    )
    assert all((folder / "figures" / f"{name}.pdf").read_bytes().startswith(b"%PDF") for name in FIGURES)
    assert all((folder / "figures" / f"{name}.svg").read_text().startswith("<svg") for name in FIGURES)


@pytest.mark.long
def test_the_same_results_are_the_same_page_and_the_same_figures(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
        written(folder, ("stress",), (FLAGSHIP, SIMPLE))
    for name in ("leaderboard.html", "figures/contest-stress.pdf", "figures/contest-leaderboard.pdf"):
        assert (first / name).read_bytes() == (second / name).read_bytes()


def test_the_leaderboard_has_a_line_for_each_entrant_under_its_head(whole):
    result = report.leaders(board(rows(whole[1]), ENTRANTS))
    assert len(ENTRANTS) == len(result)
    assert {len(report.HEAD)} == {len(line) for line in result}
    lines = {line[0]: dict(zip(report.HEAD, line, strict=True)) for line in result}
    assert ("1", "1", "1", "-", "12") == tuple(lines[SIMPLE][name] for name in (*PARTS, "rounds"))
    assert all(re.fullmatch(r"\S+ ± \S+", lines["noisy binary search"][name]) for name in ("grid", "quantiles"))
    assert "-" == lines["Laplace"]["quantiles"]
    assert ("-", "-") == (lines[FLAGSHIP]["beats us"], lines[FLAGSHIP]["loses"])
    assert ("all", "-") == tuple(lines["sample minimum (not private)"][name] for name in ("bits", "best in"))
    assert "one a person" == lines["stochastic gradient"]["rounds"]


def test_the_tables_are_there_for_other_pages_too(whole, folder):
    text = (folder / "leaderboard.md").read_text(encoding="utf-8")
    leaders, promised = (table.strip().splitlines() for table in text.split("\n\n"))
    assert len(ENTRANTS) + 2 == len(leaders)
    assert len(promises(rows(whole[1]))) + 2 == len(promised)
    assert {len(report.HEAD) + 1} == {line.count("|") for line in leaders}
    assert {len(report.PROMISE) + 1} == {line.count("|") for line in promised}


def test_a_promise_that_is_broken_says_so(page):
    assert {"yes", "NO"} <= set(page.words)


def test_the_words_of_a_mechanism_are_escaped(tmp_path):
    class Odd:
        name, reference, bits, rounds = "Laplace", "<script>alert(1)</script>", 1.0, 1

    page, _ = written(tmp_path, ("stress",), ("Laplace",), ENTRANTS | {"Laplace": Odd()})
    assert "script" not in page.tags
    assert Odd.reference in page.words


# Less than everything


def test_nothing_at_all_is_a_page_without_figures(tmp_path):
    page, _ = written(tmp_path, parts=("real",))
    assert [] == drawn(tmp_path)
    assert [] == page.open
    assert "What the tail fit promises" not in page.words


@pytest.mark.parametrize(
    ("parts", "chosen", "figures"),
    [
        (("stress",), (FLAGSHIP,), []),
        (("stress",), (SIMPLE,), ["contest-leaderboard"]),
        pytest.param(("stress",), ("Laplace",), [], marks=pytest.mark.long),
        pytest.param(("stress",), ("sample minimum (not private)",), [], marks=pytest.mark.long),
        (("grid",), (SIMPLE,), ["contest-errors", "contest-leaderboard"]),
        pytest.param(("grid",), ("Laplace",), [], marks=pytest.mark.long),
        (("quantiles",), (SIMPLE, "noisy binary search"), ["contest-leaderboard"]),
    ],
)
def test_whatever_ran_is_drawn_as_far_as_it_goes(tmp_path, parts, chosen, figures):
    page, _ = written(tmp_path, parts, chosen)
    assert figures == drawn(tmp_path)
    assert [] == [name for name in chosen if name not in page.words]


def test_a_contest_that_was_interrupted_is_drawn_as_far_as_it_went(tmp_path):
    page, results = written(tmp_path, ("stress",), (FLAGSHIP, SIMPLE), until=5)
    assert 5 == len(results)
    assert ["contest-leaderboard", "contest-stress"] == drawn(tmp_path)
    assert "3 cells" in "".join(page.words)


def test_the_page_says_how_often_everybody_ran(tmp_path):
    page, _ = written(tmp_path, ("stress",), ("stochastic gradient", FLAGSHIP, "tail fit, 32 x 1", SIMPLE), runs=20)
    (text,) = (words for words in page.words if words.startswith("On each population of a cell: "))
    assert "200 runs: cohort bisection. 20 runs: tail fit" in text
    assert "tail fit, 32 x 1" in text
    assert text.endswith("2 runs: stochastic gradient.")


def test_results_that_lack_the_worst_place_are_still_drawn(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "numbers", lambda *_: {"error": 0.1, "standard_error": 0.0, "bound": 1})
    page, _ = written(tmp_path, ("grid",), (SIMPLE,))
    assert ["contest-errors", "contest-leaderboard"] == drawn(tmp_path)
    assert SIMPLE in page.words
