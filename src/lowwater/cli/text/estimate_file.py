"""Estimate file: the picture of an estimate in the file of --svg, and an earlier estimate from the file of --after."""

import json
from dataclasses import fields
from pathlib import Path

import click

from lowwater.cli.text.file import text_of
from lowwater.core.estimate import Estimate
from lowwater.errors import LowwaterError, YourFault


def save_picture(estimate: Estimate, svg: Path | None, *, quiet: bool) -> None:
    """Draw the estimate into the file `svg`, if there is one, and say so unless `quiet`."""
    if svg is None:
        return
    estimate.plot(svg)
    if not quiet:
        click.echo(f"\nThe picture is in {svg}.")


def earlier_estimate(file: Path) -> Estimate:
    """The estimate in a file of JSON, by itself or as the `estimate` of a survey."""
    try:
        document = json.loads(text_of(file))
        values, names = document.get("estimate", document), [field.name for field in fields(Estimate)]
        return Estimate.of_fields({name: values[name] for name in names if name != "kind" or name in values})
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        if isinstance(error, LowwaterError):
            raise
        raise YourFault(
            f"{file} holds no estimate ({error!r}); give what lowwater find --json or survey show --json wrote"
        ) from None
