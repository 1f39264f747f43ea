"""How the page looks and can be used: light, dark, small, right to left, by keyboard, by screen reader."""

import os
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

SMALL, WIDE = {"width": 360, "height": 740}, {"width": 1000, "height": 900}
LOOKS = [
    ("light", "en", WIDE), ("dark", "ar", SMALL),
    *(pytest.param(*look, marks=pytest.mark.long) for look in (("dark", "en", SMALL), ("light", "de", SMALL))),
]  # fmt: skip
MOMENTS = {"before": (None, "#number"), "wrong": ("x", ".wrong:not(:empty)"), "after": ("34", ".good")}
TARGETS = """() => [...document.querySelectorAll("button, input, select, summary, a")]
  .map((each) => [each.id || each.tagName, Math.round(each.getBoundingClientRect().height)])
  .filter(([, height]) => height > 0 && height < 44)"""
AXE = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def violations(person):
    result = Axe().run(person.tab, options=AXE).response["violations"]
    return [(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in result]


@pytest.fixture
def keep(tmp_path):
    """Save a screenshot; where SCREENSHOTS names a folder, there."""
    folder = Path(os.environ.get("SCREENSHOTS", tmp_path))
    return lambda person, name, whole=True: person.tab.screenshot(path=folder / f"{name}.png", full_page=whole)


@pytest.mark.parametrize(("scheme", "language", "size"), LOOKS, ids=lambda look: look if isinstance(look, str) else "")
def test_a_page_can_be_used_by_everybody_before_and_after_an_answer(visit, site, keep, scheme, language, size):
    person = visit(color_scheme=scheme, locale=language, viewport=size).open(site.link())
    for moment, (text, shown) in MOMENTS.items():
        if text is not None:
            person.answer(text)
        person.tab.wait_for_selector(shown)
        assert ([], []) == (violations(person), person.tab.evaluate(TARGETS))
        assert person.tab.evaluate("document.documentElement.scrollWidth") <= size["width"]
        keep(person, f"{scheme}-{language}-{size['width']}-{moment}")
    assert ("rtl" if language == "ar" else "ltr") == person.tab.evaluate("document.documentElement.dir")
    person.check()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_refusal_can_be_read_by_everybody(visit, site, keep, scheme):
    person = visit(color_scheme=scheme, viewport=SMALL).open(f"{site.address}/answer/none#{'0' * 64}")
    person.tab.click("summary")
    assert ([], []) == (violations(person), person.tab.evaluate(TARGETS))
    keep(person, f"{scheme}-refused")


def test_a_page_is_used_by_keyboard_alone(drop_in, site):
    person = drop_in().open(site.link())
    keys = person.tab.keyboard
    for _ in range(20):
        keys.press("Tab")
        if "belief" == person.tab.evaluate("document.activeElement.id"):
            break
    before = person.tab.inner_text("#odds-text")
    keys.press("ArrowRight")
    assert before != person.tab.inner_text("#odds-text")
    assert person.tab.inner_text("#odds-text") == person.tab.get_attribute("#belief", "aria-valuetext")
    keys.press("Tab")
    assert "number" == person.tab.evaluate("document.activeElement.id")
    keys.type("34")
    keys.press("Enter")
    person.counted().check()


def test_a_screen_reader_hears_the_question_its_range_and_what_is_wrong(drop_in, site):
    person = drop_in().open(site.link())
    field = person.tab.get_by_role("textbox", name="How old are you, in years?")
    person.answer("200")
    assert "true" == field.get_attribute("aria-invalid")
    described = [person.tab.inner_text(f"#{name}") for name in field.get_attribute("aria-describedby").split()]
    assert (True, True) == ("from 0 to 150" in described[0], "yours is none of them" in described[1])
    assert "number" == person.tab.evaluate("document.activeElement.id")
    person.tab.get_by_role("status").first.wait_for(state="attached")


def test_the_belief_is_dragged_in_the_picture_and_moves_no_further_than_the_loss_allows(drop_in, site):
    person = drop_in().open(site.link(epsilon=1))
    person.tab.locator("svg.odds").scroll_into_view_if_needed()
    box = person.tab.locator("svg.odds .frame").bounding_box()
    person.tab.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 20)
    person.tab.mouse.down()
    person.tab.mouse.move(box["x"] + box["width"] * 0.2, box["y"] + 20)
    person.tab.mouse.up()
    assert "20" == person.tab.input_value("#belief")
    person.says("Believed beforehand: 20%. After your answer: at least 8.4%, at most 40.5%.").check()


def test_another_language_is_chosen_and_the_question_stays_as_the_terms_have_it(visit, drop_in, site):
    person = drop_in().open(site.link())
    person.tab.select_option("#language", "de")
    person.says("Was Ihre Antwort verrät").says("How old are you, in years?")
    assert "de" == person.tab.evaluate("document.documentElement.lang")
    names = ("title", "question", "unit", "asker", "contact", "purpose")
    translated = {"language": "de", **{name: f"{name} auf Deutsch" for name in names}}
    link = site.link(texts={"translations": [translated]})
    visit(locale="de-AT").open(link).says("title auf Deutsch").says("question auf Deutsch").check()


def test_the_picture_of_the_guide_shows_the_terms_and_what_they_reveal(visit, site, keep):
    """SCREENSHOTS=docs/_static makes it anew."""
    person = visit(viewport={"width": 760, "height": 1210}, locale="en-GB", timezone_id="UTC").open(site.link())
    shown = person.tab.evaluate("document.querySelector('.picture').getBoundingClientRect().bottom")
    assert shown <= 1210
    keep(person, "answer-page", whole=False)
