"""Routes of pages: the page on which people answer, and its files below the hash of them all."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from lowwater.server.pages.assets import LANGUAGES, Asset, assets, digest, page
from lowwater.server.pages.policy import ASSET_HEADERS, PAGE_HEADERS
from lowwater.wire.links import PAGE


async def answer_page(request: Request) -> Response:
    """The page; it is the same for every survey, and its modules read the survey from the address."""
    wanted = request.headers.get("accept-language", "").lower()
    tags = (part.strip().partition(";")[0].partition("-")[0] for part in wanted.split(","))
    language = next((LANGUAGES[tag] for tag in tags if tag in LANGUAGES), LANGUAGES["en"])
    return HTMLResponse(page(f"../pages/{digest()}", language), headers=PAGE_HEADERS)


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


ROUTES = [
    Route(PAGE, answer_page, methods=["GET"]),
    Route("/pages/{digest}/{name:path}", asset, methods=["GET"]),
]
"""Every path of a page."""
