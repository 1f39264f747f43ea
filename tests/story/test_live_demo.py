"""The live demo, as a process: a real server, a ledger for each device, and HTTP between them."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from lowwater.cli.live.desktop import has_desktop
from lowwater.client.analyst_http import AnalystHttp
from lowwater.client.ledger import Ledger

ROOT = Path(__file__).parents[2]
PEOPLE = 400


def command(folder, *more, people=200, epsilon=8):
    options = ["--people", str(people), "--epsilon", str(epsilon), "--live", str(folder), *more]
    return [sys.executable, "-m", "lowwater", "demo", *options]


def run(folder, *more, check=True, **options):
    return subprocess.run(command(folder, *more, **options), check=check, capture_output=True, text=True)


def pid_in(folder):
    return int((folder / "pid").read_text())


def is_there(pid):
    """Whether there is a process of this number that has not ended."""
    try:
        return "Z" != Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False


def soon(happened):
    """Whether something happens within a minute."""
    until = time.monotonic() + 60
    while not happened() and time.monotonic() < until:
        time.sleep(0.02)
    return happened()


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """What the demo says at the end, and the folder it kept everything in."""
    folder = tmp_path_factory.mktemp("live") / "survey"
    done = run(folder, "--keep", "--json", "--svg", str(folder.parent / "live.svg"), people=PEOPLE, epsilon=4)
    os.kill(pid_in(folder), signal.SIGTERM)
    assert soon(lambda: '"stopped"' in (folder / "serve.log").read_text())
    (folder / "pid").unlink()
    return json.loads(done.stdout), folder


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A demo that left its server up: what it said, its folder, and the process of the server."""
    folder = tmp_path_factory.mktemp("live") / "kept"
    result = run(folder, "--keep").stdout
    yield result, folder, pid_in(folder)
    if is_there(pid_in(folder)):
        os.kill(pid_in(folder), signal.SIGKILL)


def ledgers(folder):
    return [Ledger(path) for path in sorted(Path(folder).rglob("*.jsonl"))]


def test_everyone_who_was_asked_was_counted_once(shown):
    details, _ = shown
    text = [entry for ledger in ledgers(details["ledgers"]) for page in ledger.pages for entry in page.account.told]
    assert details["answers"] == len(text)
    assert 0.9 * PEOPLE <= details["answers"] <= PEOPLE
    assert details["answers"] == sum(sum(question["counts"]) for asked in details["rounds"] for question in asked)


def test_nobody_revealed_more_than_was_granted(shown):
    page, _ = shown
    assert {4.0} == {float(ledger.spent) for ledger in ledgers(page["ledgers"]) if ledger.spent.nano}


def test_the_estimate_stands_beside_the_truth(shown):
    page, _ = shown
    assert (18, False) == (page["true_value"], page["simulated"])
    assert abs(page["value"] - page["true_value"]) == page["error"]
    assert page["error"] < 37.5  # a guess's


def test_the_search_is_drawn_round_by_round(shown):
    page, folder = shown
    picture = ET.parse(folder.parent / "live.svg").getroot()  # noqa: S314 - drawn just now
    assert 16 == len(page["rounds"]) == len(picture.findall("{http://www.w3.org/2000/svg}g"))


def test_it_first_says_where_to_watch_and_leaves_nothing_behind(tmp_path):
    result = run(tmp_path / "demo").stdout
    assert re.match(r"Watch it in a browser: http://127\.0\.0\.1:\d+/survey/\w+#lw_[\w-]+\n", result)
    assert [] == list(tmp_path.iterdir())


def test_a_second_demo_in_the_same_folder_is_a_survey_of_its_own_and_leaves_what_was_there(shown):
    first, folder = shown
    before = sorted(path for path in folder.rglob("*") if path.suffix in (".jsonl", ".db"))
    again = json.loads(run(folder, "--json").stdout)
    assert first["survey"] != again["survey"]
    assert before == sorted(path for path in folder.rglob("*") if path.suffix in (".jsonl", ".db"))


@pytest.mark.parametrize(
    ("there", "environment", "platform"),
    [
        (True, {"DISPLAY": ":0"}, "linux"),
        (True, {"WAYLAND_DISPLAY": "wayland-0"}, "linux"),
        (True, {}, "darwin"),
        (False, {}, "linux"),
        (False, {"DISPLAY": ":0", "CI": "true"}, "linux"),
        (False, {"PYTEST_CURRENT_TEST": "x"}, "darwin"),
    ],
)
def test_a_browser_is_opened_only_where_somebody_sees_it(there, environment, platform):
    assert there == has_desktop(environment, platform)


