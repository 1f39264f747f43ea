"""The live demo: a real server on a free port, SQLite in a folder, and a fleet of devices that answer over HTTP."""

import json
import os
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lowwater.cli.live.fleet import Fleet
from lowwater.cli.live.replay import Replay
from lowwater.cli.live.result import Result
from lowwater.cli.live.server_process import Server, run_server
from lowwater.cli.text.progress import Bar
from lowwater.cli.text.step import line
from lowwater.cli.text.words import Facts
from lowwater.client.analyst import Analyst
from lowwater.client.analyst_http import AnalystHttp
from lowwater.client.ledger import Ledger
from lowwater.search.plan import Plan
from lowwater.wire import OpenMessage

QUESTION = "How old are you, in years?"


def live(plan: Plan, ages: Sequence[float], folder: Path, *, keep: bool, bar: Bar) -> Result:
    """Run a survey of `ages` on a server in `folder`, and print its rounds as they close."""
    search = Replay(plan, "answered")
    with run_server(folder, keep=keep) as server:
        analyst = Analyst(AnalystHttp(server.address, server.key))
        message = OpenMessage("Who is the youngest?", json.loads(plan.to_json()), question=QUESTION, unit="years")
        survey = analyst.open(message).survey
        bar.say(f"A server at {server.address} keeps its survey {survey} in {folder / 'surveys.db'}.")
        fleet = Fleet(server.address, survey, ages, folder / "ledgers" / survey)
        bar.say(f"Each person has a device with a ledger of its own, in {fleet.folder}.\n")

        def watch(counted: int) -> None:
            bar(min(1.0, counted / plan.people))
            for step in search.catch_up(analyst.standing(survey)):
                bar.say(line(plan.domain, step))

        since = time.monotonic()
        fleet.run(watch)
        took = time.monotonic() - since
        early = _end(analyst, survey)
        watch(fleet.counted)
    afterwards = _commands(server, survey, folder) if keep else ""
    return Result(search, early + _facts(plan, fleet, took), _fields(server, survey, folder, fleet, took), afterwards)


def _end(analyst: Analyst, survey: str) -> Facts:
    """Close the survey if it is still open, and say so: people may run out before the last round is full."""
    standing = analyst.standing(survey)
    if standing.ended is not None:
        return []
    analyst.move(survey, "close")
    reached = f"in round {standing.round + 1} of {standing.rounds}"
    return [("but", f"people ran out {reached}, so the survey was closed: the estimate rests on the rounds before it")]


def _facts(plan: Plan, fleet: Fleet, took: float) -> Facts:
    entries = Ledger(fleet.ledger(0)).pages[0].account.told
    return [
        ("answers", f"{fleet.counted:,} in {took:.0f} s, each on the server's disk before its device was told so"),
        ("one device", "; ".join(entry.in_words(plan.domain) for entry in entries)),
        ("its ledger", f"{_command()} ledger show --ledger {fleet.ledger(0)}"),
    ]


def _fields(server: Server, survey: str, folder: Path, fleet: Fleet, took: float) -> dict[str, Any]:
    about = {"server": server.address, "survey": survey, "folder": str(folder), "ledgers": str(fleet.folder)}
    return about | {"answers": fleet.counted, "seconds": round(took, 1)}


def _commands(server: Server, survey: str, folder: Path) -> str:
    """The commands to look at a server that was kept, and to stop it."""
    return (
        f"The server stays up at {server.address}. Look at it:\n"
        f"  export LOWWATER_SERVER={server.address} LOWWATER_KEY=$(cat {folder / 'key'})\n"
        f"  {_command()} survey show {survey}\n"
        f"Stop it: kill {server.pid}"
    )


def _command() -> str:
    """The command that runs Lowwater in this environment."""
    return "lowwater" if shutil.which("lowwater") else os.path.relpath(Path(sys.executable).with_name("lowwater"))
