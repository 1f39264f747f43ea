"""Task: one point of one figure, identified by its study and its settings alone."""

import json
import zlib
from dataclasses import dataclass
from typing import Any

from lowwater import __version__

Settings = dict[str, Any]
Numbers = dict[str, Any]


@dataclass(frozen=True)
class Task:
    """What to compute: a study, and settings that JSON can hold."""

    study: str
    settings: Settings

    @property
    def key(self) -> str:
        """The task as one line of JSON: the same settings, the same key."""
        return json.dumps([self.study, self.settings], sort_keys=True)

    def seed(self, base: int) -> int:
        """The task's own seed, whichever process computes it."""
        return (base << 32) + zlib.crc32(self.key.encode())


@dataclass(frozen=True)
class Result:
    """A task with its numbers, and what they were made with."""

    task: Task
    numbers: Numbers
    seed: int
    version: str = __version__

    def to_json(self) -> str:
        """The result as one line of JSON."""
        fields = {"study": self.task.study, "settings": self.task.settings, "numbers": self.numbers}
        return json.dumps(fields | {"seed": self.seed, "version": self.version}, allow_nan=False)

    @classmethod
    def from_json(cls, line: str) -> "Result":
        """Read a result back."""
        fields = json.loads(line)
        task = Task(fields["study"], fields["settings"])
        return cls(task, fields["numbers"], fields["seed"], fields["version"])
