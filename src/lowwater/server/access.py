"""Access: checks the API key of a request and runs its operation, in one transaction."""

from collections.abc import Callable
from typing import TypeVar

from starlette.requests import Request

from lowwater.errors import BadMessage
from lowwater.server import keys
from lowwater.server.reader import Reader
from lowwater.server.store.records import ApiKey
from lowwater.server.store.store import Store
from lowwater.server.writer import Writer

Result = TypeVar("Result")

RIGHT = "right"
"""The name in the scope of a request of the right that its endpoint needs."""


class Access:
    """The writer and the readers, for requests with a key."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self.writer, self.reader = writer, reader

    async def key(self, request: Request) -> ApiKey:
        """The key of a request."""
        return await self.reader.do(lambda store: _check(store, request))

    async def read(self, request: Request, operation: Callable[[Store], Result]) -> Result:
        """Check the key and run an operation that only reads."""
        return await self.reader.do(_checked(request, operation))

    async def write(self, request: Request, operation: Callable[[Store], Result], survey: str | None = None) -> Result:
        """Check the key and run an operation, with the exclusive lock of `survey` if that is given."""
        return await self.writer.do(_checked(request, operation), exclusive=survey)


def _check(store: Store, request: Request) -> ApiKey:
    header, survey = request.headers.get("authorization"), request.path_params.get("survey")
    return keys.check(store, header, request.scope[RIGHT], survey)


def _checked(request: Request, operation: Callable[[Store], Result]) -> Callable[[Store], Result]:
    """An operation that first checks the key of a request."""

    def checked(store: Store) -> Result:
        _check(store, request)
        return operation(store)

    return checked


def whole(request: Request, name: str, default: int) -> int:
    """The whole number `name` in the query of a request."""
    text = request.query_params.get(name, str(default))
    if not (text.isascii() and text.isdecimal() and len(text) < 16):
        raise BadMessage(f"{name}={text[:40]!r}; it is a whole number, 0 or more")
    return int(text)
