"""Serving: a server in a process of its own, for as long as a demo needs it or until it is told to stop.

Whatever ends the demo, an error, Ctrl-C, a kill or a closed terminal, ends the server too, unless it is to be kept.
"""

import contextlib
import re
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lowwater.errors import BadStore
from lowwater.server import keys
from lowwater.server.config import connect

_ADDRESS = re.compile(r"serving at (http://[^\s\"]+)")
_STARTING, _STOPPING = 30.0, 20.0  # seconds to wait for it at most


@dataclass(frozen=True)
class Server:
    """Where a server is, the key to it, and its process."""

    address: str
    key: str
    pid: int


@contextlib.contextmanager
def serving(folder: Path, *, keep: bool) -> Iterator[Server]:
    """A server that keeps its surveys in this folder; it stops at the end, unless all went well and it shall stay."""
    folder.mkdir(parents=True, exist_ok=True)
    key, log = _key(folder), folder / "serve.log"
    start = log.stat().st_size if log.exists() else 0  # what is there already is an earlier server's
    with _interruptible(), _process(folder / "surveys.db", log) as process:
        try:
            address = _address(process, log, start, folder / "pid")
            (folder / "pid").write_text(str(process.pid), encoding="utf-8")
            yield Server(address, key, process.pid)
        except BaseException:
            keep = False
            raise
        finally:
            if not keep:
                _stop(process)
                _forget(folder / "pid", process.pid)


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """A kill or a closed terminal becomes an exception, so that what was started is stopped."""

    def end(number: int, _frame: object) -> None:
        sys.exit(128 + number)

    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [(number, signal.signal(number, end)) for number in signals]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


@contextlib.contextmanager
def _process(database: Path, log: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """The server, in a session of its own: Ctrl-C on a terminal is for the demo, which then stops it."""
    command = [sys.executable, "-m", "lowwater", "serve", "--database", str(database), "--port", "0"]
    with log.open("a", encoding="utf-8") as said:
        yield subprocess.Popen(  # noqa: S603
            command, start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said
        )


def _stop(process: "subprocess.Popen[bytes]") -> None:
    """Let it finish what it was asked, and make sure that it is gone."""
    process.terminate()
    try:
        process.wait(_STOPPING)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _forget(file: Path, pid: int) -> None:
    """Take away the number of a process that is gone; that of another server stays."""
    if file.exists() and file.read_text(encoding="utf-8") == str(pid):
        file.unlink()


def _address(process: "subprocess.Popen[bytes]", log: Path, start: int, earlier: Path) -> str:
    """The address that the server's log tells, once it serves."""
    until = time.monotonic() + _STARTING
    while process.poll() is None and time.monotonic() < until:
        if found := _ADDRESS.search(log.read_bytes()[start:].decode()):
            return found.group(1)
        time.sleep(0.05)
    said = log.read_bytes()[start:].decode().strip().rpartition("\n")[2].removeprefix("lowwater: ")
    kept = f"; if that is one that an earlier demo kept: kill {earlier.read_text()}" if earlier.exists() else ""
    raise BadStore(f"the server did not start: {said or 'nobody knows why'} (its log is {log}){kept}")


def _key(folder: Path) -> str:
    """A new key to the database, also in a file that nobody else can read."""
    store = connect(str(folder / "surveys.db"), alone=False)
    store.migrate()
    store.begin()
    key = keys.make(store, f"demo-{secrets.token_hex(4)}", time.time())
    store.commit()
    store.close()
    file = folder / "key"
    file.touch(0o600)
    file.write_text(key + "\n", encoding="utf-8")
    return key
