"""The first view of the answering page in Chromium, against a static page of the same weight.

The first view of ours is the frame that shows what a survey is about, its question and who asks; a little later, its
modules have checked the terms and drawn the whole page. The static page is that whole page as one file of markup,
with the same style sheet and one script of as many bytes as our modules have compressed. Both come from processes with
the same settings; each view has an empty cache. Counted is the time from the navigation, at best: other work only ever
makes a view longer.

What is counted as the first view is a preview that the server wrote into the page, before the terms were checked; the
field for the number is there later, and its ratio is told beside it. On two cores with much other work (a load of 17
to 43), three runs: 1.11, 1.16 and 1.12 for the first view, and 2.1, 2.9 and 2.6 for the field. A static page shows its
field without waiting for any script; ours must fetch and run one, which checks what the person was promised.
"""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser

from benchmarks.browsing import chromium, static_copy, view
from benchmarks.measure import Ratio
from benchmarks.serving import ours, serving, survey
from lowwater.server import service
from lowwater.server.config import connect
from lowwater.server.pages.assets import assets
from lowwater.wire.links import answer_link

VIEWS = 40
LOADED = ("answer/answer.js", "answer/english.js")
FIRST, WHOLE = "#first, #about", "#number"


def ratios() -> Iterator[Ratio]:
    """Every ratio of this file; none where there is no Chromium."""
    with tempfile.TemporaryDirectory() as place, chromium() as browser:
        if browser is None:
            print("NOT MEASURED: the first view of a page; there is no chromium here")
            return
        folder = Path(place)
        name, terms = _survey(folder / "surveys.db")
        with serving(*ours(folder / "surveys.db")) as (_, port):
            link = answer_link(f"http://127.0.0.1:{port}", name, terms)
            static_copy(_markup(browser, link), assets(), LOADED, folder / "static")
            yield compared(browser, link, folder / "static", FIRST, WHOLE, "until it can be answered")


def compared(browser: Browser, link: str, static: Path, first: str, whole: str, until: str) -> Ratio:
    """The first view of a page over that of its static copy, in turns."""
    with serving("benchmarks.static_page", str(static)) as (_, port):
        copy = f"http://127.0.0.1:{port}/index.html"
        views = [(view(browser, link, first, whole), view(browser, copy, first, whole)) for _ in range(VIEWS)]
    mine, copies = zip(*views, strict=True)
    soonest, drawn, least = min(row[0] for row in mine), min(row[1] for row in mine), min(copy[0] for copy in copies)
    detail = f"{soonest:.0f} ms, {drawn:.0f} ms {until}, and {least:.0f} ms; the shortest of {VIEWS} views"
    return Ratio("first view / a static page of the same weight", soonest / least, 1.5, True, detail)


def _survey(database: Path) -> tuple[str, str]:
    """The id of a new survey, and the hash of its terms."""
    name = survey(database, 1000)
    with contextlib.closing(connect(str(database))) as store:
        return name, service.survey_of(store, name).hash


def _markup(browser: Browser, link: str) -> str:
    """The page as it is shown."""
    with browser.new_page() as page:
        page.goto(link)
        page.wait_for_selector("#number")
        page.wait_for_selector("#ledger")
        return f"<main>{page.inner_html('main')}</main>"
