"""Survey: the record of a live survey, and how it moves from round to round. Pure: no clock, no database.

A survey with enrolled people begins by gathering them. Then it is open, may be paused, and ends finished (the search
has asked all it wanted) or closed (by hand, or because too few people answered), with a statement that says which.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from lowwater.core.estimate import Estimate
from lowwater.core.groups import Groups
from lowwater.core.question import Question
from lowwater.core.statements import Whom
from lowwater.core.tally import Tally
from lowwater.errors import BadPlan, BadRecord, LowwaterError
from lowwater.search.plan import Plan
from lowwater.search.table import SEARCHES
from lowwater.server import lifecycle, search_state, survey_terms
from lowwater.server.store.records import SurveyRecord
from lowwater.wire import WHOM, State, SurveyMessage, TermsMessage, TextsMessage, encode
from lowwater.wire.rules import LONGEST, MOST, SHORTEST, Rules


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
        cls, name: str, texts: Sequence[TextsMessage], plan: Plan, rules: Rules, now: float, closes: int | None = None,
        groups: Groups | None = None,
    ) -> "Survey":  # fmt: skip
        """A survey that begins `now`, and closes at `closes` at the latest; with `groups`, a member of one."""
        if plan.everyone and rules.recruiting == "rolling":
            raise BadPlan(f"search={plan.search!r} asks everyone in every round; recruit them first, with 'enrolled'")
        if plan.people > MOST:
            raise BadPlan(f"people={plan.people!r}; nobody has so many")
        if min(rules.lease, rules.span) < SHORTEST:
            raise BadPlan(f"lease={rules.lease!r}, span={rules.span!r}; give devices {SHORTEST:g} seconds or more")
        if rules.least > plan.people:
            raise BadPlan(f"least={rules.least!r} answers a round, of people={plan.people!r}; ask for fewer")
        if groups is not None and groups.hidden and (not plan.row.hidden or plan.quantile is not None):
            raise BadPlan(
                f"search={plan.search!r} with hidden groups, quantile={plan.quantile}; whoever is in a hidden group is "
                "an unknown share of people, so only an end can be searched for, and only by "
                + " or ".join(repr(search) for search, row in SEARCHES.items() if row.hidden and row.private)
            )
        closes = survey_terms.latest_end(plan, rules, now) if closes is None else closes
        terms = survey_terms.terms_of(plan, rules, tuple(texts), closes, groups)
        terms.check()
        if not now + SHORTEST <= (terms.closes or 0) <= now + LONGEST:
            raise BadPlan(f"closes={terms.closes!r}; give a time that is still to come, in seconds since 1970")
        state: State = "open" if rules.recruiting == "rolling" else "gathering"
        search, estimate = search_state.start(plan, WHOM[rules.recruiting], _hidden(terms, name))
        new = cls(name, terms, plan, rules, state, search, estimate, opened=now)
        return replace(new, deadline=new.until(now))

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions of the current round; none when the search is finished."""
        return search_state.questions(self.plan, self.search)

    @property
    def whom(self) -> Whom:
        """Of whom the shares of its estimate speak."""
        return WHOM[self.rules.recruiting]

    @property
    def group(self) -> str | None:
        """The group that it is about, where it is a member of a survey with groups."""
        return None if self.terms.grouping is None else self.terms.grouping.name(self.id)

    @property
    def whole(self) -> str:
        """The id in people's links: the survey's own, or that of the whole survey that it is a member of."""
        return self.id if self.terms.grouping is None else self.terms.grouping.whole(self.id)

    @property
    def title(self) -> str:
        """The title, in the language it was written in, and the group."""
        return self.terms.title if self.group is None else f"{self.terms.title}: {self.group}"

    @property
    def hash(self) -> str:
        """The hash of its terms."""
        return survey_terms.hash_of(self.terms)

    @property
    def closes(self) -> float:
        """When the survey closes at the latest, as its terms promise."""
        return math.inf if self.terms.closes is None else self.terms.closes

    def until(self, now: float) -> float:
        """The deadline of a round that begins, or begins again, at `now`."""
        return min(now + self.rules.span, self.closes)

    def public(self) -> SurveyMessage:
        """The message that anyone may read."""
        return SurveyMessage(self.id, self.terms, self.hash, self.rules.recruiting, self.rules.access, self.state)

    def begun(self, people: int, now: float) -> "Survey":
        """Open the survey, with its search planned for the `people` who joined."""
        plan = replace(self.plan, people=people)
        search, estimate = search_state.start(plan, self.whom, _hidden(self.terms, self.id))
        return replace(self._step("begin"), plan=plan, search=search, estimate=estimate, deadline=self.until(now))

    def advanced(self, tallies: tuple[Tally, ...], now: float) -> "Survey":
        """Advance the search by the tallies of a round, and open the next round if it has questions left."""
        hidden = _hidden(self.terms, self.id)
        search, estimate = search_state.advance(self.plan, self.whom, self.search, tallies, hidden)
        after = replace(self._step("tally"), search=search, estimate=estimate, extended=0)
        questions = after.questions
        return replace(after, round=questions[0].round, deadline=self.until(now)) if questions else after

    def lengthened(self, now: float) -> "Survey":
        """Keep the round open for another span, since it has too few answers."""
        return replace(self._step("extend"), extended=self.extended + 1, deadline=self.until(now))

    def paused(self) -> "Survey":
        """Pause: nobody is asked until the survey is resumed."""
        return self._step("pause")

    def resumed(self, now: float) -> "Survey":
        """Resume after a pause; the round gets its whole span again."""
        return replace(self._step("resume"), deadline=self.until(now))

    def starved(self, answers: int, needed: int) -> str:
        """The statement of a survey that ends because its round has too few answers."""
        got = f"round {self.round + 1} got {_plural(answers, 'answer')} in {_plural(self.extended + 1, 'span')}"
        before = f"the estimate rests on the {_plural(self.round, 'round')} before it"
        return f"{got}, and needs {needed}; {before if self.round else 'nothing is known'}"

    def over(self, event: lifecycle.Event, statement: str, now: float) -> "Survey":
        """End the survey by `event`: it takes no more answers."""
        return replace(self._step(event), statement=statement, ended=now)

    def _step(self, event: lifecycle.Event) -> "Survey":
        return replace(self, state=lifecycle.step(self.state, event).state)

    @property
    def due(self) -> float | None:
        """When the clock moves the survey on, if nothing happens before."""
        if self.ended is not None:
            return self.ended + self.rules.keep_names
        return self.deadline if self.state in lifecycle.ASKING else self.closes

    def record(self) -> SurveyRecord:
        """The survey as a row of the database."""
        rules, terms = self.rules, self.terms
        return SurveyRecord(
            self.id, self.title, self.plan.to_json(), encode(terms), self.hash, **vars(rules), state=self.state,
            search=json.dumps(self.search, allow_nan=False), estimate=self.estimate.to_json(), round=self.round,
            extended=self.extended, deadline=self.deadline, due=self.due, opened=self.opened, ended=self.ended,
            statement=self.statement, choices=self.plan.choices,
        )  # fmt: skip

    @classmethod
    def of(cls, record: SurveyRecord) -> "Survey":
        """Parse a row; raise BadRecord if a text cannot be parsed, or the terms are not those people were promised."""
        try:
            rules = Rules(**{field.name: getattr(record, field.name) for field in fields(Rules)})
            plan, terms = survey_terms.parse(record.plan, record.terms, record.hash, rules)
            whom, hidden = WHOM[rules.recruiting], _hidden(terms, record.id)
            search, estimate = search_state.parse(plan, whom, record.search, record.estimate, hidden)
        except (LowwaterError, ValueError, TypeError, KeyError, RecursionError) as error:
            raise BadRecord(f"survey {record.id} cannot be used as the database has it: {error}") from None
        return cls(
            record.id, terms, plan, rules, record.state, search, estimate, record.round, record.extended,
            record.deadline, record.opened, record.ended, record.statement,
        )  # fmt: skip


def _hidden(terms: TermsMessage, survey: str) -> str:
    """The hidden group that a survey is about; empty where it is about none."""
    grouping = terms.grouping
    return (grouping.name(survey) or "") if grouping is not None and grouping.hidden else ""


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
