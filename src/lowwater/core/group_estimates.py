"""Group estimates: a table with what a search says of every group, its people, and why a group was refused."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from lowwater.core import group_picture
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.estimate import Estimate
from lowwater.core.estimate_words import certain_words, first_line, fitted_words, loss_words
from lowwater.core.kind import of_number
from lowwater.core.picture import Picture

COLUMNS = ("group", "people", "asked", "value", "likely_error", "somebody", "least", "most", "low", "high", "refused")
"""The columns of the table as CSV."""

ROWS = "every row counts as a person, and whoever has several reveals that much with each (person= tells them apart)"
"""What a loss means where persons are not told apart."""


@dataclass(frozen=True, slots=True)
class GroupEstimate:
    """One group: its people, how many of them the plan asks, and the estimate, or the reason why nobody was asked."""

    group: Any
    people: int
    asked: int = 0
    estimate: Estimate | None = None
    refused: str = ""

    def fields(self) -> dict[str, Any]:
        """The group as JSON has it."""
        estimate = None if self.estimate is None else self.estimate.fields()
        named = self.group if isinstance(self.group, (str, int, float, bool)) else str(self.group)
        fields = {"group": named, "people": self.people, "asked": self.asked, "estimate": estimate}
        return fields | {"refused": self.refused or None}

    def row(self) -> list[Any]:
        """The group as a row of COLUMNS; missing values are empty."""
        estimate = self.estimate
        if estimate is None:
            return [self.group, self.people, 0, *[""] * (len(COLUMNS) - 4), self.refused]
        certain, fitted = estimate.certain, estimate.fitted
        places = (certain.somebody, certain.least, certain.most, fitted.low, fitted.high)
        stated = ["" if each is None else of_number(estimate.kind, each) for each in places]
        error = "" if estimate.likely_error is None else estimate.likely_error
        return [self.group, self.people, self.asked, estimate.natural, error, *stated, ""]

    def words(self) -> dict[str, str]:
        """What is said of the group, statement by statement."""
        if self.estimate is None:
            return {"refused": self.refused}
        certain = certain_words(self.estimate, whom=False) or "nothing"
        fitted = fitted_words(self.estimate.fitted, self.estimate.kind)
        return {"value": first_line(self.estimate), "certain": certain, "fitted": fitted}


@dataclass(frozen=True, slots=True)
class GroupEstimates:
    """The estimates of all groups, in the order of their public list.

    loss: what one person revealed at most, in all groups together; where `rows` are persons, what one row did.
    cap: in how many groups a person took part at most.
    """

    groups: tuple[GroupEstimate, ...]
    loss: Epsilon
    cap: int = 1
    rows: bool = True

    def __iter__(self) -> Iterator[GroupEstimate]:
        return iter(self.groups)

    def __len__(self) -> int:
        return len(self.groups)

    def __getitem__(self, group: Any) -> GroupEstimate:
        """The group of this name."""
        return next((each for each in self.groups if each.group == group), None) or self._unknown(group)

    def _unknown(self, group: Any) -> GroupEstimate:
        raise KeyError(group)

    @property
    def simulated(self) -> bool:
        """Whether the coins came from a seed."""
        return any(each.estimate is not None and each.estimate.simulated for each in self.groups)

    def about_a_person(self) -> str:
        """What one person revealed, in words."""
        if self.rows:
            return f"{loss_words(self.loss)}; {ROWS}"
        return f"{loss_words(self.loss)}, in at most {self.cap} of the groups together"

    def to_json(self) -> str:
        """The table as one line of JSON."""
        groups = [each.fields() for each in self.groups]
        loss = {"loss": self.loss.nano / NANO, "loss_of": "row" if self.rows else "person", "cap": self.cap}
        return json.dumps(loss | {"simulated": self.simulated, "groups": groups}, allow_nan=False)

    def to_csv(self, path: str | PathLike[str] | None = None) -> str:
        """The table as CSV, which is also written to `path`, if given."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(each.row() for each in self.groups)
        if path is not None:
            Path(path).write_text(text.getvalue(), encoding="utf-8")
        return text.getvalue()

    def plot(self, path: str | PathLike[str] | None = None) -> Picture:
        """The picture of all groups, which a notebook shows; it is also written to `path`, if given, as SVG."""
        picture = group_picture.draw(self)
        if path is not None:
            picture.save(path)
        return picture

    def _repr_html_(self) -> str:
        """What a notebook shows: the picture."""
        return str(group_picture.draw(self))

    def __str__(self) -> str:
        lines = [f"{each.group}: {'; '.join(each.words().values())} ({each.people:,} people)" for each in self.groups]
        return "\n".join([*lines, f"about one {'row' if self.rows else 'person'}: {self.about_a_person()}"])
