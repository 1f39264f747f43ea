"""Surveys that are opened in a database before any server is started on it."""

import time
from typing import Any

import lowwater
from campaigns.house import housed
from lowwater.search.plan import Plan


def opened_survey(database: str, plan: Plan, **rules: Any) -> str:
    """The id of a new survey that begins now."""
    with housed(database, time.time()) as house:
        return house.open(plan, **{"lease": 1e6, "span": 1e8} | rules)


def cohorts(people: int, rounds: int) -> Plan:
    """A plan that asks each of the `people` once."""
    return lowwater.plan(people, 1.0, (0, 16), search="cohorts", rounds=rounds, refuse=False)
