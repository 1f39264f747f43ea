"""How the dashboard looks and can be used: light, dark, small, on paper, by keyboard, by screen reader."""

import json

import pytest

import lowwater
from tests.browser.crowd import Crowd, ages
from tests.browser.test_dashboard import board
from tests.browser.test_dashboard_groups import answer
from tests.browser.test_groups import link as grouped
from tests.browser.test_looks import SMALL, TARGETS, keep, violations  # noqa: F401 (a fixture)

YOUNGEST = {"nurse": 18, "miner": 25, "pilot": 40}
WIDE = {"width": 1280, "height": 860}
LOOKS = [
    ("light", WIDE),
    ("dark", SMALL),
    *(pytest.param(*look, marks=pytest.mark.long) for look in (("dark", WIDE), ("light", SMALL))),
]


@pytest.fixture(scope="module")
def surveys(site):
    """A survey that is over, one that runs, and one that nobody has answered."""
    over = site.link(people=20_000, epsilon=1)
    Crowd(site, site.path(over), ages(20_000)).answer()
    site.until(site.path(over), lambda message: message["ended"] is not None)
    running = site.link(people=4_000, epsilon=1, texts={"title": "Youngest cyclist", "asker": "The town hall"})
    Crowd(site, site.path(running), ages(4_000, 8), 8).answer(2_100)
    new = site.link(people=2_000, epsilon=2, texts={"title": "Shortest way to work", "unit": "minutes"})
    return {"new": new, "running": running, "over": over}


def trades(site):
    """A survey with groups whose people have answered."""
    plan = json.loads(lowwater.plan(4_000, epsilon=2, domain=(0, 150), step=1).to_json())
    message = {"title": "Youngest at work", "asker": "The town hall", "unit": "years", "plan": plan}
    opened = site.post("/v1/surveys", message | {"groups": list(YOUNGEST)}).json
    for at, youngest in enumerate(YOUNGEST.values()):
        numbers = [min(150, youngest + age - 18) for age in ages(4_000, at)]
        Crowd(site, f"/v1/surveys/{opened['survey']}-{at}", numbers, at).answer()
    return site.link_of(opened["survey"], opened["hash"])


@pytest.fixture
def looks(keep):  # noqa: F811
    """Somebody who looks; what they see has no fault, and is kept as a picture."""

    def look(person, name, size):
        person.tab.wait_for_selector('main[aria-busy="false"]')
        person.tab.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert ([], []) == (violations(person), person.tab.evaluate(TARGETS))
        assert person.tab.evaluate("document.documentElement.scrollWidth") <= size["width"]
        keep(person, name)

    return look


@pytest.mark.parametrize(("scheme", "size"), LOOKS, ids=lambda look: look if isinstance(look, str) else "")
def test_every_view_can_be_used_by_everybody(visit, site, surveys, looks, scheme, size):
    person = visit(color_scheme=scheme, viewport=size, locale="en-GB", timezone_id="UTC")
    name = f"dashboard-{scheme}-{size['width']}"
    person.tab.goto(f"{site.address}/")
    person.tab.fill("#key", "lw_wrong")
    person.tab.click("#use")
    person.says("not valid here")
    looks(person, f"{name}-key", size)
    person.tab.fill("#key", site.key)
    person.tab.click("#use")
    person.tab.wait_for_selector(".surveys progress:not([hidden])")
    looks(person, f"{name}-list", size)
    for which, link in surveys.items():
        person.tab.goto(f"{board(link)}#{site.key}")
        person.drawn()
        looks(person, f"{name}-{which}", size)
    whole = grouped(site)
    answer(site, whole, 0, 2)
    person.tab.goto(f"{board(whole)}#{site.key}")
    person.has(2, "#groups svg circle")
    looks(person, f"{name}-groups", size)
    person.tab.goto(f"{board(surveys['over'])}#{site.key}")
    person.drawn()
    for chart in ("funnel", "shares", "posterior", "arrivals"):
        person.tab.evaluate("(chart) => (document.querySelector(`#${chart} details`).open = true)", chart)
    looks(person, f"{name}-tables", size)
    person.tab.goto(f"{site.address}/open#{site.key}")
    for field, text in {"title": "Youngest driver", "lo": "0", "hi": "150", "unit": "years"}.items():
        person.tab.fill(f"#{field}", text)
    person.tab.wait_for_selector("#preview #reveals")
    looks(person, f"{name}-open", size)
    person.tab.fill("#people", "20")
    person.tab.wait_for_selector("#forecast .bad")
    looks(person, f"{name}-refused", size)
    person.check((r"Failed to load resource.*401",))


