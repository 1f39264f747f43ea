"""What a server is told: by a file, over it by the environment, over that by options."""

import pytest

from lowwater.errors import YourFault
from lowwater.server.config import Config, configured, connect
from lowwater.server.sqlite import Sqlite


@pytest.fixture
def toml(tmp_path):
    """A file with these lines."""

    def write(text):
        path = tmp_path / "lowwater.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_server_that_is_told_nothing_is_on_this_machine_alone():
    assert Config("lowwater.db", "127.0.0.1", 8770, "info") == configured(None, {})


def test_a_file_says_it(toml):
    path = toml('database = "there.db"\nhost = "::1"\nport = 1234\nlog = "debug"\n')
    assert Config("there.db", "::1", 1234, "debug") == configured(path, {})


def test_the_environment_says_it_louder(toml):
    found = configured(toml("port = 1234\n"), {"LOWWATER_PORT": "4321", "LOWWATER_DATABASE": "env.db", "PORT": "1"})
    assert ("env.db", 4321) == (found.database, found.port)


def test_an_option_has_the_last_word(toml):
    found = configured(toml("port = 1234\n"), {"LOWWATER_PORT": "4321"}, port=80, host=None)
    assert (80, "127.0.0.1") == (found.port, found.host)


def test_an_unknown_key_is_refused_by_name(toml):
    with pytest.raises(YourFault, match="unknown key 'prot'; the keys are database, host, port, log"):
        configured(toml("prot = 1\n"), {})


@pytest.mark.parametrize("line", ['port = "80"', "port = 80.0", "port = true", "host = 1", "log = []", "database = {}"])
def test_a_wrong_type_is_refused(toml, line):
    with pytest.raises(YourFault, match="not of the right type"):
        configured(toml(line), {})


@pytest.mark.parametrize("text", ["", "eighty", "80.0", "0x50"])
def test_a_port_of_the_environment_that_is_no_number_is_refused(text):
    with pytest.raises(YourFault, match="LOWWATER_PORT"):
        configured(None, {"LOWWATER_PORT": text})


@pytest.mark.parametrize("port", [-1, 65536, 10**9])
def test_a_port_that_is_none_is_refused(port):
    with pytest.raises(YourFault, match="between 0"):
        configured(None, {}, port=port)


def test_a_level_of_logs_that_is_none_is_refused():
    with pytest.raises(YourFault, match="debug, info, warning or error"):
        configured(None, {}, log="loud")


def test_a_file_that_is_no_toml_is_refused(toml):
    with pytest.raises(YourFault, match="is not TOML"):
        configured(toml("port: 80"), {})


def test_a_file_that_is_no_text_is_refused(tmp_path):
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(YourFault, match="is not TOML"):
        configured(tmp_path / "binary", {})


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(YourFault, match="cannot be read"):
        configured(tmp_path / "nowhere.toml", {})


def test_a_database_is_a_file_unless_it_says_otherwise(file):
    session = connect(str(file))
    assert Sqlite is type(session)
    session.close()
