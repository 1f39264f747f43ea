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

    def add(self, name: str, labels: str = "", count: int = 1) -> None:
        """Add `count` to a metric."""
        with self._lock:
            self._counts[name, labels] += count

    def text(self) -> str:
        """All counts, in the text format of Prometheus."""
        with self._lock:
            counts = dict(self._counts)
        lines = []
        for name, text in _HELP.items():
            lines += [f"# HELP {name} {text}", f"# TYPE {name} counter"]
            series = {labels: count for (metric, labels), count in counts.items() if metric == name}
            lines += [f"{name}{f'{{{labels}}}' if labels else ''} {count}" for labels, count in sorted(series.items())]
        return "\n".join(lines) + "\n"
