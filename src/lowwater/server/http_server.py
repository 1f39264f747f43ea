"""HTTP server: uvicorn's, which ends open streams first when it stops."""

import socket

import uvicorn

END_STREAMS = "end_streams"
"""The name, in the state of an application's lifespan, of the function that ends its streams."""


class HttpServer(uvicorn.Server):
    """A server that ends streams before it waits for replies: they would not end by themselves."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: take no more connections, end streams, and finish the other replies."""
        end = self.lifespan.state.get(END_STREAMS)
        if end is not None:
            end()
        await super().shutdown(sockets)
