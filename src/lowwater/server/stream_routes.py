"""Stream routes: what happens to surveys, line by line, for as long as somebody reads."""

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from lowwater.server import keys, service
from lowwater.server.access import Access, whole
from lowwater.server.endpoints import LINES
from lowwater.server.feed import Feed, Ticket
from lowwater.server.stream import BEAT, Stream

_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}  # a proxy passes each line on at once


class StreamRoutes:
    """The stream of one survey, and that of all."""

    def __init__(self, access: Access, feed: Feed, beat: float = BEAT) -> None:
        self._access, self._feed, self._beat = access, feed, beat

    async def stream(self, request: Request) -> Response:
        """Follow a survey."""
        name = request.path_params["survey"]
        await self._access.read(request, lambda store: service.position_of(store, name))
        return self._reply(request, name)

    async def stream_all(self, request: Request) -> Response:
        """Follow all surveys."""
        await self._access.key(request)
        return self._reply(request, None)

    def _reply(self, request: Request, survey: str | None) -> Response:
        after = whole(request, "after", 0) if "after" in request.query_params else None
        if request.method == "HEAD":
            return Response(headers=_HEADERS, media_type=LINES)
        secret = request.headers["authorization"].partition(" ")[2].strip()
        ticket = Ticket(survey, keys.hash_of(secret))
        stream = Stream(self._feed, self._access.reader, ticket, after, self._beat)
        return StreamingResponse(stream.lines(), headers=_HEADERS, media_type=LINES)
