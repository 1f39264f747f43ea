"""Debian's Chromium on real pages of a real server, or of one that lies; no console may hold an error in the end.

A browser is started for each file, since Playwright's loop runs for as long as it does.
"""

import contextlib
import importlib.util
import json
import re
import shutil
import time
from pathlib import Path

import pytest

import lowwater
from lowwater.server import keys
from lowwater.server.config import connect
from lowwater.server.pages.assets import assets, digest, page
from lowwater.server.pages.policy import ASSET_HEADERS, PAGE_HEADERS

TESTS = Path(__file__).parents[1]
CHROMIUM = shutil.which("chromium")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
)  # fmt: skip
SMALL = {"width": 360, "height": 740}
WAIT = 60_000
"""Milliseconds after which something is missing; a busy machine is slow."""


def neighbour(path):
    """The classes of another folder's conftest, which is no package."""
    spec = importlib.util.spec_from_file_location(f"of_{path.parent.name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SERVICE = neighbour(TESTS / "service" / "live" / "conftest.py")
CLIENT = neighbour(TESTS / "client" / "conftest.py")


@pytest.fixture(scope="module")
def playwright():
    if CHROMIUM is None:
        pytest.skip("NO BROWSER WAS TESTED: there is no chromium here; `make test` installs Debian's where it is root")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as result:
        yield result


@pytest.fixture(scope="module")
def chromium(playwright):
    with contextlib.closing(playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))) as browser:
        yield browser


class Person:
    """One tab, what it asked for, and what its console said."""

    def __init__(self, tab):
        tab.set_default_timeout(WAIT)
        self.tab, self.console, self.requests = tab, [], []
        tab.on("console", lambda message: self.console.append(f"{message.type}: {message.text}"))
        tab.on("pageerror", lambda error: self.console.append(f"error: {error}"))
        tab.on("request", lambda request: self.requests.append(request))

    def open(self, link):
        """Open a link, and wait until the page has looked at its survey or says why not."""
        self.tab.goto(link)
        return self.ready()

    def ready(self):
        self.tab.wait_for_selector("#number, .bad, #about ~ #told :text('it was')")
        self.tab.wait_for_selector('main[aria-busy="false"]')
        return self

    def drawn(self):
        """Wait until the dashboard of a survey is drawn."""
        self.tab.wait_for_selector("#answers strong:not(:empty)")
        self.tab.wait_for_selector('main[aria-busy="false"]')
        return self

    def answer(self, number):
        self.tab.fill("#number", number)
        self.tab.click("#answer")
        return self

    def counted(self):
        self.tab.wait_for_selector(".good")
        return self

    def shows(self, selector, text):
        """Wait until an element shows exactly this."""
        self.tab.locator(f'{selector}:text-is("{text}")').first.wait_for()
        return self

    def has(self, count, selector):
        """Wait until `count` elements match the `selector`."""
        last = self.tab.locator(f":nth-match({selector}, {count})")
        last.wait_for(state="attached")
        self.tab.locator(f":nth-match({selector}, {count + 1})").wait_for(state="detached")
        return self

    def says(self, words):
        """Wait until the page says this, wherever."""
        self.tab.get_by_text(re.compile(re.escape(words))).first.wait_for()
        return self

    @property
    def sent(self):
        """What was posted, as methods and paths."""
        return [(each.method, each.url) for each in self.requests if each.method != "GET"]

    def check(self, allowed=()):
        """No error in the console but the allowed ones, and no request to another host."""
        wrong = [line for line in self.console if not any(re.search(each, line) for each in allowed)]
        assert [] == wrong
        hosts = {each.url.split("/")[2] for each in self.requests}
        assert 1 >= len(hosts), hosts


@pytest.fixture
def visit(chromium):
    """New people, each with a browser profile of their own, or in a given one."""
    with contextlib.ExitStack() as opened:

        def visitor(profile=None, **options):
            profile = profile or opened.enter_context(contextlib.closing(chromium.new_context(**options)))
            return Person(profile.new_page())

        yield visitor


@pytest.fixture(scope="module")
def profile(chromium):
    """One browser profile for all tests of a file: what it has loaded, it has, and what it answered, it knows."""
    with contextlib.closing(chromium.new_context()) as context:
        yield context


