"""What a survey says to people, from options and from a file."""

import pytest

from lowwater.cli.survey_texts import missing, open_fields
from lowwater.errors import YourFault
from lowwater.wire import OpenMessage

FILE = """
title = "Youngest driver"
question = "How old are you, in years?"
unit = "years"
asker = "The road office"
contact = "roads@example.org"
purpose = "To learn from what age on people drive."
closes = 2030-12-31T12:00:00Z

[[translations]]
language = "de"
title = "Jüngste Fahrende"
question = "Wie alt sind Sie, in Jahren?"
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "drivers.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


def opened(result):
    return OpenMessage.read(result | {"plan": {}})


def test_a_file_tells_all_there_is(file):
    message = opened(open_fields(None, file, {}))
    original, german = message.texts
    assert ("Youngest driver", "years", "en", 1_924_948_800) == (
        original.title, original.unit, original.language, message.closes,
    )  # fmt: skip
    assert ("Jüngste Fahrende", "years", "de", "The road office") == (
        german.title, german.unit, german.language, german.asker,
    )  # fmt: skip


def test_options_override_the_file_and_are_taken_out(file):
    chosen = {"asker": "Ada", "unit": None, "closes": "2031-01-01", "epsilon": "1"}
    message = opened(open_fields("Oldest driver", file, chosen))
    assert ("Oldest driver", "Ada", "years", 1_924_992_000) == (
        message.title, message.asker, message.unit, message.closes,
    )  # fmt: skip
    assert {"epsilon": "1"} == chosen


def test_a_translation_leaves_to_the_original_what_it_does_not_say(tmp_path):
    """Also what is asked where nobody says it in words, and what an option says."""
    path = tmp_path / "terms.toml"
    path.write_text('title = "Ages"\n[[translations]]\nlanguage = "de"\ntitle = "Alter"\n')
    original, german = opened(open_fields(None, path, {"asker": "Ada"})).texts
    assert ("Alter", "Ada", original.question) == (german.title, german.asker, german.question)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("2030-12-31", 1_924_905_600), ("2030-12-31T12:00", 1_924_948_800), ("2030-12-31T13:00+01:00", 1_924_948_800)],
)
def test_a_time_without_a_zone_is_utc(text, seconds):
    assert seconds == open_fields("A", None, {"closes": text})["closes"]


@pytest.mark.parametrize("text", ["soon", "2030-13-01", "", "12:00"])
def test_what_is_no_time_is_named(text):
    with pytest.raises(YourFault, match="give a time such as 2030-12-01"):
        open_fields("A", None, {"closes": text})


def test_without_a_title_nothing_is_opened():
    with pytest.raises(YourFault, match="a survey needs a title"):
        open_fields(None, None, {})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("title = ", "is no TOML"),
        ('title = "A"\nheading = "B"', "has heading; a survey tells title"),
        ('title = "A"\n[[translations]]\ntitle = "B"', "a translation has a language"),
        ('title = "A"\n[[translations]]\nlanguage = "de"\nheading = "B"', "a translation has a language"),
        ('title = "A"\ntranslations = ["de"]', "a translation has a language"),
        ('title = "A"\ntranslations = 7', "a translation has a language"),
        ('title = "A"\ncloses = 7', "give a time such as"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path, text, why):
    path = tmp_path / "terms.toml"
    path.write_text(text)
    with pytest.raises(YourFault, match=why):
        open_fields(None, path, {})


def test_what_people_will_not_be_told_is_said():
    assert "" == missing({"asker": "Ada", "contact": "a@example.org", "purpose": "To know."})
    text = missing({"asker": "Ada", "contact": ""})
    assert (
        "People will be told that this survey does not say how to reach them, what for (--contact, --purpose)." == text
    )
