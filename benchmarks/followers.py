"""python -m benchmarks.followers PORT KEY COUNT: follow all surveys COUNT times, and read on until terminated."""

import asyncio
import sys

import uvloop


async def follow(port: int, key: str) -> None:
    """Open a stream, say so, and read it to its end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /v1/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n\r\n".encode())
    print((await reader.readline()).decode().strip(), flush=True)
    while await reader.read(65536):
        pass


async def main(port: int, key: str, count: int) -> None:
    """Follow `count` times."""
    await asyncio.gather(*(follow(port, key) for _ in range(count)))


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
