"""The verbs of live surveys where no server is needed, or none is there: what they refuse, and what they leave."""

import re
import stat

import pytest

from lowwater.cli.text.failure import CODES, exit_code
from lowwater.errors import (
    BadKey,
    BadLedger,
    BadStore,
    CannotWork,
    GrantSpent,
    NotExact,
    NotOpen,
    OffTerms,
    TooLarge,
    Unreachable,
)
from lowwater.wire import name_of

PILOT = "survey open Pilot --people 100 --epsilon 4 --domain 0 150 --invitation-key pilot.key"
INVITE = "survey invite pilot --key-file pilot.key --count"


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    """Nobody has set anything, and at the usual address there is nobody."""
    for name in ("LOWWATER_KEY", "LOWWATER_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LOWWATER_SERVER", "http://127.0.0.1:1")


@pytest.fixture
def signed(write):
    """A key file that signs invitations."""
    from lowwater.server.invitation import new_key

    write("pilot.key", f"{new_key()}\npilot {'0' * 64}\n")


# Exit codes


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OSError, 1),
        (BadStore, 1),
        (BadLedger, 1),
        (TooLarge, 2),
        (CannotWork, 3),
        (NotExact, 4),
        (NotOpen, 5),
        (BadKey, 5),
        (Unreachable, 6),
        (GrantSpent, 7),
        (OffTerms, 7),
        (ModuleNotFoundError, None),
        (KeyError, None),
    ],
    ids=lambda item: getattr(item, "__name__", str(item)),
)
def test_an_exit_code_says_whose_fault_it_is(error, code):
    assert code == exit_code(error())


def test_no_two_faults_share_a_code_but_those_of_the_machine():
    codes = [code for code in CODES.values() if code != 1]
    assert sorted(codes) == sorted(set(codes))


@pytest.mark.parametrize(
    "line", ["list", "show one", "watch one", "export one", "pause one", "close one --json", "--ca none.pem list"]
)
def test_without_a_key_an_analyst_is_told_how_to_get_one(say, line):
    result = say(f"survey {line}")
    assert (5, "") == (result.code, result.out)
    assert "make one with `lowwater key make NAME` and put it into LOWWATER_KEY" in result.err


def test_a_server_that_is_not_there_exits_with_6_and_is_named(say, monkeypatch):
    monkeypatch.setenv("LOWWATER_KEY", "a_key")
    result = say("survey list")
    assert (6, "") == (result.code, result.out)
    assert result.err.startswith("lowwater: http://127.0.0.1:1 cannot be reached: ")


@pytest.mark.parametrize("name", ["../keys", "a b", "a/b", "a?b"])
def test_what_is_no_name_of_a_survey_exits_with_2(say, monkeypatch, name):
    monkeypatch.setenv("LOWWATER_KEY", "a_key")
    result = say(f"survey show '{name}'")
    assert 2 == result.code
    assert "an id is up to 64 letters" in result.err


# Keys


@pytest.mark.parametrize("verb", ["make", "list", "revoke"])
def test_asking_for_help_makes_no_database(say, tmp_path, verb):
    assert 0 == say(f"key {verb} --help").code
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("line", ["list", "revoke ada"])
def test_a_database_that_is_not_there_is_not_made_to_look_into_it(say, tmp_path, line):
    result = say(f"key {line}")
    assert (2, []) == (result.code, list(tmp_path.iterdir()))
    assert result.err == "lowwater: there is no database lowwater.db here; name the server's with --database\n"


def test_a_first_key_makes_the_database_and_is_shown_once(say, tmp_path):
    result = say("key make ada")
    assert re.fullmatch(r"\S{30,}\n", result.out)
    assert f"a server with the database {tmp_path / 'lowwater.db'} serves. It is not shown again." in result.err
    assert [{"name": "ada", "revoked": None}] == [
        {name: line[name] for name in ("name", "revoked")} for line in say("key list --json").json
    ]
    assert "ada is revoked.\n" == say("key revoke ada").out
    assert re.fullmatch(r"ada  made \S+ \S+  revoked  opens all surveys\n", say("key list").out)


def test_a_database_without_keys_says_so(say):
    say("key make ''")  # which is refused
    assert "There is no key yet.\n" == say("key list").out


def test_a_key_that_is_made_twice_or_never_is_refused(say):
    say("key make ada")
    assert {2} == {say("key make ada").code, say("key revoke eve").code}


# Invitations


@pytest.mark.usefixtures("signed")
def test_each_invitation_is_another(say):
    lines = say(f"{INVITE} 5 --bare --out -").out.split()
    assert 5 == len({name_of(line) for line in lines})


@pytest.mark.parametrize("text", ["", "no key", "abcd", "zz" * 32, "ab" * 33])
def test_a_file_that_holds_no_key_is_refused(say, write, text):
    write("pilot.key", text)
    result = say(f"{INVITE} 5")
    assert (2, "") == (result.code, result.out)
    assert result.err.startswith("lowwater: pilot.key holds no key that signs invitations; `lowwater survey open")


@pytest.mark.parametrize("text", [None, b"\xff\xfe"])
def test_a_key_file_that_cannot_be_read_is_named(say, write, text):
    if text is not None:
        write("pilot.key", text)
    result = say(f"{INVITE} 5")
    assert (2, "") == (result.code, result.out)
    assert result.err.startswith("lowwater: pilot.key cannot be read: ")


@pytest.mark.usefixtures("signed")
def test_a_survey_that_cannot_be_is_invited_to_by_nobody(say):
    assert 2 == say("survey invite 'a b' --key-file pilot.key --count 1").code


@pytest.mark.usefixtures("signed")
def test_a_key_file_is_never_written_over(say, monkeypatch, tmp_path):
    monkeypatch.setenv("LOWWATER_KEY", "a_key")
    before = (tmp_path / "pilot.key").read_text()
    result = say(PILOT)
    assert (2, before) == (result.code, (tmp_path / "pilot.key").read_text())
    assert "pilot.key is there already, and a key is not written over; choose another name" in result.err


def test_a_key_file_in_a_folder_that_is_not_there_is_refused_with_a_remedy(say, monkeypatch):
    monkeypatch.setenv("LOWWATER_KEY", "a_key")
    result = say(PILOT.replace("pilot.key", "nowhere/pilot.key"))
    assert (2, "") == (result.code, result.out)
    assert "nowhere/pilot.key cannot be made: No such file or directory; choose another place for the key" in result.err


def test_a_key_is_kept_where_its_survey_may_have_been_opened(say, monkeypatch, tmp_path):
    monkeypatch.setenv("LOWWATER_KEY", "a_key")
    assert 6 == say(PILOT).code
    assert 0o600 == stat.S_IMODE((tmp_path / "pilot.key").stat().st_mode)


def test_a_plan_that_cannot_work_leaves_no_key_behind(say, monkeypatch, tmp_path):
    monkeypatch.setenv("LOWWATER_KEY", "a_key")
    assert 3 == say(PILOT.replace("100", "2")).code
    assert [] == list(tmp_path.iterdir())
