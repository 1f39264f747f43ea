"""What SQLite is told to forget is in none of its files, byte by byte."""

import re
import struct
from contextlib import closing, contextmanager
from pathlib import Path

import apsw
import pytest

PLACE = re.compile(rb"\x35\x2c([\x01-\x09])([\x01-\x09])([\x01-\x09])\x2c")
"""The head of a place's record: a text of 20 letters, 16 bytes, three numbers, 16 bytes, and no more."""

WIDTHS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8, 8: 0, 9: 0}
"""Bytes that a number of each kind takes in a record."""

FORGOTTEN = (b"\xff\xff", b"\xff" + struct.pack(">d", -1))
"""How -1 and -1.0 are written, which stand for a question and a lease that nobody knows any more."""


@pytest.fixture
def house(make_house, file):
    return make_house(str(file))


@pytest.fixture
def survey(house, plans):
    """A round with a place for everyone who comes."""
    return house.open(plans.cohorts(people=900), span=100.0)


@contextmanager
def _read_meanwhile(house, survey, file):
    """Forty people have places and one answers, while somebody else's transaction reads the file."""
    for person in range(40):
        house.check_in(survey, person)
    house.play(survey, ["eve"])
    with closing(apsw.Connection(str(file))) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM place").fetchone()
        yield reader


def _known(file):
    """How many copies of places in all files, live or left behind, tell a question or a lease."""
    parts = [part.read_bytes() for part in file.parent.glob(f"{file.name}*")]
    return sum(_tells(part, head) for part in parts for head in PLACE.finditer(part))


def _tells(part, head):
    number, question, lease = (WIDTHS[kind] for kind in b"".join(head.groups()))
    start = head.end() + 20 + 16 + number
    return part[start : start + question + lease] not in FORGOTTEN


def _log(file):
    return Path(f"{file}-wal").stat().st_size


def test_who_is_asked_what_and_has_not_answered_is_in_the_files(house, survey, file):
    for person in range(40):
        house.check_in(survey, person)
    assert 40 <= _known(file)


def test_who_was_asked_what_is_forgotten_with_the_answer(house, survey, file):
    house.play(survey, range(40))
    house.reopen()  # which empties the log of changes
    assert 0 == _known(file)


def test_who_was_asked_what_is_in_no_file_once_the_round_is_over(house, survey, file):
    """So many people that pages are split, left behind and used again."""
    house.play(survey, range(290))
    house.tick(survey, 101)
    assert (1, 0, 0) == (house.survey(survey).round, _known(file), _log(file))


@pytest.mark.parametrize("people", [160, 290])
def test_whoever_was_asked_and_said_nothing_is_in_no_file_once_the_round_is_over(house, survey, file, people):
    """They are deleted, and deleting merges pages: what is copied in between must not tell anything any more."""
    for person in range(people):
        house.play(survey, [person]) if person % 3 else house.check_in(survey, person)
    house.sweep(survey, 101)
    assert (1, 0, 0) == (house.survey(survey).round, _known(file), _log(file))


def test_surveys_side_by_side_leave_no_copies_of_each_other(house, plans, file):
    """Places of all lie on the same pages: what one of them does moves rows of the others."""
    surveys = [house.open(plans.cohorts(people=900), span=100.0, lease=20.0) for _ in range(5)]
    for person in range(120):
        for number, survey in enumerate(surveys):
            house.check_in(survey, f"silent {person}") if person % 7 == number else house.play(survey, [person])
        house.now += 0.3
    for survey in surveys:
        house.tick(survey, 30)
        house.change(survey, "close")
    assert (0, 0, True) == (_known(file), _log(file), 200 < len(PLACE.findall(file.read_bytes())))


def test_who_was_asked_what_is_in_no_file_once_the_survey_was_closed(house, survey, file):
    house.play(survey, range(40))
    house.change(survey, "close")
    assert 0 == _known(file)


def test_whoever_reads_meanwhile_keeps_the_log_until_the_next_commit(house, survey, file):
    with _read_meanwhile(house, survey, file) as reader:
        house.sweep(survey, 101)
        assert _known(file)
        reader.execute("ROLLBACK")
    house.check_in(survey, "ada")
    assert 1 == _known(file), "the place of the open round"


def test_a_server_that_starts_forgets_what_the_last_one_could_not(house, survey, file):
    with _read_meanwhile(house, survey, file) as reader:
        house.sweep(survey, 101)
        house.close()
        assert _known(file)
        reader.execute("ROLLBACK")
        house.store = type(house)(str(file)).store
        assert 0 == _known(file)


def test_a_log_that_cannot_be_emptied_fails_nobody(house, survey, file):
    with _read_meanwhile(house, survey, file):
        assert "tallied" == house.tick(survey, 101)
        assert "question" == house.check_in(survey, "ada").status
