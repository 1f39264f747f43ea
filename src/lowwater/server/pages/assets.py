"""Assets: the files of the answering page in memory, with the hash of them all, under which they may be cached."""

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
        return cls.with_body(path.read_bytes(), path.suffix)

    @classmethod
    def with_body(cls, body: bytes, suffix: str) -> "Asset":
        """A file of these bytes, whose kind its suffix tells."""
        tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        return cls(body, gzip.compress(body, 9, mtime=0), TYPES[suffix], tag)


def read(*names: str) -> Mapping[str, Asset]:
    """The files of these paths, in order."""
    try:
        return {name: Asset.of(FOLDER / name) for name in names}
    except FileNotFoundError as error:
        remedy = "in a clone `python clients/typescript/build.py` makes it"
        raise YourFault(f"the pages were not built: {error.filename} is missing; {remedy}") from None


def hash_of(files: Mapping[str, Asset], template: str) -> str:
    """The SHA-256 over the names and contents of all files and the template of a page, in hexadecimal."""
    whole = hashlib.sha256()
    bodies = {name: asset.body for name, asset in files.items()} | {template: text_of(template).encode()}
    for name, body in bodies.items():
        whole.update(f"{name} {len(body)}\n".encode() + body)
    return whole.hexdigest()


@cache
def text_of(template: str) -> str:
    """The text of a template, with its places to fill."""
    return (FOLDER / template).read_text(encoding="utf-8")


def fill(template: str, places: Mapping[str, str]) -> str:
    """A template with its places filled."""
    return _PLACE.sub(lambda place: places[place[1]], text_of(template))


@cache
def assets() -> Mapping[str, Asset]:
    """The files of the answering page by their paths, in order."""
    return read("answer.css", *(f"answer/{module}.js" for module in sorted(MODULES)), "icon.svg")


@cache
def digest() -> str:
    """The hash of the answering page."""
    return hash_of(assets(), TEMPLATE)


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
    return fill(TEMPLATE, places)
