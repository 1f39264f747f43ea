"""The dashboard in Chromium while 5,000 answers a second arrive and rounds close, and its first view.

Answers come in lists of 500, ten a second, whether the server is behind or not; a round closes every second, so the
charts are drawn anew all the time. A long task is one that keeps the page from reacting for more than 50 ms, as the
browser itself reports it; drawings are changes of the document, made in frames, of which there should be fewer than
frames. Other work on the machine makes tasks longer, so a run that shares it says less of the page.

For the heap, events are written into the outbox beside the server, three times 10,000, of which the last two count;
the heap is looked at after the garbage was collected, each time with the page in the same state.
"""

import contextlib
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from benchmarks import bulk
from benchmarks.browsing import chromium, static_copy
from benchmarks.measure import Ratio
from benchmarks.serving import ours, serving, survey
from benchmarks.viewing import compared
from lowwater.server import keys
from lowwater.server.config import connect
from lowwater.server.pages.dashboard import assets

RATE, LIST, SECONDS = 5000, 500, 12
EVENTS, AT_ONCE = 10_000, 200
LONG, LIGHT, LOOKS = 50.0, 60_000, 6
FIRST, DRAWN = "#first, .headline", "#funnel svg .axis, #answers strong:not(:empty)"
_WATCH = """() => {
  globalThis.tasks = [];
  const note = (list) => tasks.push(...list.getEntries().map(({ duration }) => duration));
  new PerformanceObserver(note).observe({ type: "longtask" });
  globalThis.drawings = { most: 0, all: 0, frames: 0 };
  let inFrame = 0;
  const drawn = new MutationObserver(() => (inFrame++, drawings.all++));
  drawn.observe(document.querySelector("main"), { subtree: true, childList: true, characterData: true });
  const frame = () => {
    drawings.most = Math.max(drawings.most, inFrame);
    [inFrame, drawings.frames] = [0, drawings.frames + 1];
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""


def ratios() -> Iterator[Ratio]:
    """Every ratio of this file; none where there is no Chromium."""
    size = sum(len(asset.compressed) for asset in assets().values())
    yield Ratio("all files of the dashboard, gzipped / 60 kB", size / LIGHT, 1, True, f"{size:,} bytes")
    with tempfile.TemporaryDirectory() as place, chromium() as browser:
        if browser is None:
            print("NOT MEASURED: the dashboard; there is no chromium here")
            return
        yield from _arriving(browser, Path(place))
        yield _heap(browser, Path(place))
        yield _first_view(browser, Path(place))


def _key(database: Path) -> str:
    with contextlib.closing(connect(str(database), alone=False)) as store:
        store.begin()
        key = keys.make(store, "watcher", time.time())
        store.commit()
        return key


def _open(browser: Browser, port: int, name: str, key: str) -> Page:
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{port}/survey/{name}#{key}")
    page.wait_for_selector("#answers strong:not(:empty)")
    page.evaluate(_WATCH)
    return page


def _arriving(browser: Browser, folder: Path) -> Iterator[Ratio]:
    """The longest task and the drawings in a frame while answers arrive."""
    database = folder / "arriving.db"
    name = survey(database, RATE * SECONDS, SECONDS)
    lists = [(at // RATE, bulk.body(range(at, at + LIST), at // RATE)) for at in range(0, RATE * SECONDS, LIST)]
    key = _key(database)
    with serving(*ours(database)) as (_, port), contextlib.closing(_open(browser, port, name, key)) as page:
        rates: list[float] = []
        posting = threading.Thread(target=lambda: rates.append(_post(port, name, lists)))
        posting.start()
        page.wait_for_selector(".chip.finished", timeout=600_000)
        posting.join()
        tasks, drawings = page.evaluate("globalThis.tasks"), page.evaluate("globalThis.drawings")
    longest = max(tasks, default=0.0)
    detail = f"{rates[0]:,.0f} answers/s in {SECONDS} rounds; {len(tasks)} long tasks, the longest {longest:.0f} ms"
    yield Ratio("longest task of a dashboard / 50 ms", max(longest, 1.0) / LONG, 1, True, detail)
    detail = f"{drawings['all']} drawings in {drawings['frames']} frames, at most {drawings['most']} parts in one"
    yield Ratio("drawings of a dashboard / frames", drawings["all"] / drawings["frames"], 1, True, detail)


def _post(port: int, name: str, lists: list[tuple[int, str]]) -> float:
    """Post lists at the rate, each round once the one before is over; return the rate that came of it."""
    since = time.perf_counter()
    for at, (_, text) in enumerate(lists):
        time.sleep(max(0.0, since + at * LIST / RATE - time.perf_counter()))
        while not _taken(port, name, text):
            time.sleep(0.01)
    return RATE * SECONDS / (time.perf_counter() - since)


def _taken(port: int, name: str, text: str) -> bool:
    """Post a list of answers; False if its round is not open yet."""
    try:
        bulk.post(port, name, text, LIST)
    except RuntimeError as error:
        if "/problems/no-place" not in str(error):
            raise
        return False
    return True


def _heap(browser: Browser, folder: Path) -> Ratio:
    """The heap after 10,000 more events over the heap before them."""
    database = folder / "heap.db"
    name = survey(database, 1000)
    key = _key(database)
    with serving(*ours(database)) as (_, port), contextlib.closing(_open(browser, port, name, key)) as page:
        _, before, after = [_after_events(page, database, name) for _ in range(3)]  # the first compiles the page's code
    detail = f"{before / 1e6:.2f} MB before {EVENTS:,} events, {after / 1e6:.2f} MB after them"
    return Ratio("heap of a dashboard after 10,000 events / before", after / before, 1.02, True, detail)


def _after_events(page: Page, database: Path, name: str) -> float:
    """The heap after 10,000 events, with the survey paused; it is resumed afterwards."""
    _events(database, name, EVENTS)
    used = _used(page, "Pause", ".chip.paused")
    page.click(".deeds >> text=Resume")
    page.wait_for_selector(".chip.open")
    return used


def _events(database: Path, name: str, count: int) -> None:
    """Write events that change nothing, as another server would."""
    with contextlib.closing(connect(str(database), alone=False)) as store:
        for _ in range(0, count, AT_ONCE):
            store.begin()
            for _ in range(AT_ONCE):
                store.outbox.add(name, "extended", time.time(), round=0)
            store.commit()


def _used(page: Page, deed: str, shown: str) -> float:
    """The bytes of the heap once a deed is shown, events have come to rest, and garbage was collected."""
    page.click(f".deeds >> text={deed}")
    page.wait_for_selector(shown)
    session: Any = page.context.new_cdp_session(page)
    looks: list[float] = []
    while len(looks) < LOOKS or min(looks[-LOOKS:]) < min(looks[:-LOOKS], default=0.0):  # events may still come in
        page.wait_for_timeout(700)
        session.send("HeapProfiler.collectGarbage")
        looks.append(float(session.send("Runtime.getHeapUsage")["usedSize"]))
    session.detach()
    return min(looks)


def _first_view(browser: Browser, folder: Path) -> Ratio:
    """The first view of a survey over that of a static copy of its page."""
    database = folder / "view.db"
    name = survey(database, 1000)
    key = _key(database)
    with serving(*ours(database)) as (_, port):
        link = f"http://127.0.0.1:{port}/survey/{name}#{key}"
        with contextlib.closing(_open(browser, port, name, key)) as page:
            markup = f'<div class="watch">{page.inner_html("body")}</div>'
        static_copy(markup, assets(), ("watch/watch.js",), folder / "static")
        return compared(browser, link, folder / "static", FIRST, DRAWN, "until the survey is drawn")
