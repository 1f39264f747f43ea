"""The picture of the way of one answer is the way in the code: a survey is run, and its calls are noted in order."""

import importlib.util
import sys

import pytest

from lowwater.client.api import Api
from lowwater.client.ledger import Ledger
from lowwater.server import search_state, service
from lowwater.server.answers import Posted
from lowwater.server.decoder import ANSWERS
from lowwater.wire import CheckInMessage, SurveyMessage, encode

SERVER = "https://survey.example"


@pytest.fixture
def picture(root):
    spec = importlib.util.spec_from_file_location("answer_picture", root / "docs" / "pictures" / "answer.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def stations(picture):
    return [station.function for _, _, stations in picture.ROOMS for station in stations]


class Calls:
    """The functions of the product that are called, by their full names, in order."""

    def __init__(self):
        self.names = []

    def __call__(self, frame, event, _argument):
        if event == "call":
            self.names.append(f"{frame.f_globals.get('__name__')}.{frame.f_code.co_qualname}")


@pytest.fixture
def calls():
    result = Calls()
    yield result
    sys.setprofile(None)


def survey_of(house, name):
    survey = house.survey(name)
    return SurveyMessage(
        survey.id, survey.terms, survey.hash, survey.rules.recruiting, survey.rules.access, survey.state
    )


class Line:
    """In place of HTTP: what a device posts is read and judged as the server's route of answers does."""

    def __init__(self, house, survey):
        self.house, self.survey = house, survey

    def post(self, _kind, _path, message):
        self.house.judge(Posted(self.survey, ANSWERS.read(encode(message).encode())))


def test_every_station_of_the_picture_is_called_in_its_order(house, plans, picture, calls, tmp_path):
    name = house.open(plans.cohorts(people=1, rounds=1))
    ledger = Ledger(tmp_path / "ledger.jsonl")
    page = ledger.join(SERVER, survey_of(house, name))
    place = house.do(service.check_in, name, CheckInMessage(page.name, None), house.now)
    search_state.advance.cache_clear()
    sys.setprofile(calls)
    entry = ledger.respond(page, 3.0, place.question.question())
    Api(Line(house, name), name).post(page, entry)
    house.tick(name)
    house.standing(name)
    sys.setprofile(None)
    wanted = iter(stations(picture))
    missing = next(wanted)
    for called in calls.names:
        if called == missing:
            missing = next(wanted, None)
    assert missing is None


def test_the_picture_in_the_docs_is_the_one_that_is_drawn(picture, root):
    assert picture.svg() == (root / "docs" / "_static" / "answer.svg").read_text()
