"""Status line: one line at the bottom of a terminal that changes, or now and then a line where there is no terminal."""

import shutil
import sys
import time
from types import TracebackType

import click

_CLEAR = "\r\x1b[K"


class StatusLine:
    """Shows the latest status; without a terminal it prints one every `every` seconds at most."""

    def __init__(self, every: float) -> None:
        self._every, self._next = every, 0.0
        self._live = sys.stdout.isatty()

    def __enter__(self) -> "StatusLine":
        return self

    def show(self, text: str) -> None:
        """Replace the status by `text`."""
        if self._live:
            click.echo(_CLEAR + text[: shutil.get_terminal_size().columns - 1], nl=False)
        elif time.monotonic() >= self._next:
            self._next = time.monotonic() + self._every
            click.echo(text)

    def say(self, text: str) -> None:
        """Print `text` above the status."""
        click.echo((_CLEAR if self._live else "") + text)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live:
            click.echo(_CLEAR, nl=False)
