"""Metrics: a few counts in the text format that Prometheus reads; no survey, name or answer in them."""

import threading
from collections import Counter

TYPE = "text/plain; version=0.0.4; charset=utf-8"
_HELP = {
    "lowwater_requests_total": "Requests by kind and status.",
    "lowwater_answers_total": "Answers by what became of them.",
    "lowwater_rounds_total": "Rounds that this server closed.",
}


class Metrics:
    """Counts since the server started."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._lock = threading.Lock()  # the writer's thread counts too

    def add(self, name: str, labels: str = "", many: int = 1) -> None:
        """Count something."""
        with self._lock:
            self._counts[name, labels] += many

    def text(self) -> str:
        """All counts."""
        with self._lock:
            counts = dict(self._counts)
        lines = []
        for name, said in _HELP.items():
            lines += [f"# HELP {name} {said}", f"# TYPE {name} counter"]
            found = {labels: count for (which, labels), count in counts.items() if which == name}
            lines += [f"{name}{f'{{{labels}}}' if labels else ''} {count}" for labels, count in sorted(found.items())]
        return "\n".join(lines) + "\n"
