"""Addresses: one spelling for each server, as a browser normalizes it (WHATWG URL).

What a browser would decode, convert or guess at is refused instead: percent signs, backslashes, other alphabets.
"""

import re
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv6Address

from lowwater.errors import YourFault
from lowwater.wire.terms import SURVEY

HERE = ("localhost", "127.0.0.1", "::1")
"""Hosts that plain http:// may go to: messages to them stay on the machine."""

_PORTS = {"http": 80, "https": 443}
_FORM = re.compile(r"(https?)://(\[[0-9a-f:.]*\]|[a-z0-9._-]+)(?::([0-9]*))?((?:/[a-z0-9._~-]+)*)/*", re.IGNORECASE)
_LABEL, _NAME = 63, 253  # letters that DNS allows
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_DIGITS = ((re.compile(r"0x[0-9a-f]*"), 16), (re.compile(r"0[0-7]+"), 8), (re.compile(r"0|[1-9][0-9]*"), 10))
_NO_IPV4 = "its last part is a number, and it is no IPv4 address such as 127.0.0.1"


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a server: scheme, host, port, and the path that all its paths begin with."""

    scheme: str
    host: str
    port: int
    path: str

    @classmethod
    def of(cls, server: str) -> "Address":
        """Read an address; all spellings of one address become equal."""
        try:
            scheme, host, port, path = _parts(server.strip())
            return cls(scheme, _host(host), _port(port, _PORTS[scheme]), _path(path))
        except ValueError as error:
            raise YourFault(f"server={server!r} is no address: {error}") from None

    @property
    def here(self) -> bool:
        """Whether the host is this machine."""
        return self.host in HERE

    @property
    def netloc(self) -> str:
        """The host, and the port unless it is the default of the scheme."""
        return self.host_and_port if self.port != _PORTS[self.scheme] else self.host_and_port.rpartition(":")[0]

    @property
    def host_and_port(self) -> str:
        """Host and port, with an IPv6 address in brackets."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    def __str__(self) -> str:
        return f"{self.scheme}://{self.netloc}{self.path}"


def _parts(text: str) -> tuple[str, str, str, str]:
    """Scheme, host, port and path of an address; refuse one that contains anything else."""
    if not text.isascii():
        raise ValueError("it has letters beyond a to z; give the xn-- spelling of its name")
    form = _FORM.fullmatch(text)
    if form is None:
        raise ValueError("give an address such as https://survey.example.org, and no @, ?, #, %, \\ or space")
    return form[1].lower(), form[2].lower(), form[3] or "", form[4]


def _host(text: str) -> str:
    """A host name without its final dot, or an IP address in its usual spelling."""
    if text.startswith("["):
        return _ipv6(text[1:-1])
    name = text.removesuffix(".")
    labels = name.split(".")
    if len(name) > _NAME or not all(0 < len(label) <= _LABEL for label in labels):
        raise ValueError(f"a name has up to {_NAME} letters, and between its dots 1 to {_LABEL}")
    return _ipv4(labels) if _NUMBER.fullmatch(labels[-1]) else name


def _ipv6(text: str) -> str:
    """The shortest spelling of an IPv6 address; refuse an IPv4-mapped one."""
    try:
        address = IPv6Address(text)
    except AddressValueError as error:
        raise ValueError(f"{error}; give an IPv6 address such as [2001:db8::1]") from None
    if address.ipv4_mapped is not None:
        raise ValueError(f"give the IPv4 address, {address.ipv4_mapped}")
    return str(address)


def _ipv4(labels: list[str]) -> str:
    """Read an IPv4 address of one to four numbers, the last of which fills the remaining bytes."""
    *first, last = [_number(label) for label in labels]
    if len(first) > 3 or any(byte > 255 for byte in first) or last >= 256 ** (4 - len(first)):
        raise ValueError(_NO_IPV4)
    return str(IPv4Address(sum(byte << 8 * (3 - index) for index, byte in enumerate(first)) + last))


def _number(label: str) -> int:
    """Read a number: decimal, octal after 0 or hexadecimal after 0x."""
    for digits, base in _DIGITS:
        if digits.fullmatch(label):
            return int(label.removeprefix("0x") or "0", base) if base == 16 else int(label, base)
    raise ValueError(_NO_IPV4)


def _port(text: str, usual: int) -> int:
    port = int(text or usual) if len(text) < 9 else 0
    if not 0 < port < 2**16:
        raise ValueError(f"port {text[:9]}; give one from 1 to 65535")
    return port


def _path(text: str) -> str:
    """A path without its . and .. steps."""
    steps: list[str] = []
    for step in text.split("/")[1:]:
        if step == "..":
            del steps[-1:]
        elif step != ".":
            steps.append(step)
    return "".join(f"/{step}" for step in steps)


def survey_id(text: str) -> str:
    """Check that a text is the id of a survey, and return it."""
    if not SURVEY.fullmatch(text):
        raise YourFault(f"survey={text!r}; an id is up to 64 letters, digits, - or _, as its invitation says")
    return text
