"""Survey: the record of a live survey, and how it moves from round to round. Pure: no clock, no database.

A survey with enrolled people begins by gathering them. Then it is open, may be paused, and ends finished (the search
has asked all it wanted) or closed (by hand, or because too few people answered), with a statement that says which.
"""

import json
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from lowwater.core.estimate import Estimate
from lowwater.core.question import Question
from lowwater.core.tally import Tally
from lowwater.errors import BadPlan, BadRecord, LowwaterError
from lowwater.search.batches import Batches
from lowwater.search.plan import Plan
from lowwater.search.strategy import Strategy
from lowwater.wire import Access, Recruiting, State, SurveyMessage, TermsMessage, encode, hash_of

MOVING = ("gathering", "open")
OVER = ("finished", "closed")

MOST = 2**53
"""No survey counts further than this, and no database has to."""

SHORTEST = 5.0
"""Seconds that a device has at least, because it does not speak in the last two: its answer might come too late."""

_PUBLIC_KEY = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True)
class Rules:
    """How a survey recruits, whom it lets in, and how long it waits."""

    recruiting: Recruiting = "rolling"
    access: Access = "open"
    issuer: str = ""
    lease: float = 60.0
    span: float = 86_400.0
    least: int = 1
    extensions: int = 1

    def __post_init__(self) -> None:
        if self.recruiting not in ("rolling", "enrolled"):
            raise BadPlan(f"recruiting={self.recruiting!r}; it is 'rolling' or 'enrolled'")
        if self.access not in ("open", "invitation") or (self.access == "invitation") != bool(self.issuer):
            raise BadPlan(f"access={self.access!r}; it is 'open', or 'invitation' with the issuer's public key")
        if not (0 < self.lease < 1e9 and 0 < self.span < 1e9):
            raise BadPlan(f"lease={self.lease!r}, span={self.span!r}; both are seconds, more than none")
        if self.issuer and not _PUBLIC_KEY.fullmatch(self.issuer):
            raise BadPlan("the issuer is no public key; give the 64 hexadecimal digits that go with the secret one")
        if not (1 <= self.least <= MOST and 0 <= self.extensions <= MOST):
            raise BadPlan(f"least={self.least!r}, extensions={self.extensions!r}; at least 1 answer, and 0 extensions")


