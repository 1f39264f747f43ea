"""Address: one spelling for each server, and nothing in it that does not belong there."""

import pytest

from lowwater.client.address import Address, survey_id
from lowwater.errors import YourFault


@pytest.mark.parametrize(
    ("server", "spelling"),
    [
        ("https://survey.example.org", "https://survey.example.org"),
        (" HTTPS://Survey.Example.org:443/ ", "https://survey.example.org"),
        ("https://survey.example.org./in//", "https://survey.example.org/in"),
        ("http://localhost:80", "http://localhost"),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("https://b\u00fccher.example", "https://xn--bcher-kva.example"),
        ("https://xn--bcher-kva.example:444", "https://xn--bcher-kva.example:444"),
    ],
)
def test_a_server_has_one_spelling(server, spelling):
    assert spelling == str(Address.of(server)) == str(Address.of(spelling))


@pytest.mark.parametrize(
    "server",
    [
        "",
        "survey.example.org",
        "ftp://survey.example.org",
        "https://",
        "https://ann:secret@survey.example.org",
        "https://survey.example.org?key=1",
        "https://survey.example.org#top",
        "https://survey.example.org/a b",
        "https://survey.example.org/a%20b",
        "https://survey.example.org/a//b",
        "https://survey.example.org\r\nX: y",
        "https://survey..example.org",
        "https://survey.example.org:99999",
        "https://survey.example.org:http",
        "https://[::1",
        f"https://{'a' * 64}.example.org",
    ],
)
def test_what_is_no_address_is_refused(server):
    with pytest.raises(YourFault, match=r"^server="):
        Address.of(server)


@pytest.mark.parametrize(
    ("host", "here"), [("localhost", True), ("127.0.0.1", True), ("[::1]", True), ("127.0.0.2", False)]
)
def test_this_machine_is_known_by_three_names(host, here):
    assert here is Address.of(f"http://{host}").here


@pytest.mark.parametrize("name", ["a", "youngest-2026", "_~.x", "A" * 128])
def test_an_id_stands_for_itself(name):
    assert name == survey_id(name)


@pytest.mark.parametrize("name", ["", ".", "..", ".hidden", "a/b", "a%2fb", "a?b", "a b", "a\n", "\u00e4", "A" * 129])
def test_what_is_no_id_is_refused(name):
    with pytest.raises(YourFault, match="an id is up to 128 letters"):
        survey_id(name)
