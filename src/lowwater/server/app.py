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
from starlette.routing import Route

from lowwater.errors import LowwaterError
from lowwater.server import service
from lowwater.server.endpoints import ENDPOINTS, Endpoint
from lowwater.server.metrics import Metrics
from lowwater.server.problems import plain, problem
from lowwater.server.routes import Routes
from lowwater.server.writer import Writer

LOG = logging.getLogger("lowwater.server")

Called = Callable[[Request], Awaitable[Response]]


def app(writer: Writer, *, every: float = 0.25) -> Starlette:
    """The server's application; every so many seconds surveys are looked at."""
    metrics = Metrics()
    routes = Routes(writer, metrics)

    @contextlib.asynccontextmanager
    async def living(_app: Starlette) -> AsyncIterator[None]:
        ticking = asyncio.create_task(_ticking(writer, metrics, every))
        yield
        ticking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await ticking
        await asyncio.to_thread(writer.stop)

    found = [Route(one.path, _told(getattr(routes, one.name), one, metrics), methods=[one.method]) for one in ENDPOINTS]
    handlers = {HTTPException: _unknown, Exception: _broken}
    return Starlette(routes=found, lifespan=living, exception_handlers=handlers)


async def _ticking(writer: Writer, metrics: Metrics, every: float) -> None:
    """Move surveys on, again and again; a failure is logged, and tried again."""
    while True:
        try:
            for (name,) in await writer.do(lambda session: session.all("moving_ids")):
                await _tick(writer, metrics, name)
        except LowwaterError as error:
            LOG.warning("surveys could not be looked at: %s", error)
        await asyncio.sleep(every)


async def _tick(writer: Writer, metrics: Metrics, name: str) -> None:
    """Move one survey on; whatever is wrong with it keeps no other from moving."""
    now = writer.clock()
    try:
        moved = await writer.do(lambda session: service.tick(session, name, now))
    except Exception as error:
        ours = isinstance(error, LowwaterError)
        LOG.warning("survey could not be moved on: %s", error, exc_info=not ours, extra={"survey": name})
        return
    if moved:
        metrics.add("lowwater_rounds_total")
        LOG.info("survey moved on", extra={"survey": name})


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
        took = round((time.perf_counter() - since) * 1e3, 2)
        LOG.debug("request", extra={"kind": kind, "status": response.status_code, "ms": took})
        return response

    return telling


def _unknown(_request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    said = {404: "There is nothing here.", 405: "This path takes another method."}.get(status, "This cannot be done.")
    headers = dict(getattr(error, "headers", None) or {})  # which methods a path does take
    return plain({"type": "about:blank", "title": said, "status": status, "detail": said}, headers)


def _broken(_request: Request, error: Exception) -> Response:
    LOG.error("a request broke", exc_info=error)
    said = "The server broke; what you sent may or may not have been kept. Send it again: repeats are harmless."
    return plain({"type": "about:blank", "title": "The server broke.", "status": 500, "detail": said})
