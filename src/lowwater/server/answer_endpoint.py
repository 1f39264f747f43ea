"""Answer endpoint: one path past the framework, whose layers cost more than all that is done with an answer."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import compile_path
from starlette.types import ASGIApp, Receive, Scope, Send


class Shortcut:
    """An application with one path of POST requests before it; whatever breaks there gets a reply as well."""

    def __init__(
        self,
        path: str,
        called: Callable[[Request], Awaitable[Response]],
        broken: Callable[[Request, Exception], Response],
        rest: ASGIApp,
    ) -> None:
        self._path, self._called, self._broken, self._rest = compile_path(path)[0], called, broken, rest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        found = self._path.match(scope["path"]) if scope.get("method") == "POST" else None
        if found is None:
            await self._rest(scope, receive, send)
            return
        request = Request({**scope, "path_params": found.groupdict()}, receive)
        try:
            response = await self._called(request)
        except Exception as error:
            response = self._broken(request, error)
        await response(scope, receive, send)
