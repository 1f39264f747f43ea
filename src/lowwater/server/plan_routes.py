"""Plan routes: the forecast and the terms of a survey, before it is opened."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from lowwater.server import body
from lowwater.server.access import Access
from lowwater.server.plan_process import PlanProcess, reply_of

_LARGEST = 64 * 1024  # bytes, as of a request that opens a survey


class PlanRoutes:
    """Forecasts and terms, from a process of their own."""

    def __init__(self, access: Access, process: PlanProcess) -> None:
        self._access, self._process = access, process

    async def forecast(self, request: Request) -> Response:
        """The plan of a survey with its forecast, or why it cannot work."""
        return await self._reply(request, "forecast")

    async def terms(self, request: Request) -> Response:
        """The terms of a survey as people would see them."""
        return await self._reply(request, "terms")

    async def _reply(self, request: Request, job: str) -> Response:
        key = await self._access.key(request)
        text = await body.read(request, _LARGEST)
        return JSONResponse(reply_of(await self._process.ask(f"{job} {key.name}", job, text)))
