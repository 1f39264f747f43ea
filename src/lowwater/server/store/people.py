"""People: the table of those who joined enrolled surveys, and the round and question drawn for each."""

from collections.abc import Collection, Mapping

from lowwater.server.store.connection import Connection, Given
from lowwater.server.store.records import Member, read


class People:
    """The table `person`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def join(self, survey: str, people: Collection[bytes]) -> None:
        """Insert those of `people` who have not joined before."""
        self._connection.many("join", [{"survey": survey, "person": person} for person in people])

    def joined(self, survey: str) -> int:
        """Count the people who joined."""
        ((joined,),) = self._connection.all("joined", survey=survey)
        return int(joined or 0)

    def all(self, survey: str) -> list[bytes]:
        """Fetch everyone who joined, sorted by hash."""
        return read(bytes, self._connection.all("members", survey=survey))

    def get(self, survey: str, people: Collection[bytes]) -> dict[bytes, Member]:
        """Fetch those of these people who joined."""
        asked: list[Given] = [{"survey": survey, "person": person} for person in people]
        return {member.person: member for member in read(Member, self._connection.each("member", asked))}

    def drawn(self, survey: str, round_index: int) -> dict[int, int]:
        """Count the people drawn for a round, by question."""
        return dict(read(_count, self._connection.all("drawn", survey=survey, round=round_index)))

    def draw(self, survey: str, drawn: Mapping[bytes, tuple[int, int]]) -> None:
        """Store the round and the question drawn for each person."""
        self._connection.many(
            "draw",
            [
                {"survey": survey, "person": person, "round": round_index, "question": index}
                for person, (round_index, index) in drawn.items()
            ],
        )

    def undraw(self, survey: str, before: int, limit: int) -> int:
        """Forget the draws of up to `limit` people for rounds earlier than `before`, and return how many."""
        rows = self._connection.all("drawn_before", survey=survey, round=before, limit=limit)
        return self._connection.many("undraw", [{"survey": survey, "person": person} for (person,) in rows])

    def drop(self, survey: str, limit: int) -> int:
        """Delete up to `limit` people of a survey, and return how many."""
        rows = self._connection.all("some_members", survey=survey, limit=limit)
        return self._connection.many("drop_member", [{"survey": survey, "person": person} for (person,) in rows])


def _count(index: int, count: int) -> tuple[int, int]:
    return index, count
