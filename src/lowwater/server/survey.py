"""Survey: the record of a live survey, and how it moves from round to round. Pure: no clock, no database.

A survey with enrolled people begins by gathering them. Then it is open, may be paused, and ends finished (the search
has asked all it wanted) or closed (by hand, or because too few people answered), with a statement that says which.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any

from lowwater.core.estimate import Estimate
from lowwater.core.question import Question
from lowwater.core.tally import Tally
from lowwater.errors import BadPlan, BadRecord, LowwaterError
from lowwater.search.plan import Plan
from lowwater.server import lifecycle
from lowwater.server.store.records import SurveyRecord
from lowwater.wire import State, SurveyMessage, TermsMessage, TextsMessage, decode, encode, hash_of
from lowwater.wire.rules import LONGEST, MOST, SHORTEST, Rules

KEPT = 512
"""Surveys whose texts are kept as they were read: more than a page has."""


@dataclass(frozen=True)
class Survey:
    """Everything about one survey but its questions and people."""

    id: str
    terms: TermsMessage
    plan: Plan
    rules: Rules
    state: State
    search: Any
    estimate: Estimate
    round: int = 0
    extended: int = 0
    deadline: float = 0.0
    opened: float = 0.0
    ended: float | None = None
    statement: str = ""

    @classmethod
    def new(
        cls, name: str, texts: Sequence[TextsMessage], plan: Plan, rules: Rules, now: float, closes: int | None = None
    ) -> "Survey":
        """A survey that begins now, and closes at this time at the latest."""
        if plan.everyone and rules.recruiting == "rolling":
            raise BadPlan(f"search={plan.search!r} asks everyone in every round; recruit them first, with 'enrolled'")
        if plan.people > MOST:
            raise BadPlan(f"people={plan.people!r}; nobody has so many")
        if min(rules.lease, rules.span) < SHORTEST:
            raise BadPlan(f"lease={rules.lease!r}, span={rules.span!r}; give devices {SHORTEST:g} seconds or more")
        if rules.least > plan.people:
            raise BadPlan(f"least={rules.least!r} answers a round, of people={plan.people!r}; ask for fewer")
        terms = _promised(plan, rules, tuple(texts), _closing(plan, rules, now) if closes is None else closes)
        terms.check()
        if not now + SHORTEST <= (terms.closes or 0) <= now + LONGEST:
            raise BadPlan(f"closes={terms.closes!r}; give a time that is still to come, in seconds since 1970")
        state: State = "open" if rules.recruiting == "rolling" else "gathering"
        search, estimate = _begun(plan)
        new = cls(name, terms, plan, rules, state, search, estimate, opened=now)
        return replace(new, deadline=new.until(now))

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions of the round at hand; none when the search is finished."""
        return _asked(self.plan, self.search)

    @property
    def title(self) -> str:
        """Its title, in the language it was written in."""
        return self.terms.title

    @property
    def hash(self) -> str:
        """The hash of its terms."""
        return _hash_of(self.terms)

    @property
    def closes(self) -> float:
        """When it closes at the latest, as people were promised."""
        return math.inf if self.terms.closes is None else self.terms.closes

    def until(self, now: float) -> float:
        """The deadline of a round that begins, or begins again, now."""
        return min(now + self.rules.span, self.closes)

    def public(self) -> SurveyMessage:
        """What anyone may read."""
        return SurveyMessage(self.id, self.terms, self.hash, self.rules.recruiting, self.rules.access, self.state)

    def begun(self, people: int, now: float) -> "Survey":
        """Enough people have joined: the search is planned for those who came."""
        plan = replace(self.plan, people=people)
        search, estimate = _begun(plan)
        return replace(self._stepped("begin"), plan=plan, search=search, estimate=estimate, deadline=self.until(now))

    def advanced(self, tallies: tuple[Tally, ...], now: float) -> "Survey":
        """The round is over: move the search, and open the next round where it asks for one."""
        search, estimate = advance(self.plan, self.search, tallies)
        after = replace(self._stepped("tally"), search=search, estimate=estimate, extended=0)
        questions = after.questions
        return replace(after, round=questions[0].round, deadline=self.until(now)) if questions else after

    def lengthened(self, now: float) -> "Survey":
        """Too few answers: the round stays open for another span."""
        return replace(self._stepped("extend"), extended=self.extended + 1, deadline=self.until(now))

    def paused(self) -> "Survey":
        """Nobody is asked until it is resumed."""
        return self._stepped("pause")

    def resumed(self, now: float) -> "Survey":
        """It goes on after a pause, which takes nothing off the round: its whole span is ahead of it again."""
        return replace(self._stepped("resume"), deadline=self.until(now))

    def starved(self, answers: int, needed: int) -> str:
        """Too few answers for good, in words."""
        got = f"round {self.round + 1} got {_many(answers, 'answer')} in {_many(self.extended + 1, 'span')}"
        before = f"the estimate rests on the {_many(self.round, 'round')} before it"
        return f"{got}, and needs {needed}; {before if self.round else 'nothing is known'}"

    def over(self, event: lifecycle.Event, statement: str, now: float) -> "Survey":
        """No more answers are taken."""
        return replace(self._stepped(event), statement=statement, ended=now)

    def _stepped(self, event: lifecycle.Event) -> "Survey":
        return replace(self, state=lifecycle.step(self.state, event).state)

    @property
    def due(self) -> float | None:
        """When it is to be looked at, if nothing happens before."""
        if self.ended is not None:
            return self.ended + self.rules.keep_names
        return self.deadline if self.state in lifecycle.ASKING else self.closes

    def record(self) -> SurveyRecord:
        """As the database keeps it."""
        rules, terms = self.rules, self.terms
        return SurveyRecord(
            self.id, self.title, self.plan.to_json(), encode(terms), self.hash, **vars(rules), state=self.state,
            search=json.dumps(self.search, allow_nan=False), estimate=self.estimate.to_json(), round=self.round,
            extended=self.extended, deadline=self.deadline, due=self.due, opened=self.opened, ended=self.ended,
            statement=self.statement,
        )  # fmt: skip

    @classmethod
    def of(cls, record: SurveyRecord) -> "Survey":
        """From the database's record; one that is torn, or has other terms than people were promised, is refused."""
        try:
            rules = Rules(**{field.name: getattr(record, field.name) for field in fields(Rules)})
            plan, terms = _agreed(record.plan, record.terms, record.hash, rules)
            search, estimate = _read(plan, record.search, record.estimate)
        except (LowwaterError, ValueError, TypeError, KeyError, RecursionError) as error:
            raise BadRecord(f"survey {record.id} cannot be used as the database has it: {error}") from None
        return cls(
            record.id, terms, plan, rules, record.state, search, estimate, record.round, record.extended,
            record.deadline, record.opened, record.ended, record.statement,
        )  # fmt: skip


