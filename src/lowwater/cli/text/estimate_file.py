"""Estimate file: the picture of an estimate in the file of --svg."""

from pathlib import Path

import click

from lowwater.core.estimate import Estimate


def save_picture(estimate: Estimate, svg: Path | None, *, quiet: bool) -> None:
    """Draw the estimate into the file `svg`, if there is one, and say so unless `quiet`."""
    if svg is None:
        return
    estimate.plot(svg)
    if not quiet:
        click.echo(f"\nThe picture is in {svg}.")
