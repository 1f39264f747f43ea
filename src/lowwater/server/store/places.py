"""Places: the table of who was asked in a round, and the digests of their answers."""

from collections import Counter
from collections.abc import Collection, Sequence
from operator import itemgetter
from typing import NamedTuple

from lowwater.server.store.connection import Connection, Given, Row
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

    def of(self, survey: str, people: Collection[bytes]) -> dict[bytes, dict[int, Place]]:
        """Fetch all places of each of these people in a survey, by round."""
        asked: list[Given] = [{"survey": survey, "person": person} for person in sorted(people)]
        places: dict[bytes, dict[int, Place]] = {}
        for place in read(Place, self._connection.each("places_of", asked)):
            places.setdefault(place.person, {})[place.round] = place
        return places

    def lend(self, survey: str, number: int, loans: Sequence[Loan]) -> bool:
        """Write places down, in the order in which they lie; return whether nobody else was there first."""
        key: Given = {"survey": survey, "round": number}
        loans = sorted(loans, key=itemgetter(0))
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

    def next_lease(self, survey: str, number: int) -> float | None:
        """Fetch when the next lease of a round runs out."""
        ((lease,),) = self._connection.all("next_lease", survey=survey, round=number)
        return None if lease is None else float(lease)

    def forget_silent(self, survey: str, before: int, many: int) -> int:
        """Forget places of earlier rounds that got no answer; return as many as were given where there may be more.

        None is deleted before all are overwritten: deleting merges pages, and SQLite leaves copies of the rows that it
        moves.
        """
        silent = self._connection.all("silent", survey=survey, round=before, many=many)
        self._each("wipe_place", survey, silent)
        if len(silent) == many:
            return many
        return self._each("drop_place", survey, self._connection.all("wiped", survey=survey, round=before, many=many))

    def drop(self, survey: str, many: int) -> int:
        """Delete up to so many places of a survey, and return how many."""
        return self._each("drop_place", survey, self._connection.all("some_places", survey=survey, many=many))

    def _each(self, query: str, survey: str, places: Sequence[Row]) -> int:
        """Change each of these places of a survey."""
        return self._connection.many(
            query, [{"survey": survey, "round": number, "person": person} for number, person in places]
        )


def _row(loan: Loan) -> Given:
    return {"person": loan.person, "number": loan.number, "lease": loan.lease}
