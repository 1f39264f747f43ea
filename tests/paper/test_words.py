"""Words: counts agree with their nouns, and any name can be shown."""

import pytest

from lowwater.study import words
from lowwater.study.figure import Figure, panels, plain, styled


@pytest.mark.parametrize(("number", "text"), [(1, "1 person"), (2, "2 people"), (2314, "2,314 people")])
def test_one_is_a_person_and_two_are_people(number, text):
    assert text == words.people(number)


@pytest.mark.parametrize(("part", "whole", "text"), [(1, 6040, "0.017 %"), (1, 4, "25 %"), (3, 3, "100 %")])
def test_a_share_is_told_in_two_digits(part, whole, text):
    assert text == words.share(part, whole)


def test_a_long_name_keeps_its_beginning_and_its_end():
    assert "a" * 45 + "\N{HORIZONTAL ELLIPSIS}" + "z" * 15 == words.legible("a" * 150 + "z" * 150)


def test_what_cannot_be_printed_is_marked():
    assert "a\N{REPLACEMENT CHARACTER}b" == words.legible("a\0b")


def test_a_list_says_how_many_more_there_are():
    assert "a, b and 1,000 more" == words.listed(["a", "b", *("c" * 1000)], most=2)
    assert "a, b" == words.listed(["a", "b"])


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", [r"$\frac$ and $_$", "\N{TEACUP WITHOUT HANDLE} \N{HIRAGANA LETTER TO}", "x" * 300])
def test_any_name_can_be_the_title_of_a_panel(tmp_path, name):
    with styled():
        canvas, (axis,) = panels(1)
        axis.set(title=plain(name))
        figure = Figure("any", "any", "any", canvas)
        figure.save(tmp_path)
        assert "<svg" in figure.svg()
