"""Http: a device's requests to a server, over one connection that is kept, with retries.

Every request of a device may be repeated without harm: a name has one place, and a receipt counts once.
"""

import ssl
import threading
from http.client import HTTPException, HTTPResponse, IncompleteRead
from types import TracebackType

from lowwater.client.connection import ReplyTooLong
from lowwater.client.problems import error_of, printable
from lowwater.client.retry import Retrying, TryAgain, seconds_after
from lowwater.client.route import Route
from lowwater.errors import BadMessage, Moved, Unreachable
from lowwater.wire import AnyMessage, Message, decode, encode
from lowwater.wire.address import Address

MOST = 2**16
"""Bytes of a reply, at most; no message comes near."""

AGAIN = (408, 429, 502, 503, 504)
"""Statuses that are tried again, besides the problem Moved, which says to look again."""

_JSON = "application/json"


class Http:
    """One server. Certificates are checked; plain http:// goes to this machine alone, unless `insecure`.

    `timeout` is for one try as a whole, from the first connect to the last byte.
    """

    def __init__(
        self,
        server: str,
        *,
        ca: str | None = None,
        insecure: bool = False,
        timeout: float = 10.0,
        retrying: Retrying | None = None,
    ) -> None:
        address = Address.of(server)
        self.server = str(address)
        self._route = Route(address, ca=ca, insecure=insecure)
        self._timeout = timeout
        self._connection = self._route.connection()
        self._retrying = retrying or Retrying()
        self._lock = threading.Lock()

    def __enter__(self) -> "Http":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; the next request opens it again."""
        self._connection.close()

    def get(self, kind: type[AnyMessage], path: str) -> AnyMessage:
        """GET a message of this kind."""
        return self._message(kind, "GET", path, None)

    def post(self, kind: type[AnyMessage], path: str, message: Message) -> AnyMessage:
        """POST a message, and read the reply, of this kind."""
        return self._message(kind, "POST", path, encode(message).encode())

    def _message(self, kind: type[AnyMessage], method: str, path: str, body: bytes | None) -> AnyMessage:
        text = self._retrying(lambda left: self._try_once(min(left, self._timeout), method, path, body))
        try:
            return decode(kind, text)
        except BadMessage as error:
            raise Unreachable(f"{self.server} does not answer as a Lowwater server does: {error}") from error

    def _try_once(self, seconds: float, method: str, path: str, body: bytes | None) -> bytes:
        """One try: the body of a successful reply; raise TryAgain if another try may help."""
        with self._lock:
            try:
                return self._exchange(seconds, method, path, body)
            except ssl.SSLCertVerificationError as error:
                self.close()
                raise Unreachable(
                    f"{self.server} cannot prove who it is: {error.verify_message}; if it has an authority of its own, "
                    "give that one's certificate"
                ) from error
            except ReplyTooLong as error:
                self.close()
                raise Unreachable(f"{self.server} {error}") from error
            except (OSError, HTTPException) as error:
                self.close()
                raise TryAgain(Unreachable(f"{self.server} {failure(error, seconds)}")) from error

    def _exchange(self, seconds: float, method: str, path: str, body: bytes | None) -> bytes:
        headers = {"Accept": _JSON} | self._route.headers | ({} if body is None else {"Content-Type": _JSON})
        with self._connection.exchange(seconds, method, self._route.target(path), body, headers) as response:
            text = self._read(response)
            if 200 <= response.status < 300:
                return text
            error = error_of(self.server, response.status, response.headers.get("Content-Type", ""), text)
            if response.status in AGAIN or isinstance(error, Moved):
                raise TryAgain(error, seconds_after(response.headers.get("Retry-After")))
            raise error

    def _read(self, response: HTTPResponse) -> bytes:
        """The body of a reply; refuse one of more than MOST bytes, or that broke off."""
        text = response.read(MOST + 1)
        if len(text) > MOST:
            raise ReplyTooLong(MOST)
        if response.length:
            raise IncompleteRead(text, response.length)
        return text


def failure(error: Exception, seconds: float) -> str:
    """Why there is no reply; the error's text may come from a server, so it is made printable."""
    if isinstance(error, TimeoutError):
        return f"took too long: more than {max(0.0, seconds):.3g} seconds"
    return f"cannot be reached: {printable(str(error)).strip() or type(error).__name__}"
