"""Surveys: the table of them, and which are to be looked at by when."""

from lowwater.server.store.connection import Connection
from lowwater.server.store.records import Position, SurveyRecord, given, read


class Surveys:
    """The table `survey`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.pending: dict[str, float] = {}

    def add(self, record: SurveyRecord) -> None:
        """Insert a survey."""
        self._connection.run("add_survey", **given(record))

    def get(self, survey: str) -> SurveyRecord | None:
        """Fetch a survey."""
        records = read(SurveyRecord, self._connection.all("survey", id=survey))
        return records[0] if records else None

    def position(self, survey: str) -> Position | None:
        """Fetch where a survey stands; this works whatever became of its texts."""
        records = read(Position, self._connection.all("position", id=survey))
        return records[0] if records else None

    def page(self, opened: float, survey: str, many: int) -> list[SurveyRecord]:
        """Fetch the next surveys, the oldest first, after one that was opened then."""
        return read(SurveyRecord, self._connection.all("surveys_after", opened=opened, id=survey, many=many))

    def due(self, now: float, many: int) -> list[str]:
        """Fetch the surveys to be moved on by now, the longest overdue first."""
        return [str(survey) for (survey,) in self._connection.all("due", now=now, many=many)]

    def look_by(self, survey: str, due: float) -> None:
        """Make a survey due at this time, unless it is due earlier; written at the end of the transaction."""
        self.pending[survey] = min(due, self.pending.get(survey, due))

    def settle(self) -> None:
        """Write by when surveys are to be looked at."""
        pending, self.pending = self.pending, {}
        for survey, due in sorted(pending.items()):
            self._connection.run("due_by", id=survey, due=due)

    def set_due(self, survey: str, due: float | None) -> None:
        """Make a survey due at this time, or never."""
        self._connection.run("set_due", id=survey, due=due)

    def move(self, record: SurveyRecord) -> None:
        """Update the columns that change."""
        self._connection.run("move_survey", **given(record))

    def close(self, survey: str, ended: float, statement: str) -> None:
        """Close a survey whose texts cannot be read."""
        self._connection.run("close_survey", id=survey, ended=ended, statement=statement)

    def drop(self, survey: str) -> None:
        """Delete a survey, when nothing refers to it any more."""
        self._connection.run("drop_survey", id=survey)
