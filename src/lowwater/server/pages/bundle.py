"""Bundle: the page as files that any host can serve, for one server; the same bytes whenever it is made."""

import hashlib
from collections.abc import Mapping
from urllib.parse import urlsplit

from lowwater.server.pages.assets import assets, page
from lowwater.server.pages.policy import content_policy

SUMS = "SHA256SUMS"
"""The file with the hash of every other one, as sha256sum writes it."""


def bundle(server: str) -> dict[str, bytes]:
    """The files of a page that speaks to the server at the address `server` alone."""
    files = {"index.html": page(".", server=server, policy=content_policy(_source(server))).encode()}
    files |= {name: asset.body for name, asset in assets().items()}
    sums = "".join(f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files))
    return files | {SUMS: sums.encode()}


def hash_of(files: Mapping[str, bytes]) -> str:
    """The hash by which a bundle is known: that of its SHA256SUMS."""
    return hashlib.sha256(files[SUMS]).hexdigest()


def _source(server: str) -> str:
    """A server as a source of a content security policy: with a path, all below it."""
    return f"{server}/" if urlsplit(server).path else server
