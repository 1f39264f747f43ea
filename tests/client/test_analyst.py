"""Analyst: a server's replies become messages, and what is none is called that."""

import json

import pytest

from lowwater.client.analyst import Analyst
from lowwater.client.analyst_http import AnalystHttp
from lowwater.errors import Unreachable, YourFault
from lowwater.wire import (
    EventMessage,
    LifecycleMessage,
    OpenMessage,
    PlanMessage,
    StandingMessage,
    SurveyMessage,
    encode,
)
from vectors.make.samples import EVENT, LIFECYCLE, MESSAGES, STANDING, SURVEY_MESSAGE


@pytest.fixture
def analyst(host):
    return Analyst(AnalystHttp(host.url, "lw-secret"))


def says(reply, value):
    return reply(200, json.dumps(value).encode(), {"Content-Type": "application/json"})


def test_a_survey_is_opened_by_a_message(host, analyst, reply):
    host.says(says(reply, SURVEY_MESSAGE))
    sent = OpenMessage("Youngest driver", plan={"search": "cohorts"})
    assert SurveyMessage.read(SURVEY_MESSAGE) == analyst.open(sent)
    assert encode(sent) == encode(OpenMessage.read(json.loads(host.seen[0].body)))


def test_a_list_goes_on_where_a_page_ends(host, analyst, reply):
    pages = [{"surveys": [SURVEY_MESSAGE], "next": next_one, "version": "lowwater/2"} for next_one in ("a", "b", None)]
    host.says(*(says(reply, page) for page in pages))
    assert 3 == len(list(analyst.surveys()))
    assert ["/v1/surveys", "/v1/surveys?after=a", "/v1/surveys?after=b"] == [request.path for request in host.seen]


def test_an_empty_page_is_not_the_end_where_it_says_so(host, analyst, reply):
    """Surveys that cannot be read are left out of it."""
    pages = [
        {"surveys": result, "next": after, "version": "lowwater/2"}
        for result, after in (([], "a"), ([SURVEY_MESSAGE], None))
    ]
    host.says(*(says(reply, page) for page in pages))
    assert 1 == len(list(analyst.surveys()))


def test_a_survey_stands_as_its_message_says(host, analyst, reply):
    host.says(says(reply, STANDING))
    assert StandingMessage.read(STANDING) == analyst.standing("youngest")
    assert "/v1/surveys/youngest/standing" == host.seen[0].path


def test_events_and_arrivals_come_in_lists(host, analyst, reply):
    arrived = MESSAGES["ArrivalsMessage"]
    host.says(says(reply, [EVENT, EVENT]), says(reply, [arrived]))
    assert (EventMessage.read(EVENT),) * 2 == analyst.events("youngest", 7)
    assert 12 == analyst.arrivals("youngest")[0].answers
    assert "/v1/surveys/youngest/events?after=7" == host.seen[0].path


def test_a_survey_is_moved_and_deleted(host, analyst, reply):
    host.says(says(reply, LIFECYCLE))
    items = [analyst.move("youngest", "pause"), analyst.move("youngest", "close"), analyst.delete("youngest")]
    assert [LifecycleMessage.read(LIFECYCLE)] * 3 == items
    paths = ["/v1/surveys/youngest/pause", "/v1/surveys/youngest/close", "/v1/surveys/youngest"]
    assert (["POST", "POST", "DELETE"], paths) == tuple(
        [getattr(request, part) for request in host.seen] for part in ("method", "path")
    )


@pytest.mark.parametrize("value", [None, [], {}, 7, STANDING | {"version": "lowwater/3"}, STANDING | {"more": 1}])
def test_what_is_no_message_of_this_version_is_called_that(host, analyst, reply, value):
    host.says(says(reply, value))
    with pytest.raises(Unreachable, match="does not answer as a server of this version does"):
        analyst.standing("youngest")


def test_an_id_that_would_lead_elsewhere_is_refused(analyst):
    with pytest.raises(YourFault, match="an id is up to 64 letters"):
        analyst.standing("../keys")


@pytest.mark.parametrize(("url", "wanted"), [("", None), ("https://Survey.example.org", "https://survey.example.org")])
def test_a_server_says_where_people_reach_it(host, analyst, reply, url, wanted):
    host.says(says(reply, {"public_url": url}))
    assert (wanted, "/v1/address") == (analyst.public_url(), host.seen[0].path)


@pytest.mark.parametrize("value", [None, [], {}, {"public_url": 7}])
def test_a_server_that_does_not_say_where_people_reach_it_is_another(host, analyst, reply, value):
    host.says(says(reply, value))
    with pytest.raises(Unreachable, match="does not say where people reach it"):
        analyst.public_url()


def test_words_are_searched_for_on_every_page(host, analyst, reply):
    pages = [{"surveys": [SURVEY_MESSAGE], "next": next_one, "version": "lowwater/2"} for next_one in ("a", None)]
    host.says(*(says(reply, page) for page in pages))
    assert 2 == len(list(analyst.surveys("jüng & alt")))
    words = "words=j%C3%BCng+%26+alt"
    assert [f"/v1/surveys?{words}", f"/v1/surveys?{words}&after=a"] == [request.path for request in host.seen]


def test_keys_shares_forecasts_and_terms_are_messages(host, analyst, reply):
    kinds = ("KeyMessage", "SharedMessage", "PlannedMessage", "PreviewMessage")
    host.says(*(says(reply, MESSAGES[kind]) for kind in kinds))
    items = [
        analyst.key(),
        analyst.share("youngest", "for bob"),
        analyst.forecast(PlanMessage.read(MESSAGES["PlanMessage"])),
        analyst.terms(OpenMessage("Youngest driver", plan={"search": "cohorts"})),
    ]
    assert kinds == tuple(type(message).__name__ for message in items)
    paths = ["/v1/key", "/v1/surveys/youngest/share", "/v1/forecast", "/v1/terms"]
    assert (paths, {"name": "for bob"}) == ([request.path for request in host.seen], json.loads(host.seen[1].body))
