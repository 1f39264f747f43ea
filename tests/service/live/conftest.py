"""Servers for real: one in a thread, at a time that the test decides; and `lowwater serve` in a process of its own."""

import asyncio
import contextlib
import http.client
import json
import os
import socket
import subprocess
import sys
import threading
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest

from lowwater.server import keys
from lowwater.server.app import app
from lowwater.server.config import connect
from lowwater.server.reader import Reader
from lowwater.server.serve import server
from lowwater.server.writer import Writer

MANY = 5000
"""Looks at a survey that is to move; each takes a request, so nobody waits for ever."""


@dataclass(frozen=True)
class Reply:
    """What a server said."""

    status: int
    headers: dict
    text: str

    @property
    def json(self):
        return json.loads(self.text)

    @property
    def problem(self):
        """The last part of a problem's type, where it is one."""
        assert "application/problem+json" == self.headers["content-type"]
        assert {"type", "title", "status", "detail"} == self.json.keys()
        assert self.status == self.json["status"]
        return self.json["type"].rpartition("/")[2]


class Line:
    """A line to a server, for devices and for an analyst."""

    def __init__(self, address, key=None):
        self.address, self.key = address, key

    def ask(self, method, path, body=None, *, key=None, **headers):
        """One request on a connection of its own; a body that is no bytes is sent as JSON."""
        sent = {"Content-Type": "application/json"} | {name.replace("_", "-"): text for name, text in headers.items()}
        sent |= {} if key is None else {"Authorization": f"Bearer {key}"}
        text = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        where = urlsplit(self.address)
        with contextlib.closing(http.client.HTTPConnection(where.hostname, where.port, timeout=60)) as connection:
            connection.request(method, path, text, {name: text for name, text in sent.items() if text is not None})
            reply = connection.getresponse()
            value = {name.lower(): text for name, text in reply.getheaders()}
            text = (
                reply.readline() if "ndjson" in value.get("content-type", "") else reply.read()
            )  # a stream has no end
            return Reply(reply.status, value, text.decode())

    def get(self, path):
        return self.ask("GET", path, key=self.key)

    def post(self, path, body=None):
        return self.ask("POST", path, body, key=self.key)

    def open(self, plan, title="A survey", **rules):
        """The path of a new survey."""
        reply = self.post("/v1/surveys", {"title": title, "plan": json.loads(plan.to_json()), "rules": rules})
        assert 201 == reply.status, reply.text
        return reply.headers["location"]

    def check_in(self, path, name, invitation=None):
        return self.ask("POST", f"{path}/check-in", checking(name, invitation))

    def answer(self, path, name, question, yes=True, receipt="r" * 40):
        return self.ask("POST", f"{path}/answers", posting(name, question, yes, receipt))

    def standing(self, path):
        return self.get(f"{path}/standing").json

    def until(self, path, done):
        """Look at a survey until it is as it should be."""
        for _ in range(MANY):
            result = self.standing(path)
            if done(result):
                return result
        raise AssertionError(f"this survey does not get there: {result}")


def checking(name, invitation=None):
    return {"name": name, "invitation": invitation, "version": "lowwater/2"}


def posting(name, question, yes=True, receipt="r" * 40):
    answer = {"round": question["round"], "index": question["index"], "code": 10 + yes, "version": "lowwater/2"}
    return {"name": name, "receipt": receipt, "answer": answer, "version": "lowwater/2"}


class Live(Line):
    """A server in a thread; connections wait until it takes them, so nobody waits for it to start."""

    def __init__(self, database, analyst="analyst", **settings):
        self.database, self.store, self.now = database, connect(database), 1000.0
        self.store.migrate()
        self.store.begin()
        key = keys.make(self.store, analyst, 0.0)
        self.store.commit()
        self._writer = Writer(self.store, lambda: self.now)
        reader = Reader(lambda: connect(database, reading=True))
        self._server = server(app(self._writer, reader, every=0.02, **settings))
        listening = socket.create_server(("127.0.0.1", 0))
        super().__init__(f"http://127.0.0.1:{listening.getsockname()[1]}", key)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listening]})
        self._thread.start()

    def do(self, operation):
        """Something that the server's own thread does, with the server's own session."""
        return asyncio.run(self._writer.do(operation))

    def close(self):
        self._server.should_exit = True
        self._thread.join()


class Served(Line):
    """`lowwater serve` in a process; its log is kept line by line."""

    def __init__(self, database, *options, key=None):
        command = [sys.executable, "-m", "lowwater", "serve", "--database", database, "--port", "0", *options]
        settings = {name: text for name, text in os.environ.items() if not name.startswith("LOWWATER_")}
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=settings)
        self.log = [self.process.stderr.readline()]
        super().__init__(json.loads(self.log[0])["address"], key)
        self._reading = threading.Thread(target=lambda: self.log.extend(self.process.stderr))
        self._reading.start()

    def close(self):
        """However it ended, or end it now; and all that it said."""
        self.process.kill()
        code = self.process.wait()
        self._reading.join()
        self.process.stderr.close()
        return code


@pytest.fixture(scope="module")
def live(fresh):
    with contextlib.closing(Live(fresh())) as result:
        yield result


@pytest.fixture
def make_live():
    with contextlib.ExitStack() as made:
        yield lambda *given, **settings: made.enter_context(contextlib.closing(Live(*given, **settings)))


@pytest.fixture(scope="module")
def lasting(tmp_path_factory):
    """One server for all tests of a file, on SQLite alone."""
    with contextlib.closing(Live(str(tmp_path_factory.mktemp("lasting") / "surveys.db"))) as live:
        yield live


@pytest.fixture(scope="module")
def serve():
    """Servers that run until they are ended, or all tests of a file are over."""
    with contextlib.ExitStack() as made:
        yield lambda *given, **more: made.enter_context(contextlib.closing(Served(*given, **more)))


@pytest.fixture(scope="session")
def make_key():
    """Keys as `lowwater key make` makes them, beside a server."""

    def make(database, name="analyst"):
        with contextlib.closing(connect(database, alone=False)) as session:
            session.migrate()
            session.begin()
            key = keys.make(session, name, 0.0)
            session.commit()
            return key

    return make


@pytest.fixture(scope="session")
def bodies():
    """What devices send: a check-in, and an answer."""
    return checking, posting
