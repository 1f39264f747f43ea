"""A copy of a database: whole, private, and never in the place of another file."""

import os
import stat

import apsw
import pytest
from click.testing import CliRunner

from lowwater.cli import cli
from lowwater.errors import BadStore, YourFault
from lowwater.server.store.backup import backup


@pytest.fixture
def house(make_house, file):
    return make_house(str(file))


def test_a_copy_is_made_beside_a_server_and_has_all_that_was_committed(house, make_house, plans, file, tmp_path):
    survey = house.open(plans.cohorts(people=900))
    house.play(survey, range(200))
    size = backup(file, tmp_path / "copy.db")
    copy = make_house(str(tmp_path / "copy.db"))
    assert (house.dump(survey), True) == (copy.dump(survey), size > 0)


@pytest.mark.parametrize("mask", [0o000, 0o022])
def test_a_copy_is_its_owners_alone_whatever_the_habit(house, file, tmp_path, mask):
    before = os.umask(mask)
    try:
        backup(file, tmp_path / "copy.db")
    finally:
        os.umask(before)
    assert (0o600, True) == (stat.S_IMODE((tmp_path / "copy.db").stat().st_mode), house.store is not None)


@pytest.mark.usefixtures("house")
def test_a_file_that_is_there_is_not_overwritten(file, tmp_path):
    (tmp_path / "copy.db").write_text("mine")
    with pytest.raises(YourFault, match="is there already"):
        backup(file, tmp_path / "copy.db")
    assert "mine" == (tmp_path / "copy.db").read_text()


@pytest.mark.usefixtures("house")
def test_a_link_is_not_followed(file, tmp_path):
    (tmp_path / "mine").write_text("mine")
    (tmp_path / "copy.db").symlink_to(tmp_path / "mine")
    with pytest.raises(YourFault, match="is there already"):
        backup(file, tmp_path / "copy.db")
    assert "mine" == (tmp_path / "mine").read_text()


def test_what_is_no_database_leaves_no_copy(file, tmp_path):
    file.write_bytes(b"These are the notes of somebody else. " * 40)
    with pytest.raises(BadStore, match="no database, or a torn one"):
        backup(file, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


@pytest.mark.usefixtures("house")
def test_a_copy_cannot_be_made_where_nothing_can(file, tmp_path):
    with pytest.raises(YourFault, match="name a folder that can be"):
        backup(file, tmp_path / "nowhere" / "copy.db")


def test_a_database_that_is_not_there_is_not_made(file, tmp_path):
    with pytest.raises(YourFault, match="there is no database"):
        backup(file, tmp_path / "copy.db")
    assert [] == list(tmp_path.iterdir())


@pytest.mark.usefixtures("house")
def test_the_verb_says_what_it_did(file, tmp_path):
    words = ["backup", "--database", str(file), str(tmp_path / "copy.db")]
    done = CliRunner().invoke(cli, words, catch_exceptions=False)
    assert (0, True) == (done.exit_code, "for your eyes alone" in done.output)
    assert [("ok",)] == list(apsw.Connection(str(tmp_path / "copy.db")).execute("PRAGMA integrity_check"))


def test_postgresql_is_told_its_own_way_and_not_its_address(tmp_path):
    with pytest.raises(YourFault, match="pg_dump") as refusal:
        CliRunner().invoke(
            cli, ["backup", "--database", "postgresql://ada:secret@db/x", str(tmp_path / "x")], catch_exceptions=False
        )
    assert "secret" not in str(refusal.value)
