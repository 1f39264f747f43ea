"""Samples: the people, records and transactions that the checks of stores use."""

from collections.abc import Iterator
from contextlib import contextmanager

from lowwater.core.question import Question
from lowwater.core.randomizer import Randomizer
from lowwater.errors import Moved
from lowwater.server.store.questions import Counts
from lowwater.server.store.records import SurveyRecord
from lowwater.server.store.store import Store

ANN, BOB, EVE = (bytes([letter]) * 16 for letter in b"abe")
"""People as the database knows them."""

COIN = Randomizer.binary(3, 1)


def survey_record(name: str, opened: float = 10.0, due: float | None = 20.0) -> SurveyRecord:
    """A record with a different value in every field."""
    return SurveyRecord(
        name, 'Ages, "in" years: ÿ 😀', '{"a": 1}', "{}", "f" * 64, "rolling", "invitation", "0" * 64, 60.5, 3600.25,
        2**52, 3, 1.5, 2.5, "open", "[1, [2, 3]]", "", 4, 1, 1e9 + 0.125, due, opened, None, "it's said",
    )  # fmt: skip


def question(index: int, threshold: float = 0.1) -> Question:
    """A question of round 0."""
    return Question(0, index, (threshold,), COIN, 5)


@contextmanager
def transaction(store: Store) -> Iterator[None]:
    """Commit what the block does."""
    store.begin()
    yield
    store.commit()


def refuses(store: Store, survey: str, index: int, given: int, message: str) -> None:
    """Assert that a transaction which gives more places than a question has raises Moved."""
    store.begin()
    store.questions.count(survey, 0, index, Counts(given=given))
    try:
        store.commit()
    except Moved:
        store.rollback()
    else:
        raise AssertionError(message)
