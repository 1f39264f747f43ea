"""Server: `lowwater serve` in a process of its own, which may be killed, frozen and started again."""

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

_PATIENCE = 30.0  # seconds for a server to start, however busy the machine is


class Server:
    """A process that serves one database at one port, with a log that all its lives share."""

    def __init__(self, database: str, folder: Path, module: tuple[str, ...] = ("lowwater", "serve")) -> None:
        self._command = [sys.executable, "-m", *module, "--database", database]
        self.log, self.port = folder / f"server-{time.monotonic_ns()}.log", 0
        self.process: subprocess.Popen[bytes] | None = None
        self._began = 0

    @property
    def address(self) -> str:
        """Where it is reached."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, at the same port as before, and wait until it listens."""
        self.launch()
        self.listen()

    def launch(self) -> None:
        """Start its process."""
        self._began = self.log.stat().st_size if self.log.exists() else 0
        settings = {name: value for name, value in os.environ.items() if not name.startswith("LOWWATER_")}
        command = [*self._command, "--port", str(self.port)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stderr=log, stdout=subprocess.DEVNULL, env=settings)

    def listen(self) -> None:
        """Wait until it says where it listens."""
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until and self.process is not None and self.process.poll() is None:
            first, end, _ = self.log.read_bytes()[self._began :].partition(b"\n")
            if end and (address := json.loads(first).get("address")):
                self.port = urlsplit(address).port or 0
                return
            time.sleep(0.01)
        self.kill()
        raise RuntimeError(f"this server does not start: {self.log.read_text()[-2000:]}")

    def kill(self) -> None:
        """End it without a word."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def signal(self, how: signal.Signals) -> None:
        """Freeze it (SIGSTOP), or let it go on (SIGCONT)."""
        if self.process is not None:
            self.process.send_signal(how)

    def tracebacks(self) -> list[str]:
        """Lines of its log that tell of what nobody expected."""
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return [line for line in lines if "Traceback" in line or '"level": "error"' in line]

    def ask(self, method: str, path: str, body: bytes | None = None, seconds: float = 10.0) -> tuple[int, bytes]:
        """The status and text of a reply, on a connection of its own."""
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=seconds)) as connection:
            connection.request(method, path, body, {"Content-Type": "application/json"})
            reply = connection.getresponse()
            return reply.status, reply.read()


@contextlib.contextmanager
def running(*servers: Server) -> Iterator[None]:
    """Servers that are started at the same time, and ended whatever happens."""
    try:
        for server in servers:
            server.launch()
        for server in servers:
            server.listen()
        yield
    finally:
        for server in servers:
            server.kill()


@contextlib.contextmanager
def serving(database: str | Path, folder: Path) -> Iterator[Server]:
    """A server on a database, which runs until it is left; its log lies in the folder."""
    server = Server(str(database), folder)
    with running(server):
        yield server
