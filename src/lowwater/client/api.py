"""Api: what a device asks a server for, three requests in all."""

from lowwater.client.account import Entry
from lowwater.client.address import survey_id
from lowwater.client.http import Http
from lowwater.client.link import check_terms
from lowwater.client.problems import printable
from lowwater.errors import Unreachable
from lowwater.wire import AnswerMessage, CheckInMessage, CountedMessage, PlaceMessage, PostedMessage, SurveyMessage


class Api:
    """One survey on one server."""

    def __init__(self, http: Http, survey: str, terms: str | None = None) -> None:
        """`terms` is the hash that a link or an invitation speaks of: any others are refused."""
        self._http, self._survey, self._terms = http, survey_id(survey), terms
        self._path = f"/v1/surveys/{survey}"

    @property
    def server(self) -> str:
        """The server's address."""
        return self._http.server

    def close(self) -> None:
        """Let the connection go."""
        self._http.close()

    def look(self) -> SurveyMessage:
        """The survey as the server tells it now, with the hash of its terms checked."""
        found = self._http.get(SurveyMessage, self._path)
        if found.survey != self._survey:
            told = printable(found.survey)
            raise Unreachable(f"{self.server} was asked for survey {self._survey}, and tells of {told!r}")
        check_terms(found, self._terms)
        return found

    def check_in(self, name: str, invitation: str | None) -> PlaceMessage:
        """Ask for a place under this name; the same name gets the same place."""
        return self._http.post(PlaceMessage, f"{self._path}/check-in", CheckInMessage(name, invitation))

    def post(self, name: str, entry: Entry) -> None:
        """Send an answer; it was counted, now or before, where this returns."""
        answer = AnswerMessage.of(entry.question.round, entry.question.index, entry.answer)
        message = PostedMessage(name, entry.receipt, answer)
        self._http.post(CountedMessage, f"{self._path}/answers", message)