def test_it_shows_the_search_narrowing_the_estimate_its_error_and_what_one_person_revealed(kept):
    text, folder, _ = kept
    assert re.search(
        rf"^A server at http://127\.0\.0\.1:\d+ keeps its survey \w+ in {folder}/surveys\.db\.$", text, re.M
    )
    assert list(range(1, 17)) == [int(number) for number in re.findall(r"^ +(\d+)  <= ", text, re.M)]
    assert re.search(r"^  true minimum +18, so the error is [\d.]+$", text, re.M)
    assert re.search(
        r"^  one device +round \d+: is your number at most [\d.]+\? I said (yes|no) \(8 nats\)$", text, re.M
    )


def test_the_ledger_it_speaks_of_says_the_same(kept):
    text, _, _ = kept
    words = re.search(r"^  its ledger +\S*lowwater (.*)$", text, re.M)[1]
    shown = subprocess.run(
        [sys.executable, "-m", "lowwater", *shlex.split(words)], check=True, capture_output=True, text=True
    )
    assert re.search(r"^  one device +(.*)$", text, re.M)[1] in shown.stdout


def test_a_server_that_is_kept_can_be_looked_at_as_it_says_and_its_estimate_is_the_one_that_was_shown(kept):
    text, folder, pid = kept
    assert text.endswith(f"Stop it: kill {pid}\n")
    address = re.search(r"^The server stays up at (\S+), and the page at \S+#lw_\S+$", text, re.M)[1]
    survey = re.search(r"survey show (\w+)$", text, re.M)[1]
    result = AnalystHttp(address, (folder / "key").read_text().strip()).get(f"/v1/surveys/{survey}/standing")
    value = re.search(r"^  the minimum +([\d.]+),", text, re.M)[1]
    assert ("finished", float(value)) == (result["state"], result["estimate"]["value"])


def test_a_demo_beside_a_server_that_was_kept_says_how_to_stop_that_one_and_leaves_it_alone(kept):
    _, folder, pid = kept
    done = run(folder, check=False)
    assert 1 == done.returncode
    assert "in use by another server" in done.stderr
    assert done.stderr.endswith(f"if that is one that an earlier demo kept: kill {pid}\n")
    assert (True, pid) == (is_there(pid), pid_in(folder))


def test_a_server_that_was_kept_goes_when_it_is_told_to(kept):
    _, folder, pid = kept
    os.kill(pid, signal.SIGTERM)
    assert soon(lambda: not is_there(pid))
    assert '"stopped"' in (folder / "serve.log").read_text()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_whatever_ends_the_demo_ends_its_server_too(tmp_path, number):
    with subprocess.Popen(command(tmp_path, people=20_000), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as demo:
        assert soon(lambda: any(tmp_path.rglob("*.jsonl")))  # somebody is about to answer
        server = pid_in(tmp_path)
        demo.send_signal(number)
        demo.communicate()
    assert 0 != demo.returncode
    assert (False, False) == (is_there(server), (tmp_path / "pid").exists())


def test_a_demo_that_fails_leaves_no_server_behind(tmp_path):
    (tmp_path / "ledgers").write_text("there is no room for a folder here")
    (tmp_path / "key").touch(0o644)
    done = run(tmp_path, check=False)
    assert 0o600 == (tmp_path / "key").stat().st_mode & 0o777  # whoever made it
    assert (1, False) == (done.returncode, (tmp_path / "pid").exists())
    assert '"stopped"' in (tmp_path / "serve.log").read_text()
    assert "ledgers" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ([], "--live demo"),
        (["KEEP=1"], "--live demo --keep"),
        (["KEEP=0", "DEMO=--epsilon 2"], "--live demo --epsilon 2"),
    ],
)
def test_make_demo_is_the_live_demo(words, options):
    alone = {name: text for name, text in os.environ.items() if not name.startswith("MAKE")}  # `make test` is one too
    command = ["make", "-n", "demo", *words]
    planned = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, env=alone)
    assert f".venv/bin/lowwater demo {options}" == " ".join(planned.stdout.splitlines()[-1].split())


def test_the_folder_of_the_demo_is_not_part_of_the_house():
    assert "/demo/" in (ROOT / ".gitignore").read_text().splitlines()
