"""Route: how to reach a server, directly or through a proxy, and with whose certificate."""

import base64
import socket
import ssl
from contextlib import suppress
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from lowwater.client.connection import MOST, Connection, TimedSocket
from lowwater.client.deadline import Deadline
from lowwater.errors import YourFault
from lowwater.wire.address import HERE, Address


class Route:
    """The way to a server: it makes the connection, and knows the headers and target of a request."""

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
        """The target of a request: a path, or the whole address for a proxy that reads requests."""
        whole = self._proxy is not None and self._context is None
        return f"{self._address}{path}" if whole else f"{self._address.path}{path}"

    @property
    def _next(self) -> tuple[str, int]:
        """Host and port to connect to."""
        to, via = self._address, self._proxy
        return (to.host, to.port) if via is None else (via.hostname or "", via.port or 80)

    def _open(self, deadline: Deadline) -> socket.socket:
        """Connect, open a tunnel through the proxy, and do the TLS handshake, all within the deadline."""
        sock = _dial(*self._next, deadline)
        try:
            return sock if self._context is None else self._secure(sock, self._context, deadline)
        except BaseException:
            sock.close()
            raise

    def _secure(self, sock: socket.socket, context: ssl.SSLContext, deadline: Deadline) -> socket.socket:
        if self._proxy is not None:
            _tunnel(sock, self._address, _credentials(self._proxy), deadline)
        sock.settimeout(deadline.left())
        return context.wrap_socket(sock, server_hostname=self._address.host)


def _dial(host: str, port: int, deadline: Deadline) -> socket.socket:
    """Connect to the first IP address of a host that answers; each gets an equal share of the time that is left."""
    *addresses, last = [info[4] for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    for index, address in enumerate(addresses):
        with suppress(OSError):
            return _connect(str(address[0]), port, deadline.left() / (len(addresses) + 1 - index))
    return _connect(str(last[0]), port, deadline.left())


def _connect(host: str, port: int, seconds: float) -> socket.socket:
    sock = socket.create_connection((host, port), seconds)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


def _tunnel(sock: socket.socket, to: Address, headers: dict[str, str], deadline: Deadline) -> None:
    """Open a tunnel to a server through a proxy, with CONNECT."""
    timed, target = TimedSocket(sock, deadline), to.host_and_port
    lines = (f"CONNECT {target} HTTP/1.1", f"Host: {target}", *(f"{name}: {text}" for name, text in headers.items()))
    timed.sendall("".join(f"{line}\r\n" for line in (*lines, "")).encode())
    with timed.reply("CONNECT") as reply:
        reply.begin()
        if not 200 <= reply.status < 300:
            raise OSError(f"the proxy says {reply.status} {reply.reason}")


def _context(ca: str | None) -> ssl.SSLContext:
    """A TLS context that checks certificates against the system's authorities, or those of the file `ca`."""
    try:
        return ssl.create_default_context(cafile=ca)
    except OSError as error:
        raise YourFault(f"ca={ca!r} cannot be used: {error}; give a file of certificates in PEM") from None


def _proxy(address: Address) -> SplitResult | None:
    """The proxy in the environment; None for this machine, since what is not encrypted must not leave it."""
    named = getproxies().get(address.scheme)
    if named is None or address.here or proxy_bypass(address.host):
        return None
    try:
        proxy = urlsplit(named if "://" in named else f"http://{named}")
        usable = proxy.scheme == "http" and proxy.hostname and proxy.port != 0
    except ValueError:
        usable = False
    if not usable:  # its address may contain a password, so the error does not quote it
        raise YourFault(
            f"the proxy of {address.scheme}_proxy cannot be used; give one such as http://proxy.example:3128"
        )
    return proxy


def _credentials(proxy: SplitResult) -> dict[str, str]:
    """The header that authenticates to a proxy, if its address has a user name."""
    if proxy.username is None:
        return {}
    pair = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return {"Proxy-Authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"}
