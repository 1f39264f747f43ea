"""Journal: what devices sent and what was acknowledged, line by line in a file that outlives a killed process."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from lowwater.client.http import Http
from lowwater.wire import AnyMessage, Message, PostedMessage


@dataclass(frozen=True)
class Spoken:
    """Every answer that may have left a device, and those of which the server said that they are counted."""

    sent: frozenset[PostedMessage]
    acknowledged: frozenset[PostedMessage]


class Journal:
    """A file that many append to, each line with one write."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, what: str, message: PostedMessage) -> None:
        """Add a line."""
        line = json.dumps({"what": what, "message": asdict(message)}) + "\n"
        descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, line.encode())
        finally:
            os.close(descriptor)

    def spoken(self) -> Spoken:
        """Everything in it."""
        text = self.path.read_text() if self.path.exists() else ""
        lines = [json.loads(line) for line in text.splitlines()]
        of = {what: {_message(line) for line in lines if line["what"] == what} for what in ("sent", "acknowledged")}
        return Spoken(frozenset(of["sent"]), frozenset(of["acknowledged"]))


class RecordingHttp(Http):
    """A connection that notes every answer before it leaves, and when it was acknowledged."""

    journal: Journal

    def post(self, kind: type[AnyMessage], path: str, message: Message) -> AnyMessage:
        """Send a message, and read the one that answers it."""
        if not isinstance(message, PostedMessage):
            return super().post(kind, path, message)
        self.journal.write("sent", message)
        reply = super().post(kind, path, message)
        self.journal.write("acknowledged", message)
        return reply


def _message(line: dict[str, object]) -> PostedMessage:
    return PostedMessage.read(line["message"])