@pytest.fixture
def drop_in(profile):
    """People in the profile of the file, for tests that do not care what it has answered before."""
    people = []

    def visitor():
        people.append(Person(profile.new_page()))
        return people[-1]

    yield visitor
    for person in people:
        person.tab.close()


TEXTS = {
    "title": "Youngest driver",
    "question": "How old are you, in years?",
    "unit": "years",
    "asker": "The road office",
    "contact": "roads@example.org",
    "purpose": "To learn from what age on people drive.",
}


class Surveys:
    """What a real server is asked to do for people with pages."""

    def link(self, people=200, epsilon=1, rules=None, texts=None, **options):
        """The link to a new survey."""
        plan = lowwater.plan(people, epsilon=epsilon, domain=(0, 150), step=1, refuse=False, **options)
        fields = TEXTS | {"closes": int(time.time()) + 9 * 86_400} | (texts or {})
        message = fields | {"plan": json.loads(plan.to_json()), "rules": rules or {}}
        opened = self.post("/v1/surveys", message)
        assert 201 == opened.status, opened.text
        return self.link_of(opened.json["survey"], opened.json["hash"])

    def link_of(self, survey, terms, invitation=None):
        return f"{self.address}/answer/{survey}#{terms}" + (f".{invitation}" if invitation else "")

    def path(self, link):
        return f"/v1/surveys/{link.partition('#')[0].rpartition('/')[2]}"

    def answers(self, link):
        return sum(asked["answered"] for asked in self.standing(self.path(link))["questions"])


class Site(Surveys, SERVICE.Live):
    """A real server in a thread, at the time of the wall."""

    def __init__(self, database):
        super().__init__(database)
        self.now = time.time()

    def key_of(self, name, **limits):
        """Another key, as `lowwater key make` makes it beside the server."""
        return self._beside(lambda store: keys.make(store, name, self.now, **limits))

    def revoke(self, name):
        self._beside(lambda store: keys.revoke(store, name, self.now))

    def _beside(self, operation):
        with contextlib.closing(connect(self.database, alone=False)) as store:
            store.begin()
            done = operation(store)
            store.commit()
            return done


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with contextlib.closing(Site(str(tmp_path_factory.mktemp("site") / "surveys.db"))) as result:
        yield result


class Liar(CLIENT.Host):
    """A server that serves the honest page, and says of surveys what it is told to."""

    def __init__(self):
        super().__init__()
        self.answer, self._surveys = self.page_or_lie, 0

    def begin(self, **options):
        """Begin a small survey of its own name, and forget what was heard before."""
        self._surveys, self.seen = self._surveys + 1, []
        self.survey = CLIENT.Survey(f"survey-{self._surveys}", **options)
        return self

    def page_or_lie(self, request):
        name = request.path.removeprefix(f"/pages/{digest()}/")
        if request.path.startswith("/answer/"):
            return CLIENT.Reply(
                200, page(f"../pages/{digest()}").encode(), PAGE_HEADERS | {"Content-Type": "text/html"}
            )
        if name in assets():
            return CLIENT.Reply(200, assets()[name].body, ASSET_HEADERS | {"Content-Type": assets()[name].content_type})
        return self.survey(request)

    @property
    def link(self):
        return f"{self.url}/answer/{self.survey.name}#{self.survey.message.hash}"

    @property
    def heard(self):
        """What came to the routes of devices."""
        return [request for request in self.seen if request.path.startswith("/v1/")]


@pytest.fixture(scope="module")
def liar():
    with contextlib.closing(Liar()) as result:
        yield result


@pytest.fixture
def lie(liar):
    """One liar for all tests of a file, each time with a new survey."""
    return liar.begin


@pytest.fixture(scope="session")
def reply():
    return CLIENT.Reply


STORED = """async () => {
  const all = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
  const bases = await indexedDB.databases();
  const kept = [];
  for (const { name } of bases) {
    const base = await all(indexedDB.open(name));
    for (const store of base.objectStoreNames) {
      kept.push(...(await all(base.transaction(store).objectStore(store).getAll())));
    }
    base.close();
  }
  const others = [{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie, location.href];
  const workers = await navigator.serviceWorker.getRegistrations();
  return JSON.stringify([kept, others, await caches.keys(), workers.length]);
}"""


@pytest.fixture(scope="session")
def stored():
    """All that a tab's site has stored anywhere, as text."""
    return lambda person: person.tab.evaluate(STORED)
