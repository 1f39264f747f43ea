"""Result: what a demo ended with."""

from dataclasses import dataclass, field
from typing import Any

from lowwater.cli.live.replay import Replay
from lowwater.cli.text.words import Facts


@dataclass(frozen=True)
class Result:
    """A search that has ended, with more `facts` in words and `fields` as JSON, and what to print `afterwards`."""

    search: Replay
    facts: Facts
    fields: dict[str, Any] = field(default_factory=dict)
    afterwards: str = ""
