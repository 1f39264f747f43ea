"""lowwater answer and lowwater ledger, as a person uses them; on a real terminal where they ask."""

import json
import os
import pty
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from lowwater.client import Ledger
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.randomizer import Randomizer
from lowwater.wire import PlaceMessage, TextsMessage

LOWWATER = [sys.executable, "-m", "lowwater"]
WAIT = PlaceMessage("wait", None, 90.0)


# Answering


def test_the_terms_are_shown_first_and_then_what_was_said(answer, survey, mine):
    code, out, err = answer()
    assert (0, "") == (code, err)
    assert out.startswith('The survey "How old?" is about numbers from 0 to 8; any other is not answered for.\n')
    assert 'You will be asked once: "is your number at most ...?"' in out
    assert "All that you reveal is at most 1 nat: whatever anyone believed about a person beforehand, the odds" in out
    assert re.search(r"\nIn round 1: is your number at most 4\? I said (yes|no) \(1 nat\)\.\n", out)
    assert re.search(r"your number is (at most|more than) 4 may now think so with at most 73\.2 %\.\n", out)
    assert out.endswith("\nSpent on this survey: 1 nat; 0 left.\n")
    assert (1, Epsilon(NANO)) == (len(survey.posted), mine.spent)


def test_a_second_time_nothing_new_is_said(answer, survey):
    answer()
    code, out, _ = answer()
    assert (0, 1) == (code, len(survey.posted))
    assert "Nothing new was said: there are no more questions for this device." in out


def test_an_answer_that_came_too_late_is_told_and_charged(answer, survey, reply):
    survey.fates = [reply.problem("too-late")]
    code, out, _ = answer()
    assert 0 == code
    assert re.search(r"\nIn round 1: .* I said (yes|no) \(1 nat\); it came too late and was not counted\.\n", out)
    assert out.endswith("\nSpent on this survey: 1 nat; 0 left.\n")


def test_the_answer_in_json_comes_alone_with_the_terms_aside(answer, host, survey):
    code, out, err = answer("--json")
    document = json.loads(out)
    text = survey.posted[0].answer.said
    assert 0 == code
    assert err.startswith('The survey "How old?"')
    assert {
        "server": host.url, "survey": "youngest", "status": "done", "spent": 1.0, "left": 0.0, "seconds": 0.0,
        "said": [{"round": 0, "thresholds": [4.0], "answer": text, "loss": 1.0}], "lost": [],
        "unnoted": [],
    } == document  # fmt: skip


def test_the_number_may_come_from_a_file_and_so_may_the_invitation(answer, survey, tmp_path):
    survey.access = "invitation"
    (tmp_path / "age.txt").write_text(" 3 \n")
    (tmp_path / "invitation.txt").write_text("come in\n")
    code, _, _ = answer("--value-file", "age.txt", "--invitation-file", "invitation.txt", typed="")
    assert (0, "come in") == (code, survey.check_ins[0].invitation)


def test_an_invitation_to_an_open_survey_exits_with_2_and_stays_here(answer, survey, tmp_path):
    (tmp_path / "invitation.txt").write_text("sesame")
    code, _, err = answer("--invitation-file", "invitation.txt")
    assert (2, []) == (code, survey.check_ins)
    assert "lowwater: survey youngest is open to everybody and needs no invitation; leave it out\n" == err


@pytest.mark.parametrize(("limit", "words"), [((), True), (("ledger", "grant", "10"), False)])
def test_who_has_set_no_limit_over_all_surveys_is_told_how(answer, say, limit, words):
    if limit:
        say(*limit)
    line = "\nYou have set no limit over all surveys; `lowwater ledger grant 10` sets one.\n"
    assert words == (line in answer()[1])


def test_a_program_is_not_told_of_limits(answer):
    assert "no limit" not in "".join(answer("--json")[1:])


def test_a_number_that_is_not_there_is_missed_before_the_terms_are_shown(answer, host):
    code, out, err = answer("--value-file", "age.txt")
    assert (2, "", []) == (code, out, host.seen)
    assert "lowwater: age.txt cannot be read: No such file or directory\n" == err


def test_the_ledger_may_lie_elsewhere(answer, mine, tmp_path):
    answer("--ledger", "here.jsonl")
    assert (Epsilon(NANO), False) == (Ledger(tmp_path / "here.jsonl").spent, mine.path.exists())


def test_a_smaller_grant_is_shown_and_kept_to(answer, survey):
    code, out, err = answer("--grant", "0.5")
    assert 7 == code
    assert "All that you reveal is at most 0.5 nats" in out
    assert "lowwater: 0 nats spent of 0.5 in 0 of 1 answers; this question would cost 1 more\n" == err
    assert [] == survey.check_ins


