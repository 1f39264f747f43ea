"""One path goes past the framework; nobody can tell from outside."""

import asyncio

import pytest
from starlette.responses import PlainTextResponse

from lowwater.server.answer_endpoint import Shortcut


def _told(method, path):
    """The status and the body that somebody gets."""
    sent = []

    async def called(request):
        if request.path_params["what"] == "broken":
            raise ValueError
        return PlainTextResponse(request.path_params["what"])

    async def send(message):
        sent.append(message)

    rest = PlainTextResponse("the rest")
    cut = Shortcut("/to/{what}", called, lambda _request, error: PlainTextResponse(repr(error), 500), rest)
    asyncio.run(cut({"type": "http", "method": method, "path": path, "headers": []}, None, send))
    return sent[0]["status"], sent[1]["body"].decode()


def test_its_path_is_taken():
    assert (200, "ada") == _told("POST", "/to/ada")


def test_what_breaks_there_gets_a_reply():
    assert (500, "ValueError()") == _told("POST", "/to/broken")


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/to/ada"), ("POST", "/to/ada/more"), ("POST", "/to/"), ("POST", "/")]
)
def test_everything_else_goes_on(method, path):
    assert (200, "the rest") == _told(method, path)
