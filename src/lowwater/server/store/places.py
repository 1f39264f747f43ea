"""Places: the table of who was asked in a round, and the digests of their answers."""

from collections import Counter
from collections.abc import Collection, Sequence
from operator import itemgetter
from typing import NamedTuple

from lowwater.server.store.connection import Connection, Given, Row
from lowwater.server.store.records import Place, read


class Loan(NamedTuple):
    """A place to store: a new one, or another lease of the place `before`."""

    person: bytes
    question: int
    lease: float
    before: Place | None


class AnswerDigest(NamedTuple):
    """An answer to store: the person, the question, and the digest that stands for what was said."""

    survey: str
    round: int
    person: bytes
    question: int
    digest: bytes


class Places:
    """The table `place`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, keys: Collection[tuple[str, int, bytes]]) -> dict[tuple[str, int, bytes], Place]:
        """Fetch the places that exist for `keys`: survey, round and person."""
        rows: list[Given] = [
            {"survey": survey, "round": round_index, "person": person} for survey, round_index, person in keys
        ]
        places = read(Place, self._connection.each("place", rows))
        return {(place.survey, place.round, place.person): place for place in places}

    def of(self, survey: str, people: Collection[bytes]) -> dict[bytes, dict[int, Place]]:
        """Fetch all places of each of these people in a survey, by round."""
        rows: list[Given] = [{"survey": survey, "person": person} for person in sorted(people)]
        places: dict[bytes, dict[int, Place]] = {}
        for place in read(Place, self._connection.each("places_of", rows)):
            places.setdefault(place.person, {})[place.round] = place
        return places

    def lend(self, survey: str, round_index: int, loans: Sequence[Loan]) -> bool:
        """Store places, sorted by person; return whether no other server stored one of them first."""
        key: Given = {"survey": survey, "round": round_index}
        loans = sorted(loans, key=itemgetter(0))
        new = [key | _row(loan) for loan in loans if loan.before is None]
        again = [key | _row(loan) | {"before": loan.before.lease} for loan in loans if loan.before is not None]
        added, renewed = self._connection.many("add_place", new), self._connection.many("renew_place", again)
        return (added, renewed) == (len(new), len(again))

    def answer(self, answers: Sequence[AnswerDigest]) -> bool:
        """Store answers; return whether each had a place that waited for it."""
        rows: list[Given] = [
            {"survey": survey, "round": round_index, "person": person, "question": index, "digest": digest}
            for survey, round_index, person, index, digest in answers
        ]
        return self._connection.many("answer", rows) == len(rows)

    def shorten(self, survey: str, round_index: int, most: float) -> None:
        """Shorten the leases of a round that end after `most` to end then."""
        self._connection.run("shorten_leases", survey=survey, round=round_index, most=most)

    def expire(self, survey: str, round_index: int, now: float) -> Counter[int]:
        """Expire the leases of a round that ended before `now`, and count them by question."""
        rows = self._connection.all("expire", survey=survey, round=round_index, now=now)
        return Counter(read(int, rows))

    def next_lease(self, survey: str, round_index: int) -> float | None:
        """Fetch the end of the first lease of a round to run out."""
        ((lease,),) = self._connection.all("next_lease", survey=survey, round=round_index)
        return None if lease is None else float(lease)

    def forget_silent(self, survey: str, before: int, limit: int) -> int:
        """Forget up to `limit` unanswered places of rounds earlier than `before`; return `limit` if more may be left.

        All are overwritten before the first is deleted: a delete merges pages, and SQLite leaves copies of the rows
        that it moves.
        """
        silent = self._connection.all("silent", survey=survey, round=before, limit=limit)
        self._each("wipe_place", survey, silent)
        if len(silent) == limit:
            return limit
        return self._each("drop_place", survey, self._connection.all("wiped", survey=survey, round=before, limit=limit))

    def drop(self, survey: str, limit: int) -> int:
        """Delete up to `limit` places of a survey, and return how many."""
        return self._each("drop_place", survey, self._connection.all("some_places", survey=survey, limit=limit))

    def _each(self, query: str, survey: str, places: Sequence[Row]) -> int:
        """Run `query` on each of `places`, given by round and person."""
        return self._connection.many(
            query, [{"survey": survey, "round": round_index, "person": person} for round_index, person in places]
        )


def _row(loan: Loan) -> Given:
    return {"person": loan.person, "question": loan.question, "lease": loan.lease}
