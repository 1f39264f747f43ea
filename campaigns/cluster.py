"""Cluster: a PostgreSQL server of our own, on a socket in a folder of its own; each database is a schema."""

import glob
import os
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

BINARIES = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
"""Where PostgreSQL lies, the newest last; empty where the machine has none."""

_SETTINGS = ("listen_addresses=", "fsync=off", "deadlock_timeout=20ms")
_TRIES = 100  # starts, a tenth of a second apart, while processes of a killed server still hold its memory


class Cluster:
    """A server that runs until it is closed, and may be killed in between."""

    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp(prefix="lowwater-")
        self._somebody: dict[str, Any] = {}
        if os.geteuid() == 0:  # which PostgreSQL refuses to run as
            self._somebody = {"user": "postgres", "group": "postgres", "extra_groups": []}
            shutil.chown(self._folder, "postgres", "postgres")
        self._numbers = count()
        try:
            made = ("-D", self._data, "-U", "lowwater", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
            command = [f"{BINARIES[-1]}/initdb", *made]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **self._somebody)
            self._server = self._started()
        except BaseException:
            shutil.rmtree(self._folder)
            raise

    @property
    def _data(self) -> str:
        return f"{self._folder}/data"

    @property
    def _log(self) -> str:
        return f"{self._folder}/log"

    @property
    def _where(self) -> str:
        return f"postgresql://lowwater@/postgres?host={self._folder}"

    def fresh(self) -> str:
        """An empty database."""
        name = f"house_{next(self._numbers)}"
        with psycopg.connect(self._where, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self._where}&options=-csearch_path%3D{name}"

    def crash(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End the server in the middle of its work, with SIGKILL or at once (SIGQUIT), and start it again."""
        self._end(how)
        self._server = self._started()

    def close(self) -> None:
        """End the server, and remove its folder."""
        self._end(signal.SIGQUIT)
        shutil.rmtree(self._folder)

    def _end(self, how: signal.Signals) -> None:
        self._server.send_signal(how)
        self._server.wait()

    def _started(self) -> "subprocess.Popen[bytes]":
        for _ in range(_TRIES):
            server = self._launched()
            while server.poll() is None:
                if b"ready to accept connections" in Path(self._log).read_bytes():
                    return server
                time.sleep(0.02)
            time.sleep(0.1)
        raise RuntimeError(f"PostgreSQL does not start: {Path(self._log).read_text()}")

    def _launched(self) -> "subprocess.Popen[bytes]":
        """The server's process, with a log of its own; a pipe that nobody reads would block it in the end."""
        settings = [word for setting in _SETTINGS for word in ("-c", setting)]
        command = [f"{BINARIES[-1]}/postgres", "-D", self._data, "-k", self._folder, *settings]
        with open(self._log, "wb") as log:
            return subprocess.Popen(command, stderr=log, **self._somebody)
