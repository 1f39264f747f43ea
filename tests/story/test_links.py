"""Links and QR codes of surveys: what is made, who can read it, and whether a reader reads it back."""

import stat
from pathlib import Path

import numpy as np
import pytest
import zxingcpp

from lowwater.cli.text.qr import qr_lines
from lowwater.client.link import Link
from lowwater.server.invitation import new_key

INVITE = "survey invite pilot --key-file pilot.key --count"


@pytest.fixture
def signed(write):
    """A key file that knows the survey pilot, and where people reach its server."""
    write("pilot.key", f"{new_key()}\npilot {'0' * 64} https://survey.example.org\n")


def mode(path):
    return stat.S_IMODE(Path(path).stat().st_mode)


def read_back(dark):
    """What a reader of QR codes sees in rows of dark and light modules."""
    pixels = np.kron(np.where(np.array(dark), 0, 255), np.ones((6, 6))).astype(np.uint8)
    (code,) = zxingcpp.read_barcodes(pixels)
    return code.text


def modules(lines):
    """The rows of modules that lines of half blocks show."""
    upper, lower = ({" ": 0, "▀": 1, "▄": 0, "█": 1}, {" ": 0, "▀": 0, "▄": 1, "█": 1})
    return [[half[block] for block in line] for line in lines for half in (upper, lower)]


@pytest.mark.usefixtures("signed")
def test_links_lie_in_a_file_that_its_owner_alone_can_read(say):
    result = say(f"{INVITE} 3 --out links.txt")
    links = [Link.of(line) for line in Path("links.txt").read_text().splitlines()]
    assert (0, 0o600, 3) == (result.code, mode("links.txt"), len({link.invitation for link in links}))
    assert {("https://survey.example.org", "pilot", "0" * 64)} == {
        (link.server, link.survey, link.hash) for link in links
    }
    assert "links.txt holds 3 links, in no order; only you can read it." in result.out
    assert links[0].invitation not in result.out


@pytest.mark.usefixtures("signed")
def test_links_lie_in_a_file_named_by_the_survey_unless_told(say):
    assert {"survey": "pilot", "count": 1, "file": "pilot.links", "qr": None} == say(f"{INVITE} 1 --json").json
    assert 0o600 == mode("pilot.links")


@pytest.mark.usefixtures("signed")
def test_another_public_url_can_be_named(say):
    link = say(f"{INVITE} 1 --out - --public-url https://Other.example.org/").out
    assert "https://other.example.org" == Link.of(link).server


@pytest.mark.usefixtures("signed")
def test_a_file_of_links_is_never_written_over(say, write):
    write("links.txt", "before")
    result = say(f"{INVITE} 3 --out links.txt")
    assert (2, "before") == (result.code, Path("links.txt").read_text())
    assert "links.txt is there already, and is not written over; choose another name" in result.err


@pytest.mark.usefixtures("signed")
def test_a_place_that_cannot_be_is_refused_with_a_remedy(say):
    for words in ("--out no/where.txt", "--out links.txt --qr pilot.key", "--out other.txt --qr pilot.key/codes"):
        result = say(f"{INVITE} 1 {words}")
        assert (2, True) == (result.code, "choose another" in result.err)


def test_a_key_file_of_before_needs_a_public_url(say, write):
    write("pilot.key", f"{new_key()}\npilot {'0' * 64}\n")
    result = say(f"{INVITE} 1")
    assert (2, False) == (result.code, Path("pilot.links").exists())
    assert "pilot.key does not say where people reach the server; give --public-url, or --bare" in result.err


@pytest.mark.usefixtures("signed")
@pytest.mark.parametrize("words", ["--bare --qr codes", "--json --qr -", "--json --out -"])
def test_options_that_contradict_each_other_are_refused(say, words):
    assert 2 == say(f"{INVITE} 1 {words}").code


@pytest.mark.usefixtures("signed")
def test_every_link_has_a_code_that_its_owner_alone_can_read(say):
    say(f"{INVITE} 10 --qr codes")
    files = sorted(Path("codes").iterdir())
    assert [f"{number:02}.svg" for number in range(1, 11)] == [file.name for file in files]
    assert ({0o600}, 0o700) == ({mode(file) for file in files}, mode("codes"))


@pytest.mark.usefixtures("signed")
def test_a_code_in_the_terminal_reads_as_its_link(say):
    link, *lines = say(f"{INVITE} 1 --out - --qr -").out.splitlines()
    assert link == read_back(modules([line for line in lines if line]))


@pytest.mark.parametrize("length", [20, 200, 500, 1000])
def test_a_code_of_any_length_reads_as_its_text(length):
    text = "https://survey.example.org/answer/" + "x" * length
    assert text == read_back(modules(qr_lines(text)))
