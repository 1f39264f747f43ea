"""The pages on which surveys are watched and opened: what a server sends of them to anybody, without a key."""

import http.client
import re
from contextlib import closing
from urllib.parse import urlsplit

import pytest

import lowwater
from lowwater.server.pages import assets as answering
from lowwater.server.pages.dashboard import assets, digest, page

PATHS = ("/", "/open", "/survey/any")
MOST = 60_000  # bytes of all files together, gzipped one by one
STRICT = (
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self' blob:",
    "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
    "trusted-types 'none'",
)  # fmt: skip


@pytest.fixture
def fetch(lasting):
    """The status, the headers and the text of a path."""

    def get(path):
        where = urlsplit(lasting.address)
        with closing(http.client.HTTPConnection(where.hostname, where.port, timeout=60)) as connection:
            connection.request("GET", path)
            reply = connection.getresponse()
            return reply.status, {name.lower(): text for name, text in reply.getheaders()}, reply.read().decode()

    return get


@pytest.mark.parametrize("path", PATHS)
def test_a_page_needs_no_key_is_never_stored_and_may_do_little(fetch, path):
    status, headers, _ = fetch(path)
    assert (200, "no-store", "no-referrer") == (status, headers["cache-control"], headers["referrer-policy"])
    assert set(STRICT) == set(headers["content-security-policy"].split("; "))
    assert "set-cookie" not in headers


@pytest.mark.parametrize("path", PATHS)
def test_a_page_names_only_files_that_there_are_and_no_other_host(fetch, path):
    _, _, body = fetch(path)
    up = "../" if path.count("/") == 2 else ""
    named = [name.removeprefix(up) for name in re.findall(rf'(?:href|src)="({re.escape(up)}pages/[^"]+)"', body)]
    assert {f"pages/{digest()}/{name}" for name in assets()} == set(named)
    assert {200} == {fetch(f"/{name}")[0] for name in named}
    assert not re.search(r'(?:href|src)="(?:https?:)?//', body)


def test_all_files_of_the_dashboard_are_light():
    size = sum(len(asset.compressed) for asset in assets().values())
    assert size < MOST, f"{size:,} bytes"


def test_files_lie_below_the_hash_of_their_own_page_alone(fetch):
    assert digest() != answering.digest()
    assert 404 == fetch(f"/pages/{answering.digest()}/watch.css")[0]
    assert 404 == fetch(f"/pages/{digest()}/answer/answer.js")[0]


def test_a_survey_is_named_at_once_by_what_anyone_may_read_of_it(lasting, fetch):
    title = "Who is <b>youngest</b> & {root}?"
    path = lasting.open(lowwater.plan(200, epsilon=1, domain=(0, 150), refuse=False), title)
    _, _, body = fetch(path.removeprefix("/v1").replace("surveys", "survey"))
    assert '<h1 dir="auto">Who is &lt;b&gt;youngest&lt;/b&gt; &amp; {root}?</h1>' in body
    assert page("../") == fetch("/survey/none")[2]


def test_the_code_of_the_answer_link_needs_a_key_and_leads_where_the_server_is_reached(lasting):
    path = lasting.open(lowwater.plan(200, epsilon=1, domain=(0, 150), refuse=False))
    assert "bad-key" == lasting.ask("GET", f"{path}/qr").problem
    code = lasting.get(f"{path}/qr").json
    survey, rows = lasting.get(path).json, code["rows"].split("\n")
    assert f"{lasting.address}/answer/{survey['survey']}#{survey['hash']}" == code["link"]
    assert {len(rows)} == {len(row) for row in rows}
    assert {"0", "1"} == set("".join(rows))
