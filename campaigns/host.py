"""Host: a server of a campaign's own, which replies whatever it is told to, and keeps every answer that it heard."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

from lowwater.wire import Message, PostedMessage, decode, encode


class Request(NamedTuple):
    """What a device asks: its method, what stands after /v1/surveys/ in its path, and its body."""

    method: str
    survey: str
    verb: str
    body: bytes


class Reply(NamedTuple):
    """A status, a body and its type."""

    status: int = 200
    body: bytes = b""
    kind: str = "application/json"

    @classmethod
    def of(cls, message: Message) -> "Reply":
        """A message, as an honest server sends it."""
        return cls(200, encode(message).encode())


class Host(ThreadingHTTPServer):
    """A server that asks `reply` what to say."""

    daemon_threads = True

    def __init__(self, reply: Callable[[Request], Reply], place: tuple[str, int] = ("127.0.0.1", 0)) -> None:
        self.address_family = socket.AF_INET6 if ":" in place[0] else socket.AF_INET
        super().__init__(place, _Handler)
        self.reply, self.heard = reply, list[tuple[str, PostedMessage]]()
        self.port: int = self.server_address[1]

    def handle_error(self, _request: object, _client: object) -> None:
        """Devices hang up when they like."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one piece: two of them would wait for an acknowledgement in between
    server: Host

    def _any(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        survey, _, verb = self.path.rpartition("/v1/surveys/")[2].partition("/")
        if verb == "answers":
            self.server.heard.append((survey, decode(PostedMessage, body)))
        reply = self.server.reply(Request(self.command, survey, verb, body))
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.kind)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        self.wfile.write(reply.body)

    do_GET = do_POST = _any  # noqa: N815 (so the base class calls them)

    def log_message(self, *_about: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def hosting(reply: Callable[[Request], Reply], *more: str) -> Iterator[Host]:
    """A host at 127.0.0.1, and at further addresses at the same port, which is ended whatever happens."""
    first = Host(reply)
    hosts = [first]
    try:
        for name in more:
            hosts.append(Host(reply, (name, first.port)))
            hosts[-1].heard = first.heard
        for host in hosts:
            threading.Thread(target=host.serve_forever, args=(0.02,), daemon=True).start()
        yield first
    finally:
        for host in hosts:
            host.shutdown()
            host.server_close()
