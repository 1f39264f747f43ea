"""The first view of the answering page in Chromium, against a static page of the same weight.

The first view of ours is the frame that shows what a survey is about, its question and who asks; a little later, its
modules have checked the terms and drawn the whole page. The static page is that whole page as one file of markup,
with the same style sheet and one script of as many bytes as our modules have compressed. Both come from processes with
the same settings; each view has an empty cache. Counted is the time from the navigation, at best: other work only ever
makes a view longer.
"""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from benchmarks.measure import Ratio
from benchmarks.serving import ours, serving, survey
from lowwater.server import service
from lowwater.server.config import connect
from lowwater.server.pages.assets import assets
from lowwater.wire.links import answer_link

VIEWS = 40
LOADED = ("answer/answer.js", "answer/english.js")
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
SHOWN = """() => {
  globalThis.shown = {};
  const watch = (name) => {
    const note = () => (shown[name] = performance.now());
    const look = () => requestAnimationFrame(document.querySelector(name) ? note : look);
    look();
  };
  watch("#first, #about");
  watch("#number");
}"""


def ratios() -> Iterator[Ratio]:
    """Every ratio of this file; none where there is no Chromium."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("NOT MEASURED: the first view of a page; there is no chromium here")
        return
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        folder = Path(place)
        name, terms = _survey(folder / "surveys.db")
        with (
            serving(*ours(folder / "surveys.db")) as (_, port),
            playwright.chromium.launch(executable_path=chromium, args=FLAGS) as browser,
        ):
            link = answer_link(f"http://127.0.0.1:{port}", name, terms)
            _snapshot(browser, link, folder / "static")
            with serving("benchmarks.static_page", str(folder / "static")) as (_, other):
                static = f"http://127.0.0.1:{other}/index.html"
                views = [(_view(browser, link), _view(browser, static)) for _ in range(VIEWS)]
    mine, static_ones = zip(*views, strict=True)
    first, whole, least = min(one[0] for one in mine), min(one[1] for one in mine), min(one[0] for one in static_ones)
    detail = (
        f"{first:.0f} ms, {whole:.0f} ms until it can be answered, and {least:.0f} ms; the shortest of {VIEWS} views"
    )
    yield Ratio("first view / a static page of the same weight", first / least, 1.5, True, detail)


def _survey(database: Path) -> tuple[str, str]:
    """The id of a new survey, and the hash of its terms."""
    name = survey(database, 1000)
    with contextlib.closing(connect(str(database))) as store:
        return name, service.survey_of(store, name).hash


def _snapshot(browser: Browser, link: str, folder: Path) -> None:
    """Write the page as it is shown, as static files of the same weight."""
    folder.mkdir()
    with browser.new_page() as page:
        page.goto(link)
        page.wait_for_selector("#number")
        page.wait_for_selector("#ledger")
        markup = page.inner_html("main")
    scripts = sum(len(asset.compressed) for name, asset in assets().items() if name in LOADED)
    head = '<link rel="stylesheet" href="answer.css"><script src="weight.js" defer></script>'
    body = f"<body><main>{markup}</main></body>"
    (folder / "index.html").write_text(f"<!doctype html><html><head>{head}</head>{body}</html>")
    (folder / "answer.css").write_bytes(assets()["answer.css"].body)
    (folder / "weight.js").write_text(f"/*{'x' * (scripts - 4)}*/")


def _view(browser: Browser, url: str) -> tuple[float, float]:
    """Milliseconds from the navigation to the first view, and to the field for a number."""
    context = browser.new_context()
    try:
        page = context.new_page()
        page.add_init_script(f"({SHOWN})()")
        page.goto(url)
        page.wait_for_selector("#number")
        page.evaluate("() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
        shown = page.evaluate("globalThis.shown")
        return float(shown["#first, #about"]), float(shown["#number"])
    finally:
        context.close()
