"""lowwater ledger, as a person uses it: what was told, what may be told, and leaving for good."""

import json
import re
import subprocess
import sys

import pytest

from lowwater.cli.verbs.ledger import default_path
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.wire import PlaceMessage

# Showing and granting


def test_an_empty_ledger_says_so_and_is_not_made(say, mine):
    code, out, _ = say("ledger", "show")
    assert 0 == code
    assert (
        f"The ledger {mine.path}: 0 nats spent, without a limit for a lifetime.\n"
        "This device has told nobody anything.\n" == out
    )
    assert not mine.path.exists()


def test_a_ledger_tells_survey_by_survey_what_was_said_and_what_follows(answer, say, host, mine):
    answer()
    say("ledger", "grant", "3")
    code, out, _ = say("ledger", "show")
    assert 0 == code
    lines = out.splitlines()
    assert f"The ledger {mine.path}: 1 nat spent of 3 for a lifetime." == lines[0]
    assert lines[2].startswith(f'Survey youngest at {host.url}, "How old?", since 20')
    assert re.fullmatch(r"  round 1: is your number at most 4\? I said (yes|no) \(1 nat\); it was counted", lines[3])
    assert re.fullmatch(
        r"    whoever thought it 50 % likely that your number is (at most|more than) 4 may now think so with at most "
        r"73\.2 %",
        lines[4],
    )
    assert "  spent 1 nat of 1, 0 left" == lines[5]
    assert lines[7].startswith("All surveys together may have learnt 1 nat: whatever anyone believed")


def test_a_survey_that_was_only_joined_says_nothing_was_said(answer, say, survey):
    survey.places = [PlaceMessage("wait", None, 90.0)]
    answer("--patience", "0")
    assert "\n  nothing was said\n  spent 0 nats of 1, 1 left\n" in say("ledger", "show")[1]


def test_a_ledger_in_json_holds_no_name_no_receipt_and_no_invitation(answer, say, survey, mine, tmp_path):
    survey.access = "invitation"
    (tmp_path / "invitation.txt").write_text("sesame")
    answer("--invitation-file", "invitation.txt")
    code, out, _ = say("ledger", "show", "--json")
    document = json.loads(out)
    assert (0, 1.0, None) == (code, document["spent"], document["lifetime"])
    (page,) = document["surveys"]
    (details,) = page["told"]
    assert (1.0, 1.0, 0.0, "counted") == (page["grant"], page["spent"], page["left"], details["fate"])
    assert (4.0, survey.posted[0].answer.said, 1.0) == (*details["thresholds"], details["answer"], details["loss"])
    secrets = [mine.pages[0].name, survey.posted[0].receipt, "sesame"]
    assert [] == [secret for secret in secrets if secret in out + say("ledger", "show")[1]]


def test_a_limit_for_a_lifetime_is_set_and_told(say, mine):
    code, out, _ = say("ledger", "grant", "2.5")
    assert (0, Epsilon.of("2.5")) == (code, mine.lifetime)
    assert "All surveys together may learn 2.5 nats; 0 nats spent of 2.5 for a lifetime.\n" == out


def test_a_limit_in_json_is_shown_as_a_number(say):
    say("ledger", "grant", "2.5", "--ledger", "here.jsonl")
    assert 2.5 == json.loads(say("ledger", "show", "--ledger", "here.jsonl", "--json")[1])["lifetime"]


def test_a_limit_that_is_none_exits_with_2(say, mine):
    code, _, err = say("ledger", "grant", "nothing")
    assert (2, False) == (code, mine.path.exists())
    assert "epsilon='nothing'; give a positive number of nats" in err


def test_a_ledger_that_cannot_be_read_exits_with_1_and_says_what_to_do(say, tmp_path):
    (tmp_path / "notes.txt").write_text("my notes\n")
    code, _, err = say("ledger", "show", "--ledger", "notes.txt")
    assert 1 == code
    assert "lowwater: notes.txt is no ledger of version lowwater/ledger/1; it is left as it is, choose another\n" == err


@pytest.mark.parametrize("text", ["my notes\n", "{", "name,age\nada,36"])
def test_showing_a_file_that_is_no_ledger_changes_nothing_about_it(say, tmp_path, text):
    file = tmp_path / "data.csv"
    file.write_text(text)
    file.chmod(0o644)
    say("ledger", "show", "--ledger", "data.csv")
    assert (text, 0o644) == (file.read_text(), file.stat().st_mode & 0o777)


@pytest.mark.parametrize("named", ["", "relative/path"])
def test_without_a_folder_for_data_the_ledger_lies_where_others_do(monkeypatch, tmp_path, named):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", named)
    assert tmp_path / ".local" / "share" / "lowwater" / "ledger.jsonl" == default_path()


def test_neither_command_loads_numpy(tmp_path):
    program = (
        "import sys; from lowwater.cli import cli; import lowwater.cli.verbs.answer, lowwater.cli.verbs.ledger;"
        "print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "False\n" == done.stdout


# Leaving


def test_a_declined_survey_gets_no_answer_ever_again(answer, survey, host, say):
    code, out, _ = say("ledger", "decline", host.url, "youngest")
    assert (0, "This device will say nothing to survey youngest from now on.\n") == (code, out)
    code, _, err = answer()
    assert (2, []) == (code, survey.check_ins)
    assert re.match(r"lowwater: this device left survey youngest for good at .*; nothing was said\n$", err)
    assert f"Survey youngest at {host.url} was left for good at " in say("ledger", "show")[1]


def test_a_survey_is_declined_by_its_link(answer, survey, host, say):
    link = f"{host.url}/answer/youngest#{survey.message.hash}"
    assert 0 == say("ledger", "decline", link)[0]
    assert (2, []) == (answer()[0], survey.check_ins)


def test_an_erased_survey_leaves_its_loss_alone(answer, say, mine):
    answer()
    code, out, _ = say("ledger", "erase", "youngest", "--yes")
    assert (0, True) == (code, "nothing is kept but its id" in out)
    shown = say("ledger", "show")[1]
    assert ("How old?" in shown, "; erased, 1 nat spent" in shown) == (False, True)
    document = json.loads(say("ledger", "show", "--json")[1])
    assert (1.0, [], 1.0) == (document["spent"], document["surveys"], document["left"][0]["loss"])
    assert Epsilon(NANO) == mine.spent


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("oldest", "--yes"), "holds nothing of survey oldest; `lowwater ledger show` lists all"),
        (("youngest",), "nobody here can be asked whether it shall be erased; if it shall, add --yes"),
    ],
)
def test_what_cannot_be_erased_is_said(answer, say, mine, words, why):
    answer()
    code, _, err = say("ledger", "erase", *words)
    assert (2, 1, True) == (code, len(mine.pages), why in err)
