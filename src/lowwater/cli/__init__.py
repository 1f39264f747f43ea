"""The command line: one file for each verb, loaded when it is chosen, from a literal table.

The exit codes of errors are in lowwater.cli.text.failure.
"""

import sys

try:
    import click
except ModuleNotFoundError:
    sys.exit("The lowwater command needs its extra: pip install 'lowwater[cli]'")

from importlib import import_module

from lowwater import __version__
from lowwater.cli.text.failure import exit_code, failure

VERBS = {
    "answer": "Take part in a live survey with a number that stays with you.",
    "backup": "Copy the surveys of a SQLite database, while its server goes on.",
    "contest": "Let every mechanism find the same minima, and rank them.",
    "demo": "Survey 20,000 simulated people and watch the search narrow.",
    "evaluate": "Say how wrong a search is on a population, exactly or by simulation.",
    "find": "Find the minimum, maximum or a quantile of a column in a file.",
    "key": "Make, list and revoke the API keys of analysts.",
    "ledger": "Say what this device has told, to whom, and what is left.",
    "page": "Write the page on which people answer, for any host to serve.",
    "paper": "Reproduce every experiment of the paper in one report.",
    "plan": "Say whether so many people can work, and how wrong the answer will be.",
    "serve": "Serve live surveys until interrupted.",
    "survey": "Open, watch, close and delete live surveys.",
}
"""Every verb, with its one line of help; the verb x is the command x in lowwater.cli.verbs.x."""


class Verbs(click.Group):
    """A group that loads a verb when it is chosen."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """All verbs, in order."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The verb of this name, loaded."""
        if cmd_name not in VERBS:
            return None
        command: click.Command = getattr(import_module(f"lowwater.cli.verbs.{cmd_name}"), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The table of verbs, without loading any."""
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))


EXAMPLES = """\b
Examples:
  lowwater demo
  lowwater demo --live demo
  lowwater paper --quick
  lowwater plan --people 20000 --epsilon 1 --domain 0 150
  lowwater find people.csv --column age --epsilon 1 --domain 0 150
  lowwater evaluate --search paper --people 32768 --epsilon 1 --beta 1 1 --width 0.3 --minima 6

\b
Exit codes:
  0 done, 1 something broke, 2 the input cannot be used,
  3 the planner refuses, 4 there is no exact law (give --runs),
  5 the server refuses, 6 the server cannot be reached,
  7 this device refuses: the survey asks for more than was granted
"""


@click.group(cls=Verbs, epilog=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="lowwater")
def cli() -> None:
    """Find the smallest, the largest or any quantile of numbers that people keep to themselves."""


def main() -> None:
    """Run a verb; print an error that has an exit code as a sentence, and exit with it."""
    try:
        cli(standalone_mode=True)
    except Exception as error:
        code = exit_code(error)
        if code is None:
            raise
        click.echo(failure(error, as_json="--json" in sys.argv), err=True)
        sys.exit(code)
