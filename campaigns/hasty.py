"""python -m campaigns.hasty --database FILE --port PORT: a server whose connections have seconds instead of minutes."""

import argparse
import contextlib
import logging

from lowwater.server import logs
from lowwater.server.app import app
from lowwater.server.config import connect
from lowwater.server.limits import Limits
from lowwater.server.reader import Reader
from lowwater.server.serve import address_of, listen, server
from lowwater.server.writer import Writer

LIMITS = Limits(head_seconds=1.5, body_seconds=2.0, unread_seconds=2.0)
"""The same limits as those of `lowwater serve`, but that nobody waits as long for them."""


def main() -> None:
    """Serve until it is ended."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--database", required=True)
    parser.add_argument("--port", type=int, required=True)
    arguments = parser.parse_args()
    logs.start("info")
    with contextlib.closing(listen("127.0.0.1", arguments.port)) as place:
        store = connect(arguments.database)
        store.migrate()
        reader = Reader(lambda: connect(arguments.database, reading=True))
        address = address_of("127.0.0.1", place)
        logging.getLogger("lowwater.server").info("started", extra={"address": address})
        server(app(Writer(store), reader), LIMITS).run(sockets=[place])


if __name__ == "__main__":
    main()
