"""Server process: a server in a process of its own, which stops with the demo unless it is to be kept.

An error, Ctrl-C, SIGTERM or SIGHUP (a closed terminal) ends the demo, and then always the server too.
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
_STARTING, _STOPPING = 30.0, 20.0  # seconds to wait for the process at most


@dataclass(frozen=True)
class Server:
    """The address of a server, an API key to it, and its process id."""

    address: str
    key: str
    pid: int


@contextlib.contextmanager
def run_server(folder: Path, *, keep: bool) -> Iterator[Server]:
    """Run a server with its database in `folder`; stop it at the end, unless `keep` is set and no error was raised."""
    folder.mkdir(parents=True, exist_ok=True)
    key, log = _key(folder), folder / "serve.log"
    start = log.stat().st_size if log.exists() else 0  # the log before it is an earlier server's
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
    """Turn SIGTERM and SIGHUP into SystemExit, so that the server process is stopped."""

    def end(signal_number: int, _frame: object) -> None:
        sys.exit(128 + signal_number)

    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [(kind, signal.signal(kind, end)) for kind in signals]
    try:
        yield
    finally:
        for kind, handler in before:
            signal.signal(kind, handler)


@contextlib.contextmanager
def _process(database: Path, log: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """Start the server in a session of its own: Ctrl-C on a terminal reaches the demo alone, which then stops it."""
    command = [sys.executable, "-m", "lowwater", "serve", "--database", str(database), "--port", "0"]
    with log.open("a", encoding="utf-8") as stderr:
        yield subprocess.Popen(  # noqa: S603
            command, start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=stderr
        )


def _stop(process: "subprocess.Popen[bytes]") -> None:
    """Terminate the process, which finishes its requests; kill it after `_STOPPING` seconds."""
    process.terminate()
    try:
        process.wait(_STOPPING)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _forget(file: Path, pid: int) -> None:
    """Delete the pid file of a process that has ended, unless it names another server."""
    if file.exists() and file.read_text(encoding="utf-8") == str(pid):
        file.unlink()


def _address(process: "subprocess.Popen[bytes]", log: Path, start: int, earlier: Path) -> str:
    """Wait for the server's address in its `log`, from byte `start` on; `earlier` is the pid file of a kept server."""
    until = time.monotonic() + _STARTING
    while process.poll() is None and time.monotonic() < until:
        if match := _ADDRESS.search(log.read_bytes()[start:].decode()):
            return match.group(1)
        time.sleep(0.05)
    reason = log.read_bytes()[start:].decode().strip().rpartition("\n")[2].removeprefix("lowwater: ")
    remedy = f"; if that is one that an earlier demo kept: kill {earlier.read_text()}" if earlier.exists() else ""
    raise BadStore(f"the server did not start: {reason or 'nobody knows why'} (its log is {log}){remedy}")


def _key(folder: Path) -> str:
    """Make an API key, and write it to a file that only its owner can read."""
    store = connect(str(folder / "surveys.db"), alone=False)
    store.migrate()
    store.begin()
    key = keys.make(store, f"demo-{secrets.token_hex(4)}", time.time())
    store.commit()
    store.close()
    file = folder / "key"
    file.touch(0o600)
    file.chmod(0o600)  # it may be there already, open to others
    file.write_text(key + "\n", encoding="utf-8")
    return key
