"""The ledger in a real browser: IndexedDB and Web Locks, shared by tabs, kept over reloads and kills."""

import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.typescript.conftest import CLIENT, built

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP lowwater.test 127.0.0.1",
)  # fmt: skip
SETUP = """
    const client = await import("/client/index.js");
    const flip = 2422408970132804, keep = 2 ** 53 - flip, table = [[keep, flip], [flip, keep]];
    const coin = {loss: 1_000_000_000};
    const texts = [{title: "How old?", question: "b", unit: "", asker: "", contact: "", purpose: "", language: "en"}];
    const terms = {lo: 0, hi: 8, direction: "minimum", step: null, quantile: null, outside: "refuse", answers: 300,
        loss: coin.loss, grant: 300 * coin.loss, keep_names: 0, keep_tallies: 0, closes: null, texts,
        version: client.VERSION};
    const survey = {survey: "youngest", terms, hash: client.hashOf(terms), recruiting: "rolling", access: "open",
        state: "open", version: client.VERSION};
    const question = (round) => ({round, index: 0, thresholds: [4], table, version: client.VERSION});
    const {ledger, persisted} = await client.openLedger();
    const page = await ledger.join(location.origin, survey);
    const said = (round) => ledger.respond(page, 3.14159, question(round)).then(() => "said", (error) => error.name);
"""


class Files(SimpleHTTPRequestHandler):
    def log_message(self, *_about):
        """Say nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The client and an empty page, served on this machine."""
    folder = tmp_path_factory.mktemp("site")
    built(folder / "client", CLIENT / "src" / "index.ts")
    (folder / "index.html").write_text("<!doctype html><title>Lowwater</title><link rel=icon href=data:,>")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def open_browser(tmp_path):
    """Start Chromium on the profile of this test; skips where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed here")
    if CHROMIUM is None:
        pytest.skip("there is no chromium here; apt-get install --no-install-recommends chromium brings it")
    with playwright.sync_playwright() as driver:
        opened = []

        def start():
            profile = str(tmp_path / "profile")
            opened.append(driver.chromium.launch_persistent_context(profile, executable_path=CHROMIUM, args=FLAGS))
            return opened[-1]

        yield start
        for browser in opened:
            browser.close()


def tab(browser, site):
    page = browser.new_page()
    page.goto(site)
    return page


def run(page, script):
    return page.evaluate(f"async () => {{ {SETUP} {script} }}")


def test_two_tabs_and_a_grant_for_a_hundred_answers_give_exactly_a_hundred(open_browser, site):
    browser = open_browser()
    tabs = [tab(browser, site) for _ in range(2)]
    run(tabs[0], "await ledger.grant(100 * coin.loss)")
    for number, page in enumerate(tabs):
        act = f"return Promise.all(Array.from({{length: 150}}, (_, at) => said(2 * at + {number})));"
        gate = "await new Promise((resolve) => new BroadcastChannel('go').onmessage = resolve);"
        page.evaluate(f"() => {{ globalThis.ends = (async () => {{ {SETUP} globalThis.ready = 1; {gate} {act} }})() }}")
        page.wait_for_function("() => globalThis.ready", timeout=20_000)
    tab(browser, site).evaluate("() => new BroadcastChannel('go').postMessage(1)")
    ends = [end for page in tabs for end in page.evaluate("() => globalThis.ends")]
    assert (100, 200) == (ends.count("said"), ends.count("GrantSpent"))
    assert all("said" in page.evaluate("() => globalThis.ends") for page in tabs)
    assert run(tabs[1], "return await ledger.spent() === 100 * coin.loss")


def test_a_repeated_question_gets_the_recorded_answer_after_a_reload_and_a_restart(open_browser, site):
    act = "const entry = await ledger.respond(page, 3, question(0)); return [entry.said, entry.receipt, page.name]"
    browser = open_browser()
    page = tab(browser, site)
    first = run(page, act)
    page.reload()
    assert first == run(page, act)
    browser.close()
    assert first == run(tab(open_browser(), site), act)


def test_the_number_is_in_no_record(open_browser, site, tmp_path):
    browser = open_browser()
    run(tab(browser, site), "await ledger.respond(page, 3.14159, question(0))")
    browser.close()
    files = [path for path in Path(tmp_path / "profile").rglob("*") if path.is_file()]
    assert [] == [path for path in files if b"3.14159" in path.read_bytes()]
    assert any("IndexedDB" in str(path) for path in files)


def test_a_ledger_that_is_cleared_while_in_use_says_nothing_more(open_browser, site):
    script = """
        await ledger.respond(page, 3, question(0));
        await new Promise((resolve) => indexedDB.deleteDatabase("lowwater ledger").onsuccess = resolve);
        return await said(1);
    """
    assert "BadLedger" == run(tab(open_browser(), site), script)


def test_an_erased_survey_leaves_its_loss_alone_in_every_tab(open_browser, site):
    browser = open_browser()
    first, second = tab(browser, site), tab(browser, site)
    run(first, "globalThis.kept = ledger; await said(0)")
    run(second, "await ledger.erase(page)")
    spent = "async () => [(await globalThis.kept.pages()).length, await globalThis.kept.spent()]"
    assert [0, 1_000_000_000] == first.evaluate(spent)


def test_a_page_without_a_secure_context_keeps_no_ledger(open_browser, site):
    page = tab(open_browser(), site.replace("127.0.0.1", "lowwater.test"))
    assert not page.evaluate("() => isSecureContext")
    script = "return await client.openLedger().then(({ledger}) => ledger.spent()).catch((error) => error.name)"
    assert "BadLedger" == page.evaluate(f'async () => {{ const client = await import("/client/index.js"); {script} }}')
