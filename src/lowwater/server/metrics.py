"""Metrics: counts, gauges and latencies in the text format that Prometheus reads; no survey, name or answer in them."""

import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from itertools import accumulate

from lowwater.server.store.records import Progress
from lowwater.wire import State

TYPE = "text/plain; version=0.0.4; charset=utf-8"
COUNTERS = {
    "lowwater_requests_total": "Requests by kind and status.",
    "lowwater_answers_total": "Answers by what became of them.",
    "lowwater_check_ins_total": "Check-ins by what devices were told: question (they got a place), wait or done.",
    "lowwater_rounds_total": "Rounds that this server closed.",
    "lowwater_events_total": "Moves of surveys by this server, by kind.",
}
GAUGES = {
    "lowwater_surveys": "Surveys that have not ended, by state.",
    "lowwater_round_places": "Places of all open rounds.",
    "lowwater_round_answers": "Answers to all open rounds.",
    "lowwater_round_answers_missing": "Answers that open rounds lack to be tallied.",
    "lowwater_next_deadline_seconds": "Seconds until the first deadline of an open round; below 0 if it has passed.",
    "lowwater_deadlines_passed": "Open rounds whose deadline has passed.",
    "lowwater_database_up": "1 if the database answered for these figures, else 0.",
    "lowwater_streams": "Streams that are open.",
}
LATENCY = "lowwater_request_seconds"
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The upper ends of the latency's buckets, in seconds."""

_RUNNING: tuple[State, ...] = ("gathering", "open", "paused")

Series = dict[str, float]
"""The values of a metric by their labels."""


class Metrics:
    """Counts and latencies since the server started."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._latencies: dict[str, list[int]] = {}
        self._seconds: Counter[str] = Counter()
        self._lock = threading.Lock()  # the writer's thread counts too

    def add(self, name: str, labels: str = "", count: int = 1) -> None:
        """Add `count` to a metric."""
        with self._lock:
            self._counts[name, labels] += count

    def observe(self, kind: str, status: int, seconds: float) -> None:
        """Count a request of this kind, which took `seconds`."""
        with self._lock:
            self._counts["lowwater_requests_total", f'kind="{kind}",status="{status}"'] += 1
            buckets = self._latencies.setdefault(kind, [0] * (len(BUCKETS) + 1))
            buckets[bisect_left(BUCKETS, seconds)] += 1
            self._seconds[kind] += seconds  # type: ignore[assignment]  # a Counter adds any numbers

    def text(self, gauges: dict[str, Series] | None = None) -> str:
        """All counts, latencies and `gauges`, in the text format of Prometheus."""
        with self._lock:
            counts, latencies = dict(self._counts), {kind: list(each) for kind, each in self._latencies.items()}
            seconds = dict(self._seconds)
        lines: list[str] = []
        for name, text in COUNTERS.items():
            series: Series = {labels: count for (metric, labels), count in counts.items() if metric == name}
            lines += _metric(name, text, "counter", series)
        for name, text in GAUGES.items():
            lines += _metric(name, text, "gauge", (gauges or {}).get(name, {}))
        lines += [f"# HELP {LATENCY} Seconds from a request to its reply, by kind.", f"# TYPE {LATENCY} histogram"]
        for kind in sorted(latencies):
            lines += _histogram(kind, latencies[kind], seconds[kind])
        return "\n".join(lines) + "\n"


def _metric(name: str, text: str, kind: str, series: Series) -> list[str]:
    values = [f"{name}{f'{{{labels}}}' if labels else ''} {value:.15g}" for labels, value in sorted(series.items())]
    return [f"# HELP {name} {text}", f"# TYPE {name} {kind}", *values]


def _histogram(kind: str, buckets: list[int], seconds: float) -> list[str]:
    ends = (*(f"{end:g}" for end in BUCKETS), "+Inf")
    below = [
        f'{LATENCY}_bucket{{kind="{kind}",le="{end}"}} {count}'
        for end, count in zip(ends, accumulate(buckets), strict=True)
    ]
    return [*below, f'{LATENCY}_sum{{kind="{kind}"}} {seconds:.6f}', f'{LATENCY}_count{{kind="{kind}"}} {sum(buckets)}']


def gauges_of(running: Iterable[Progress] | None, now: float, streams: int) -> dict[str, Series]:
    """The gauges at `now`; `running` are the surveys that have not ended, None if the database did not answer."""
    always: dict[str, Series] = {"lowwater_streams": {"": streams}, "lowwater_database_up": {"": running is not None}}
    if running is None:
        return always
    surveys = list(running)
    asking = [each for each in surveys if each.state == "open"]
    missing = (max(0, min(each.least, each.places) - each.answered) for each in asking)
    states = Counter(each.state for each in surveys)
    sums: dict[str, Series] = {
        "lowwater_surveys": {f'state="{state}"': states[state] for state in _RUNNING},
        "lowwater_round_places": {"": sum(each.places for each in asking)},
        "lowwater_round_answers": {"": sum(each.answered for each in asking)},
        "lowwater_round_answers_missing": {"": sum(missing)},
        "lowwater_deadlines_passed": {"": sum(each.deadline < now for each in asking)},
    }
    first = min((each.deadline - now for each in asking), default=None)
    return always | sums | ({} if first is None else {"lowwater_next_deadline_seconds": {"": first}})
