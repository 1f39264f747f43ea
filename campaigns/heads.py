"""Requests as bytes, with bodies that are almost right and heads that are none."""

import json
import random
import socket

from campaigns.counts import Counts
from campaigns.mutations import mutated
from lowwater.wire import AnswerMessage, CheckInMessage, PostedMessage, encode

_HEADS = (
    b"GET / HTTP/9.9\r\n\r\n", b"\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET\r\n\r\n",
    b"GET /%00%ff/../v1/surveys HTTP/1.1\r\nHost: a\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"POST /v1/surveys/x/answers HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n{}",
    b"POST /v1/surveys/x/answers HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n{}",
    b"POST /v1/surveys/x/answers HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    b"POST /v1/surveys/x/check-in HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    b"POST /v1/surveys/x/check-in HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n",
    b"GET /readyz HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
    b"GET /v1/surveys HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \xff\xfe\r\n\r\n",
    b"POST /v1/surveys/x/answers HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}",
    b"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", b"GET http://elsewhere/healthz HTTP/1.1\r\nHost: b\r\n\r\n",
    b"HEAD /healthz HTTP/1.0\r\n\r\n", b"GET /problems/\xf0\x9f\x99\x82 HTTP/1.1\r\nHost: a\r\n\r\n",
)  # fmt: skip


def request(chance: random.Random, survey: str) -> bytes:
    """A request with something wrong in its head, its path or its body."""
    if chance.random() < 0.2:
        head = chance.choice(_HEADS)
        return head if chance.random() < 0.5 else mutated(chance, head)
    name, receipt = (f"{chance.getrandbits(160):040x}" for _ in range(2))
    checking = encode(CheckInMessage(name, None))
    posted = encode(PostedMessage(name, receipt, AnswerMessage.of(0, 0, chance.random() < 0.5)))
    opening = json.dumps({"title": "A", "plan": {}, "rules": {}})
    path, text = chance.choice((
        (f"/v1/surveys/{survey}/check-in", checking), (f"/v1/surveys/{survey}/answers", posted),
        (f"/v1/surveys/{survey}/check-in/bulk", f"[{checking},{checking}]"),
        (f"/v1/surveys/{survey}/answers/bulk", f"[{posted},{posted}]"), ("/v1/surveys", opening),
    ))  # fmt: skip
    target = mutated(chance, path.encode()) if chance.random() < 0.1 else path.encode()
    body = mutated(chance, text.encode())
    kind = chance.choice((b"application/json", b"application/json", b"text/plain", b"application/json; charset=utf-16"))
    head = b"POST %b HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: %b\r\n" % (target, kind)
    return b"%bContent-Length: %d\r\n\r\n%b" % (head, len(body), body)


def answered(port: int, sent: bytes, seconds: float = 10.0) -> Counts:
    """Send a request and end the sending; whatever is replied, if anything, is there in time and no server error."""
    try:
        return judged(sent, _reply(port, sent, seconds))
    except TimeoutError:
        return Counts(hung=1, notes=(f"no end of the reply after {seconds:g} s to {sent[:300]!r}",))
    except ConnectionError:  # it hung up on what is no request
        return Counts()


def judged(sent: bytes, reply: bytes) -> Counts:
    """Every status of 5xx but 503 is a server's error."""
    status = reply[9:12] if reply.startswith(b"HTTP/") else b""
    wrong = status.startswith(b"5") and status != b"503"
    return Counts(server_errors=int(wrong), notes=(f"{status.decode()} to {sent[:300]!r}",) if wrong else ())


def _reply(port: int, sent: bytes, seconds: float) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as line:
        line.sendall(sent)
        line.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: line.recv(2**16), b""))
