"""A ledger that the first version of the wire format wrote is read on: what was said stays said, and counts."""

import shutil
from pathlib import Path

import pytest

from lowwater.client.ledger import Ledger
from lowwater.client.version_1 import _clean_title
from lowwater.core.epsilon import Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import randomized_response
from lowwater.errors import BadLedger, GrantSpent, LowwaterError
from lowwater.wire import VERSION

WRITTEN = Path(__file__).with_name("version_1.jsonl")
ONE = randomized_response(Epsilon.of(1))


@pytest.fixture
def path(tmp_path):
    return Path(shutil.copy(WRITTEN, tmp_path / "ledger.jsonl"))


def test_what_was_said_counts(path):
    ledger = Ledger(path)
    assert (Epsilon.of("1.5"), Epsilon.of(9)) == (ledger.spent, ledger.lifetime)
    assert [("7Qb0ylFQe3Yv1x2K", 1), ("another-survey", 1)] == [
        (page.survey, len(page.account.told)) for page in ledger.pages
    ]


def test_a_repeated_question_gets_the_recorded_answer(path):
    ledger = Ledger(path)
    page = ledger.pages[0]
    (entry,) = page.account.told
    assert entry == ledger.respond(page, 149.0, Question(0, 0, (75.5,), ONE, None))


def test_a_grant_of_then_is_a_limit_now(path):
    ledger = Ledger(path)
    with pytest.raises(GrantSpent):
        ledger.respond(ledger.pages[0], 34.0, Question(1, 0, (40.5,), ONE, None))


def test_new_lines_are_of_this_version_and_read_with_the_old_ones(path):
    ledger = Ledger(path)
    page = ledger.pages[1]
    ledger.settle(page, page.account.told[0], "counted")
    ledger.grant(Epsilon.of(10))
    assert (WRITTEN.read_bytes(), True) == (path.read_bytes()[: WRITTEN.stat().st_size], VERSION == "lowwater/2")
    assert (Epsilon.of("1.5"), "counted") == (Ledger(path).spent, Ledger(path).pages[1].fates[0])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"loss": 1000000000, "grant"', '"loss": 999999999, "grant"'),
        ('"lo": 0,', '"lo": 0.0,'),
        ('"answers": 2', '"answers": 1'),
        ('"hash": "', '"hash": "0'),
    ],
)
def test_terms_that_were_changed_are_found_by_the_hash_of_then(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(BadLedger, match="hash"):
        _ = Ledger(path).pages


def test_a_line_that_is_torn_is_refused_as_ever(path):
    path.write_text(path.read_text().replace('"lowwater/1"', '"lowwater/0"'))
    with pytest.raises(LowwaterError):
        _ = Ledger(path).pages


@pytest.mark.parametrize("other", ["1", '"yes"', "null"])
def test_what_is_neither_yes_nor_no_is_refused(path, other):
    text = path.read_text()
    words = '"yes": true' if '"yes": true' in text else '"yes": false'
    path.write_text(text.replace(words, f'"yes": {other}', 1))
    with pytest.raises(BadLedger, match="is neither yes nor no"):
        _ = Ledger(path).pages


def test_an_old_survey_can_be_erased_too(path):
    ledger = Ledger(path)
    ledger.erase(ledger.pages[0])
    assert (Epsilon.of("1.5"), ["another-survey"]) == (ledger.spent, [page.survey for page in Ledger(path).pages])


def test_a_title_of_then_is_shown_without_what_is_hidden():
    assert ("ab", "Untitled", "x" * 200) == tuple(_clean_title(title) for title in ("\u202ea\nb ", "\x00", "x" * 300))
