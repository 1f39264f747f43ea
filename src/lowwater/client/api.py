"""Api: the three requests of a device."""

from lowwater.client.account import Entry
from lowwater.client.http import Http
from lowwater.client.link import check_terms
from lowwater.client.problems import printable
from lowwater.errors import Unreachable
from lowwater.wire import AnswerMessage, CheckInMessage, CountedMessage, PlaceMessage, PostedMessage, SurveyMessage
from lowwater.wire.address import survey_id


class Api:
    """One survey on one server."""

    def __init__(self, http: Http, survey: str, terms: str | None = None) -> None:
        """`terms` is the hash of the terms in a link or an invitation: other terms are refused."""
        self._http, self._survey, self._terms = http, survey_id(survey), terms
        self._path = f"/v1/surveys/{survey}"

    @property
    def server(self) -> str:
        """The server's address."""
        return self._http.server

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def look(self) -> SurveyMessage:
        """Fetch the survey, and check its id and the hash of its terms."""
        survey = self._http.get(SurveyMessage, self._path)
        if survey.survey != self._survey:
            other = printable(survey.survey)
            raise Unreachable(f"{self.server} was asked for survey {self._survey}, and tells of {other!r}")
        check_terms(survey, self._terms)
        return survey

    def check_in(self, name: str, invitation: str | None) -> PlaceMessage:
        """Ask for a place under this name; the same name gets the same place."""
        return self._http.post(PlaceMessage, f"{self._path}/check-in", CheckInMessage(name, invitation))

    def post(self, name: str, entry: Entry) -> None:
        """Send an answer; if this returns, it was counted, now or before."""
        answer = AnswerMessage.of(entry.question.round, entry.question.index, entry.answer)
        message = PostedMessage(name, entry.receipt, answer)
        self._http.post(CountedMessage, f"{self._path}/answers", message)
