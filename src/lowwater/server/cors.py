"""CORS: lets pages of other hosts use the routes of devices, and no others, without credentials."""

import re

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_ROUTES = {
    "GET": re.compile(r"/v1/surveys/[^/]+"),
    "POST": re.compile(r"/v1/surveys/[^/]+/(?:check-in|answers)"),
}
_ANYONE = (b"access-control-allow-origin", b"*")
HEADERS = (_ANYONE, (b"access-control-expose-headers", b"Retry-After"))
"""The headers of a reply that pages of other hosts may read."""

_DAY = b"86400"


class Cors:
    """An application in front of `rest` that adds the headers of CORS to the routes of devices."""

    def __init__(self, rest: ASGIApp) -> None:
        self._rest = rest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        method = scope.get("method")
        if method == "OPTIONS" and (methods := _methods(scope["path"])):
            await _preflight(send, methods)
            return
        route = _ROUTES.get(method or "")
        if route is None or not route.fullmatch(scope["path"]):
            await self._rest(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        await self._rest(scope, receive, send_with_headers)


def _methods(path: str) -> str:
    """The methods that other hosts may use at a path; empty if it is no route of devices."""
    return ", ".join(method for method, route in _ROUTES.items() if route.fullmatch(path))


async def _preflight(send: Send, methods: str) -> None:
    """Allow a request of another host's page."""
    allowed = (b"access-control-allow-methods", methods.encode())
    headers = [_ANYONE, allowed, (b"access-control-allow-headers", b"Content-Type"), (b"access-control-max-age", _DAY)]
    await send({"type": "http.response.start", "status": 204, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
