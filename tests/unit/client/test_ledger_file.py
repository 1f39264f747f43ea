"""The file of a ledger: what is torn is cut off, what is unreadable stops everything, and a full disk says nothing."""

import fcntl
import os
import resource
import shutil
import sys
from contextlib import contextmanager

import pytest

from lowwater.client import Ledger
from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import randomized_response
from lowwater.core.terms import Terms
from lowwater.errors import BadLedger
from lowwater.wire import SurveyMessage, TermsMessage, TextsMessage, hash_of

COIN = randomized_response(Epsilon(NANO))
MESSAGE = TermsMessage.of(Terms(Domain(0, 8), "refuse", 3, COIN.loss, Epsilon(3 * NANO)), TextsMessage("How old?"))
SURVEY = SurveyMessage("youngest", MESSAGE, hash_of(MESSAGE), "open", "open", "running")
SERVER = "https://survey.example.org"
FIRST, SECOND = (Question(number, 0, (4.0,), COIN, None) for number in range(2))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ledger.jsonl"


@pytest.fixture
def ledger(path):
    """A ledger with one answer."""
    made = Ledger(path, durable=False)
    made.respond(made.join(SERVER, SURVEY), 3, FIRST)
    return made


def opened(path):
    """The ledger as the next process finds it."""
    return Ledger(path, durable=False)


def appended(path, act):
    """The bytes that an act appends, in a copy of the ledger."""
    copy, before = path.with_name("copy.jsonl"), path.read_bytes()
    shutil.copyfile(path, copy)
    act(opened(copy))
    return copy.read_bytes()[len(before) :]


@pytest.fixture
def line(ledger, path):  # noqa: ARG001 - the file must be there
    """The line of a second answer, which is not in the ledger yet."""
    return appended(path, lambda copy: copy.respond(copy.pages[0], 3, SECOND))


# Torn


def test_a_line_that_broke_off_at_any_byte_is_cut_off_and_nothing_else_is(line, path):
    whole = path.read_bytes()
    for end in range(len(line) - 1):
        torn = path.with_name(f"torn-{end}.jsonl")
        torn.write_bytes(whole + line[:end])
        ledger = opened(torn)
        assert (COIN.loss, whole + line[:end]) == (ledger.spent, torn.read_bytes())  # who reads leaves it as it is
        ledger.afford(ledger.pages[0])
        assert (COIN.loss, whole) == (ledger.spent, torn.read_bytes())


def test_a_line_that_lacks_nothing_but_its_end_may_have_been_spoken_from_and_counts(line, path):
    whole = path.read_bytes()
    path.write_bytes(whole + line[:-1])
    ledger = opened(path)
    assert [COIN.loss * 2] * 2 == [ledger.spent, ledger.spent]
    assert whole + line[:-1] == path.read_bytes()
    ledger.afford(ledger.pages[0])
    assert (COIN.loss * 2, whole + line) == (ledger.spent, path.read_bytes())


def test_a_line_that_somebody_else_ended_counts_once(line, path):
    path.write_bytes(path.read_bytes() + line[:-1])
    first, second = opened(path), opened(path)
    assert COIN.loss * 2 == first.spent
    second.grant(Epsilon.of(9))
    assert (COIN.loss * 2, Epsilon.of(9)) == (first.spent, first.lifetime)


def test_a_line_that_somebody_else_went_on_with_is_refused(line, path):
    path.write_bytes(path.read_bytes() + line[:-1])
    ledger = opened(path)
    assert COIN.loss * 2 == ledger.spent
    path.write_bytes(path.read_bytes() + b"{}\n")
    with pytest.raises(BadLedger, match=r"line 4 of the ledger .* was changed while in use; put the old one back"):
        _ = ledger.spent


def test_after_a_tear_the_question_is_answered_as_if_it_had_never_been_asked(line, path):
    path.write_bytes(path.read_bytes() + line[:-2])
    ledger = opened(path)
    entry = ledger.respond(ledger.pages[0], 3, SECOND)
    assert (entry, COIN.loss * 2) == (opened(path).pages[0].account.told[1], opened(path).spent)


def test_blocks_that_never_got_their_bytes_are_cut_off(line, path):
    whole = path.read_bytes()
    path.write_bytes(whole + line[:20] + bytes(200))
    ledger = opened(path)
    ledger.afford(ledger.pages[0])
    assert COIN.loss == ledger.spent
    assert whole == path.read_bytes()


def test_a_handle_that_is_open_mends_what_another_process_left(ledger, line, path):
    path.write_bytes(path.read_bytes() + line[:30])
    ledger.respond(ledger.pages[0], 3, SECOND)
    assert COIN.loss * 2 == opened(path).spent


