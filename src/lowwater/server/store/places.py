"""Places: the table of who was asked in a round, and the digests of their answers."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from lowwater.server.store.connection import Connection, Given
from lowwater.server.store.records import Place, read


class Loan(NamedTuple):
    """A place to be written down: a new one, or another lease of the one that was held before."""

    person: bytes
    number: int
    lease: float
    before: Place | None


class Said(NamedTuple):
    """An answer to be written down: whose, to which question, and its digest."""

    survey: str
    round: int
    person: bytes
    number: int
    digest: bytes


class Places:
    """The table `place`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, keys: Collection[tuple[str, int, bytes]]) -> dict[tuple[str, int, bytes], Place]:
        """Fetch the places of these people in these rounds, where there are any."""
        asked: list[Given] = [{"survey": survey, "round": number, "person": person} for survey, number, person in keys]
        places = read(Place, self._connection.each("place", asked))
        return {(place.survey, place.round, place.person): place for place in places}

    def answers(self, survey: str, people: Collection[bytes]) -> dict[bytes, int]:
        """Count the answers that each of these people gave, in all rounds."""
        asked: list[Given] = [{"survey": survey, "person": person} for person in people]
        return dict(read(_count, self._connection.each("answers_of", asked)))

    def lend(self, survey: str, number: int, loans: Sequence[Loan]) -> bool:
        """Write places down; return whether nobody else was there first."""
        key: Given = {"survey": survey, "round": number}
        new = [key | _row(loan) for loan in loans if loan.before is None]
        again = [key | _row(loan) | {"before": loan.before.lease} for loan in loans if loan.before is not None]
        added, renewed = self._connection.many("add_place", new), self._connection.many("renew_place", again)
        return (added, renewed) == (len(new), len(again))

    def answer(self, said: Sequence[Said]) -> bool:
        """Write answers down; return whether each had a place that was waiting for it."""
        rows: list[Given] = [
            {"survey": survey, "round": number, "person": person, "number": index, "digest": digest}
            for survey, number, person, index, digest in said
        ]
        return self._connection.many("answer", rows) == len(rows)

    def shorten(self, survey: str, number: int, most: float) -> None:
        """Let no lease of a round end later than this."""
        self._connection.run("shorten_leases", survey=survey, round=number, most=most)

    def expire(self, survey: str, number: int, now: float) -> Counter[int]:
        """Free the places whose lease ran out, and count them by question."""
        rows = self._connection.all("expire", survey=survey, round=number, now=now)
        return Counter(read(int, rows))

    def next_lease(self, survey: str) -> float | None:
        """Fetch when the next lease of a survey runs out."""
        ((lease,),) = self._connection.all("next_lease", survey=survey)
        return None if lease is None else float(lease)

    def drop_unanswered(self, survey: str, number: int) -> None:
        """Delete the places of those who did not answer in a round; all are overwritten first.

        Deleting merges pages, and SQLite leaves copies of the rows that it moves.
        """
        self._connection.run("forget_places", survey=survey, round=number)
        self._connection.run("drop_unanswered", survey=survey, round=number)

    def drop(self, survey: str, many: int) -> int:
        """Delete up to so many places of a survey, and return how many."""
        rows = self._connection.all("some_places", survey=survey, many=many)
        return self._connection.many(
            "drop_place", [{"survey": survey, "round": number, "person": person} for number, person in rows]
        )


def _row(loan: Loan) -> Given:
    return {"person": loan.person, "number": loan.number, "lease": loan.lease}


def _count(person: bytes, answers: int) -> tuple[bytes, int]:
    return person, answers