def test_a_server_with_an_authority_of_its_own(make_host, make_survey, tls, certificate, say):
    host = make_host(tls)
    host.answer = make_survey()
    words = ("answer", host.url, "youngest", "--yes")
    assert 6 == say(*words, typed="3")[0]
    assert 0 == say(*words, "--ca", str(certificate[0]), typed="3")[0]


def test_a_survey_without_a_question_yet_is_to_be_asked_again_later(answer, survey):
    survey.places = [WAIT]
    code, _, err = answer("--patience", "5")
    assert 5 == code
    assert re.search(r"lowwater: there is no question yet; nothing new was said, come again in \d+ seconds\n", err)


@pytest.mark.parametrize("status", [429, 503])
def test_a_server_that_asks_to_be_left_alone_for_longer_than_patience_lasts_is(answer, host, reply, status):
    host.answer = lambda _request: reply(status, headers={"Retry-After": "100"})
    code, _, err = answer("--patience", "5")
    assert (6, 1) == (code, len(host.seen))
    assert f"lowwater: {host.url} says {status} " in err


def test_whatever_a_server_asks_for_in_all_it_is_not_waited_for_longer_than_patience_lasts(answer, host, survey, reply):
    replies = []

    def busy(request):
        replies.append(reply(429, headers={"Retry-After": "1"}) if len(replies) % 2 == 0 else survey(request))
        return replies[-1]

    host.answer = busy
    code, _, err = answer("--patience", "1")
    assert (6, 3) == (code, len(host.seen))  # the second request is asked to wait as well, and patience is gone
    assert "says 429 Too Many Requests" in err


@pytest.mark.parametrize("when", ["Mon, 01 Jan 2024 00:00:00 +99999999999999", "Fri, 31 Dec 9999 23:59:59 -2359"])
def test_a_date_that_nobody_can_read_ends_in_a_sentence(answer, host, survey, reply, when):
    host.answer = lambda request: reply(503, headers={"Retry-After": when}) if len(host.seen) < 2 else survey(request)
    code, _, err = answer()
    assert (True, False) == (code in (0, 6), "Traceback" in err)


def test_whoever_joined_people_that_are_gathered_first_is_told_so(answer, survey):
    survey.recruiting, survey.places = "enrolled", [WAIT]
    code, _, err = answer("--patience", "5")
    assert 5 == code
    assert re.match(
        r"lowwater: this device has joined; there is no question yet; nothing new was said, come again in", err
    )


def test_a_survey_that_goes_on_says_when_to_come_again(host, make_survey, answer):
    host.answer = make_survey(answers=2)
    question = host.answer.questions[0]
    host.answer.places = [PlaceMessage("question", question, 60.0), WAIT]
    code, out, _ = answer("--patience", "5")
    assert 0 == code
    assert re.search(
        r"\nThe survey goes on; come again in \d+ seconds\.\nSpent on this survey: 1 nat; 1 left\.\n$", out
    )


@pytest.mark.parametrize("typed", ["", "forty", "12 13", "0x7", "90210,4375"])
def test_what_is_no_number_is_refused_without_naming_it(answer, survey, typed):
    code, _, err = answer(typed=typed)
    assert (2, []) == (code, survey.check_ins)
    assert "lowwater: what was given is no number; give one number such as 42.5, and no more\n" == err


@pytest.mark.parametrize("typed", ["9.75", "nan", "1e999"])
def test_a_number_outside_the_domain_is_refused_without_naming_it(answer, typed):
    code, _, err = answer(typed=typed)
    assert 2 == code
    assert "lowwater: this value is no number in the domain [0, 8], and the terms do not clamp it\n" == err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--value-file", "age.txt"), "age.txt cannot be read: No such file or directory"),
        (("--invitation-file", "latin.txt"), "latin.txt cannot be read: it is no text"),
        (("--value-file", "age.txt", "--prompt"), "Give either --value-file or --prompt"),
        (("--grant", "0"), "epsilon='0'; give a positive number of nats"),
        (("--value", "3"), "No such option"),
        (("3",), "Got unexpected extra argument (3)"),
    ],
)
def test_what_cannot_be_used_exits_with_2(answer, survey, tmp_path, words, message):
    (tmp_path / "latin.txt").write_bytes("größe".encode("latin-1"))
    code, _, err = answer(*words)
    assert (2, True, []) == (code, message in err, survey.check_ins)


@pytest.mark.parametrize("server", ["http://survey.example.org", "survey.example.org", "ftp://survey.example.org"])
def test_an_address_that_cannot_be_used_exits_with_2(say, server):
    code, _, err = say("answer", server, "youngest", typed="3")
    assert (2, True) == (code, "https://" in err)


def test_a_survey_there_is_not_exits_with_5_in_the_servers_words(host, survey, say):  # noqa: ARG001
    code, _, err = say("answer", host.url, "oldest", "--json", typed="3")
    assert 5 == code
    assert {"error": "NoSurvey", "message": "no-survey", "reasons": []} == json.loads(err)


