"""Operator routes: whether the server runs, its metrics, its problems, and its description."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from lowwater.errors import LowwaterError
from lowwater.server import problem_pages
from lowwater.server.access import Access
from lowwater.server.feed import Feed
from lowwater.server.metrics import TYPE, Metrics, gauges_of
from lowwater.server.openapi import openapi
from lowwater.server.store.records import Progress

_PATIENCE = 2.0  # seconds for the figures that the database has


class OperatorRoutes:
    """What operators use, without a key."""

    def __init__(self, access: Access, feed: Feed, metrics: Metrics) -> None:
        self._access, self._feed, self._metrics = access, feed, metrics

    async def health(self, _request: Request) -> Response:
        """Reply, to show that the process runs."""
        return JSONResponse({"status": "ok"})

    async def ready(self, _request: Request) -> Response:
        """Reply once the database has answered."""
        await self._access.writer.do(lambda store: store.surveys.position(""))
        return JSONResponse({"status": "ready"})

    async def metrics(self, _request: Request) -> Response:
        """Counts for Prometheus, and those that the database has, if it answers."""
        running: list[Progress] | None = None
        try:
            async with asyncio.timeout(_PATIENCE):
                running = await self._access.reader.do(lambda store: store.surveys.running())
        except (LowwaterError, TimeoutError):
            pass  # the figures say that it did not
        gauges = gauges_of(running, self._access.writer.clock(), self._feed.streams)
        return Response(self._metrics.text(gauges), media_type=TYPE)

    async def problem(self, request: Request) -> Response:
        """The page of a problem: what it means, and what to do."""
        kind = problem_pages.KINDS.get(request.path_params["problem"])
        if kind is None:
            raise HTTPException(404)
        return PlainTextResponse(problem_pages.text(kind))

    async def openapi(self, _request: Request) -> Response:
        """The OpenAPI document."""
        return JSONResponse(openapi())
