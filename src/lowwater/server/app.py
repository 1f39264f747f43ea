"""App: the routes, the clock that moves surveys on, and how errors leave the house."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import ASGIApp

from lowwater.errors import BadStore, LowwaterError
from lowwater.server.answer_endpoint import Shortcut
from lowwater.server.clock import Clock
from lowwater.server.endpoints import ENDPOINTS, Endpoint
from lowwater.server.metrics import Metrics
from lowwater.server.problems import plain, problem
from lowwater.server.reader import Reader
from lowwater.server.rounds import CLOSED
from lowwater.server.routes import Routes
from lowwater.server.store.outbox import Kind
from lowwater.server.writer import Writer

LOG = logging.getLogger("lowwater.server")

_SLASH = "There is nothing at a path that ends in a slash; leave out the slash at the end."

Called = Callable[[Request], Awaitable[Response]]


def app(writer: Writer, reader: Reader, *, every: float = 0.25, patience: float = 3.0) -> ASGIApp:
    """The server's application; it looks at surveys every so many seconds, and is not ready after `patience`."""
    metrics = Metrics()
    routes, writer.told = Routes(writer, reader, metrics), _moves(metrics)
    called = {one.name: getattr(routes, one.name) for one in ENDPOINTS}
    called["ready"] = _prompt(called["ready"], patience)

    @contextlib.asynccontextmanager
    async def living(_app: Starlette) -> AsyncIterator[None]:
        ticking = asyncio.create_task(Clock(writer, every).run())
        yield
        ticking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await ticking
        await writer.finish()
        await asyncio.to_thread(reader.stop)
        await asyncio.to_thread(writer.stop)

    found = [Route(one.path, _told(called[one.name], one, metrics), methods=[one.method]) for one in ENDPOINTS]
    handlers = {HTTPException: _unknown, Exception: _broken}
    rest = Starlette(routes=found, lifespan=living, exception_handlers=handlers)
    rest.router.redirect_slashes = False  # a redirect is no problem document, and few devices follow one with a body
    (answer,) = (route for route, one in zip(found, ENDPOINTS, strict=True) if one.name == "answer")
    return Shortcut(answer.path, answer.endpoint, _broken, rest)


def _moves(metrics: Metrics) -> Callable[[str, Kind], None]:
    """Log what moves, and count the rounds that it closes."""

    def told(survey: str, kind: Kind) -> None:
        if kind in CLOSED:
            metrics.add("lowwater_rounds_total")
        LOG.info("survey moved on", extra={"survey": survey, "kind": kind})

    return told


def _prompt(called: Called, patience: float) -> Called:
    """An endpoint that gives the database up after `patience` seconds, and logs it once until it answers again."""
    slow = False

    async def prompt(request: Request) -> Response:
        nonlocal slow
        try:
            async with asyncio.timeout(patience):
                response = await called(request)
        except TimeoutError:
            if not slow:
                LOG.warning("the database does not answer: nothing came in %g seconds", patience)
            slow = True
            raise BadStore("the database does not answer") from None
        slow = False
        return response

    return prompt


def _told(called: Called, one: Endpoint, metrics: Metrics) -> Called:
    """An endpoint whose errors are problem documents, and whose requests are counted and logged."""
    kind = one.action or one.name

    async def telling(request: Request) -> Response:
        request.path_params["action"] = one.action
        since = time.perf_counter()
        try:
            response = await called(request)
        except LowwaterError as error:
            response = problem(error)
        metrics.add("lowwater_requests_total", f'kind="{kind}",status="{response.status_code}"')
        if LOG.isEnabledFor(logging.DEBUG):
            took = round((time.perf_counter() - since) * 1e3, 2)
            LOG.debug("request", extra={"kind": kind, "status": response.status_code, "ms": took})
        return response

    return telling


def _unknown(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    said = {404: "There is nothing here.", 405: "This path takes another method."}.get(status, "This cannot be done.")
    headers = dict(getattr(error, "headers", None) or {})  # which methods a path does take
    detail = _SLASH if status == 404 and _ends_in_a_slash(request) else said
    return plain({"type": "about:blank", "title": said, "status": status, "detail": detail}, headers)


def _ends_in_a_slash(request: Request) -> bool:
    """Whether the path would be one of ours without the slash at its end."""
    path = request.scope["path"]
    without = {**request.scope, "path": path.removesuffix("/")}
    return path.endswith("/") and any(route.matches(without)[0] is not Match.NONE for route in request.app.routes)


def _broken(_request: Request, error: Exception) -> Response:
    LOG.error("a request broke", exc_info=error)
    said = "The server broke; what you sent may or may not have been kept. Send it again: repeats are harmless."
    return plain({"type": "about:blank", "title": "The server broke.", "status": 500, "detail": said})
