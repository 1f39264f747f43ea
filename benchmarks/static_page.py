"""python -m benchmarks.static_page FOLDER: a server of the files in a folder, with the settings of our own."""

import json
import sys
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lowwater.server.serve import address_of, listen, server

TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript"}


def main(folder: Path) -> None:
    """Serve the files until interrupted; the first line of log says where."""
    files = {path.name: (path.read_bytes(), TYPES[path.suffix]) for path in folder.iterdir()}

    async def serve(request: Request) -> Response:
        body, kind = files.get(request.path_params["name"], (b"", ""))
        return Response(body, 200 if kind else 404, media_type=kind)

    listener = listen("127.0.0.1", 0)
    print(json.dumps({"address": address_of("127.0.0.1", listener)}), file=sys.stderr, flush=True)
    server(Starlette(routes=[Route("/{name}", serve)])).run(sockets=[listener])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
