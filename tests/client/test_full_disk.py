"""A disk that fills up, or a ledger that goes away, between an answer and the note of what became of it."""

import fcntl
import json
import resource
import sys
from contextlib import ExitStack

import pytest

from lowwater.cli import main
from lowwater.client import Device, Ledger
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.errors import BadLedger, Contradicted, NoPlace, TooLate


@pytest.fixture
def disk(ledger):
    """The disk of the ledger, which may be full: writing past its end fails as on a really full one."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    class Disk:
        def fill(self):
            resource.setrlimit(resource.RLIMIT_FSIZE, (ledger.path.stat().st_size, before[1]))

        def clear(self):
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    yield Disk()
    Disk().clear()


@pytest.fixture
def filling(host, disk):
    """Put a survey on the host, and let the disk be full from the moment an answer has arrived."""

    def put(survey, fate=None):
        def answer(request):
            if request.path.endswith("/answers"):
                survey.fates = [fate] if fate else []
                disk.fill()
            return survey(request)

        host.answer = answer
        return survey

    return put


@pytest.fixture
def device(host, ledger, open_http, pace):
    return lambda ledger=ledger: Device(open_http(host.url), "youngest", ledger, 3, pace=pace)


@pytest.mark.parametrize("act", ["answer_once", "take_part"])
def test_an_answer_that_was_counted_is_told_so_though_the_ledger_could_not_note_it(
    filling, make_survey, device, ledger, act
):
    survey = filling(make_survey())
    outcome = getattr(device(), act)()
    (entry,) = ledger.pages[0].account.told
    assert ("counted", (entry,), (entry,)) == (outcome.status, outcome.said, outcome.unnoted)
    assert (Epsilon(NANO), Epsilon(0), 1) == (outcome.spent, outcome.left, len(survey.posted))
    assert ({}, {}) == (ledger.pages[0].fates, Ledger(ledger.path).pages[0].fates)


def test_it_is_sent_once_more_where_there_is_room_again_and_costs_nothing_more(
    filling, make_survey, device, ledger, disk, host
):
    survey = filling(make_survey())
    device().take_part()
    disk.clear()
    host.answer = survey
    outcome = device(Ledger(ledger.path)).take_part()
    first, second = survey.posted
    assert (first, "done", ()) == (second, outcome.status, outcome.unnoted)
    assert (Epsilon(NANO), {0: "counted"}) == (ledger.spent, ledger.pages[0].fates)


def test_a_device_that_lives_on_notes_it_then(filling, make_survey, device, ledger, disk, host):
    survey, someone = filling(make_survey()), device()
    assert 1 == len(someone.answer_once().unnoted)
    disk.clear()
    host.answer = survey
    assert () == someone.answer_once().unnoted
    assert {0: "counted"} == ledger.pages[0].fates


def test_while_the_disk_stays_full_every_run_sends_it_once_and_ends(filling, make_survey, device, ledger):
    survey = filling(make_survey(answers=3))
    outcomes = [device(Ledger(ledger.path)).take_part() for _ in range(3)]
    assert [("counted", 1, 1)] * 3 == [
        (outcome.status, len(outcome.said), len(outcome.unnoted)) for outcome in outcomes
    ]
    assert (3, 1, Epsilon(NANO)) == (len(survey.posted), len(set(survey.posted)), ledger.spent)


@pytest.mark.parametrize(
    ("kind", "error"), [("too-late", TooLate), ("no-place", NoPlace), ("contradicted", Contradicted)]
)
def test_a_refusal_is_what_the_person_hears(filling, make_survey, device, ledger, reply, kind, error):
    filling(make_survey(), reply.problem(kind, detail="the server's words"))
    with pytest.raises(error, match=r"^the server's words$"):
        device().answer_once()
    assert (Epsilon(NANO), {}) == (ledger.spent, ledger.pages[0].fates)


@pytest.mark.parametrize(("answers", "status"), [(1, "done"), (2, "waiting")])
def test_what_came_too_late_in_a_survey_that_goes_on_is_told_as_lost(
    filling, make_survey, device, ledger, reply, answers, status
):
    survey = filling(make_survey(answers=answers), reply.problem("too-late"))
    outcome = device().take_part()
    (entry,) = ledger.pages[0].account.told
    assert (status, (), (entry,), (entry,)) == (outcome.status, outcome.said, outcome.lost, outcome.unnoted)
    assert 1 == len(survey.posted)


def test_an_earlier_answer_that_comes_home_too_late_is_not_noted_and_ends_as_ever(
    filling, make_survey, device, host, reply
):
    survey = make_survey()
    host.answer, survey.fates = survey, [reply(500)]
    with pytest.raises(Exception, match="500"):
        device().answer_once()
    filling(survey, reply.problem("too-late"))
    outcome = device().take_part()
    assert ("done", (), (), [0]) == (
        outcome.status,
        outcome.said,
        outcome.lost,
        [entry.question.round for entry in outcome.unnoted],
    )


def test_a_ledger_that_another_process_holds_by_then_changes_nothing_about_what_was_counted(
    host, make_survey, ledger, open_http, pace
):
    survey = make_survey()
    with ExitStack() as other:

        def answer(request):
            if request.path.endswith("/answers"):
                fcntl.flock(other.enter_context(ledger.path.open("rb")), fcntl.LOCK_EX)
            return survey(request)

        host.answer = answer
        hasty = Ledger(ledger.path, durable=False, wait=0.05)
        outcome = Device(open_http(host.url), "youngest", hasty, 3, pace=pace).answer_once()
    assert ("counted", 1, 1) == (outcome.status, len(outcome.said), len(outcome.unnoted))
    assert (Epsilon(NANO), Epsilon(0)) == (outcome.spent, outcome.left)


def test_a_disk_that_is_full_beforehand_says_nothing_more_and_says_so(host, make_survey, device, ledger, disk):
    host.answer = survey = make_survey(answers=2)
    device().answer_once()
    disk.fill()
    with pytest.raises(BadLedger, match=r"cannot be written: .*; nothing more is said until it can be; make room"):
        device().take_part()
    assert (1, Epsilon(NANO)) == (len(survey.posted), ledger.spent)


def test_after_the_last_answer_nothing_is_asked_for_that_could_only_fail(host, make_survey, device):
    host.answer = make_survey()
    outcome = device().take_part()
    assert ("done", ["GET", "POST", "POST"]) == (outcome.status, [request.method for request in host.seen])


# As a person hears it


@pytest.fixture
def say(capsys, monkeypatch, tmp_path, host, ledger):
    """Run the command within this process, and catch what it says in memory: a file would be full too."""
    (tmp_path / "age.txt").write_text("3")

    def command(*words):
        line = ["answer", host.url, "youngest", "--value-file", str(tmp_path / "age.txt"), "--yes"]
        monkeypatch.setattr(sys, "argv", ["lowwater", *line, "--ledger", str(ledger.path), *words])
        with pytest.raises(SystemExit) as end:
            main()
        return (end.value.code or 0, *capsys.readouterr())

    return command


UNNOTED = (
    "The ledger holds what was said, but cannot be written now, and did not note what became of it in round 1. Make "
    "room for it and come again: the same answer will be sent once more, and costs nothing more.\n"
)


def test_the_command_tells_what_was_counted_and_that_the_ledger_is_behind(filling, make_survey, say):
    filling(make_survey())
    code, out, err = say()
    assert (0, "", True) == (code, err, "In round 1: is your number at most 4? I said " in out)
    assert out.endswith(f"{UNNOTED}Spent on this survey: 1 nat; 0 left.\n")
    assert "nothing was said" not in out.lower()


def test_the_command_tells_what_was_lost_and_that_the_ledger_is_behind(filling, make_survey, say, reply):
    filling(make_survey(answers=2), reply.problem("too-late"))
    code, out, _ = say()
    assert (0, True) == (code, "; it came too late and was not counted.\n" in out)
    assert out.endswith(f"{UNNOTED}Spent on this survey: 1 nat; 1 left.\n")


def test_the_command_in_json_lists_what_is_unnoted(filling, make_survey, say):
    filling(make_survey())
    code, out, _ = say("--json")
    fields = json.loads(out)
    assert (0, "counted", 1) == (code, fields["status"], len(fields["said"]))
    assert fields["said"] == fields["unnoted"]
