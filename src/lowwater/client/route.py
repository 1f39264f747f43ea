"""Route: how to reach a server, directly or through a proxy, and with whose certificate."""

import base64
import socket
import ssl
from contextlib import suppress
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from lowwater.client.address import HERE, Address
from lowwater.client.connection import MOST, Connection, TimedSocket
from lowwater.client.deadline import Deadline
from lowwater.errors import YourFault


class Route:
    """One way to a server; it makes the connection, and says how requests are written on it."""

    def __init__(self, address: Address, *, ca: str | None, insecure: bool, most: int = MOST) -> None:
        if address.scheme == "http" and not (address.here or insecure):
            raise YourFault(
                f"{address} is not encrypted: anyone on the way could read and change what is said; give its https:// "
                f"address (http:// is for {', '.join(HERE)})"
            )
        self._address, self._most = address, most
        self._proxy = _proxy(address)
        self._context = _context(ca) if address.scheme == "https" else None
        self.headers = {"Host": address.netloc}
        if self._proxy and not self._context:
            self.headers |= _credentials(self._proxy)

    def connection(self) -> Connection:
        """A connection, not yet open."""
        return Connection(*self._next, self._open, self._most)

    def target(self, path: str) -> str:
        """What a request asks for: a path, or from a proxy that reads it the whole address."""
        whole = self._proxy is not None and self._context is None
        return f"{self._address}{path}" if whole else f"{self._address.path}{path}"

    @property
    def _next(self) -> tuple[str, int]:
        """Host and port to connect to."""
        to, via = self._address, self._proxy
        return (to.host, to.port) if via is None else (via.hostname or "", via.port or 80)

    def _open(self, deadline: Deadline) -> socket.socket:
        """Connect, ask the proxy to pass everything on, and shake hands, all within the deadline."""
        sock = _dialled(*self._next, deadline)
        try:
            return sock if self._context is None else self._secured(sock, self._context, deadline)
        except BaseException:
            sock.close()
            raise

    def _secured(self, sock: socket.socket, context: ssl.SSLContext, deadline: Deadline) -> socket.socket:
        if self._proxy is not None:
            _tunnel(sock, self._address, _credentials(self._proxy), deadline)
        sock.settimeout(deadline.left())
        return context.wrap_socket(sock, server_hostname=self._address.host)


def _dialled(host: str, port: int, deadline: Deadline) -> socket.socket:
    """Connect to the first address of a host that answers; those after it get their share of the time."""
    *places, last = [place[4] for place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    for number, place in enumerate(places):
        with suppress(OSError):
            return _connected(str(place[0]), port, deadline.left() / (len(places) + 1 - number))
    return _connected(str(last[0]), port, deadline.left())


def _connected(host: str, port: int, seconds: float) -> socket.socket:
    sock = socket.create_connection((host, port), seconds)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


def _tunnel(sock: socket.socket, to: Address, headers: dict[str, str], deadline: Deadline) -> None:
    """Have a proxy pass on whatever comes, to and fro."""
    timed, place = TimedSocket(sock, deadline), to.place
    lines = (f"CONNECT {place} HTTP/1.1", f"Host: {place}", *(f"{name}: {text}" for name, text in headers.items()))
    timed.sendall("".join(f"{line}\r\n" for line in (*lines, "")).encode())
    with timed.reply("CONNECT") as reply:
        reply.begin()
        if not 200 <= reply.status < 300:
            raise OSError(f"the proxy says {reply.status} {reply.reason}")


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
