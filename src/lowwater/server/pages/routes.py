"""Routes of pages: where people answer, where surveys are watched and opened, and the files of both."""

from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from lowwater.errors import LowwaterError
from lowwater.server.pages import dashboard
from lowwater.server.pages.assets import LANGUAGES, Asset, assets, digest, page
from lowwater.server.pages.policy import ASSET_HEADERS, PAGE_HEADERS, WATCH_HEADERS
from lowwater.wire import SurveyMessage
from lowwater.wire.links import DASHBOARD, PAGE

SurveyOf = Callable[[str], Awaitable[SurveyMessage]]
"""The public record of a survey, by its id."""


def routes(survey_of: SurveyOf) -> list[Route]:
    """Every path of a page."""

    async def answer_page(request: Request) -> Response:
        """The page with the record of its survey; what the fragment promises, its modules check."""
        survey = await public(request)
        return HTMLResponse(page(f"../pages/{digest()}", _language(request), survey), headers=PAGE_HEADERS)

    async def survey_page(request: Request) -> Response:
        """The dashboard of a survey, with what anyone may read of it; for more, its modules ask with a key."""
        return HTMLResponse(dashboard.page("../", await public(request)), headers=WATCH_HEADERS)

    async def public(request: Request) -> SurveyMessage | None:
        """The record of the survey in the path; None where there is none, which the page then says in words."""
        try:
            return await survey_of(request.path_params["survey"])
        except LowwaterError:
            return None

    return [
        Route(PAGE, answer_page, methods=["GET"]),
        Route(DASHBOARD, survey_page, methods=["GET"]),
        *(Route(path, board, methods=["GET"]) for path in ("/", "/open")),
        Route("/pages/{digest}/{name:path}", asset, methods=["GET"]),
    ]


async def board(_request: Request) -> Response:
    """The dashboard of all surveys, and its wizard."""
    return HTMLResponse(dashboard.page(""), headers=WATCH_HEADERS)


def _language(request: Request) -> str:
    """The first language that the request asks for and the page speaks."""
    wanted = request.headers.get("accept-language", "").lower()
    tags = (part.strip().partition(";")[0].partition("-")[0] for part in wanted.split(","))
    return next((tag for tag in tags if tag in LANGUAGES), "en")


async def asset(request: Request) -> Response:
    """A file of a page."""
    files = {digest(): assets(), dashboard.digest(): dashboard.assets()}.get(request.path_params["digest"], {})
    file = files.get(request.path_params["name"])
    if file is None:
        raise HTTPException(404)
    headers = ASSET_HEADERS | {"ETag": file.tag}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return _body(file, "gzip" in request.headers.get("accept-encoding", ""), headers)


def _body(file: Asset, compressed: bool, headers: dict[str, str]) -> Response:
    if not compressed:
        return Response(file.body, headers=headers, media_type=file.content_type)
    return Response(file.compressed, headers=headers | {"Content-Encoding": "gzip"}, media_type=file.content_type)
