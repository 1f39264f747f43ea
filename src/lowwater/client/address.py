"""Addresses: one spelling for each server, since a survey under two spellings would be answered twice."""

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from lowwater.errors import YourFault

HERE = ("localhost", "127.0.0.1", "::1")
"""Hosts that plain http:// may go to: what is said stays on the machine."""

_PORTS = {"http": 80, "https": 443}
_PATH = re.compile(r"(?:/[A-Za-z0-9._~-]+)*")
_SURVEY = re.compile(r"[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,127}")


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server is: its scheme, host and port, and the folder it lives in."""

    scheme: str
    host: str
    port: int
    path: str

    @classmethod
    def of(cls, server: str) -> "Address":
        """Read an address; whatever means the same becomes the same."""
        try:
            found = urlsplit(server.strip())
            port, host = found.port, (found.hostname or "").rstrip(".").encode("idna").decode()
        except ValueError as error:
            raise YourFault(f"server={server!r} is no address: {error}") from None
        path = found.path.rstrip("/")
        if found.scheme not in _PORTS or not host or _more(found) or not _PATH.fullmatch(path):
            raise YourFault(f"server={server!r}; give an address such as https://survey.example.org, and no more")
        return cls(found.scheme, host, _PORTS[found.scheme] if port is None else port, path)

    @property
    def here(self) -> bool:
        """Whether it is this machine."""
        return self.host in HERE

    @property
    def netloc(self) -> str:
        """Host and port, the port only where it is not the usual one."""
        return self.place if self.port != _PORTS[self.scheme] else self.place.rpartition(":")[0]

    @property
    def place(self) -> str:
        """Host and port, always both."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    def __str__(self) -> str:
        return f"{self.scheme}://{self.netloc}{self.path}"


def _more(found: SplitResult) -> bool:
    """Whether an address holds more than a place: a person, a question mark, a fragment."""
    return bool(found.query or found.fragment or "@" in found.netloc)


def survey_id(text: str) -> str:
    """The id of a survey, as it stands in a path."""
    if not _SURVEY.fullmatch(text):
        raise YourFault(f"survey={text!r}; an id is up to 128 letters, digits, -, _, . or ~, as its invitation says")
    return text