@pytest.mark.parametrize("words", [(), ("--json",), ("--value-file", "age.txt")])
def test_where_nobody_can_be_asked_and_nobody_agreed_beforehand_nothing_is_said(answer, survey, mine, tmp_path, words):
    (tmp_path / "age.txt").write_text("3")
    code, out, err = answer(*words, agreed=())
    assert (2, [], False) == (code, survey.check_ins, mine.path.exists())
    assert "All that you reveal is at most 1 nat" in out + err  # what they would agree to
    assert "nothing was said, since nobody here can be asked; if you agree to these terms, add --yes" in err


def test_whatever_the_server_asks_no_more_is_said_than_was_granted(answer, survey, mine):
    dear = Randomizer.binary(2**53 - 2**33, 2**33).table
    survey.questions = [replace(asked, table=dear) for asked in survey.questions]
    code, out, err = answer()
    assert (7, [], Epsilon(0)) == (code, survey.posted, mine.spent)
    assert "I said" not in out
    assert re.match(r"lowwater: this question is off the terms: .*\n$", err)


# Links, invitations and languages


def test_a_link_is_answered_and_other_terms_than_its_own_are_not(survey, host, say):
    link = f"{host.url}/answer/youngest#"
    code, out, err = say("answer", link + "0" * 64, "--yes", typed="3")
    assert (7, "", []) == (code, out, survey.check_ins)
    assert "shows other terms" in err
    assert 0 == say("answer", link + survey.message.hash, "--yes", typed="3")[0]
    code, _, err = say("answer", link + survey.message.hash, "--terms-hash", "0" * 64, "--yes", typed="3")
    assert (2, True) == (code, "the link and --terms-hash speak of different terms" in err)


def test_an_invitation_to_other_terms_is_refused_by_the_device(survey, answer, tmp_path):
    survey.access = "invitation"
    (tmp_path / "letter.txt").write_text("A" * 150)  # for terms of the hash 00...
    code, _, err = answer("--invitation-file", "letter.txt")
    assert (7, [], True) == (code, survey.check_ins, "shows other terms" in err)


@pytest.mark.parametrize(("variable", "value"), [("LC_ALL", "de_AT.UTF-8"), ("LANG", "de")])
def test_the_terms_come_in_the_language_of_whoever_sits_there(survey, say, host, monkeypatch, variable, value):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, value)
    german = TextsMessage("Wie alt?", language="de")
    survey.terms = replace(survey.terms, texts=(*survey.terms.texts, german))
    assert 'The survey "Wie alt?"' in say("answer", host.url, "youngest", "--yes", typed="3")[1]


# On a terminal


TAKE_TERMINAL = "import os, sys; os.open(os.ttyname(0), os.O_RDWR); os.execvp(sys.argv[1], sys.argv[1:])"
"""Make the terminal of the standard input that of this session, then be the command; a fork of ours may hold locks."""


def on_a_terminal(words, typed, **environment):
    """Run a command on a terminal of its own, and type: the exit code, and everything on the screen."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", TAKE_TERMINAL, *LOWWATER, *words], stdin=theirs, stdout=theirs, stderr=theirs,
        start_new_session=True, env=os.environ | environment,
    ) as process:  # fmt: skip
        os.close(theirs)
        screen = b""
        try:
            while chunk := os.read(ours, 4096):
                screen += chunk
                if typed and screen.rstrip().endswith(typed[0][0]):
                    os.write(ours, typed.pop(0)[1])
        except OSError:  # the terminal is gone with its process
            pass
    os.close(ours)
    return process.returncode, screen.decode()


AGREE, NUMBER = b"Do you agree? [y/N]:", b"Your number (it is not shown):"


def test_on_a_terminal_it_asks_for_consent_and_then_for_the_number_without_showing_it(host, survey, tmp_path):
    words = ["answer", host.url, "youngest", "--ledger", str(tmp_path / "ledger.jsonl")]
    code, screen = on_a_terminal(words, [(AGREE, b"y\n"), (NUMBER, b"2.71875\n")])
    assert (0, 1, False) == (code, len(survey.posted), "2.71875" in screen)


def test_whoever_does_not_agree_has_said_nothing(host, survey, tmp_path):
    words = ["answer", host.url, "youngest", "--ledger", str(tmp_path / "ledger.jsonl")]
    code, screen = on_a_terminal(words, [(AGREE, b"n\n")])
    assert (1, [], False) == (code, survey.check_ins, (tmp_path / "ledger.jsonl").exists())
    assert "Aborted!" in screen


def test_whoever_agreed_beforehand_is_not_asked(host, survey, tmp_path):
    words = ["answer", host.url, "youngest", "--ledger", str(tmp_path / "ledger.jsonl"), "--yes", "--prompt"]
    code, screen = on_a_terminal(words, [(NUMBER, b"2\n")])
    assert (0, 1, False) == (code, len(survey.posted), "Do you agree" in screen)
