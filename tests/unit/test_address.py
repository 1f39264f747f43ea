"""Address: one spelling for each server, and nothing in it that does not belong there."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowwater.errors import YourFault
from lowwater.wire.address import Address, survey_id


@pytest.mark.parametrize(
    ("server", "spelling"),
    [
        ("https://survey.example.org", "https://survey.example.org"),
        (" HTTPS://Survey.Example.org:443/ ", "https://survey.example.org"),
        ("https://survey.example.org./in//", "https://survey.example.org/in"),
        ("http://localhost:80", "http://localhost"),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("https://XN--bcher-kva.example:444", "https://xn--bcher-kva.example:444"),
        ("https://survey.example.org:/", "https://survey.example.org"),
        ("https://survey.example.org:0443", "https://survey.example.org"),
        ("http://localhost.:8000", "http://localhost:8000"),
        ("http://127.1:8000", "http://127.0.0.1:8000"),
        ("http://127.0.0.1.:8000", "http://127.0.0.1:8000"),
        ("http://0x7f.1:8000", "http://127.0.0.1:8000"),
        ("http://0X7F000001:8000", "http://127.0.0.1:8000"),
        ("http://0177.0.0.01:8000", "http://127.0.0.1:8000"),
        ("http://2130706433:8000", "http://127.0.0.1:8000"),
        ("http://017700000001:8000", "http://127.0.0.1:8000"),
        ("https://1.2.772", "https://1.2.3.4"),
        ("https://0x", "https://0.0.0.0"),
        ("https://4294967295", "https://255.255.255.255"),
        ("http://[0:0:0:0:0:0:0:1]:8000", "http://[::1]:8000"),
        ("http://[0::0001]:8000", "http://[::1]:8000"),
        ("https://[2001:DB8:0:0:1:0:0:1]", "https://[2001:db8::1:0:0:1]"),
        ("https://[2001:db8:0:1:1:1:1:1]:443", "https://[2001:db8:0:1:1:1:1:1]"),
        ("https://[64:ff9b::1.2.3.4]", "https://[64:ff9b::102:304]"),
        ("http://localhost/.", "http://localhost"),
        ("http://localhost/./in/.", "http://localhost/in"),
        ("http://localhost/a/../b/", "http://localhost/b"),
        ("http://localhost/../../a/..", "http://localhost"),
        ("http://localhost/In/...", "http://localhost/In/..."),
        (f"https://{'a' * 63}.example", f"https://{'a' * 63}.example"),
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
        f"https://{'a.' * 126}aa",
        "https://survey.example.org..",
        "https://.example.org",
        "https://.",
        "https://survey%2eexample.org",
        "https://survey.example.org/%2e",
        "https://survey.example.org\\in",
        "https:\\\\survey.example.org",
        "https:survey.example.org",
        "https:///survey.example.org",
        "https://survey.exa\tmple.org",
        "https://survey.exa\nmple.org",
        "https://survey.example.org/a\tb",
        "https://survey.example.org?",
        "https://survey.example.org:0",
        f"https://survey.example.org:{'9' * 9999}",
        "https://stra\u00dfe.de",
        "https://\uff45xample.org",
        "https://example\u3002org",
        "https://\u212aelvin.example",
        "https://1.2.3.4.5",
        "https://1.2.3.256",
        "https://256.2.3.4",
        "https://1.2.65536",
        "https://4294967296",
        f"https://{'9' * 63}",
        "https://08",
        "https://1.2.3.08",
        "https://survey.example.1",
        "https://survey.0x7f",
        "https://1..2",
        "https://[::1%25lo]",
        "https://[fe80::1%eth0]",
        "https://[::ffff:127.0.0.1]",
        "https://[::ffff:7f00:1]",
        "https://[127.0.0.1]",
        "https://[1::2::3]",
        "https://[]",
        "https://[v1.x]",
        "https://a[::1]b",
    ],
)
def test_what_is_no_address_is_refused(server):
    with pytest.raises(YourFault, match=r"^server="):
        Address.of(server)


@pytest.mark.parametrize(
    ("server", "remedy"),
    [
        ("https://stra\u00dfe.de", "give the xn-- spelling of its name"),
        (
            "https://survey.example.org/a%20b",
            r"give an address such as https://survey.example.org, and no @, \?, #, %,",
        ),
        ("https://survey.example.1", "its last part is a number, and it is no IPv4 address such as 127.0.0.1"),
        ("https://[::ffff:127.0.0.1]", r"give the IPv4 address, 127.0.0.1$"),
        ("https://[1::2::3]", r"give an IPv6 address such as \[2001:db8::1\]"),
        ("https://survey.example.org:99999", "port 99999; give one from 1 to 65535"),
        ("https://survey..org", "a name has up to 253 letters, and between its dots 1 to 63"),
    ],
)
def test_a_refusal_says_what_to_give_instead(server, remedy):
    with pytest.raises(YourFault, match=remedy):
        Address.of(server)


@given(st.text("localhost0127.x:/[]%f \\", max_size=20))
def test_an_address_that_is_read_is_read_the_same_again(rest):
    with suppress(YourFault):
        address = Address.of(f"https://{rest}")
        assert address == Address.of(str(address))


@pytest.mark.parametrize(
    ("host", "here"), [("localhost", True), ("127.0.0.1", True), ("[::1]", True), ("127.0.0.2", False)]
)
def test_this_machine_is_known_by_three_names(host, here):
    assert here is Address.of(f"http://{host}").here


@pytest.mark.parametrize("name", ["a", "youngest-2026", "_-x", "A" * 64])
def test_an_id_stands_for_itself(name):
    assert name == survey_id(name)


@pytest.mark.parametrize("name", ["", ".", "..", ".hidden", "a/b", "a%2fb", "a?b", "a b", "a\n", "\u00e4", "A" * 65])
def test_what_is_no_id_is_refused(name):
    with pytest.raises(YourFault, match="an id is up to 64 letters"):
        survey_id(name)
