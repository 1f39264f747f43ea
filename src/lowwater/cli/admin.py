"""Admin: an analyst's line to a server, with a key; every problem becomes the error it stands for."""

import json
import os
import urllib.error
import urllib.request
from typing import Any

from lowwater.client.problems import error_of
from lowwater.errors import BadKey, Unreachable

SERVER, KEY = "LOWWATER_SERVER", "LOWWATER_KEY"
_TIMEOUT = 30.0


class Admin:
    """One server, and the key to it."""

    def __init__(self, server: str | None, key: str | None) -> None:
        self.server = (server or os.environ.get(SERVER) or "http://127.0.0.1:8770").rstrip("/")
        self._key = key or os.environ.get(KEY)
        if not self._key:
            raise BadKey(f"no API key; make one with `lowwater key make NAME` and put it into {KEY}")

    def get(self, path: str) -> Any:
        """Read something."""
        return self._asked("GET", path, None)

    def post(self, path: str, message: Any = None) -> Any:
        """Have something done."""
        return self._asked("POST", path, json.dumps(message).encode())

    def _asked(self, method: str, path: str, body: bytes | None) -> Any:
        headers = {"Authorization": f"Bearer {self._key}", "Content-Type": "application/json"}
        if not self.server.startswith(("http://", "https://")):
            raise Unreachable(f"{self.server!r} is no address; give one such as https://surveys.example")
        request = urllib.request.Request(self.server + path, body, headers, method=method)  # noqa: S310 (checked above)
        try:
            with urllib.request.urlopen(request, timeout=_TIMEOUT) as reply:  # noqa: S310
                return json.loads(reply.read())
        except urllib.error.HTTPError as error:
            raise error_of(self.server, error.code, error.headers.get("content-type", ""), error.read()) from None
        except (OSError, ValueError) as error:
            raise Unreachable(f"{self.server} cannot be reached: {error}; is `lowwater serve` running there?") from None
