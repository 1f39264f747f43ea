"""What breaks in the middle: the server is killed and comes back; the browser is, between spending and sending."""

import contextlib
import os
import re
import signal
import subprocess
import sys

import pytest

from tests.browser.conftest import CHROMIUM, FLAGS, SERVICE, Person, Surveys

LOST = (r"Failed to load resource",)


class Process(Surveys, SERVICE.Served):
    """`lowwater serve` in a process."""


@pytest.fixture
def serve(tmp_path):
    with contextlib.ExitStack() as made:
        database = str(tmp_path / "surveys.db")

        def start(port=0):
            process = Process(database, "--port", str(port))
            made.enter_context(contextlib.closing(process))
            return process

        yield start


def keyed(server, database):
    made = [sys.executable, "-m", "lowwater", "key", "--database", database, "make", "ada"]
    server.key = subprocess.run(made, check=True, capture_output=True, text=True).stdout.strip()
    return server


def test_a_server_that_is_killed_and_restarted_midway_loses_and_doubles_nothing(visit, serve, tmp_path):
    server = keyed(serve(), str(tmp_path / "surveys.db"))
    link, port, posted = server.link(), int(server.address.rpartition(":")[2]), []
    person = visit().open(link)

    def killed(route):
        """Spent, and not yet sent: now the server dies."""
        posted.append(route.request.post_data)
        if len(posted) == 1:
            server.process.kill()
            server.process.wait()
        route.continue_()

    person.tab.route("**/answers", killed)
    person.tab.fill("#number", "34")
    person.tab.click("#answer")
    while not posted:
        person.tab.wait_for_timeout(20)
    again = serve(port)
    again.key = server.key
    person.counted()
    assert (1, 1) == (len(set(posted)), again.answers(link))
    person.check(LOST)


class Browser:
    """Chromium in a process group of its own, with a profile that outlives it."""

    def __init__(self, playwright, profile):
        command = [
            CHROMIUM,
            *FLAGS,
            "--headless",
            "--remote-debugging-port=0",
            f"--user-data-dir={profile}",
            "about:blank",
        ]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
        address = next(match[0] for line in self.process.stderr if (match := re.search(r"ws://\S+", line)))
        self._browser = playwright.chromium.connect_over_cdp(address)
        self.context = self._browser.contexts[0]

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process.stderr.close()

    def close(self):
        if self.process.poll() is None:
            self.kill()


def test_a_browser_killed_between_spending_and_sending_sends_the_same_answer_later(playwright, site, tmp_path):
    link, replies = site.link(), []
    with contextlib.closing(Browser(playwright, tmp_path / "profile")) as first:
        person = Person(first.context.new_page())
        person.tab.route("**/answers", lambda route: replies.append(route.request.post_data))  # it never leaves
        person.open(link).answer("34")
        while not replies:
            person.tab.wait_for_timeout(20)
        first.kill()
    assert (1, 0) == (len(replies), site.answers(link))
    with contextlib.closing(Browser(playwright, tmp_path / "profile")) as second:
        person, sent = Person(second.context.new_page()), []
        person.tab.on("request", lambda each: sent.append(each.post_data) if "/answers" in each.url else None)
        person.open(link).says("was not confirmed").answer("120").counted()  # whatever is typed, it was said already
        assert (replies, 1) == (sent, site.answers(link))
        person.says("spent 1 of 1 nat").check()
