"""Own group: the group of the person who answers, from an option, a file or a prompt, where a survey has groups."""

import sys
from pathlib import Path

import click

from lowwater.cli.text.file import text_of
from lowwater.client.problems import printable
from lowwater.errors import YourFault
from lowwater.wire import SurveyMessage


def own_group(survey: SurveyMessage, group: str | None, file: Path | None) -> str | None:
    """The person's group, "" for none in the list; None where nobody said, and nobody has to."""
    if group is not None and file is not None:
        raise click.UsageError("Give either --group or --group-file.")
    grouping = survey.terms.grouping
    if grouping is not None and grouping.hidden and group is not None:
        raise YourFault("the groups of this survey are hidden, and a command line is not; give a --group-file instead")
    if group is not None or file is not None:
        return group if file is None else text_of(file)
    if grouping is None or (survey.group is not None and not grouping.hidden) or not sys.stdin.isatty():
        return None
    names = ", ".join(map(printable, grouping.names))
    shown = "it is not shown; empty if none is" if grouping.hidden else "it is told in clear"
    default = "" if grouping.hidden else None
    text: str = click.prompt(
        f"Your group of {names} ({shown})", hide_input=grouping.hidden, default=default, show_default=False, err=True
    )
    return text
