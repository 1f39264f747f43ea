"""Write the help text of every verb into the page of the command line: python docs/reference/help_texts.py."""

import re
from pathlib import Path

from click.testing import CliRunner

from lowwater.cli import cli

PAGE = Path(__file__).with_name("cli.md")


def shown(match: "re.Match[str]") -> str:
    """A console block with its command and what that says now."""
    words = match[1].split()[1:]
    result = CliRunner().invoke(cli, words, prog_name="lowwater", terminal_width=78, catch_exceptions=False)
    lines = "".join(line.rstrip() + "\n" for line in result.stdout.strip("\n").splitlines())
    return f"```console\n$ {match[1]}\n{lines}```"


if __name__ == "__main__":
    block = re.compile(r"```console\n\$ (lowwater[^\n]*--help)\n.*?^```", re.DOTALL | re.MULTILINE)
    PAGE.write_text(block.sub(shown, PAGE.read_text(encoding="utf-8")), encoding="utf-8")
