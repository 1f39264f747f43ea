"""Api: the three requests of a device. The last two go to the survey of its page: with groups, to a member."""

from lowwater.client.account import Entry
from lowwater.client.http import Http
from lowwater.client.link import check_terms
from lowwater.client.pages import Page
from lowwater.client.problems import printable
from lowwater.errors import Unreachable
from lowwater.wire import AnswerMessage, CheckInMessage, CountedMessage, PlaceMessage, PostedMessage, SurveyMessage
from lowwater.wire.address import survey_id


class Api:
    """One survey on one server."""

    def __init__(self, http: Http, survey: str, terms: str | None = None) -> None:
        """`terms` is the hash of the terms in a link or an invitation: other terms are refused."""
        self._http, self._survey, self._terms = http, survey_id(survey), terms

    @property
    def server(self) -> str:
        """The server's address."""
        return self._http.server

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def look(self, member: str | None = None) -> SurveyMessage:
        """Fetch the survey, or a member of it, and check its id and the hash of its terms."""
        name = member or self._survey
        survey = self._http.get(SurveyMessage, _path(name))
        if survey.survey != name:
            other = printable(survey.survey)
            raise Unreachable(f"{self.server} was asked for survey {name}, and tells of {other!r}")
        check_terms(survey, self._terms)
        return survey

    def check_in(self, page: Page) -> PlaceMessage:
        """Ask for a place under the name of a page; the same name gets the same place."""
        message = CheckInMessage(page.name, page.invitation)
        return self._http.post(PlaceMessage, _path(page.survey, "/check-in"), message)

    def post(self, page: Page, entry: Entry) -> None:
        """Send an answer; if this returns, it was counted, now or before."""
        answer = AnswerMessage.of(entry.question.round, entry.question.index, entry.answer)
        message = PostedMessage(page.name, entry.receipt, answer)
        self._http.post(CountedMessage, _path(page.survey, "/answers"), message)


def _path(survey: str, more: str = "") -> str:
    return f"/v1/surveys/{survey}{more}"
