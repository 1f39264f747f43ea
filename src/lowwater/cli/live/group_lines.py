"""Group lines: the events of all members of a survey with groups, as they come."""

import queue
import threading
from collections.abc import Iterator, Sequence

from lowwater.cli.live.follow import Follow
from lowwater.wire import EventLine, EventMessage

_Item = tuple[int, EventMessage | Exception | None]


def group_lines(follows: Sequence[Follow]) -> Iterator[tuple[int, EventMessage]]:
    """Every event of every member, with the member's number, until all are over; an error of any is raised."""
    items: queue.SimpleQueue[_Item] = queue.SimpleQueue()
    for at, follow in enumerate(follows):
        threading.Thread(target=_follow, args=(at, follow, items), daemon=True).start()
    left = len(follows)
    while left:
        at, item = items.get()
        if isinstance(item, Exception):
            raise item
        if item is None:
            left -= 1
        else:
            yield at, item


def _follow(at: int, follow: Follow, items: "queue.SimpleQueue[_Item]") -> None:
    """Put the events of one member into the queue; None when it is over."""
    try:
        for line in follow.lines():
            if isinstance(line, EventLine):
                items.put((at, line.event))
        items.put((at, None))
    except Exception as error:  # raised in the caller's thread
        items.put((at, error))
