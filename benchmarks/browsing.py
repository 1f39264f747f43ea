"""Chromium for benchmarks: the time until a page shows something, and a static copy of a page of the same weight."""

import contextlib
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from lowwater.server.pages.assets import Asset

FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
_SHOWN = """(names) => {
  globalThis.shown = {};
  const watch = (name) => {
    const note = () => (shown[name] = performance.now());
    const look = () => requestAnimationFrame(document.querySelector(name) ? note : look);
    look();
  };
  names.forEach(watch);
}"""


@contextlib.contextmanager
def chromium() -> Iterator[Browser | None]:
    """A browser; None where there is no Chromium."""
    path = shutil.which("chromium")
    if path is None:
        yield None
        return
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=path, args=[*FLAGS, "--js-flags=--expose-gc"]) as browser,
    ):
        yield browser


def view(browser: Browser, url: str, first: str, whole: str) -> tuple[float, float]:
    """Milliseconds from the navigation, with an empty cache, to the frames that show `first` and `whole`, selectors."""
    context = browser.new_context()
    try:
        page = context.new_page()
        page.add_init_script(f"({_SHOWN})({[first, whole]!r})")
        page.goto(url)
        page.wait_for_selector(whole)
        frames(page)
        shown = page.evaluate("globalThis.shown")
        return float(shown[first]), float(shown[whole])
    finally:
        context.close()


def frames(page: Page) -> None:
    """Wait for two frames, so that what was found is drawn."""
    page.evaluate("() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")


def static_copy(markup: str, files: Mapping[str, Asset], loaded: tuple[str, ...], folder: Path) -> None:
    """Write markup as a static page with the same style sheets and a script of as many bytes as `loaded` have."""
    folder.mkdir()
    sheets = [name for name in files if name.endswith(".css")]
    links = "".join(f'<link rel="stylesheet" href="{name}">' for name in sheets)
    head = f'{links}<script src="weight.js" defer></script>'
    (folder / "index.html").write_text(f"<!doctype html><html><head>{head}</head><body>{markup}</body></html>")
    for name in sheets:
        (folder / name).write_bytes(files[name].body)
    scripts = sum(len(files[name].compressed) for name in loaded)
    (folder / "weight.js").write_text(f"/*{'x' * (scripts - 4)}*/")
