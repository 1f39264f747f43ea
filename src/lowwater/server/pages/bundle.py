"""Bundle: the page as files that any host can serve, for one server; the same bytes whenever it is made.

Every release has the hashes of the files that it is made of, in a file SHA256SUMS beside them.
"""

import hashlib
from collections.abc import Mapping
from urllib.parse import urlsplit

from lowwater.errors import YourFault
from lowwater.server.pages.assets import FOLDER, TEMPLATE, assets, page, text_of
from lowwater.server.pages.policy import content_policy

SUMS = "SHA256SUMS"
"""The file with the hash of every other one, as sha256sum writes it."""


def bundle(server: str) -> dict[str, bytes]:
    """The files of a page that speaks to the server at the address `server` alone."""
    files = {"index.html": page(".", server=server, policy=content_policy(_source(server))).encode()}
    files |= {name: asset.body for name, asset in assets().items()}
    return files | {SUMS: _sums(files)}


def parts() -> dict[str, bytes]:
    """The files that a page is made of, for whichever server; refuse those that are not the release's."""
    files = {name: asset.body for name, asset in assets().items()} | {TEMPLATE: text_of(TEMPLATE).encode()}
    sums = _sums(files)
    released = (FOLDER / SUMS).read_bytes() if (FOLDER / SUMS).exists() else b""
    changed = set(released.splitlines()) ^ set(sums.splitlines())
    if changed:
        names = ", ".join(sorted({line.decode().split()[-1] for line in changed}))
        raise YourFault(f"this is not the page of a release: {names} changed; install Lowwater anew")
    return files | {SUMS: sums}


def _sums(files: Mapping[str, bytes]) -> bytes:
    """The hash of each file, as sha256sum writes them."""
    return "".join(f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files)).encode()


def hash_of(files: Mapping[str, bytes]) -> str:
    """The hash by which a bundle is known: that of its SHA256SUMS."""
    return hashlib.sha256(files[SUMS]).hexdigest()


def _source(server: str) -> str:
    """A server as a source of a content security policy: with a path, all below it."""
    return f"{server}/" if urlsplit(server).path else server
