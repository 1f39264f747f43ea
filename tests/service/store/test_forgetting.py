"""What SQLite is told to forget is in none of its files, byte by byte."""

import re
from contextlib import closing
from pathlib import Path

import apsw
import pytest

BIT = re.compile(rb"\x35\x81\x0d[\x00-\x09]{3}\x81\x0d[\x08\x09]")
"""A record of a place with a bit: texts of 20 and 64 letters, three numbers, a text of 64 letters, and 0 or 1."""


@pytest.fixture
def house(make_house, file):
    return make_house(str(file))


@pytest.fixture
def survey(house, plans):
    """A round with a place for everyone who comes."""
    return house.open(plans.cohorts(people=900), span=100.0)


def _bits(file):
    return sum(len(BIT.findall(part.read_bytes())) for part in file.parent.glob(f"{file.name}*"))


def _log(file):
    return Path(f"{file}-wal").stat().st_size


def test_a_bit_of_the_open_round_is_in_the_files(house, survey, file):
    house.play(survey, range(40))
    assert 40 <= _bits(file)


def test_a_bit_is_in_no_file_once_its_round_is_over(house, survey, file):
    """So many people that pages are split, left behind and used again."""
    house.play(survey, range(290))
    house.tick(survey, 101)
    assert (1, 0, 0) == (house.survey(survey).round, _bits(file), _log(file))


def test_a_bit_is_in_no_file_once_its_survey_was_closed(house, survey, file):
    house.play(survey, range(40))
    house.set_state(survey, "closed")
    assert 0 == _bits(file)


def test_whoever_reads_meanwhile_keeps_bits_in_the_log_until_the_next_commit(house, survey, file):
    house.play(survey, range(40))
    with closing(apsw.Connection(str(file))) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM place").fetchone()
        house.tick(survey, 101)
        assert _bits(file)
        reader.execute("ROLLBACK")
    house.check_in(survey, "ada")
    assert 0 == _bits(file)


def test_a_server_that_starts_forgets_what_the_last_one_could_not(house, survey, file):
    house.play(survey, range(40))
    with closing(apsw.Connection(str(file))) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM place").fetchone()
        house.tick(survey, 101)
        house.close()
        assert _bits(file)
        reader.execute("ROLLBACK")
        house.session = type(house)(str(file)).session
        assert 0 == _bits(file)


def test_a_log_that_cannot_be_emptied_fails_nobody(house, survey, file):
    house.play(survey, range(40))
    with closing(apsw.Connection(str(file))) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM place").fetchone()
        assert "tallied" == house.tick(survey, 101)
        assert "question" == house.check_in(survey, "ada").status
