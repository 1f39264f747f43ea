"""Databases for real, SQLite in a file and PostgreSQL where the machine has it; and a house to serve without network.

In a house every call is one transaction, as the writer makes it, at a time that the test decides.
"""

import contextlib
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from campaigns.cluster import BINARIES, Cluster
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.errors import LowwaterError
from lowwater.search.level import Concentration, Deviations, Quantile
from lowwater.search.plan import Plan
from lowwater.search.strategy import run
from lowwater.search.tail_fit import LEVEL
from lowwater.server import service
from lowwater.server.answers import Posted
from lowwater.server.config import connect
from lowwater.server.health import health_of
from lowwater.server.messages import standing_of
from lowwater.wire import AnswerMessage, CheckInMessage, PostedMessage, TextsMessage
from lowwater.wire.rules import Rules

TABLES = ("survey", "question", "place", "person", "outbox")


@pytest.fixture(scope="session")
def cluster():
    if not BINARIES:
        pytest.skip("no PostgreSQL below /usr/lib/postgresql, so SQLite alone was tested")
    result = Cluster()
    yield result
    result.close()


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def fresh(request, tmp_path_factory):
    """Fresh databases of one kind, as many as are asked for."""
    if request.param == "postgres":
        return request.getfixturevalue("cluster").fresh
    folder, numbers = tmp_path_factory.mktemp("databases"), count()
    return lambda: str(folder / f"house-{next(numbers)}.db")


@pytest.fixture
def database(fresh):
    return fresh()


@pytest.fixture
def file(tmp_path):
    """Where a database of SQLite may be made."""
    return tmp_path / "surveys.db"


@pytest.fixture
def postgres(cluster):
    return cluster.fresh()


def name(person):
    """The secret name of a person: made up, but the same in every run."""
    return f"{person:_>32}"


class UpTo:
    """A search that stops where the tallies do."""

    def __init__(self, strategy, tallies):
        self._strategy, self._tallies = strategy, tallies
        self.start, self.advance, self.estimate = strategy.start, strategy.advance, strategy.estimate

    def ask(self, state):
        asked = self._strategy.ask(state)
        return asked if asked and (asked[0].round, 0) in self._tallies else ()


