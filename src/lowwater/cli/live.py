"""The live demo: a real server on a free port, SQLite in a folder, and a fleet of devices that answer over HTTP."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from lowwater.cli.admin import Admin
from lowwater.cli.fleet import Fleet
from lowwater.cli.progress import Bar
from lowwater.cli.survey import line
from lowwater.cli.words import aligned, number
from lowwater.client.ledger import Ledger
from lowwater.errors import BadStore
from lowwater.search.plan import Plan
from lowwater.server import keys
from lowwater.server.sqlite import Sqlite

_ADDRESS = re.compile(r"serving at (http://\S+)")


def live(plan: Plan, ages: Sequence[float], folder: Path, *, keep: bool, as_json: bool) -> None:
    """Serve, ask everyone, watch, and tell."""
    say = (lambda _text: None) if as_json else click.echo
    folder.mkdir(parents=True, exist_ok=True)
    with serving(folder, keep=keep) as (server, key):
        admin = Admin(server, key)
        opened = admin.post("/v1/surveys", {"title": "Who is the youngest?", "plan": json.loads(plan.to_json())})
        survey = opened["survey"]
        say(f"A server at {server} keeps its survey {survey} in {folder}.")
        fleet, seen = Fleet(server, survey, ages, folder / "ledgers"), set[int]()
        since = time.monotonic()
        with Bar("answering", quiet=as_json) as bar:

            def progress(counted: int) -> None:
                bar(min(1.0, counted / plan.people))
                if counted % 50 == 0:
                    _narrowing(admin, survey, seen, say)

            fleet.run(progress)
        found = _ended(admin, survey)
        took = time.monotonic() - since
        told = _told(found, plan, min(ages), fleet, took)
        click.echo(json.dumps(told) if as_json else "\n" + aligned(_facts(told, plan, fleet)))
        if keep:
            say(f"\nThe server stays at {server}. Its key is in {folder / 'key'}; stop it with: kill {_pid(folder)}")


def _narrowing(admin: Admin, survey: str, seen: set[int], say: Any) -> None:
    """Show a round when it is the first time that it is seen."""
    found = admin.get(f"/v1/surveys/{survey}/standing")
    if found["round"] not in seen:
        seen.add(found["round"])
        say(line(found))


def _ended(admin: Admin, survey: str) -> Any:
    """The survey once it has ended; people may run out before its last round is full, and then it is closed."""
    found = admin.get(f"/v1/surveys/{survey}/standing")
    if found["ended"] is None:
        admin.post(f"/v1/surveys/{survey}/close")
        found = admin.get(f"/v1/surveys/{survey}/standing")
    return found


def _told(found: dict[str, Any], plan: Plan, youngest: float, fleet: Fleet, took: float) -> dict[str, Any]:
    estimate = found["estimate"]
    return {
        "survey": found["survey"],
        "answers": fleet.counted,
        "estimate": estimate["value"],
        "lower": estimate["lower"],
        "upper": estimate["upper"],
        "confidence": estimate["confidence"],
        "truth": youngest,
        "error": abs(estimate["value"] - youngest),
        "expected_error": plan.expected_error,
        "seconds": round(took, 1),
        "rests_on": estimate["rests_on"],
    }


def _facts(told: dict[str, Any], plan: Plan, fleet: Fleet) -> list[tuple[str, str]]:
    person = Ledger(fleet.ledger(0)).pages[0]
    limits = " to ".join("?" if told[end] is None else number(told[end]) for end in ("lower", "upper"))
    sure = f" ({told['confidence']:.0%})" if told["confidence"] is not None else ""
    return [
        ("estimate", f"{number(told['estimate'])}; the youngest is {number(told['truth'])}"),
        ("limits", limits + sure),
        ("error", f"{number(told['error'])}; expected was {number(told['expected_error'] or 0.0)}"),
        ("answers", f"{told['answers']:,} in {told['seconds']:.0f} s, each durable before it was acknowledged"),
        ("what one person said", "; ".join(entry.in_words(plan.domain) for entry in person.account.told)),
        ("what that reveals", plan.reveals),
        ("their ledger", str(fleet.ledger(0))),
    ]


@contextlib.contextmanager
def serving(folder: Path, *, keep: bool) -> Iterator[tuple[str, str]]:
    """A server of its own process, with its address and a key; it stops at the end unless it is to be kept."""
    database = folder / "surveys.db"
    key = _key(database, folder)
    log = (folder / "serve.log").open("w", encoding="utf-8")
    command = [sys.executable, "-m", "lowwater", "serve", "--database", str(database), "--port", "0"]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": log}
    server = subprocess.Popen(command, start_new_session=True, **quiet)  # type: ignore[call-overload]  # noqa: S603
    (folder / "pid").write_text(str(server.pid), encoding="utf-8")
    try:
        yield _address(server, folder / "serve.log"), key
    except BaseException:
        keep = False
        raise
    finally:
        log.close()
        if not keep:
            os.kill(server.pid, signal.SIGTERM)
            server.wait(timeout=20)


def _key(database: Path, folder: Path) -> str:
    session = Sqlite(database, alone=False)
    session.migrate()
    session.begin()
    key = keys.make(session, f"demo {time.time():.0f}", time.time())
    session.commit()
    session.close()
    with (folder / "key").open("w", encoding="utf-8") as file:
        (folder / "key").chmod(0o600)
        file.write(key + "\n")
    return key


def _address(server: "subprocess.Popen[bytes]", log: Path) -> str:
    """The address that the server's log tells, once it serves."""
    for _ in range(600):
        found = _ADDRESS.search(log.read_text(encoding="utf-8"))
        if found:
            return found.group(1).rstrip('",')
        if server.poll() is not None:
            break
        time.sleep(0.05)
    raise BadStore(f"the server did not start; its log is in {log}")


def _pid(folder: Path) -> str:
    return (folder / "pid").read_text(encoding="utf-8")
