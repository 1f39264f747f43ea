"""Addresses, links and invitations."""

from tests.typescript.conftest import vectors

_HOSTS = (
    "survey.example.org", "Survey.Example.ORG.", "localhost", "LOCALHOST.", "127.0.0.1", "127.1", "0x7f.1",
    "0177.0.0.1",
    "2130706433", "256.1.1.1", "1.2.3.4.5", "1.2.3.256", "08.1", "a..b", ".a", "a.", "a_b.c", "-a-", "[::1]",
    "[::]", "[1::2::3]",
    "[2001:DB8::1]", "[::ffff:1.2.3.4]", "[::1.2.3.4]", "[1:2:3:4:5:6:7:8]", "[::ffff:0:0]", "[1::0:0:2]",
    "x" * 63, "x" * 64,
    ".".join(["x" * 60] * 4), ".".join(["x" * 62] * 5), "a.0x", "a.1", "1.a", "é.org", "a%41.org", "a b", "",
)  # fmt: skip


def address(luck):
    host = luck.choice(_HOSTS)
    port = luck.choice(("", "", ":", ":80", ":443", ":8770", ":0", ":65535", ":65536", ":080", ":99999999", ":1a"))
    path = luck.choice(
        (
            "",
            "",
            "/",
            "//",
            "/a",
            "/A/b/",
            "/a//b",
            "/.",
            "/..",
            "/a/../b",
            "/a/./b/..",
            "/~x",
            "/%41",
            "/a?b",
            "/a#b",
            "\\a",
        )
    )
    text = (
        luck.choice(("http", "https", "HTTPS", "ftp", ""))
        + luck.choice(("://", "://", "://", ":", ":///"))
        + host
        + port
        + path
    )
    return {"what": "address", "text": luck.choice(("", "", " ")) + text}


def link(luck):
    server = address(luck)["text"] if luck.random() < 0.3 else "https://survey.example.org"
    survey = luck.choice(("7Qb0ylFQe3Yv1x2K", "a-b_c", "", "a b", "x" * 64, "x" * 65, "a/b"))
    fragment = luck.choice(
        ("0" * 64, "F" * 64, "0" * 63, "0" * 64 + ".come-in", "0" * 64 + ".", "0" * 64 + ".a#b", "0" * 64 + ".a\nb")
    )
    return {"what": "link", "text": f"{server}/answer/{survey}#{fragment}"}


_INVITATIONS = [
    vector["invitation"]
    for name in ("invitations", "bad_invitations")
    for vector in vectors(name)
    if vector["invitation"] is not None
]


def invitation(luck):
    text = luck.choice(_INVITATIONS)
    at = luck.randrange(len(text) + 1)
    change = luck.choice(("", "A", "-", "+", "=", "é", "\n", "w", "B"))
    return {
        "what": "invitation",
        "text": luck.choice((text, text[:at] + change + text[at + 1 :], text[:at] + change + text[at:])),
    }
