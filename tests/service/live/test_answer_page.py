"""The page on which people answer, and its files: what a server sends, and what other hosts' pages may use."""

import gzip
import http.client
import json
import re
from contextlib import closing
from urllib.parse import urlsplit

import pytest

from lowwater.server.pages.assets import assets, digest, page

STRICT = (
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "base-uri 'none'",
    "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
)  # fmt: skip


@pytest.fixture
def ask(lasting):
    """A request, and the status, the headers and the bytes of its reply."""

    def request(method, path, **headers):
        where = urlsplit(lasting.address)
        with closing(http.client.HTTPConnection(where.hostname, where.port, timeout=60)) as connection:
            connection.request(method, path, headers={name.replace("_", "-"): text for name, text in headers.items()})
            reply = connection.getresponse()
            return reply.status, {name.lower(): text for name, text in reply.getheaders()}, reply.read()

    return request


def test_the_page_of_any_survey_is_never_stored_and_does_little(ask):
    status, headers, body = ask("GET", "/answer/any")
    assert (200, "no-store", "no-referrer") == (status, headers["cache-control"], headers["referrer-policy"])
    assert ("nosniff", "DENY") == (headers["x-content-type-options"], headers["x-frame-options"])
    assert set() == set(STRICT) - set(headers["content-security-policy"].split("; "))
    assert "set-cookie" not in headers
    assert page(f"../pages/{digest()}").encode() == body


@pytest.mark.parametrize(
    ("wanted", "loaded"),
    [("", "english"), ("fr, de-AT;q=0.9", "german"), ("AR", "arabic"), ("fr", "english"), (",;=q, *", "english")],
)
def test_the_module_of_the_wanted_language_is_loaded_at_once(ask, wanted, loaded):
    _, _, body = ask("GET", "/answer/any", Accept_Language=wanted)
    assert f'<link rel="modulepreload" href="../pages/{digest()}/answer/{loaded}.js">' in body.decode()


def test_the_page_names_only_files_that_there_are_and_no_other_host(ask):
    _, _, body = ask("GET", "/answer/any")
    named = re.findall(r'(?:href|src)="\.\./([^"]+)"', body.decode())
    assert len(assets()) - 2 == len(named)  # of the languages one
    assert {200} == {ask("GET", f"/{name}")[0] for name in named}
    assert not re.search(rb'(?:href|src)="(?!\.\./)', body)


@pytest.mark.parametrize("name", assets())
def test_a_file_is_cached_by_its_content_and_known_by_its_tag(ask, name):
    path = f"/pages/{digest()}/{name}"
    status, headers, body = ask("GET", path)
    assert (200, assets()[name].body) == (status, body)
    assert "public, max-age=31536000, immutable" == headers["cache-control"]
    assert ("nosniff", "Accept-Encoding") == (headers["x-content-type-options"], headers["vary"])
    again, reply, nothing = ask("GET", path, If_None_Match=headers["etag"])
    assert (304, headers["etag"], b"") == (again, reply["etag"], nothing)
    _, packed, small = ask("GET", path, Accept_Encoding="gzip, br")
    assert ("gzip", body) == (packed["content-encoding"], gzip.decompress(small))


@pytest.mark.parametrize("path", [f"/pages/{'0' * 64}/answer.css", f"/pages/{digest()}/../assets.py", "/pages/x/"])
def test_what_is_no_file_of_the_page_is_nothing(ask, path):
    assert 404 == ask("GET", path)[0]


def test_no_file_leads_to_another_host():
    text = b"\n".join(asset.body for asset in assets().values()).decode()
    hosts = set(re.findall(r"https?://([\w-]+\.[\w.-]+)", text))
    assert {"www.w3.org"} == hosts  # the name of SVG


def test_all_files_together_are_light():
    weight = sum(len(asset.compressed) for asset in assets().values()) + len(gzip.compress(page("..").encode()))
    assert weight < 40_000, weight


DEVICES = [
    ("GET", "/v1/surveys/none"), ("POST", "/v1/surveys/none/check-in"), ("POST", "/v1/surveys/none/answers"),
]  # fmt: skip
OTHERS = [
    ("GET", "/v1/surveys"), ("POST", "/v1/surveys"), ("DELETE", "/v1/surveys/none"), ("GET", "/v1/address"),
    ("GET", "/v1/surveys/none/standing"), ("GET", "/v1/surveys/none/events"), ("POST", "/v1/surveys/none/close"),
    ("POST", "/v1/surveys/none/answers/bulk"), ("GET", "/answer/none"), ("GET", "/healthz"), ("GET", "/metrics"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path"), DEVICES)
def test_pages_of_other_hosts_may_use_the_routes_of_devices_without_credentials(ask, method, path):
    _, headers, _ = ask(method, path, Origin="https://pages.example.net", Content_Type="application/json")
    assert ("*", False) == (headers["access-control-allow-origin"], "access-control-allow-credentials" in headers)
    status, allowed, _ = ask("OPTIONS", path, Origin="https://pages.example.net", Access_Control_Request_Method=method)
    assert (204, method) == (status, allowed["access-control-allow-methods"])
    assert "*" == allowed["access-control-allow-origin"]
    assert "Content-Type" == allowed["access-control-allow-headers"]


@pytest.mark.parametrize(("method", "path"), OTHERS)
def test_pages_of_other_hosts_may_use_no_other_route(ask, method, path):
    assert "access-control-allow-origin" not in ask(method, path, Origin="https://pages.example.net")[1]
    _, asked, _ = ask("OPTIONS", path, Origin="https://pages.example.net", Access_Control_Request_Method=method)
    assert method not in asked.get("access-control-allow-methods", "")


def test_the_record_of_a_survey_comes_with_its_page_and_is_never_markup(lasting, ask, plans):
    path = lasting.open(plans.cohorts(), title="</script><script>alert(1)//{root}")
    name = path.rpartition("/")[2]
    text = ask("GET", f"/answer/{name}")[2].decode()
    (record,) = re.findall(r'<script type="application/json" id="survey">(.*?)</script>', text)
    assert lasting.get(path).json == json.loads(record)
    assert (2, 1) == (text.count("<script"), text.count("&lt;/script&gt;&lt;script&gt;alert(1)//{root}"))
