"""Bodies: read no more than is allowed, and only JSON."""

from starlette.requests import ClientDisconnect, Request

from lowwater.errors import BadMessage, NotJson, TooLarge
from lowwater.wire.strict_json import LONGEST_LIST

SMALL, LARGE = 16 * 1024, LONGEST_LIST


async def read(request: Request, most: int = SMALL) -> bytes:
    """Read the body; refuse one that is not JSON, or larger than `most` bytes, before it fills the memory."""
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind != "application/json":
        raise NotJson(f"the content type is {kind[:60]!r}; send application/json")
    parts, size = [], 0
    try:
        async for part in request.stream():
            size += len(part)
            if size > most:
                raise TooLarge(f"the body is larger than {most:,} bytes; send less at once")
            parts.append(part)
    except ClientDisconnect:
        raise BadMessage("whoever sent this hung up in the middle of it") from None
    return b"".join(parts)
