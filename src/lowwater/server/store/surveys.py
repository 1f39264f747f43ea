"""Surveys: the table of them, and when each is due."""

from lowwater.server.store.connection import Connection
from lowwater.server.store.records import Position, Progress, SurveyRecord, SurveyTexts, given, read


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
        """Fetch the state and round of a survey, even of one whose texts cannot be parsed."""
        records = read(Position, self._connection.all("position", id=survey))
        return records[0] if records else None

    def members(self, whole: str) -> list[Position]:
        """Fetch the state and round of every member of a survey with groups, from the id of the whole."""
        first, last = f"{whole}-", f"{whole}."  # "." is the character after "-"
        return read(Position, self._connection.all("members_of", first_id=first, last_id=last))

    def page(self, opened: float, survey: str, limit: int) -> list[SurveyRecord]:
        """Fetch up to `limit` surveys after the one `survey` opened at `opened`, the oldest first."""
        return read(SurveyRecord, self._connection.all("surveys_after", opened=opened, id=survey, limit=limit))

    def texts(self, opened: float, survey: str, limit: int) -> list[SurveyTexts]:
        """Fetch the texts of up to `limit` surveys after the one `survey` opened at `opened`, the oldest first."""
        return read(SurveyTexts, self._connection.all("texts_after", opened=opened, id=survey, limit=limit))

    def running(self) -> list[Progress]:
        """Fetch the progress of every survey that has not ended."""
        return read(Progress, self._connection.all("running"))

    def due(self, now: float, limit: int) -> list[str]:
        """Fetch up to `limit` surveys that are due at `now`, the longest overdue first."""
        return [str(survey) for (survey,) in self._connection.all("due", now=now, limit=limit)]

    def look_by(self, survey: str, due: float) -> None:
        """Make a survey due at `due`, unless it is due earlier; written at the end of the transaction."""
        self.pending[survey] = min(due, self.pending.get(survey, due))

    def settle(self) -> None:
        """Write the collected due times."""
        pending, self.pending = self.pending, {}
        for survey, due in sorted(pending.items()):
            self._connection.run("due_by", id=survey, due=due)

    def set_due(self, survey: str, due: float | None) -> None:
        """Make a survey due at `due`, or never."""
        self._connection.run("set_due", id=survey, due=due)

    def move(self, record: SurveyRecord) -> None:
        """Update the columns of a survey that change."""
        self._connection.run("move_survey", **given(record))

    def close(self, survey: str, ended: float, statement: str) -> None:
        """Close a survey whose texts cannot be parsed."""
        self._connection.run("close_survey", id=survey, ended=ended, statement=statement)

    def drop(self, survey: str) -> None:
        """Delete a survey, once no other row refers to it."""
        self._connection.run("drop_survey", id=survey)
