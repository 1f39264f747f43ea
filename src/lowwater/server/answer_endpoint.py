"""Answer endpoint: one path that bypasses the framework, whose layers cost more than judging an answer."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import compile_path
from starlette.types import ASGIApp, Receive, Scope, Send

from lowwater.server import cors


class Shortcut:
    """An application in front of `rest` that handles POST requests to one path; `broken` replies to its exceptions."""

    def __init__(
        self,
        path: str,
        handler: Callable[[Request], Awaitable[Response]],
        broken: Callable[[Request, Exception], Response],
        rest: ASGIApp,
    ) -> None:
        self._path, self._handler, self._broken, self._rest = compile_path(path)[0], handler, broken, rest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        match = self._path.match(scope["path"]) if scope.get("method") == "POST" else None
        if match is None:
            await self._rest(scope, receive, send)
            return
        request = Request({**scope, "path_params": match.groupdict()}, receive)
        try:
            response = await self._handler(request)
        except Exception as error:
            response = self._broken(request, error)
        response.raw_headers.extend(cors.HEADERS)
        await response(scope, receive, send)
