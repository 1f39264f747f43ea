"""A copy of the page that another host serves: it speaks to its one server, and answers like the page there."""

import functools
import threading
from contextlib import closing
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from lowwater.server.pages.bundle import bundle


class Files(SimpleHTTPRequestHandler):
    """A host that knows nothing but files."""

    def log_message(self, *_about):
        """Say nothing."""


class Elsewhere:
    """Another host: the same machine at another port is another origin."""

    def __init__(self, folder):
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=str(folder)))
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    def close(self):
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def elsewhere(site, tmp_path):
    for name, body in bundle(site.address).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(body)
    with closing(Elsewhere(tmp_path)) as result:
        yield result


def test_a_copy_answers_by_a_pasted_link_and_speaks_to_its_server_alone(visit, site, elsewhere):
    link = site.link()
    person = visit()
    person.tab.goto(f"{elsewhere.url}/")
    person.tab.fill("#link", link)
    person.tab.keyboard.press("Enter")
    person.ready().answer("34").counted()
    assert f"{elsewhere.url}/" == person.tab.url
    assert 1 == site.answers(link)
    assert [] == person.console
    asked = {each.url.split("/")[2]: each.url for each in person.requests}
    assert {elsewhere.url.removeprefix("http://"), site.address.removeprefix("http://")} == set(asked)


def test_a_copy_takes_the_survey_from_its_fragment_and_refuses_links_to_other_servers(visit, site, elsewhere):
    link = site.link()
    survey, terms = site.path(link).rpartition("/")[2], link.partition("#")[2]
    person = visit().open(f"{elsewhere.url}/#{survey}/{terms}")
    assert (f"{elsewhere.url}/", 1) == (person.tab.url, person.tab.locator("#number").count())
    other = visit()
    other.tab.goto(f"{elsewhere.url}/index.html")
    other.tab.fill("#link", link.replace(site.address, "https://other.example.org"))
    other.tab.keyboard.press("Enter")
    other.says("leads to no survey")


def test_the_policy_of_a_copy_lets_it_speak_to_no_third(visit, elsewhere, lie):
    person = visit()
    person.tab.goto(f"{elsewhere.url}/")
    third = lie()
    evaluation = person.tab.evaluate(
        "(url) => fetch(url).then(() => 'spoke', () => 'refused')", f"{third.url}/v1/surveys/x"
    )
    assert ("refused", []) == (evaluation, third.heard)
