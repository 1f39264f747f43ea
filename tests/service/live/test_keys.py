"""Keys are made, listed and revoked beside the database."""

import json
from contextlib import closing

import pytest
from click.testing import CliRunner

from lowwater.cli import cli
from lowwater.errors import YourFault
from lowwater.server.config import connect


@pytest.fixture
def key(database):
    def run(*words):
        done = CliRunner().invoke(cli, ["key", "--database", database, *words])
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done.stdout

    return run


def test_a_key_is_shown_once_and_kept_as_a_hash(key, database):
    made = key("make", "ada").strip()
    with closing(connect(database)) as session:
        rows = repr(list(session.connection._connection.execute("SELECT * FROM api_key")))
    assert (True, 46, False) == (made.startswith("lw_"), len(made), made in rows)


def test_keys_are_listed_by_name(key):
    for name in ("ada", "bob"):
        key("make", name)
    key("revoke", "ada")
    assert {"ada": True, "bob": False} == {
        row["name"]: row["revoked"] is not None for row in json.loads(key("list", "--json"))
    }


def test_keys_are_listed_in_words(key):
    key("make", "ada")
    assert ["ada", "made", "valid"] == [key("list").split()[at] for at in (0, 1, 4)]


def test_two_valid_keys_do_not_share_a_name(key):
    key("make", "ada")
    with pytest.raises(YourFault, match="no other key has"):
        key("make", "ada")


def test_a_name_is_free_again_once_its_key_is_revoked(key):
    key("make", "ada")
    key("revoke", "ada")
    assert key("make", "ada").startswith("lw_")


@pytest.mark.parametrize("name", ["", "x" * 101])
def test_a_key_has_a_name_of_bearable_length(key, name):
    with pytest.raises(YourFault, match="1 to 100 characters"):
        key("make", name)


@pytest.mark.parametrize("name", ["a\nb", "a\udcff", "a\x00", "\x1b[2J"])
def test_the_name_of_a_key_is_text_on_one_line(key, name):
    with pytest.raises(YourFault, match="1 to 100 characters, on one line"):
        key("make", name)
    with pytest.raises(YourFault, match="no key named"):
        key("revoke", name)


def test_a_name_on_two_lines_that_was_taken_earlier_is_listed_on_one_and_can_be_revoked(key, database):
    key("make", "ada")
    with closing(connect(database)) as session:
        session.begin()
        session.connection._connection.execute("UPDATE api_key SET name = 'a\nb'")
        session.commit()
    listed, revoked = key("list"), key("revoke", "a\nb")
    assert ("a b  made", 1, "a b is revoked.\n") == (listed[:9], listed.count("\n"), revoked)


def test_a_key_that_is_not_there_cannot_be_revoked(key):
    key("make", "bob")
    with pytest.raises(YourFault, match="no key named 'ada'"):
        key("revoke", "ada")


def test_a_name_is_a_name_whatever_stands_in_it(key):
    name = "'; DROP TABLE api_key; --"
    key("make", name)
    assert [name] == [row["name"] for row in json.loads(key("list", "--json"))]


def test_a_new_key_opens_a_server_that_runs(make_live, database):
    live = make_live(database)
    made = CliRunner().invoke(cli, ["key", "--database", database, "make", "ada"]).stdout.strip()
    reply = [live.ask("GET", "/v1/surveys", key=made).status]
    CliRunner().invoke(cli, ["key", "--database", database, "revoke", "ada"])
    reply.append(live.ask("GET", "/v1/surveys", key=made).status)
    assert [200, 401] == reply


def test_the_environment_names_the_database(database, monkeypatch):
    monkeypatch.setenv("LOWWATER_DATABASE", database)
    assert CliRunner().invoke(cli, ["key", "make", "ada"]).stdout.startswith("lw_")
