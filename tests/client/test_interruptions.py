"""Processes that race for one ledger, and that are killed: nothing is overspent, and nothing said is forgotten."""

import multiprocessing
import signal
import subprocess
import sys

import pytest

from lowwater.client import Ledger
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.errors import BadLedger

PRELUDE = """
from lowwater.client import Ledger
from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import randomized_response
from lowwater.core.terms import Terms
from lowwater.errors import BadLedger, GrantSpent
from lowwater.wire import SurveyMessage, TermsMessage, hash_of, TextsMessage

def survey(name, answers):
    loss = COIN.loss
    message = TermsMessage.of(Terms(Domain(0, 8), "refuse", answers, loss, loss * answers), TextsMessage("How old?"))
    return SurveyMessage(name, message, hash_of(message), "open", "open", "running")

COIN = randomized_response(Epsilon(NANO // 1000))
SERVER = "https://survey.example.org"
"""

RACE = f"""{PRELUDE}
ledger = Ledger(path)
page = ledger.join(SERVER, survey(name, 40))
meeting.wait()
receipts = []
for number in range(40):
    try:
        receipts.append(ledger.respond(page, 3, Question(number, 0, (4.0,), COIN, None)).receipt)
    except GrantSpent:
        pass
results.put(receipts)
"""

SPEAK = f"""{PRELUDE}
import sys
ledger = Ledger(sys.argv[1])
page = ledger.join(SERVER, survey("youngest", 1_000_000))
for number in range(len(page.account.told), 1_000_000):
    entry = ledger.respond(page, 3, Question(number, 0, (4.0,), COIN, None))
    print(number, int(entry.answer), entry.receipt, flush=True)
"""

FULL = f"""{PRELUDE}
import resource, sys
ledger = Ledger(sys.argv[1])
page = ledger.join(SERVER, survey("youngest", 1_000_000))
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
try:
    for number in range(1_000_000):
        entry = ledger.respond(page, 3, Question(number, 0, (4.0,), COIN, None))
        print(number, int(entry.answer), entry.receipt, flush=True)
except BadLedger as error:
    print(error, file=sys.stderr)
"""


@pytest.mark.parametrize("names", [("a", "b", "c"), ("a", "a", "a")], ids=["three surveys", "one survey"])
def test_processes_that_race_for_one_ledger_cannot_overspend(tmp_path, names):
    path, allowed = tmp_path / "ledger.jsonl", 30
    Ledger(path).grant(Epsilon(allowed * NANO // 1000))
    context = multiprocessing.get_context("spawn")
    meeting, details = context.Barrier(len(names)), context.Queue()
    racers = [
        context.Process(
            target=exec, args=(RACE, {"path": str(path), "name": name, "meeting": meeting, "results": details})
        )
        for name in names
    ]
    for racer in racers:
        racer.start()
    items = [receipt for _ in racers for receipt in details.get(timeout=120)]
    for racer in racers:
        racer.join()
    ledger = Ledger(path)
    kept = {entry.receipt for page in ledger.pages for entry in page.account.told}
    assert (kept, allowed, Epsilon(allowed * NANO // 1000)) == (set(items), len(kept), ledger.spent)


def spoken(lines):
    """What was said out loud; a last line without its end may have been cut short."""
    whole = [line.split() for line in lines if line.endswith("\n")]
    return [(int(number), answer == "1", receipt) for number, answer, receipt in whole]


def kept(path):
    (page,) = Ledger(path).pages
    return [(entry.question.round, entry.answer, entry.receipt) for entry in page.account.told]


def test_a_process_that_is_killed_has_said_nothing_that_the_ledger_does_not_hold(tmp_path):
    path, replies = tmp_path / "ledger.jsonl", []
    for life in range(4):
        with subprocess.Popen([sys.executable, "-c", SPEAK, path], stdout=subprocess.PIPE, text=True) as process:
            lines = [process.stdout.readline() for _ in range(3 + 5 * life)]
            process.send_signal(signal.SIGKILL)
            replies += spoken([*lines, *process.stdout])
        pages = kept(path)
        assert replies == [entry for entry in pages if entry in replies]
        assert (
            len(pages) - len(replies) <= life + 1
        )  # what was charged and not spoken: one answer for each life at most
        assert list(range(len(pages))) == [number for number, _, _ in pages]


def test_a_disk_that_fills_up_ends_in_silence_and_in_whole_lines(tmp_path):
    path = tmp_path / "ledger.jsonl"
    done = subprocess.run([sys.executable, "-c", FULL, path], capture_output=True, text=True, check=True)
    assert (
        "cannot be written: File too large; nothing more is said until it can be; make room for it first" in done.stderr
    )
    assert kept(path) == spoken(done.stdout.splitlines(keepends=True)) != []
    assert path.read_bytes().endswith(b"}\n")
    assert path.stat().st_size <= 5000


def test_a_file_where_the_folder_should_be_ends_in_silence_too(tmp_path):
    path = tmp_path / "data" / "ledger.jsonl"
    path.parent.write_text("a file")
    with pytest.raises(BadLedger, match="cannot be opened: Not a directory; nothing more is said until it can be"):
        Ledger(path).grant(Epsilon(NANO))
