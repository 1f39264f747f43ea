"""Metrics are text that Prometheus reads, and the board shows none that is not there."""

import json
import re

import pytest

from lowwater.server.metrics import BUCKETS, COUNTERS, GAUGES, LATENCY, Metrics, gauges_of
from lowwater.server.store.records import Progress


def _values(text):
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")}


def progress(survey, state="open", deadline=130.0, places=10, answered=4, least=6):
    return Progress(survey, state, 0, deadline, 60.0, least, 0, places, answered)


def test_a_latency_is_counted_in_every_bucket_that_it_fits():
    metrics = Metrics()
    for seconds in (0.001, 0.0011, 7.0, 99.0):
        metrics.observe("answer", 200, seconds)
    values = _values(metrics.text())
    below = [values[f'{LATENCY}_bucket{{kind="answer",le="{end:g}"}}'] for end in BUCKETS]
    assert ([1.0] + [2.0] * 11 + [3.0], 4.0) == (below, values[f'{LATENCY}_bucket{{kind="answer",le="+Inf"}}'])
    assert (4.0, 106.0021) == (values[f'{LATENCY}_count{{kind="answer"}}'], values[f'{LATENCY}_sum{{kind="answer"}}'])
    assert 4.0 == values['lowwater_requests_total{kind="answer",status="200"}']


def test_gauges_add_up_open_rounds():
    running = [
        progress("a"),
        progress("b", deadline=95.0, answered=9),
        progress("c", "paused"),
        progress("d", "gathering"),
    ]
    values = _values(Metrics().text(gauges_of(running, 100.0, 3)))
    expected = {"places": 20.0, "answers": 13.0, "answers_missing": 2.0}
    assert expected == {name: values[f"lowwater_round_{name}"] for name in expected}
    assert (-5.0, 1.0, 3.0, 1.0) == tuple(
        values[f"lowwater_{name}"] for name in ("next_deadline_seconds", "deadlines_passed", "streams", "database_up")
    )
    assert [2.0, 1.0, 1.0] == [
        values[f'lowwater_surveys{{state="{state}"}}'] for state in ("open", "paused", "gathering")
    ]


def test_without_a_database_the_figures_that_it_has_are_left_out():
    values = _values(Metrics().text(gauges_of(None, 100.0, 0)))
    assert {"lowwater_database_up": 0.0, "lowwater_streams": 0.0} == values


def test_no_deadline_is_told_where_no_round_is_open():
    assert "lowwater_next_deadline_seconds" not in gauges_of([], 100.0, 0)


@pytest.fixture
def board(root):
    return json.loads((root / "packaging" / "grafana.json").read_text())


def test_every_metric_of_the_board_exists_and_every_metric_is_on_it(board):
    named = set(re.findall(r"lowwater_\w+", json.dumps([panel["targets"] for panel in board["panels"]])))
    parts = {f"{LATENCY}_{part}" for part in ("bucket", "sum", "count")}
    assert {*COUNTERS, *GAUGES, *parts} == named


def test_the_panels_of_the_board_do_not_overlap(board):
    taken = [
        (x, y)
        for place in (panel["gridPos"] for panel in board["panels"])
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert (len(taken), True) == (len(set(taken)), all(0 <= x < 24 for x, _ in taken))
