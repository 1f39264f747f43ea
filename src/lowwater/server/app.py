"""App: the routes, the clock that moves surveys on, and errors as problem documents."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import ASGIApp

from lowwater.errors import BadStore, LowwaterError
from lowwater.server.access import RIGHT, Access
from lowwater.server.answer_endpoint import Shortcut
from lowwater.server.arrivals import Arrivals
from lowwater.server.clock import Clock
from lowwater.server.cors import Cors
from lowwater.server.endpoints import ENDPOINTS, Endpoint
from lowwater.server.feed import Feed
from lowwater.server.http_server import END_STREAMS
from lowwater.server.metrics import Metrics
from lowwater.server.operator_routes import OperatorRoutes
from lowwater.server.pages import routes as pages
from lowwater.server.plan_process import PlanProcess
from lowwater.server.plan_routes import PlanRoutes
from lowwater.server.problems import plain, problem
from lowwater.server.reader import Reader
from lowwater.server.rounds import CLOSED
from lowwater.server.routes import Routes
from lowwater.server.store.outbox import Kind
from lowwater.server.stream_routes import StreamRoutes
from lowwater.server.writer import Writer

LOG = logging.getLogger("lowwater.server")

_SLASH = "There is nothing at a path that ends in a slash; leave out the slash at the end."

Handler = Callable[[Request], Awaitable[Response]]


def app(writer: Writer, reader: Reader, *, public_url: str = "", every: float = 0.25, patience: float = 3.0) -> ASGIApp:
    """The application.

    Its clock looks for due surveys every `every` seconds; a database that takes over `patience` seconds is not ready.
    """
    metrics, access, arrivals = Metrics(), Access(writer, reader), Arrivals(writer.clock)
    feed, plans = Feed(reader, arrivals, writer.clock, pause=2 * every), PlanProcess()
    writer.on_move, writer.on_commit = _record_moves(metrics), feed.wake
    routes = Routes(access, arrivals, metrics, public_url)
    parts = (routes, OperatorRoutes(access, feed, metrics), StreamRoutes(access, feed), PlanRoutes(access, plans))
    handlers = {endpoint.name: _handler(parts, endpoint.name) for endpoint in ENDPOINTS}
    handlers["ready"] = _with_timeout(handlers["ready"], patience)

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[dict[str, object]]:
        tasks = [asyncio.create_task(part.run()) for part in (Clock(writer, every), feed, plans)]
        yield {END_STREAMS: feed.end}
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await writer.finish()
        await asyncio.to_thread(reader.stop)
        await asyncio.to_thread(writer.stop)

    table = [
        Route(endpoint.path, _measured(handlers[endpoint.name], endpoint, metrics), methods=[endpoint.method])
        for endpoint in ENDPOINTS
    ]
    exceptions = {HTTPException: _unknown, Exception: _broken}
    rest = Starlette(routes=[*table, *pages.routes(routes.public)], lifespan=lifespan, exception_handlers=exceptions)
    rest.router.redirect_slashes = False  # a redirect is no problem document, and few devices follow one with a body
    (answer,) = (route for route, endpoint in zip(table, ENDPOINTS, strict=True) if endpoint.name == "answer")
    return Shortcut(answer.path, answer.endpoint, _broken, Cors(rest))


def _handler(parts: Sequence[object], name: str) -> Handler:
    """The method of this name of the first of the parts that has one."""
    handler: Handler = next(getattr(part, name) for part in parts if hasattr(part, name))
    return handler


def _record_moves(metrics: Metrics) -> Callable[[str, Kind], None]:
    """A function that logs and counts each move of a survey, and the rounds that are closed."""

    def record(survey: str, kind: Kind) -> None:
        metrics.add("lowwater_events_total", f'kind="{kind}"')
        if kind in CLOSED:
            metrics.add("lowwater_rounds_total")
        LOG.info("survey moved on", extra={"survey": survey, "kind": kind})

    return record


def _with_timeout(handler: Handler, patience: float) -> Handler:
    """A handler that raises BadStore after `patience` seconds, and logs that once until the database answers again."""
    slow = False

    async def handle(request: Request) -> Response:
        nonlocal slow
        try:
            async with asyncio.timeout(patience):
                response = await handler(request)
        except TimeoutError:
            if not slow:
                LOG.warning("the database does not answer: nothing came in %g seconds", patience)
            slow = True
            raise BadStore("the database does not answer") from None
        slow = False
        return response

    return handle


def _measured(handler: Handler, endpoint: Endpoint, metrics: Metrics) -> Handler:
    """A handler whose errors are problem documents, and whose requests are counted and logged."""
    kind = endpoint.action or endpoint.name

    async def handle(request: Request) -> Response:
        request.path_params["action"], request.scope[RIGHT] = endpoint.action, endpoint.right
        since = time.perf_counter()
        try:
            response = await handler(request)
        except LowwaterError as error:
            response = problem(error)
        took = time.perf_counter() - since
        metrics.observe(kind, response.status_code, took)
        if LOG.isEnabledFor(logging.DEBUG):
            LOG.debug("request", extra={"kind": kind, "status": response.status_code, "ms": round(took * 1e3, 2)})
        return response

    return handle


def _unknown(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    title = {404: "There is nothing here.", 405: "This path takes another method."}.get(status, "This cannot be done.")
    headers = dict(getattr(error, "headers", None) or {})  # Allow: the methods that a path takes
    detail = _SLASH if status == 404 and _ends_in_a_slash(request) else title
    return plain({"type": "about:blank", "title": title, "status": status, "detail": detail}, headers)


def _ends_in_a_slash(request: Request) -> bool:
    """Whether the path would be one of ours without the slash at its end."""
    path = request.scope["path"]
    without = {**request.scope, "path": path.removesuffix("/")}
    return path.endswith("/") and any(route.matches(without)[0] is not Match.NONE for route in request.app.routes)


def _broken(_request: Request, error: Exception) -> Response:
    LOG.error("a request broke", exc_info=error)
    detail = "The server broke; what you sent may or may not have been kept. Send it again: repeats are harmless."
    return plain({"type": "about:blank", "title": "The server broke.", "status": 500, "detail": detail})
