"""Files that are no databases, torn ones, and one file for one server."""

import os

import pytest
from click.testing import CliRunner

from lowwater.cli import cli
from lowwater.errors import BadStore
from lowwater.server import service
from lowwater.server.config import connect


def _used(path):
    """Open a database as a server does, and look at it."""
    session = connect(str(path))
    try:
        session.migrate()
        service.surveys(session)
        return session.keys.all()
    finally:
        session.close()


def test_a_file_that_is_no_database_is_refused_and_left_alone(file):
    file.write_bytes(b"These are the notes of somebody else. " * 40)
    with pytest.raises(BadStore, match="no database, or a torn one"):
        _used(file)
    assert b"These are the notes" == file.read_bytes()[:19]


def test_a_file_that_was_refused_is_not_held(file):
    file.write_bytes(b"These are the notes of somebody else. " * 40)
    for _ in range(2):
        with pytest.raises(BadStore, match="no database"):
            _used(file)


@pytest.mark.parametrize("kept", [0.9, 0.5, 0.2])
def test_a_torn_file_is_refused(make_house, plans, file, kept):
    house = make_house(str(file))
    for number in range(60):
        house.open(plans.cohorts(), title=f"Survey {number}")
    house.close()
    os.truncate(file, int(file.stat().st_size * kept))
    with pytest.raises(BadStore, match="no database, or a torn one"):
        _used(file)


def test_a_folder_is_no_database(tmp_path):
    with pytest.raises(BadStore):
        _used(tmp_path)


def test_a_folder_that_is_not_there_is_not_made(tmp_path):
    with pytest.raises(BadStore, match="cannot be written"):
        _used(tmp_path / "nowhere" / "surveys.db")


def test_a_second_server_on_the_same_file_is_refused(make_house, file):
    make_house(str(file))
    with pytest.raises(BadStore, match="in use by another server"):
        connect(str(file))


def test_a_second_server_is_refused_by_whatever_name_it_comes_to_the_file(make_house, file, tmp_path):
    make_house(str(file))
    (tmp_path / "other-name.db").symlink_to(file)
    with pytest.raises(BadStore, match=r"other-name\.db is in use by another server"):
        connect(str(tmp_path / "other-name.db"))


@pytest.fixture
def lax():
    """A umask that lets everybody read, as most systems have it."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def _modes(folder):
    return {path.name: path.stat().st_mode & 0o777 for path in folder.glob("surveys.db*")}


@pytest.mark.usefixtures("lax")
def test_what_a_server_keeps_nobody_else_can_read(tmp_path):
    session = connect(str(tmp_path / "surveys.db"))
    session.migrate()
    assert dict.fromkeys(("surveys.db", "surveys.db-wal", "surveys.db-shm", "surveys.db-server"), 0o600) == _modes(
        tmp_path
    )
    session.close()


@pytest.mark.usefixtures("lax")
def test_a_database_begun_through_a_link_is_private_too(tmp_path):
    (tmp_path / "link.db").symlink_to(tmp_path / "surveys.db")
    session = connect(str(tmp_path / "link.db"), alone=False)
    session.migrate()
    assert {0o600} == set(_modes(tmp_path).values())
    session.close()


@pytest.mark.usefixtures("lax")
def test_a_mode_that_somebody_chose_for_a_database_is_left_as_it_is(tmp_path):
    connect(str(tmp_path / "surveys.db"), alone=False).close()
    (tmp_path / "surveys.db").chmod(0o640)
    session = connect(str(tmp_path / "surveys.db"), alone=False)
    session.migrate()
    assert {0o640} == set(_modes(tmp_path).values())
    session.close()


def test_a_file_is_free_once_its_server_is_gone(make_house, file):
    make_house(str(file)).close()
    assert [] == _used(file)


def test_keys_are_made_beside_a_server(make_house, file):
    house = make_house(str(file))
    made = CliRunner().invoke(cli, ["key", "--database", str(file), "make", "ada"])
    assert (0, ["ada"]) == (made.exit_code, [key.name for key in house.store.keys.all()])


@pytest.mark.parametrize("where", ["host=/nowhere", "host=127.0.0.1&port=1"])
def test_a_postgresql_that_is_not_there_is_refused(where):
    with pytest.raises(BadStore, match="cannot be reached"):
        connect(f"postgresql://lowwater@/postgres?{where}")


def test_a_postgresql_without_our_tables_is_refused(postgres):
    session = connect(postgres)
    with pytest.raises(BadStore, match="cannot be used"):
        session.surveys.page(-1.0, "", 9)
    session.close()


def test_postgresql_that_undid_a_transaction_is_not_believed(postgres):
    session = connect(postgres)
    session.begin()
    with pytest.raises(BadStore, match="cannot be used"):
        session.surveys.page(-1.0, "", 9)
    with pytest.raises(BadStore, match="did not keep"):
        session.commit()
    session.close()


def test_a_lock_that_is_a_link_empties_nobodys_file(tmp_path, file):
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    (tmp_path / f"{file.name}-server").symlink_to(mine)
    with pytest.raises(BadStore, match="it is a symbolic link; remove it"):
        _used(file)
    assert "mine" == mine.read_text()


def test_a_lock_file_that_is_there_keeps_what_it_holds(tmp_path, file):
    (tmp_path / f"{file.name}-server").write_text("mine")
    _used(file)
    assert "mine" == (tmp_path / f"{file.name}-server").read_text()