def _begun(plan: Plan) -> tuple[Any, Estimate]:
    """The state of a search that begins, and what it says of nobody's answers."""
    strategy = plan.strategy()
    search = strategy.start()
    return search, plan.with_forecast(strategy.estimate(search))


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


@lru_cache(maxsize=64)
def advance(plan: Plan, search: Any, tallies: tuple[Tally, ...]) -> tuple[Any, Estimate]:
    """The search after a round, and what it says; kept, so that whoever has time can work it out beforehand."""
    strategy = plan.strategy()
    after = strategy.advance(search, tallies)
    _asked(plan, after)
    return after, plan.with_forecast(strategy.estimate(after))


@lru_cache(maxsize=64)
def _asked(plan: Plan, search: Any) -> tuple[Question, ...]:
    """The questions of a search; kept, because a model has to be fitted for them."""
    return plan.strategy().ask(search)


def _closing(plan: Plan, rules: Rules, now: float) -> int:
    """When the last round ends, where every round is extended as often as it may be."""
    rounds = plan.rounds + (rules.recruiting == "enrolled")
    return math.ceil(now + min(LONGEST / 2, rounds * rules.span * (rules.extensions + 1)))


def _promised(plan: Plan, rules: Rules, texts: tuple[TextsMessage, ...], closes: int | None) -> TermsMessage:
    """The terms of a survey."""
    kept = {"keep_names": math.ceil(rules.keep_names), "keep_tallies": math.ceil(rules.keep_tallies)}
    return TermsMessage.of(plan.terms(), *texts, quantile=plan.quantile, **kept, closes=closes)


@lru_cache(maxsize=KEPT)
def _hash_of(terms: TermsMessage) -> str:
    return hash_of(terms)


@lru_cache(maxsize=KEPT)
def _agreed(plan: str, terms: str, digest: str, rules: Rules) -> tuple[Plan, TermsMessage]:
    """The plan and the terms of a survey, where the plan still gives what was published: people pinned the hash."""
    known, published = Plan.from_json(plan), decode(TermsMessage, terms)
    now = _promised(known, rules, published.texts, published.closes)
    if (encode(now), hash_of(now)) != (terms, digest):
        raise BadRecord("its terms are no longer those that it was opened with; use the Lowwater that opened it")
    return known, published


@lru_cache(maxsize=KEPT)
def _read(plan: Plan, search: str, estimate: str) -> tuple[Any, Estimate]:
    """The state of a search, and what it says; a database of before estimates were kept has none."""
    state = _tuples(json.loads(search))
    if estimate:
        return state, Estimate.from_json(estimate)
    return state, plan.with_forecast(plan.strategy().estimate(state))


def _tuples(value: Any) -> Any:
    """JSON's lists as the tuples that states are made of."""
    return tuple(_tuples(part) for part in value) if isinstance(value, list) else value
