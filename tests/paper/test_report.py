"""The report: one page that needs nothing else, with every figure, seed and version, and PDF figures beside it."""

import re
from collections import Counter
from functools import partial

import pytest

import lowwater
from lowwater.paper import report
from lowwater.paper.studies import STUDIES, compute
from lowwater.paper.study import Wishes
from lowwater.study.page import table
from lowwater.study.run import run
from lowwater.study.store import Store
from tests.html_page import Page

ONLY = ("laplace", "purchases", "appendix")


def reported(folder, runs=10, seed=41, only=ONLY):
    wishes = Wishes(folder, quick=True, runs=runs, only=only)
    folder.mkdir(exist_ok=True)
    store = Store(folder / "numbers.jsonl", seed)
    tasks = [task for name in only for task in STUDIES[name].tasks(wishes)]
    run(tasks, store, partial(compute, folder=folder), jobs=1)
    return report.write(store, tasks, wishes, seed)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("paper")
    assert place / "report.html" == reported(place)
    return place


@pytest.fixture(scope="module")
def page(folder):
    return Page((folder / "report.html").read_text(encoding="utf-8"))


def test_the_page_parses_and_closes_what_it_opens(page):
    assert [] == page.open
    assert {"html", "head", "body", "svg", "table", "figcaption"} <= set(page.tags)


def test_the_page_says_which_seed_version_and_study_made_it(page):
    words = "".join(page.words)
    assert f"Lowwater {lowwater.__version__}, seed 41" in words
    assert "the quick version" in words


def test_the_page_needs_nothing_from_elsewhere(page, folder):
    assert not {"script", "link", "img", "iframe", "object"} & set(page.tags)
    links = [value for _, name, value in page.attributes if name in {"src", "href", "xlink:href", "action"}]
    assert links
    assert all(link.startswith("#") for link in links)
    text = (folder / "report.html").read_text(encoding="utf-8")
    assert not re.findall(r"url\(\s*['\"]?(?!#)|@import", text)


def test_every_link_leads_somewhere(page):
    anchors = {value for tag, name, value in page.attributes if (tag, name) == ("a", "href")}
    assert {"#laplace", "#purchases", "#appendix", "#critique"} == anchors
    assert {anchor.removeprefix("#") for anchor in anchors} == set(page.ids("section"))


def test_every_figure_is_there(page, folder):
    names = [path.stem for path in (folder / "figures").iterdir()]
    assert {"beta-densities", "hardness"} < set(names)
    assert 3 == len(names)
    assert sorted(f"figure-{name}" for name in names) == sorted(page.ids("figure"))


def test_no_section_has_the_id_of_a_figure(page):
    assert {1} == set(Counter(page.ids("section", "figure")).values())


def test_every_figure_is_a_pdf_file_too(folder):
    files = list((folder / "figures").iterdir())
    assert {".pdf"} == {path.suffix for path in files}
    assert all(path.read_bytes().startswith(b"%PDF") for path in files)


def test_a_study_that_was_left_out_says_why(page):
    assert "Left out: no --purchases file was given." in "".join(page.words)


def test_the_appendix_has_the_table_of_fatness_and_the_page_ends_with_the_critique(page):
    words = "".join(page.words)
    assert "normal(0, 0.5) cut to [-1, 1]" in words
    assert words.index("Fatness: the C that holds") < words.index("Critique: what the paper prints")


def section(place, name="appendix"):
    """One section of a report, as it is written."""
    text = (place / "report.html").read_text(encoding="utf-8")
    return re.search(f'<section id="{name}">.*?</section>', text, re.DOTALL)[0]


def test_the_same_study_is_the_same_section_and_the_same_figures_whatever_was_there_before(folder, tmp_path):
    older = STUDIES["appendix"].tasks(Wishes(tmp_path, quick=True, runs=3))
    run(older, Store(tmp_path / "numbers.jsonl", 41), partial(compute, folder=tmp_path), jobs=1)
    reported(tmp_path, only=("appendix",))
    assert section(folder) == section(tmp_path)
    for name in ("hardness.pdf", "beta-densities.pdf"):
        assert (folder / "figures" / name).read_bytes() == (tmp_path / "figures" / name).read_bytes()


def test_words_are_escaped_in_tables():
    expected = "<thead><tr><th>a &lt; b</th></tr></thead><tbody><tr><td>&lt;b&gt;&amp;</td></tr></tbody>"
    assert f"<table>{expected}</table>" == table(("a < b",), (("<b>&",),))
