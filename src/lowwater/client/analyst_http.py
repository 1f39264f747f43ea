"""AnalystHttp: an analyst's requests to a server, with an API key; every problem becomes its error.

The key is sent to that server alone: over TLS or within this machine, and never after a redirect.
"""

import json
import os
import re
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http import HTTPStatus
from http.client import HTTPException
from typing import Any

from lowwater.client.connection import ReplyTooLong
from lowwater.client.http import failure
from lowwater.client.problems import error_of
from lowwater.client.route import Route
from lowwater.errors import BadKey, BadMessage, Unreachable
from lowwater.wire import parse
from lowwater.wire.address import Address

SERVER, KEY = "LOWWATER_SERVER", "LOWWATER_KEY"
_HERE = "http://127.0.0.1:8770"
_TIMEOUT = 30.0  # seconds for a whole exchange
_SILENCE = 30.0  # seconds for the next line of a stream, which has a beat every 10
_MOST = 2**26  # bytes of a reply, at most; lists are long
_SPELLING = re.compile(r"[A-Za-z0-9_-]+")


class AnalystHttp:
    """One server, and the key to it."""

    def __init__(self, server: str | None, key: str | None = None, *, ca: str | None = None) -> None:
        address = Address.of(server or os.environ.get(SERVER) or _HERE)
        self.server = str(address)
        self._route = Route(address, ca=ca, insecure=False, most=_MOST)
        self._key = (key or os.environ.get(KEY) or "").strip()
        if not self._key:
            raise BadKey(f"no API key; make one with `lowwater key make NAME` and put it into {KEY}")
        if not _SPELLING.fullmatch(self._key):  # it is a secret, so the error does not quote it
            raise BadKey(f"what {KEY} holds is no API key: one is letters, digits, - and _, on one line, and no more")

    def get(self, path: str) -> Any:
        """GET a path, and return the JSON of the reply."""
        return self._request("GET", path, None)

    def post(self, path: str, message: Any = None) -> Any:
        """POST a message as JSON, and return the JSON of the reply."""
        return self._request("POST", path, json.dumps(message).encode())

    def delete(self, path: str) -> Any:
        """DELETE a path, and return the JSON of the reply."""
        return self._request("DELETE", path, None)

    def lines(self, path: str) -> Iterator[Any]:
        """GET a path whose reply comes line by line, and yield the JSON of each line."""
        with (
            self._translated(_SILENCE),
            closing(self._route.connection()) as connection,
            connection.exchange(_SILENCE, "GET", self._route.target(path), None, self._headers) as reply,
        ):
            if reply.status != HTTPStatus.OK:
                raise error_of(self.server, reply.status, reply.headers.get("Content-Type", ""), reply.read())
            while line := reply.readline(_MOST):
                connection.renew(_SILENCE)
                yield self._read(line)

    @property
    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._key}", "Content-Type": "application/json"} | self._route.headers

    def _request(self, method: str, path: str, body: bytes | None) -> Any:
        with self._translated(_TIMEOUT):
            status, kind, text = self._exchange(method, path, body, self._headers)
        if not 200 <= status < 300:
            raise error_of(self.server, status, kind, text)
        return self._read(text)

    @contextmanager
    def _translated(self, seconds: float) -> Iterator[None]:
        """Raise what goes wrong on the way as Unreachable."""
        try:
            yield
        except ssl.SSLCertVerificationError as error:
            raise Unreachable(
                f"{self.server} cannot prove who it is: {error.verify_message}; if it has an authority of its own, "
                "name that one's certificate with --ca"
            ) from None
        except ReplyTooLong as error:
            raise Unreachable(f"{self.server} {error}") from None
        except (OSError, HTTPException) as error:
            raise Unreachable(f"{self.server} {failure(error, seconds)}; is `lowwater serve` running there?") from None

    def _exchange(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, str, bytes]:
        """Status, content type and body of a reply."""
        with (
            closing(self._route.connection()) as connection,
            connection.exchange(_TIMEOUT, method, self._route.target(path), body, headers) as reply,
        ):
            return reply.status, reply.headers.get("Content-Type", ""), reply.read()

    def _read(self, text: bytes) -> Any:
        try:
            return parse(text or b"null", _MOST)
        except BadMessage:
            raise Unreachable(
                f"{self.server} does not answer as a Lowwater server does; is this its address?"
            ) from None
