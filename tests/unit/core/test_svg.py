"""SVG pieces: escaped words, colours for light and dark screens, documents that stand by themselves."""

import xml.etree.ElementTree as ET

import pytest

from lowwater.core import svg


def root(text):
    return ET.fromstring(text)  # noqa: S314 - made just now


def test_words_are_escaped_and_read_back_as_they_were():
    words = "<script>&\"' 5 < 6"
    assert words == root(svg.text(1, 2, words)).text


@pytest.mark.parametrize("forbidden", ["\x00", "\x1b", "\n", "\ud800", "￿"])
def test_characters_that_xml_forbids_become_blanks(forbidden):
    assert "a b" == root(svg.text(0, 0, f"a{forbidden}b")).text


def test_attributes_are_escaped():
    assert '<&"' == root(svg.element("path", d='<&"')).get("d")


def test_numbers_are_short_and_attributes_without_a_value_are_left_out():
    assert '<line x1="0.33" x2="2"/>' == svg.element("line", x1=1 / 3, x2=2.0, stroke_width=None)


def test_a_colour_is_an_attribute_for_light_screens_and_a_class_for_dark_ones():
    drawn = root(svg.element("circle", fill="ink", stroke="teal"))
    assert ("#12333f", "#0f766e", "lw-fill-ink lw-stroke-teal") == tuple(map(drawn.get, ("fill", "stroke", "class")))


def test_no_colour_is_no_class():
    assert '<path fill="none"/>' == svg.element("path", fill="none")


@pytest.mark.parametrize("colour", svg.PALETTE)
def test_every_colour_has_a_rule_for_dark_screens(colour):
    style = svg.document(10, 10, "", "", "").partition("<style>")[2].partition("</style>")[0]
    assert style.startswith("@media (prefers-color-scheme:dark){")
    assert f".lw-fill-{colour}{{fill:{svg.PALETTE[colour][1]}}}" in style


def test_a_document_tells_screen_readers_its_title_and_its_description():
    drawn = root(svg.document(30, 20, "a <title>", "what & why", svg.flat(1, 2, 3, "ink")))
    assert ("img", "0 0 30 20") == (drawn.get("role"), drawn.get("viewBox"))
    assert ["a <title>", "what & why"] == [each.text for each in drawn[:2]]
