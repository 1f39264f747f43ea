"""The live demo: a real server on a free port, SQLite in a folder, and a fleet of devices that answer over HTTP."""

import json
import os
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from lowwater.cli.live.demo_folder import LEDGERS, demo_folder
from lowwater.cli.live.desktop import show
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
from lowwater.wire import OpenMessage, StandingMessage
from lowwater.wire.links import watch_link

_LOOKS, _SLEEP = 200, 0.05  # at a round that is full, and the seconds between two of them

TITLE, QUESTION = "Who is the youngest?", "How old are you, in years?"


def live(plan: Plan, ages: Sequence[float], folder: Path, intro: str, *, keep: bool, bar: Bar) -> Result:
    """Run a survey of `ages` on a server in `folder`; print where to watch it, `intro`, and its rounds as they close.

    At the end the server stops and the folder is emptied, unless `keep` is set.
    """
    with demo_folder(folder, keep=keep), run_server(folder, keep=keep) as server:
        analyst = Analyst(AnalystHttp(server.address, server.key))
        message = OpenMessage(TITLE, QUESTION, "years", "the demo", plan=json.loads(plan.to_json()))
        survey = analyst.open(message).survey
        link = watch_link(server.address, survey, analyst.share(survey).key)
        bar.say(f"Watch it in a browser: {link}\n")
        shown = show(link)
        bar.say(intro)
        bar.say(f"A server at {server.address} keeps its survey {survey} in {folder / 'surveys.db'}.")
        fleet = Fleet(server.address, survey, ages, folder / LEDGERS / survey)
        bar.say(f"Each person has a device with a ledger of its own, in {fleet.folder}.\n")
        result = _run(analyst, survey, plan, fleet, bar)
        fields = _fields(server, survey, folder, fleet) | {"link": link} | result.fields
        afterwards = _commands(server, survey, folder, link) if keep else ""
        facts = result.facts + ([("its ledger", _ledger_command(fleet))] if keep else [])
        if shown and not keep and sys.stdin.isatty():
            click.pause("The page is in your browser. Press a key to stop its server.", err=True)
    return Result(result.search, facts, fields, afterwards)


def _run(analyst: Analyst, survey: str, plan: Plan, fleet: Fleet, bar: Bar) -> Result:
    """Let the fleet answer, and print the rounds as they close."""
    search = Replay(plan, "answered")

    def watch(counted: int) -> None:
        bar(min(1.0, counted / plan.people))
        for step in search.catch_up(analyst.standing(survey)):
            bar.say(line(plan.domain, step))

    since = time.monotonic()
    fleet.run(watch)
    took = time.monotonic() - since
    early = end(analyst, survey)
    watch(fleet.counted)
    return Result(search, early + _facts(plan, fleet, took), {"answers": fleet.counted, "seconds": round(took, 1)})


def end(analyst: Analyst, survey: str) -> Facts:
    """Close the survey if it is still open, and say so: people may run out before the last round is full."""
    standing = _settled(analyst, survey)
    if standing.ended is not None:
        return []
    analyst.move(survey, "close")
    reached = f"in round {standing.round + 1} of {standing.rounds}"
    return [("but", f"people ran out {reached}, so the survey was closed: the estimate rests on the rounds before it")]


def _settled(analyst: Analyst, survey: str) -> StandingMessage:
    """The standing of a survey, once the server has closed a round that is full."""
    for _ in range(_LOOKS):
        standing = analyst.standing(survey)
        current = [asked for asked in standing.questions if asked.round == standing.round]
        if standing.ended is not None or not current or any(asked.answered < asked.places for asked in current):
            break
        time.sleep(_SLEEP)
    return standing


def _facts(plan: Plan, fleet: Fleet, took: float) -> Facts:
    entries = Ledger(fleet.ledger(0)).pages[0].account.told
    return [
        ("answers", f"{fleet.counted:,} in {took:.0f} s, each on the server's disk before its device was told so"),
        ("one device", "; ".join(entry.in_words(plan.domain) for entry in entries)),
    ]


def _fields(server: Server, survey: str, folder: Path, fleet: Fleet) -> dict[str, Any]:
    return {"server": server.address, "survey": survey, "folder": str(folder), "ledgers": str(fleet.folder)}


def _ledger_command(fleet: Fleet) -> str:
    return f"{_command()} ledger show --ledger {fleet.ledger(0)}"


def _commands(server: Server, survey: str, folder: Path, link: str) -> str:
    """The commands to look at a server that was kept, and to stop it."""
    return (
        f"The server stays up at {server.address}, and the page at {link}\n"
        "Look at it from the command line:\n"
        f"  export LOWWATER_SERVER={server.address} LOWWATER_KEY=$(cat {folder / 'key'})\n"
        f"  {_command()} survey show {survey}\n"
        f"Stop it: kill {server.pid}"
    )


def _command() -> str:
    """The command that runs Lowwater in this environment."""
    return "lowwater" if shutil.which("lowwater") else os.path.relpath(Path(sys.executable).with_name("lowwater"))