@pytest.mark.parametrize("deep", [b"[" * 100_000, b'{"a":' * 100_000], ids=["lists", "objects"])
def test_a_tail_too_deep_to_read_is_refused_and_left_as_it_is(ledger, path, deep):
    """A line of ours that broke off is never that deep, so nothing tells that it was not spoken from."""
    with path.open("ab") as file:
        file.write(b'{"kind": ' + deep)
    before = path.read_bytes()
    for act in (lambda: opened(path).spent, lambda: ledger.spent, lambda: opened(path).grant(Epsilon.of(1))):
        with pytest.raises(BadLedger, match="cannot be read"):
            act()
    assert before == path.read_bytes()


def test_a_first_line_that_broke_off_is_begun_anew(ledger, path):
    (head, _) = ledger.path.read_bytes().split(b"\n", 1)
    for end in range(len(head) + 1):
        torn = path.with_name(f"torn-{end}.jsonl")
        torn.write_bytes(head[:end])
        opened(torn).grant(Epsilon.of(1))
        assert Epsilon.of(1) == opened(torn).lifetime


@pytest.mark.parametrize("text", [b"my notes", b"{}", b'{"kind":"ledger"}', b"my notes\n", b"\n", b"\x00", b"{}\n{}\n"])
def test_a_file_that_is_no_ledger_is_refused_and_left_as_it_is(path, text):
    path.write_bytes(text)
    path.chmod(0o644)
    for act in (lambda: opened(path).grant(Epsilon.of(1)), lambda: opened(path).spent):
        with pytest.raises(BadLedger, match=r"jsonl is no ledger of version lowwater/ledger/1; it is left as it is"):
            act()
    assert (text, 0o644) == (path.read_bytes(), path.stat().st_mode & 0o777)


def test_a_first_line_that_broke_off_says_nothing_and_is_left_to_who_writes(path):
    path.write_bytes(b"{")
    assert (Epsilon(0), b"{") == (opened(path).spent, path.read_bytes())


@pytest.mark.skipif(os.geteuid() == 0, reason="whoever may do everything may write everywhere")
def test_a_ledger_that_may_only_be_read_is_read(ledger, path):
    path.chmod(0o400)
    assert ledger.spent == opened(path).spent
    with pytest.raises(BadLedger, match="cannot be opened: Permission denied; nothing more is said until it can be"):
        opened(path).grant(Epsilon.of(1))


def test_reading_asks_for_no_more_than_to_read(ledger, path, monkeypatch):  # noqa: ARG001 - the file must be there
    asked, real = [], os.open
    monkeypatch.setattr(os, "open", lambda name, flags, *mode: asked.append(flags) or real(name, flags, *mode))
    assert (COIN.loss, 0) == (opened(path).spent, asked[0] & (os.O_RDWR | os.O_WRONLY | os.O_CREAT))


def test_who_reads_does_not_wait_for_a_pipe(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadLedger, match="is no regular file"):
        _ = opened(tmp_path / "pipe").spent


def test_two_may_read_at_once(ledger, path):
    with path.open("rb") as handle:
        fcntl.flock(handle, fcntl.LOCK_SH)
        assert ledger.spent == Ledger(path, wait=0.0).spent


def test_a_ledger_of_another_version_is_refused(ledger, path):
    path.write_bytes(ledger.path.read_bytes().replace(b"ledger/1", b"ledger/2"))
    with pytest.raises(BadLedger, match="is no ledger of version lowwater/ledger/1"):
        opened(path).grant(Epsilon.of(1))


# Unreadable


def test_an_unreadable_line_in_the_middle_stops_everything(ledger, path):
    page = ledger.pages[0]
    head, terms, *rest = path.read_bytes().splitlines(keepends=True)
    text = head + terms[:-9] + b"\n" + b"".join(rest)
    path.write_bytes(text)
    broken = opened(path)
    for act in (
        lambda: broken.pages,
        lambda: broken.spent,
        lambda: broken.join(SERVER, SURVEY),
        lambda: broken.respond(page, 3, FIRST),
        lambda: broken.grant(Epsilon.of(1)),
    ):
        with pytest.raises(BadLedger, match=r"line 2 of the ledger .*ledger.jsonl cannot be read: .*nothing is said"):
            act()
    assert text == path.read_bytes()


def test_an_unreadable_last_line_with_its_end_stops_everything_too(ledger, line, path):
    path.write_bytes(path.read_bytes() + line[:-9] + b"\n")
    with pytest.raises(BadLedger, match="line 4 of the ledger"):
        ledger.respond(ledger.pages[0], 3, FIRST)


def test_a_whole_line_with_more_behind_it_stops_everything(ledger, line, path):
    text = path.read_bytes() + line[:-1] + b"{"
    path.write_bytes(text)
    with pytest.raises(BadLedger, match="line 4 of the ledger"):
        _ = ledger.spent
    assert text == path.read_bytes()


# Replaced


def test_a_ledger_that_was_cut_while_in_use_is_refused(ledger, path):
    path.write_bytes(path.read_bytes()[:60])
    with pytest.raises(BadLedger, match="was replaced or cut while in use; put the old one back"):
        ledger.grant(Epsilon.of(1))


