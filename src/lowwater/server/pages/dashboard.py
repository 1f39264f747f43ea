"""Dashboard: the pages on which surveys are watched and opened; one page for all three, told apart by their paths."""

from collections.abc import Mapping
from functools import cache

from lowwater.server.pages.assets import Asset, fill, hash_of, read
from lowwater.server.pages.preview import preview
from lowwater.wire import SurveyMessage

TEMPLATE = "watch.html"


@cache
def assets() -> Mapping[str, Asset]:
    """The files of the dashboard by their paths, in order; its style sheet begins with that of the answering page."""
    files = read("answer.css", "icon.svg", "watch.css", "watch/watch.js")
    sheet = Asset.with_body(files["answer.css"].body + files["watch.css"].body, ".css")
    return {"icon.svg": files["icon.svg"], "watch.css": sheet, "watch/watch.js": files["watch/watch.js"]}


@cache
def digest() -> str:
    """The hash of the dashboard."""
    return hash_of(assets(), TEMPLATE)


def page(up: str, survey: SurveyMessage | None = None) -> str:
    """The page, with the texts of `survey` if given; `up` is the relative path to the root of the server."""
    first = "" if survey is None else preview(survey.terms.texts[0])
    return fill(TEMPLATE, {"root": f"{up}pages/{digest()}", "home": up or "./", "preview": first})
