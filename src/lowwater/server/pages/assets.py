"""Assets: the files of a page in memory, with the hash of them all, under which they may be cached for ever."""

import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lowwater.errors import YourFault
from lowwater.server.pages.preview import NOTHING, preview
from lowwater.wire import SurveyMessage, encode

FOLDER = Path(__file__).parent
TEMPLATE = "answer.html"
TYPES = {".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".js": "text/javascript; charset=utf-8"}
_PLACE = re.compile(r"\{(\w+)\}")

LANGUAGES = {"en": "english", "de": "german", "ar": "arabic"}
"""The modules of languages, by their tags."""

MODULES = ("answer", *LANGUAGES.values())
"""The modules of the page, which are built; it loads one language."""


@dataclass(frozen=True)
class Asset:
    """One file: its bytes, the same compressed, its content type and its entity tag."""

    body: bytes
    compressed: bytes
    content_type: str
    tag: str

    @classmethod
    def of(cls, path: Path) -> "Asset":
        """Read a file."""
        body = path.read_bytes()
        tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        return cls(body, gzip.compress(body, 9, mtime=0), TYPES[path.suffix], tag)


@cache
def assets() -> Mapping[str, Asset]:
    """The files of the answering page by their paths, in order."""
    names = ("answer.css", *(f"answer/{module}.js" for module in sorted(MODULES)), "icon.svg")
    try:
        return {name: Asset.of(FOLDER / name) for name in names}
    except FileNotFoundError as error:
        remedy = "in a clone `python clients/typescript/build.py` makes it"
        raise YourFault(f"the pages were not built: {error.filename} is missing; {remedy}") from None


@cache
def digest() -> str:
    """The SHA-256 over the names and contents of all files and the template, in hexadecimal."""
    whole = hashlib.sha256()
    for name, body in {**{name: asset.body for name, asset in assets().items()}, TEMPLATE: template().encode()}.items():
        whole.update(f"{name} {len(body)}\n".encode() + body)
    return whole.hexdigest()


@cache
def template() -> str:
    """The text of the page, with its places to fill."""
    return (FOLDER / TEMPLATE).read_text(encoding="utf-8")


def page(root: str, tag: str = "en", survey: SurveyMessage | None = None, *, server: str = "", policy: str = "") -> str:
    """The page, with its files below `root`; `server` and `policy` are for a copy that another host serves.

    The module of the language `tag` is loaded at once; the page still takes the one that its browser asks for. It
    checks the record of `survey` as it checks one that it fetched, and fetches one where there is none.
    """
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">' if policy else ""
    record = "" if survey is None else encode(survey).replace("<", "\\u003c")  # so that no text of it ends the element
    first = NOTHING if survey is None else preview(survey.terms.texts_in(tag))
    places = {"root": root, "language": LANGUAGES[tag], "survey": record, "preview": first}
    places |= {"server": server, "policy": meta}
    return _PLACE.sub(lambda place: places[place[1]], template())
