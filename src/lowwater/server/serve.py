"""Serve: one process at one address. On SIGTERM or Ctrl-C it finishes the requests it has, and exits with 0."""

import contextlib
import errno
import logging
import signal
import socket
from typing import NoReturn

import uvicorn
from starlette.types import ASGIApp

from lowwater.server import logs
from lowwater.server.app import app
from lowwater.server.config import Config, connect
from lowwater.server.http_connection import protocol
from lowwater.server.http_server import HttpServer
from lowwater.server.limits import LIMITS, Limits
from lowwater.server.reader import Reader
from lowwater.server.writer import Writer

LOG = logging.getLogger("lowwater.server")

_FAMILIES = (socket.AF_INET, socket.AF_INET6)
_REMEDY = "which others may not reach; set public_url (LOWWATER_PUBLIC_URL) to where people reach this server"
_PATIENCE = 20  # seconds to finish requests once the server stops


def serve(config: Config) -> None:
    """Serve until SIGTERM or Ctrl-C."""
    logs.start(config.log)
    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, _end)  # uvicorn raises the signal again once it has stopped
    with contextlib.closing(listen(config.host, config.port)) as listener:
        store = connect(config.database)
        schema, address = store.migrate(), address_of(config.host, listener)
        LOG.info("started: serving at %s (schema %d)", address, schema, extra={"address": address})
        if not config.public_url:
            LOG.warning("no public_url is set: links to surveys will name the address that analysts use, %s", _REMEDY)
        try:
            reader = Reader(lambda: connect(config.database, reading=True))
            server(app(Writer(store), reader, public_url=config.public_url)).run(sockets=[listener])
        finally:
            LOG.info("stopped")


def listen(host: str, port: int) -> socket.socket:
    """Open a socket that listens at this address; at `::` it takes IPv4 as well."""
    six, both = ":" in host, host == "::" and socket.has_dualstack_ipv6()
    try:
        return socket.create_server((host, port), family=_FAMILIES[six], dualstack_ipv6=both)
    except OSError as error:
        raise OSError(_why(host, port, error)) from None


def _why(host: str, port: int, error: OSError) -> str:
    """The reason why a server cannot listen at an address, and what to do about it."""
    if error.errno == errno.EADDRINUSE:
        return f"port {port} of {host} is in use by another program; stop that one, or choose another --port"
    if error.errno == errno.EACCES:
        return f"port {port} of {host} is not for everybody; choose another --port, above 1023"
    reason = str(error.strerror).partition(" (")[0]
    return f"nobody can listen at {host}: {reason}; --host is an address of this machine"


def address_of(host: str, listener: socket.socket) -> str:
    """The URL at which devices reach a listening socket."""
    return f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}"


def server(application: ASGIApp, limits: Limits = LIMITS) -> HttpServer:
    """The HTTP server of an application, with connections within `limits`."""
    return HttpServer(
        uvicorn.Config(
            application, http=protocol(limits), log_config=None, access_log=False, server_header=False, lifespan="on",
            ws="none", proxy_headers=False, timeout_graceful_shutdown=_PATIENCE,
        )
    )  # fmt: skip


def _end(_signal: int, _frame: object) -> NoReturn:
    raise SystemExit(0)
