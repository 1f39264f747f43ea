"""Routes of pages: the page on which people answer, and its files below the hash of them all."""

from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from lowwater.errors import LowwaterError
from lowwater.server.pages.assets import LANGUAGES, Asset, assets, digest, page
from lowwater.server.pages.policy import ASSET_HEADERS, PAGE_HEADERS
from lowwater.wire import SurveyMessage
from lowwater.wire.links import PAGE

SurveyOf = Callable[[str], Awaitable[SurveyMessage]]
"""The public record of a survey, by its id."""


def routes(survey_of: SurveyOf) -> list[Route]:
    """Every path of a page."""

    async def answer_page(request: Request) -> Response:
        """The page with the record of its survey; what the fragment promises, its modules check."""
        survey: SurveyMessage | None
        try:
            survey = await survey_of(request.path_params["survey"])
        except LowwaterError:
            survey = None  # the page asks for it, and says in words what is wrong
        return HTMLResponse(page(f"../pages/{digest()}", _language(request), survey), headers=PAGE_HEADERS)

    return [
        Route(PAGE, answer_page, methods=["GET"]),
        Route("/pages/{digest}/{name:path}", asset, methods=["GET"]),
    ]


def _language(request: Request) -> str:
    """The first language that the request asks for and the page speaks."""
    wanted = request.headers.get("accept-language", "").lower()
    tags = (part.strip().partition(";")[0].partition("-")[0] for part in wanted.split(","))
    return next((tag for tag in tags if tag in LANGUAGES), "en")


async def asset(request: Request) -> Response:
    """A file of the page."""
    found = assets().get(request.path_params["name"]) if request.path_params["digest"] == digest() else None
    if found is None:
        raise HTTPException(404)
    headers = ASSET_HEADERS | {"ETag": found.tag}
    if found.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return _body(found, "gzip" in request.headers.get("accept-encoding", ""), headers)


def _body(found: Asset, compressed: bool, headers: dict[str, str]) -> Response:
    if not compressed:
        return Response(found.body, headers=headers, media_type=found.content_type)
    return Response(found.compressed, headers=headers | {"Content-Encoding": "gzip"}, media_type=found.content_type)