def test_a_ledger_that_was_replaced_while_in_use_is_refused(ledger, path):
    other = path.with_name("other")
    shutil.copyfile(path, other)
    other.replace(path)
    with pytest.raises(BadLedger, match="was replaced or cut while in use"):
        ledger.grant(Epsilon.of(1))


def test_a_ledger_that_is_gone_is_not_begun_anew(ledger, path):
    path.unlink()
    for act in (lambda: ledger.spent, lambda: ledger.grant(Epsilon.of(1))):
        with pytest.raises(
            BadLedger, match="cannot be opened: No such file or directory; nothing more is said until it can be"
        ):
            act()
    assert not path.exists()


# In use


def test_a_ledger_that_somebody_else_holds_is_waited_for_and_then_given_up(ledger, path):
    with path.open("rb") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        with pytest.raises(BadLedger, match="the ledger is in use by another process, or cannot be locked"):
            Ledger(path, wait=0.05).grant(Epsilon.of(1))
    ledger.grant(Epsilon.of(1))


# Full


@contextmanager
def room_for(size):
    """A disk with room for `size` bytes in a file: writing past them fails as on a full one."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("room", [0, 1, 100])
def test_a_full_disk_says_nothing_and_leaves_no_half_line(ledger, path, room):
    page, whole = ledger.pages[0], path.read_bytes()
    with (
        room_for(len(whole) + room),
        pytest.raises(BadLedger, match=r"cannot be written: .*; nothing more is said until it can be; make room"),
    ):
        ledger.respond(page, 3, SECOND)
    assert (whole, COIN.loss) == (path.read_bytes(), ledger.spent)


def test_where_there_is_room_again_the_question_is_answered(ledger, path):
    page = ledger.pages[0]
    with room_for(path.stat().st_size + 9), pytest.raises(BadLedger):
        ledger.respond(page, 3, SECOND)
    entry = ledger.respond(page, 3, SECOND)
    assert (page.account.told[0], entry) == opened(path).pages[0].account.told


def test_a_full_disk_does_not_keep_a_device_from_repeating_itself(ledger, path):
    page = ledger.pages[0]
    with room_for(path.stat().st_size):
        assert page.account.told[0] == ledger.respond(page, 3, FIRST)


def test_a_full_disk_leaves_a_new_ledger_empty_and_usable(path):
    with room_for(10), pytest.raises(BadLedger):
        opened(path).grant(Epsilon.of(1))
    assert b"" == path.read_bytes()
    opened(path).grant(Epsilon.of(1))
    assert Epsilon.of(1) == opened(path).lifetime


# Spend before you speak


def watched(act):
    """What an act asks of the disk, in order."""
    asked, names = [], {os.write: "write", os.fsync: "fsync"}
    sys.setprofile(
        lambda _frame, event, what: asked.append(names[what]) if event == "c_call" and what in names else None
    )
    try:
        act()
    finally:
        sys.setprofile(None)
    return asked


def test_an_answer_is_on_the_disk_before_it_is_spoken_with_two_waits_in_all(path):
    ledger, pages = Ledger(path), []
    assert ["fsync", "write"] == watched(lambda: pages.append(ledger.join(SERVER, SURVEY)))  # the folder, then terms
    assert ["write", "fsync"] == watched(lambda: ledger.respond(pages[0], 3, FIRST))
    assert ["write"] == watched(lambda: ledger.settle(pages[0], pages[0].account.told[0], "counted"))
    assert [] == watched(lambda: ledger.respond(pages[0], 3, FIRST))


def test_a_grant_is_on_the_disk_before_anyone_relies_on_it(ledger, path):  # noqa: ARG001 - the file must be there
    lasting = Ledger(path)
    assert ["write", "fsync"] == watched(lambda: lasting.grant(Epsilon.of(1)))
    assert ["write", "fsync"] == watched(lambda: lasting.join(SERVER, SURVEY, Epsilon.of(1)))


def test_folders_that_are_made_are_on_the_disk_as_well(tmp_path):
    ledger = Ledger(tmp_path / "a" / "b" / "ledger.jsonl")
    assert ["fsync"] * 3 + ["write", "fsync"] == watched(lambda: ledger.grant(Epsilon.of(1)))


def test_a_simulated_device_does_not_wait_for_the_disk(path):
    ledger = Ledger(path, durable=False)
    assert ["write", "write"] == watched(lambda: ledger.respond(ledger.join(SERVER, SURVEY), 3, FIRST))


def test_a_ledger_is_open_only_while_it_is_used(ledger):
    before = os.open(os.devnull, os.O_RDONLY)
    os.close(before)
    ledger.grant(Epsilon.of(1))
    after = os.open(os.devnull, os.O_RDONLY)
    os.close(after)
    assert before == after
