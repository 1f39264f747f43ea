"""A server that is killed in the middle of its work, again and again: what it acknowledged is there, once."""

import http.client
import random
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from lowwater.core.tally import Tally
from lowwater.server import answers
from lowwater.server.config import connect

PEOPLE = {f"{number:_>32}": number % 3 == 0 for number in range(240)}
"""Everyone's name, and what they say."""


@pytest.fixture
def survey(make_house, plans, database):
    """Opened beforehand, with places for everyone in one round."""
    house = make_house(database)
    house.now = time.time()
    result = house.open(plans.one_round(people=480, questions=4), lease=1e6, span=1e8)
    house.close()
    return f"/v1/surveys/{result}"


@pytest.fixture
def places(serve, survey, database, bodies):
    """The question of each; the server that gave it is killed."""
    with closing(serve(database)) as server:
        reply = server.ask("POST", f"{survey}/check-in/bulk", [bodies[0](name) for name in PEOPLE]).json
    return {name: place["question"] for name, place in zip(PEOPLE, reply, strict=True)}


def _told(server, survey, questions, fatal):
    """What each heard, six at once; None once `fatal` were acknowledged and the server is killed."""
    heard = {}

    def post(name):
        try:
            return name, server.answer(survey, name, questions[name], PEOPLE[name]).json["status"]
        except (OSError, http.client.HTTPException):
            return name, None

    with ThreadPoolExecutor(6) as threads:
        for name, status in threads.map(post, questions):
            heard[name] = status
            if len(heard) == fatal:
                server.process.kill()
    server.close()
    return heard


def test_every_acknowledged_answer_survives_kills(serve, survey, places, database):
    chance, acknowledged, unheard = random.Random(1), set(), set()  # noqa: S311 - kills that can be repeated
    for fatal in (*(chance.randrange(5, 40) for _ in range(5)), None):
        left = chance.sample([name for name in PEOPLE if name not in acknowledged], len(PEOPLE) - len(acknowledged))
        heard = _told(serve(database), survey, {name: places[name] for name in left}, fatal)
        assert {name for name, status in heard.items() if status not in ("counted", None)} <= unheard
        acknowledged |= {name for name, status in heard.items() if status in ("counted", "again")}
        unheard |= {name for name, status in heard.items() if status is None}
    assert (set(PEOPLE), True) == (acknowledged, len(unheard) > 0)
    with closing(connect(database)) as session:
        name = survey.rpartition("/")[2]
        known = [(name, 0, answers.person_of(name, person)) for person in PEOPLE]
        kept = [place for place in session.places.get(known).values() if place.digest is not None]
        tallies = session.questions.running(name, 0)
    assert len(PEOPLE) == len(kept)
    counts = Counter(places[person]["index"] for person in PEOPLE)
    agreed = Counter(places[person]["index"] for person, yes in PEOPLE.items() if yes)
    assert {index: Tally.of(agreed[index], many) for index, many in counts.items()} == tallies


def test_a_killed_server_leaves_its_database_to_the_next(serve, database, make_key):
    key = make_key(database)
    serve(database).close()
    assert [] == serve(database, key=key).get("/v1/surveys").json["surveys"]
