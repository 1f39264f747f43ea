"""Route: how to reach a server, directly or through a proxy, and with whose certificate."""

import base64
import ssl
from http.client import HTTPConnection, HTTPSConnection
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from lowwater.client.address import HERE, Address
from lowwater.errors import YourFault


class Route:
    """One way to a server; it makes the connection, and says how requests are written on it."""

    def __init__(self, address: Address, *, ca: str | None, insecure: bool, timeout: float) -> None:
        if address.scheme == "http" and not (address.here or insecure):
            raise YourFault(
                f"{address} is not encrypted: anyone on the way could read and change what is said; give its https:// "
                f"address (http:// is for {', '.join(HERE)})"
            )
        self._address, self._timeout = address, timeout
        self._proxy = _proxy(address)
        self._context = _context(ca) if address.scheme == "https" else None
        self.headers = _credentials(self._proxy) if self._proxy and not self._context else {}

    def connection(self) -> HTTPConnection:
        """A connection, not yet open."""
        to, via = self._address, self._proxy
        host, port = (to.host, to.port) if via is None else (via.hostname or "", via.port or 80)
        if self._context is None:
            return HTTPConnection(host, port, timeout=self._timeout)
        connection = HTTPSConnection(host, port, timeout=self._timeout, context=self._context)
        if via is not None:
            connection.set_tunnel(to.host, to.port, _credentials(via))
        return connection

    def target(self, path: str) -> str:
        """What a request asks for: a path, or from a proxy that reads it the whole address."""
        whole = self._proxy is not None and self._context is None
        return f"{self._address}{path}" if whole else f"{self._address.path}{path}"


def _context(ca: str | None) -> ssl.SSLContext:
    """Certificates are checked, against the system's authorities or those of one file."""
    try:
        return ssl.create_default_context(cafile=ca)
    except OSError as error:
        raise YourFault(f"ca={ca!r} cannot be used: {error}; give a file of certificates in PEM") from None


def _proxy(address: Address) -> SplitResult | None:
    """The proxy that the environment names; none for this machine, since what is not encrypted must not leave it."""
    named = getproxies().get(address.scheme)
    if named is None or address.here or proxy_bypass(address.host):
        return None
    try:
        found = urlsplit(named if "://" in named else f"http://{named}")
        usable = found.scheme == "http" and found.hostname and found.port != 0
    except ValueError:
        usable = False
    if not usable:  # its address may hold a password, so it is not named
        raise YourFault(
            f"the proxy of {address.scheme}_proxy cannot be used; give one such as http://proxy.example:3128"
        )
    return found


def _credentials(proxy: SplitResult) -> dict[str, str]:
    """What a proxy wants to know, where its address holds a name."""
    if proxy.username is None:
        return {}
    pair = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return {"Proxy-Authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"}