@pytest.mark.usefixtures("surveys")
def test_a_dashboard_is_used_by_keyboard_alone(visit, site):
    person = visit()
    person.tab.goto(f"{site.address}/")
    keys = person.tab.keyboard

    def tab_to(selector):
        for _ in range(60):
            if person.tab.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
            keys.press("Tab")
        raise AssertionError(f"no key leads to {selector}")

    tab_to("#key")
    keys.type(site.key)
    keys.press("Enter")
    person.tab.wait_for_selector(".surveys li")
    tab_to("#words")
    keys.type("Youngest cyclist")
    person.has(1, ".surveys li")
    tab_to(".surveys a")
    keys.press("Enter")
    person.drawn()
    tab_to("#shares summary")
    keys.press("Enter")
    person.tab.wait_for_selector("#shares tbody tr")
    tab_to("#whole")
    keys.press("Space")
    person.check()


def test_a_screen_reader_hears_every_chart_and_what_it_shows(visit, site, surveys):
    person = visit()
    person.tab.goto(f"{board(surveys['over'])}#{site.key}")
    person.drawn()
    for heading, words in {
        "How the search narrowed": "After 16 rounds of 16: between",
        "Shares of people": "thresholds with their shares. estimate",
        "Where it is, by the model": "The estimate is",
        "Answers a minute": "answers in the last hour",
    }.items():
        person.tab.get_by_role("img", name=heading).filter(has_text=words).wait_for()
    assert "status" == person.tab.get_attribute("#health", "role")


def test_a_survey_can_be_printed(visit, site, surveys, tmp_path):
    person = visit(viewport=WIDE)
    person.tab.goto(f"{board(surveys['over'])}#{site.key}")
    person.drawn()
    person.tab.emulate_media(media="print")
    shown = {part: person.tab.is_visible(part) for part in (".deeds", "#nav", "#funnel svg", "#estimate")}
    assert {".deeds": False, "#nav": False, "#funnel svg": True, "#estimate": True} == shown
    assert person.tab.pdf(path=tmp_path / "survey.pdf")[:4] == b"%PDF"


def test_the_pictures_of_the_guide_show_a_survey_at_a_glance(visit, site, surveys, keep):  # noqa: F811
    """SCREENSHOTS=docs/_static makes them anew."""
    person = visit(viewport={"width": 1280, "height": 1400}, locale="en-GB", timezone_id="UTC")
    person.tab.goto(f"{board(surveys['over'])}#{site.key}")
    person.drawn()
    shown = person.tab.evaluate("document.querySelector('#shares svg').getBoundingClientRect().bottom")
    assert shown <= 1400
    keep(person, "dashboard", whole=False)
    whole = trades(site)
    person.tab.set_viewport_size({"width": 1280, "height": 860})
    person.tab.goto(f"{board(whole)}#{site.key}")
    person.has(3, "#groups svg circle")
    keep(person, "dashboard-groups", whole=False)
    person.tab.set_viewport_size({"width": 1280, "height": 1400})
    person.tab.goto(f"{site.address}/open#{site.key}")
    for field, text in {"title": "Youngest driver", "lo": "0", "hi": "150", "unit": "years"}.items():
        person.tab.fill(f"#{field}", text)
    person.tab.wait_for_selector("#preview #reveals")
    keep(person, "dashboard-open", whole=False)
