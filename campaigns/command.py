"""The command: what to run, for how long and from which seed; a table in the end, and exit code 1 for any finding."""

import argparse
import json
import secrets
import signal
import sys
from collections.abc import Sequence

from campaigns.ground import Ground
from campaigns.report import Progress, as_json, table
from campaigns.runner import Result, Runner
from campaigns.table import CAMPAIGNS, WEIGHTS, about

_EXAMPLES = """\
examples:
  python -m campaigns                            all of them, a minute together
  python -m campaigns --seconds 3600             all of them, an hour
  python -m campaigns --only kill,freeze         these two, a minute together
  python -m campaigns --seed 123 --only fuzz     the same fuzz as before
  python -m campaigns --seed 123 --only fuzz --slice 7    one slice of it
  make campaign TIME=3600 SEED=123 ONLY=kill     the same by make

Everything stays on this machine, and everything that is started is ended. The seed decides what a campaign does; what
the system decides, such as who is faster, no seed repeats.
"""


def main(words: Sequence[str] | None = None) -> int:
    """The exit code: 0 where nothing was found."""
    arguments = _parser().parse_args(words)
    if arguments.list:
        print("\n".join(f"{name:<10} {about(name)}" for name in CAMPAIGNS))
        return 0
    signal.signal(signal.SIGTERM, lambda *_about: sys.exit(143))  # so that whatever was started is ended
    print(
        f"seed {arguments.seed}, {arguments.seconds:g} seconds for {', '.join(arguments.only)}",
        file=sys.stderr,
        flush=True,
    )
    results = _run(arguments)
    clean = all(result.counts.clean for result in results)
    print(json.dumps(as_json(arguments.seed, results)) if arguments.json else table(arguments.seed, results))
    return 0 if clean else 1


def _run(arguments: argparse.Namespace) -> list[Result]:
    with Ground() as ground:
        if not ground.has_postgres:
            print("no PostgreSQL below /usr/lib/postgresql, so SQLite alone is attacked", file=sys.stderr)
        runner = Runner(ground, arguments.seed, WEIGHTS, tell=Progress())
        return runner.run({name: CAMPAIGNS[name] for name in arguments.only}, arguments.seconds, arguments.slice)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m campaigns",
        description="Attack servers, devices, ledgers and databases on this machine, and count what must never happen.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seconds", type=_seconds, default=60.0, help="how long in all (60)")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32), help="what decides it (a new one)")
    parser.add_argument("--only", type=_names, default=list(CAMPAIGNS), help="campaigns to run, with commas (all)")
    parser.add_argument("--slice", type=int, help="run the slice of this number alone, in each campaign")
    parser.add_argument("--list", action="store_true", help="say what there is")
    parser.add_argument("--json", action="store_true", help="print one object of JSON instead of a table")
    return parser


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds < 1e9:
        raise argparse.ArgumentTypeError(f"{text} seconds; give more than none, such as 60")
    return seconds


def _names(text: str) -> list[str]:
    names = [name for name in text.split(",") if name]
    for name in names:
        if name not in CAMPAIGNS:
            raise argparse.ArgumentTypeError(f"no campaign {name!r}; there are {', '.join(CAMPAIGNS)}")
    return names or list(CAMPAIGNS)
