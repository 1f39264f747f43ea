"""Options that several verbs share, and how they become a plan."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from lowwater.cli.text.estimate_file import earlier_estimate
from lowwater.cli.text.file import text_of
from lowwater.core.domain import Direction
from lowwater.core.kind import Moment, parse
from lowwater.errors import BadDomain
from lowwater.people.groups import Grouping
from lowwater.planning.tail import Tail
from lowwater.search.cohorts import LEVELS
from lowwater.search.paper import RULES
from lowwater.search.table import PRIVATE, SEARCHES

Command = Callable[..., Any]

seed = click.option("--seed", type=click.IntRange(min=0), help="Make the coins repeatable; they are then not private.")
json_flag = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of words.")
svg = click.option(
    "--svg", type=click.Path(path_type=Path), metavar="FILE", help="Also draw the estimate into this file, as SVG."
)


def stacked(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Combine `options` into one decorator; help lists them in this order."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def _named(*, everyone: bool) -> str:
    """The private searches that ask everyone every round, or those that do not."""
    return ", ".join(name for name in PRIVATE if SEARCHES[name].everyone == everyone)


def _several() -> str:
    """The private searches that may ask several questions a round."""
    return " or ".join(name for name in PRIVATE if SEARCHES[name].most_questions != 1)


what = stacked(
    click.option("--maximum", "-M", is_flag=True, help="Search for the maximum instead of the minimum."),
    click.option("--quantile", type=float, metavar="P", help="Search for this quantile, such as 0.5 for the median."),
)

how = stacked(
    click.option("--search", type=click.Choice(PRIVATE),
                 help=f"{_named(everyone=False)}: everyone answers once. "
                      f"{_named(everyone=True)}: everyone answers every round. "
                      "Left out, it is chosen: tail-fit, unless another option asks for another."),
    click.option("--one-round", is_flag=True,
                 help="People cannot come back: ask everyone at once (--rounds 1; chooses one-round)."),
    click.option("--rule", type=click.Choice(list(RULES)),
                 help="The paper's rule for rounds and level (chooses paper)."),
    click.option("--alpha", type=float, help="A lower bound on the tail's alpha, for --rule lower-alpha."),
    click.option("--h", type=float, metavar="H", help="The constant of the paper's level, instead of the rule's."),
    click.option("--level", type=click.Choice(list(LEVELS)), help="The cohorts' level (chooses cohorts)."),
    click.option("--choices", type=int,
                 help="How many choices an answer has: 2 (yes or no) to 16 (chooses one-round, which else decides)."),
    click.option("--rounds", type=int, help="Rounds, instead of what the search's own rule says."),
    click.option("--questions", type=int, help=f"Questions in a round, with {_several()}."),
    click.option("--settle/--no-settle", default=True, show_default=True,
                 help="Keep two late questions for what they prove without a model; else all serve the estimate."),
    click.option("--step", type=float, help="The step of integer-like data; thresholds then stand between values."),
)  # fmt: skip

known = stacked(
    click.option("--tail-alpha", type=float, metavar="A", help="Known: the tail's alpha."),
    click.option("--tail-width", type=float, metavar="W", help="Known: how far the numbers spread."),
    click.option("--after", type=click.Path(path_type=Path), metavar="FILE",
                 help="Known: an earlier estimate of the same end, as find --json or survey show --json wrote it."),
)  # fmt: skip

domain = click.option(
    "--domain", type=(float, float), required=True, metavar="LO HI", help="The domain of the numbers."
)


class Place(click.ParamType[Any]):
    """A number, a date, a moment, a time of day or a duration."""

    name = "place"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Moment:
        """The value that the text stands for."""
        try:
            return parse(value) if isinstance(value, str) else value
        except BadDomain as error:
            self.fail(str(error), param, ctx)


any_domain = click.option(
    "--domain",
    type=(Place(), Place()),
    required=True,
    metavar="LO HI",
    help="The domain of the numbers; of dates 1900-01-01 2026-01-01, of times 08:00 20:00, of durations 0s 36h.",
)

grouping = stacked(
    click.option("--by", metavar="COLUMN", help="Search every group: the column that tells groups apart."),
    click.option("--group", "group", multiple=True, metavar="NAME", help="A group of --by; give it for each group."),
    click.option("--groups", "group_file", type=click.Path(path_type=Path), metavar="FILE",
                 help="A file with the groups of --by, one a line."),
    click.option("--person", metavar="COLUMN", help="The column that names a person, where one may have several rows."),
    click.option("--cap", type=int, metavar="N",
                 help="In how many groups a person takes part at most; epsilon is split by it.  [default: 1]"),
    click.option("--csv", "csv_file", type=click.Path(path_type=Path), metavar="FILE",
                 help="Also write the table of all groups into this file, as CSV."),
)  # fmt: skip

dropout = click.option(
    "--dropout", type=float, default=0.0, show_default=True, help="Share of people who will not answer."
)
epsilon = click.option("--epsilon", type=str, required=True, metavar="NATS", help="What each person may reveal.")

plan = stacked(epsilon, domain, what, how, known, dropout)


def settle_rounds(chosen: dict[str, Any]) -> None:
    """Replace `one_round` in `chosen` by rounds=1."""
    if not chosen.pop("one_round"):
        return
    if chosen["rounds"] not in (None, 1):
        raise click.UsageError(f"--one-round and --rounds {chosen['rounds']}: give one of the two.")
    chosen["rounds"] = 1


def settle_known(chosen: dict[str, Any]) -> None:
    """Replace `tail_alpha` and `tail_width` in `chosen` by the tail, and the file `after` by its estimate."""
    alpha, width, after = (chosen.pop(name) for name in ("tail_alpha", "tail_width", "after"))
    chosen["tail"] = None if alpha is None and width is None else Tail(1.0 if alpha is None else alpha, width)
    chosen["after"] = None if after is None else earlier_estimate(after)


def settle_groups(chosen: dict[str, Any]) -> tuple[Grouping | None, Path | None]:
    """Take the grouping and the file for its table out of `chosen`."""
    names = ("by", "group", "group_file", "person", "cap", "csv_file")
    by, group, file, person, cap, csv = (chosen.pop(name) for name in names)
    if csv is not None and by is None:
        raise click.UsageError("--csv goes with --by: it is the table of all groups.")
    listed = list(group) + ([line for line in text_of(file).splitlines() if line.strip()] if file is not None else [])
    return Grouping.taken_from({"by": by, "groups": listed or None, "person": person, "cap": cap}), csv


def direction(maximum: bool) -> Direction:
    """The direction that --maximum chooses."""
    return "maximum" if maximum else "minimum"
