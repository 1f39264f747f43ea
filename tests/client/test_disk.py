"""Disk: how other systems lock, write and hide a file, acted out on this one.

Nobody has run Lowwater on Windows or macOS yet. What is tested here is that the branches for them can be loaded, ask
for the right things in the right order, and carry a ledger; not that those systems do what they are asked.
"""

import fcntl
import importlib.util
import os
import sys
from types import SimpleNamespace

import pytest

from lowwater.cli.verbs.ledger import default_path
from lowwater.client import Ledger, disk, ledger_file
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.errors import BadLedger

CARRIED = ("READ_ONLY", "READ_WRITE", "keep_private", "locked", "make_folder", "sync", "sync_folder")


class Msvcrt:
    """The two calls of Windows: a byte that is locked cannot be locked again, whoever tries."""

    LK_NBLCK, LK_UNLCK = 2, 0

    def __init__(self):
        self.locked, self.asked = set(), []

    def locking(self, descriptor, mode, count):
        place = (os.fstat(descriptor).st_ino, os.lseek(descriptor, 0, os.SEEK_CUR))
        self.asked.append((mode, place[1], count))
        if mode == self.LK_UNLCK:
            self.locked.remove(place)
        elif place in self.locked:
            raise PermissionError(13, "Permission denied")
        else:
            self.locked.add(place)


def loaded():
    """The module as it is where it is loaded now."""
    spec = importlib.util.spec_from_file_location("lowwater.client.disk_elsewhere", disk.__file__)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def msvcrt(monkeypatch):
    result = Msvcrt()
    monkeypatch.setitem(sys.modules, "msvcrt", result)
    return result


@pytest.fixture
def windows(monkeypatch, msvcrt):  # noqa: ARG001 - what it loads
    with monkeypatch.context() as there:
        there.setattr(sys, "platform", "win32")
        there.setattr(os, "O_BINARY", 0, raising=False)
        return loaded()


@pytest.fixture
def file(tmp_path):
    descriptor = os.open(tmp_path / "file", os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
    yield descriptor
    os.close(descriptor)


def test_windows_locks_one_byte_far_beyond_any_ledger_and_lets_it_go(windows, msvcrt, file):
    with windows.locked(file, 0.0):
        assert [(msvcrt.LK_NBLCK, 2**40, 1)] == msvcrt.asked
    assert ((msvcrt.LK_UNLCK, 2**40, 1), set()) == (msvcrt.asked[-1], msvcrt.locked)


def test_windows_lets_go_after_an_error_too(windows, msvcrt, file):
    with pytest.raises(KeyError), windows.locked(file, 0.0):
        raise KeyError
    assert set() == msvcrt.locked


def test_a_file_that_another_holds_on_windows_is_waited_for_and_then_named(windows, msvcrt, file):
    with windows.locked(file, 0.0), pytest.raises(BadLedger, match=r"in use by another.*Permission denied"):  # noqa: SIM117
        with windows.locked(file, 0.05):
            pytest.fail("nobody holds it alone")
    assert 2 < len(msvcrt.asked)


def test_what_is_written_after_the_far_byte_was_locked_lands_at_the_end(windows, file):
    with windows.locked(file, 0.0):
        windows.write_all(file, b"one\n")
        windows.sync(file)
        windows.write_all(file, b"two\n")
        assert b"two\n" == windows.read_from(file, 4)


def test_windows_keeps_folders_and_privacy_by_itself(windows, file, tmp_path):
    windows.make_folder(tmp_path / "a" / "b", durable=True)
    windows.keep_private(file, 0o644)
    assert (True, 0o644) == ((tmp_path / "a" / "b").is_dir(), os.fstat(file).st_mode & 0o777)


def test_a_ledger_lasts_on_windows(windows, msvcrt, monkeypatch, tmp_path):
    for name in CARRIED:
        monkeypatch.setattr(ledger_file, name, getattr(windows, name))
    Ledger(tmp_path / "lowwater" / "ledger.jsonl").grant(Epsilon(3 * NANO))
    assert Epsilon(3 * NANO) == Ledger(tmp_path / "lowwater" / "ledger.jsonl").lifetime
    assert {2**40} == {place for _, place, _ in msvcrt.asked}


@pytest.mark.parametrize("named", [True, False])
def test_on_windows_the_ledger_lies_among_the_data_of_its_person(monkeypatch, tmp_path, named):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("APPDATA", str(tmp_path / "AppData" / "Roaming") if named else "")
    assert tmp_path / "AppData" / "Roaming" / "lowwater" / "ledger.jsonl" == default_path()


def test_macos_is_asked_to_empty_the_memory_of_the_drive_too(monkeypatch, file):
    asked = []
    details = SimpleNamespace(**{name: getattr(fcntl, name) for name in ("flock", "LOCK_EX", "LOCK_NB", "LOCK_UN")})
    details.F_FULLFSYNC, details.fcntl = 51, lambda *words: asked.append(words)
    monkeypatch.setitem(sys.modules, "fcntl", details)
    loaded().sync(file)
    assert [(file, 51)] == asked