class House:
    """A server without its network."""

    def __init__(self, database, now=1000.0):
        self.database, self.now = database, now
        self.store = connect(database)
        self.store.migrate()

    def do(self, operation, *given):
        self.store.begin()
        try:
            result = operation(self.store, *given)
        except BaseException:
            self.store.rollback()
            raise
        self.store.commit()
        return result

    def open(self, plan, title="A survey", closes=None, **rules):
        return self.do(service.open_survey, (TextsMessage(title),), plan, Rules(**rules), self.now, closes).id

    def check_in(self, survey, person, invitation=None):
        return self.do(service.check_in, survey, CheckInMessage(name(person), invitation), self.now)

    def posted(self, survey, person, asked, yes, receipt=None):
        """An answer to a question, with a receipt that depends on the person alone where none is given."""
        answer = AnswerMessage.of(asked.round, asked.index, yes)
        return Posted(survey, PostedMessage(name(person), receipt or f"{person:->40}", answer))

    def judge(self, *posted):
        return self.do(service.answer, posted)

    def answer(self, *given, **more):
        """What became of one answer; a refusal is raised."""
        (judged,) = self.judge(self.posted(*given, **more))
        if isinstance(judged, LowwaterError):
            raise judged
        return judged.status

    def tick(self, survey, seconds=0.0):
        self.now += seconds
        return self.do(service.tick, survey, self.now)

    def sweep(self, survey, seconds=0.0):
        """Tick until the survey is not due at once, as the clock does: people are forgotten in slices."""
        self.tick(survey, seconds)
        while survey in self.store.surveys.due(self.now, 10_000):
            self.tick(survey)

    def change(self, survey, event):
        return self.do(service.change, survey, event, self.now)

    def delete(self, survey):
        """Slice by slice, until it is gone."""
        while (gone := self.do(service.delete, survey)) is None:
            pass
        return gone

    def survey(self, survey):
        return service.survey_of(self.store, survey)

    def questions(self, survey):
        return service.questions(self.store, survey)

    def standing(self, survey):
        """What an analyst reads of a survey."""
        result, questions = self.survey(survey), self.questions(survey)
        return standing_of(result, questions, health_of(result, questions, None, 0.0, self.now), self.now, None)

    def play(self, survey, people, says=lambda _question: True):
        """Everyone in turn checks in and answers; whoever has no place does not."""
        for person in people:
            place = self.check_in(survey, person)
            if place.question is not None:
                self.answer(survey, person, place.question, says(place.question))

    def finish(self, survey, people, says=lambda _question: True):
        """Round after round until it is over; a survey that would not end fails the test."""
        for _ in range(60):
            self.play(survey, people, says)
            self.tick(survey)
            if self.survey(survey).ended is not None:
                return
        raise AssertionError("this survey does not end")

    def tallies(self, survey):
        return {
            (question.round, question.question): question.tally
            for question in self.questions(survey)
            if question.total is not None
        }

    def rerun(self, survey):
        """What lowwater.run() says to the same tallies."""
        result, tallies = self.survey(survey), self.tallies(survey)
        estimate = run(UpTo(result.plan.strategy(), tallies), lambda question: tallies[question.round, question.index])
        return result.plan.with_caveats(estimate, result.whom)

    def rows(self, table, survey):
        """Everything in a table about a survey, past the named queries."""
        result = list(self.store.connection._connection.execute(f"SELECT * FROM {table}"))  # noqa: S608 - a name of ours
        return sorted((row for row in result if row[0] == survey), key=repr)

    def so_far(self, survey):
        """The running tallies of all questions, as the rows have them: of yes, and of the answers after it."""
        select = "SELECT survey, yes_so_far, more_so_far FROM question ORDER BY round, question"
        return [tuple(row[1:]) for row in self.store.connection._connection.execute(select) if row[0] == survey]

    def dump(self, survey):
        """All that the database knows of a survey, as text."""
        return repr([self.rows(table, survey) for table in TABLES])

    def close(self):
        self.store.close()

    def reopen(self):
        """A new server after the old one is gone; whatever it had not committed is gone too."""
        self.close()
        self.store = connect(self.database)
        self.store.migrate()


@pytest.fixture
def make_house():
    with contextlib.ExitStack() as made:

        def make(database):
            return made.enter_context(contextlib.closing(House(database)))

        yield make


@pytest.fixture(scope="module")
def shared(fresh):
    with contextlib.closing(House(fresh())) as house:
        yield house


@pytest.fixture
def house(shared):
    """A house for all tests of a file, each with surveys of its own, from the same time on."""
    shared.store.rollback()
    shared.now = 1000.0
    return shared


def _plan(search, people, rounds, level, ends=(0, 16), epsilon="1", direction="minimum", **more):
    return Plan(search, Domain(*ends, direction), people, Epsilon.of(epsilon), rounds, level, **more)


@pytest.fixture(scope="session")
def plans():
    """Small plans of every search."""
    return SimpleNamespace(
        cohorts=lambda people=12, rounds=3, **more: _plan("cohorts", people, rounds, Deviations(), **more),
        tail_fit=lambda people=24, rounds=3, **more: _plan("tail-fit", people, rounds, LEVEL, **more),
        one_round=lambda people=24, **more: _plan("one-round", people, 1, LEVEL, **more),
        quantile=lambda p=0.5, people=24, rounds=3, **more: _plan("tail-fit", people, rounds, Quantile(p), **more),
        paper=lambda people=6, rounds=3, **more: _plan("paper", people, rounds, Concentration(1.0), **more),
    )


@pytest.fixture
def root():
    """The folder of the project."""
    return Path(__file__).parents[2]
