"""What a server is told: by a file, over it by the environment, over that by options."""

import pytest

from lowwater.errors import YourFault
from lowwater.server.config import Config, configured, connect
from lowwater.server.store.sqlite import Sqlite


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
    config = configured(toml("port = 1234\n"), {"LOWWATER_PORT": "4321", "LOWWATER_DATABASE": "env.db", "PORT": "1"})
    assert ("env.db", 4321) == (config.database, config.port)


def test_an_option_has_the_last_word(toml):
    config = configured(toml("port = 1234\n"), {"LOWWATER_PORT": "4321"}, port=80, host=None)
    assert (80, "127.0.0.1") == (config.port, config.host)


def test_an_unknown_key_is_refused_by_name(toml):
    with pytest.raises(YourFault, match="unknown key 'prot'; the keys are database, host, port, log, public_url"):
        configured(toml("prot = 1\n"), {})


@pytest.mark.parametrize("name", ["LOWWATER_PROT", "LOWWATER_", "LOWWATER_port", "LOWWATER_CONFIG"])
def test_an_unknown_variable_is_refused_by_name(name):
    with pytest.raises(YourFault, match=f"^{name} is set, and means nothing here; the variables are LOWWATER_DATABASE"):
        configured(None, {name: "3"})


@pytest.mark.parametrize("name", ["LOWWATER_SERVER", "LOWWATER_KEY", "LOWWATER_BENCH_ANSWERS", "LOWWATERMARK", "PORT"])
def test_a_variable_of_others_is_none_of_a_servers_business(name):
    assert Config() == configured(None, {name: "3"})


@pytest.mark.parametrize("line", ['port = "80"', "port = 80.0", "port = true", "host = 1", "log = []", "database = {}"])
def test_a_wrong_type_is_refused(toml, line):
    with pytest.raises(YourFault, match="not of the right type"):
        configured(toml(line), {})


@pytest.mark.parametrize("text", ["", "eighty", "80.0", "0x50"])
def test_a_port_of_the_environment_that_is_no_number_is_refused(text):
    with pytest.raises(YourFault, match=f"^LOWWATER_PORT='{text}'; it is a whole number$"):
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
    assert Sqlite is type(session.connection)
    session.close()


@pytest.mark.parametrize("database", ["mysql://foo", "sqlite:///there.db", "://"])
def test_a_database_of_another_kind_is_refused_and_told_which_there_are(database, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(YourFault, match=r"is none that Lowwater knows; name a file, or postgresql://\.\.\.$"):
        connect(database)
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("https://Survey.example.org/", "https://survey.example.org"),
        ("http://127.1:8770", "http://127.0.0.1:8770"),
        ("https://example.org/surveys", "https://example.org/surveys"),
        ("", ""),
    ],
)
def test_a_public_url_has_one_spelling(text, wanted):
    assert wanted == configured(None, {"LOWWATER_PUBLIC_URL": text}).public_url


@pytest.mark.parametrize("text", ["survey.example.org", "ftp://example.org", "https://example.org/?a=1", "https://a b"])
def test_a_public_url_that_is_no_address_is_refused_by_its_name(text):
    with pytest.raises(YourFault, match=r"^public_url='.*' is where people reach this server: "):
        Config(public_url=text)
