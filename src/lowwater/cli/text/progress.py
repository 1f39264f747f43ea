"""A progress bar for work that takes more than a second, on a terminal only."""

import sys
import time
from types import TracebackType

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

_PATIENCE = 1.0  # seconds before the bar is shown


class Bar:
    """Shows nothing for the first second; then the share that is done and the time that remains."""

    def __init__(self, label: str, *, quiet: bool = False) -> None:
        self._label, self._mute = label, quiet
        self._quiet = quiet or not sys.stderr.isatty()
        self._since = time.monotonic()
        self._progress: Progress | None = None

    def __enter__(self) -> "Bar":
        return self

    def __call__(self, share: float) -> None:
        """Show that `share` of the work is done."""
        if self._quiet or time.monotonic() - self._since < _PATIENCE:
            return
        if self._progress is None:
            columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
            self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
            self._progress.add_task(self._label, total=1.0)
            self._progress.start()
        self._progress.update(self._progress.task_ids[0], completed=share)

    def say(self, text: str) -> None:
        """Print `text` to standard output, above the bar where both are on one terminal; nothing where quiet."""
        if self._mute:
            return
        if self._progress is None or not sys.stdout.isatty():
            click.echo(text)
        else:
            self._progress.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()
            self._progress = None
