"""Search state: the search of a live survey, its questions and its estimate, computed from a plan and cached."""

import json
from contextlib import suppress
from functools import lru_cache
from typing import Any

from lowwater.core.estimate import Estimate
from lowwater.core.question import Question
from lowwater.core.statements import Whom
from lowwater.core.tally import Tally
from lowwater.search.plan import Plan
from lowwater.server.hidden_group import of_hidden
from lowwater.server.survey_terms import KEPT


def start(plan: Plan, whom: Whom, hidden: str = "") -> tuple[Any, Estimate]:
    """The first state of a search, and its estimate without any answers, whose shares speak of `whom`.

    `hidden` is the hidden group that it is about, if it is about one.
    """
    strategy = plan.strategy()
    search = strategy.start()
    return search, of_hidden(hidden, plan.domain, plan.with_caveats(strategy.estimate(search), whom))


@lru_cache(maxsize=64)
def advance(plan: Plan, whom: Whom, search: Any, tallies: tuple[Tally, ...], hidden: str = "") -> tuple[Any, Estimate]:
    """The search after a round, and its estimate; cached, so that it can be computed ahead of the transaction."""
    strategy = plan.strategy()
    after = strategy.advance(search, tallies)
    questions(plan, after)
    return after, of_hidden(hidden, plan.domain, plan.with_caveats(strategy.estimate(after), whom))


@lru_cache(maxsize=64)
def questions(plan: Plan, search: Any) -> tuple[Question, ...]:
    """The questions of a search; cached, because a model may have to be fitted for them."""
    return plan.strategy().ask(search)


@lru_cache(maxsize=KEPT)
def parse(plan: Plan, whom: Whom, search: str, estimate: str, hidden: str = "") -> tuple[Any, Estimate]:
    """Parse the state of a search and its estimate; compute one that an older version wrote otherwise."""
    state = _tuples(json.loads(search))
    if estimate:
        with suppress(KeyError, TypeError):  # the fields of an older version
            return state, Estimate.from_json(estimate)
    return state, of_hidden(hidden, plan.domain, plan.with_caveats(plan.strategy().estimate(state), whom))


def _tuples(value: Any) -> Any:
    """Turn JSON's lists into the tuples that states are made of."""
    return tuple(_tuples(part) for part in value) if isinstance(value, list) else value