@dataclass(frozen=True)
class Survey:
    """Everything about one survey but its questions and people."""

    id: str
    title: str
    plan: Plan
    rules: Rules
    state: State
    search: Any
    round: int = 0
    extended: int = 0
    deadline: float = 0.0
    opened: float = 0.0
    ended: float | None = None
    statement: str = ""

    @classmethod
    def new(cls, name: str, title: str, plan: Plan, rules: Rules, now: float) -> "Survey":
        """A survey that begins now."""
        if plan.everyone and rules.recruiting == "rolling":
            raise BadPlan(f"search={plan.search!r} asks everyone in every round; recruit them first, with 'enrolled'")
        if plan.people > MOST:
            raise BadPlan(f"people={plan.people!r}; nobody has so many")
        if min(rules.lease, rules.span) < SHORTEST:
            raise BadPlan(f"lease={rules.lease!r}, span={rules.span!r}; give devices {SHORTEST:g} seconds or more")
        if rules.least > plan.people:
            raise BadPlan(f"least={rules.least!r} answers a round, of people={plan.people!r}; ask for fewer")
        plan.terms()  # refuses honest answers
        state: State = "open" if rules.recruiting == "rolling" else "gathering"
        return cls(name, title, plan, rules, state, plan.strategy().start(), 0, 0, now + rules.span, now)

    @property
    def strategy(self) -> Strategy[Any]:
        """The search as a state machine."""
        return self.plan.strategy()

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions of the round at hand; none when the search is finished."""
        return self.strategy.ask(self.search)

    @property
    def estimate(self) -> Estimate:
        """What the search says by now."""
        return self.plan.with_forecast(self.strategy.estimate(self.search))

    @property
    def terms(self) -> TermsMessage:
        """What it promises a person."""
        return TermsMessage.of(self.plan.terms())

    def public(self) -> SurveyMessage:
        """What anyone may read."""
        terms = self.terms
        rules = self.rules
        return SurveyMessage(self.id, self.title, terms, hash_of(terms), rules.recruiting, rules.access, self.state)

    def begun(self, people: int, now: float) -> "Survey":
        """Enough people have joined: the search is planned for those who came."""
        plan = replace(self.plan, people=people)
        return replace(self, plan=plan, state="open", search=plan.strategy().start(), deadline=now + self.rules.span)

    def advanced(self, tallies: tuple[Tally, ...], now: float) -> "Survey":
        """The round is over: move the search, and open the next round where it asks for one."""
        after = replace(self, search=self.strategy.advance(self.search, tallies), extended=0)
        questions = after.questions
        return replace(after, round=questions[0].round, deadline=now + self.rules.span) if questions else after

    def lengthened(self, now: float) -> "Survey":
        """Too few answers: the round stays open for another span."""
        return replace(self, extended=self.extended + 1, deadline=now + self.rules.span)

    def resumed(self, now: float) -> "Survey":
        """It goes on after a pause, which takes nothing off the round: its whole span is ahead of it again."""
        return replace(self, state="open", deadline=now + self.rules.span)

    def starved(self, answers: int, needed: int) -> str:
        """Too few answers for good, in words."""
        got = f"round {self.round + 1} got {_many(answers, 'answer')} in {_many(self.extended + 1, 'span')}"
        before = f"the estimate rests on the {_many(self.round, 'round')} before it"
        return f"{got}, and needs {needed}; {before if self.round else 'nothing is known'}"

    def over(self, state: State, statement: str, now: float) -> "Survey":
        """No more answers are taken."""
        return replace(self, state=state, statement=statement, ended=now)

    def sizes(self) -> list[list[int]]:
        """How many people each question of each round asks; one list for each round."""
        strategy, plan = self.strategy, self.plan
        if isinstance(strategy, Batches):
            return [[size] * plan.questions for size in strategy.sizes]
        return [[plan.asked]] * plan.rounds

    def row(self) -> dict[str, Any]:
        """As the database keeps it."""
        rules, terms = self.rules, self.terms
        kept = {"id": self.id, "title": self.title, "plan": self.plan.to_json(), "terms": encode(terms)}
        waits = {"lease": rules.lease, "span": rules.span, "least": rules.least, "extensions": rules.extensions}
        who = {"hash": hash_of(terms), "recruiting": rules.recruiting, "access": rules.access, "issuer": rules.issuer}
        return kept | waits | who | self.moves() | {"opened": self.opened}

    def moves(self) -> dict[str, Any]:
        """The columns that change."""
        return {
            "id": self.id,
            "plan": self.plan.to_json(),
            "state": self.state,
            "search": json.dumps(self.search, allow_nan=False),
            "round": self.round,
            "extended": self.extended,
            "deadline": self.deadline,
            "ended": self.ended,
            "statement": self.statement,
        }

    @classmethod
    def of(cls, row: tuple[Any, ...]) -> "Survey":
        """From the database's row; one that is torn, or has other terms than people were promised, is refused."""
        name, title, plan, terms, digest = row[:5]
        state, search, number, extended, deadline, opened, ended, statement = row[12:]
        try:
            kept, rules, found = _plan(plan, terms, digest), Rules(*row[5:12]), _tuples(json.loads(search))
        except (LowwaterError, ValueError, RecursionError) as error:
            raise BadRecord(f"survey {name} cannot be used as the database has it: {error}") from None
        return cls(name, title, kept, rules, state, found, number, extended, deadline, opened, ended, statement)


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


@lru_cache(maxsize=64)
def _plan(plan: str, terms: str, digest: str) -> Plan:
    """The plan of a survey, where it still gives the terms that were published: people pinned their hash."""
    found = Plan.from_json(plan)
    now = TermsMessage.of(found.terms())
    if (encode(now), hash_of(now)) != (terms, digest):
        raise BadRecord("its terms are no longer those that it was opened with; use the Lowwater that opened it")
    return found


def _tuples(found: Any) -> Any:
    """JSON's lists as the tuples that states are made of."""
    return tuple(_tuples(one) for one in found) if isinstance(found, list) else found
