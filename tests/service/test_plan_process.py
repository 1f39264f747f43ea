"""Forecasts are computed beside the server, one at a time; a newer request of a key takes the place of an older."""

import asyncio
import contextlib
import json

import pytest

from lowwater.errors import BadPlan, Overtaken, YourFault
from lowwater.server.plan_jobs import outcome
from lowwater.server.plan_process import PlanProcess, reply_of

QUICK = json.dumps({"people": 20_000, "epsilon": 1, "domain": [0, 150], "search": "cohorts"}).encode()
SLOW = json.dumps({"people": 10**6, "epsilon": 1, "domain": [0, 150], "rounds": 40, "questions": 20}).encode()


@contextlib.asynccontextmanager
async def running(**settings):
    process = PlanProcess(**settings)
    task = asyncio.create_task(process.run())
    try:
        yield process
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


def test_a_newer_request_of_a_key_overtakes_one_that_waits_and_one_that_is_served():
    async def story():
        async with running() as process:
            asked = [asyncio.create_task(process.ask("ada", "forecast", SLOW)) for _ in range(2)]
            await asyncio.sleep(0)  # the second has taken the place of the first
            other = asyncio.create_task(process.ask("bob", "forecast", QUICK))
            last = await process.ask("ada", "forecast", QUICK)
            return await asyncio.gather(*asked, return_exceptions=True), reply_of(last), reply_of(await other)

    overtaken, last, other = asyncio.run(story())
    assert [Overtaken, Overtaken] == list(map(type, overtaken))
    assert "cohorts" == last["plan"]["search"] == other["plan"]["search"]


def test_what_takes_too_long_is_refused_and_the_next_is_served():
    async def story():
        async with running(patience=2.0) as process:
            with pytest.raises(YourFault, match="longer than 2 seconds"):
                await process.ask("ada", "forecast", SLOW)
            process._patience = 60.0
            return reply_of(await process.ask("ada", "forecast", QUICK))

    assert asyncio.run(story())["refusal"] is None


def test_a_process_that_has_nothing_to_do_ends_and_another_begins():
    async def story():
        async with running(idle=0.01) as process:
            first = await process.ask("ada", "forecast", QUICK)
            while process._process is not None:
                await asyncio.sleep(0.01)
            return first == await process.ask("ada", "forecast", QUICK)

    assert asyncio.run(story())


def test_a_refusal_says_how_many_people_would_do():
    reply = outcome(
        "forecast", json.dumps({"people": 20, "epsilon": 0.5, "domain": [0, 150], "search": "cohorts"}).encode()
    )
    refusal = reply["reply"]["refusal"]
    needed = [person["people"] for person in refusal["people"]]
    assert (None, True) == (reply["reply"]["plan"], "would do better than a guess" in refusal["reason"])
    assert sorted(needed) == needed
    assert needed[0] > 20


def test_a_plan_that_cannot_work_is_given_anyway():
    asked = {"people": 20, "epsilon": 0.5, "domain": [0, 150], "search": "cohorts", "anyway": True}
    reply = outcome("forecast", json.dumps(asked).encode())["reply"]
    assert (None, True) == (reply["refusal"], bool(reply["caveats"]))


def test_an_error_comes_back_as_itself():
    reply = outcome("forecast", json.dumps({"people": -1, "epsilon": 1, "domain": [0, 1]}).encode())
    with pytest.raises(BadPlan, match="people=-1"):
        reply_of(reply)
    with pytest.raises(RuntimeError, match="KeyError"):
        reply_of(outcome("gossip", b"{}"))


def test_terms_are_those_that_the_survey_then_has(house, plans):
    plan = plans.cohorts(people=6)
    reply = outcome(
        "terms", json.dumps({"title": "Ages", "plan": json.loads(plan.to_json()), "closes": 4 * 10**9}).encode()
    )
    assert "error" in reply  # so far away no survey closes
    near = outcome("terms", json.dumps({"title": "Ages", "plan": json.loads(plan.to_json())}).encode())["reply"]
    survey = house.survey(house.open(plan, "Ages", closes=None))
    same = {name: near["terms"][name] for name in ("lo", "hi", "loss", "grant", "answers", "keep_names")}
    assert same == {name: getattr(survey.terms, name) for name in same}
    assert "Ages" == near["terms"]["texts"][0]["title"]
