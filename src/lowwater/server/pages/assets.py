"""Assets: the files of a page in memory, with the hash of them all, under which they may be cached for ever."""

import gzip
import hashlib
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from lowwater.errors import YourFault

FOLDER = Path(__file__).parent
TEMPLATE = "answer.html"
TYPES = {".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".js": "text/javascript; charset=utf-8"}
FIRST = PurePosixPath("page/main.js")
"""The module that a page begins with."""

_IMPORT = re.compile(r'^import .*?from "(.+?)";|^export .*? from "(.+?)";', re.MULTILINE)
_LATER = re.compile(r'import\("(.+?)"\)')


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
    return {str(name): Asset.of(FOLDER / name) for name in sorted(_names())}


def _names() -> Iterator[PurePosixPath]:
    for name in ("answer.css", "icon.svg"):
        yield PurePosixPath(name)
    yield from modules(_IMPORT, _LATER)


def modules(*kinds: re.Pattern[str]) -> set[PurePosixPath]:
    """The modules that a page loads by imports of these kinds, from the first one on."""
    loaded, waiting = set[PurePosixPath](), [FIRST]
    while waiting:
        name = waiting.pop()
        if name not in loaded:
            loaded.add(name)
            names = (match[1] or match[match.lastindex or 1] for kind in kinds for match in kind.finditer(_text(name)))
            waiting += [PurePosixPath(posixpath.normpath(name.parent / other)) for other in names]
    return loaded


def _text(name: PurePosixPath) -> str:
    try:
        return (FOLDER / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        remedy = "in a clone `python clients/typescript/build.py` makes it"
        raise YourFault(f"the pages were not built: {name} is missing; {remedy}") from None


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


def page(root: str, server: str = "", policy: str = "") -> str:
    """The page, with its files below `root`; `server` and `policy` are for a copy that another host serves."""
    preloads = "\n".join(f'<link rel="modulepreload" href="{root}/{name}">' for name in sorted(modules(_IMPORT)))
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">' if policy else ""
    places = {"{root}": root, "{server}": server, "{policy}": meta, "{preloads}": preloads}
    text = template()
    for place, filling in places.items():
        text = text.replace(place, filling)
    return text
