"""Routes: one method for each endpoint, from an HTTP request to the service and back; they decide nothing."""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from lowwater import wire
from lowwater.errors import BadRecord, LowwaterError, NoSurvey
from lowwater.server import body, service
from lowwater.server.access import Access, whole
from lowwater.server.answers import Outcome, Posted
from lowwater.server.arrivals import Arrivals
from lowwater.server.bulk import read_list
from lowwater.server.decoder import ANSWERS, CHECK_INS
from lowwater.server.endpoints import JSON
from lowwater.server.health import health_of
from lowwater.server.lifecycle import Event
from lowwater.server.link_code import code_rows
from lowwater.server.messages import event_of, lifecycle_of, read_open, standing_of
from lowwater.server.metrics import Metrics
from lowwater.server.opening import Opening, whole_of
from lowwater.server.problems import document
from lowwater.server.survey import Survey
from lowwater.wire.links import answer_link

LOG = logging.getLogger("lowwater.server")

SLICE = 1_000
"""Devices of a list that check in within one transaction, so that other requests are served in between."""


class Routes:
    """Every endpoint, over one writer and the readers."""

    def __init__(self, access: Access, arrivals: Arrivals, metrics: Metrics, public_url: str = "") -> None:
        """`public_url` is where people reach this server; empty if it is not configured."""
        self._access, self._writer, self._reader = access, access.writer, access.reader
        self._arrivals, self._metrics, self._public_url = arrivals, metrics, public_url
        self._logged: set[str] = set()
        self._bulk = asyncio.Lock()

    # What devices use.

    async def survey(self, request: Request) -> Response:
        """The public record of a survey."""
        survey = await self.public(request.path_params["survey"])
        return Response(wire.encode(survey), media_type=JSON)  # canonical, as the terms are hashed

    async def public(self, name: str) -> wire.SurveyMessage:
        """The public record of a survey."""
        return await self._reader.do(lambda store: service.public(store, name))

    async def check_in(self, request: Request) -> Response:
        """Check a device in."""
        message = CHECK_INS.read(await body.read(request))
        (place,) = await self._writer.check_in(request.path_params["survey"], [message])
        self._metrics.add("lowwater_check_ins_total", f'status="{_name_of(place)}"')
        if isinstance(place, LowwaterError):
            raise place
        return _message(place)

    async def answer(self, request: Request) -> Response:
        """Take a device's answer, and reply once it is durable."""
        name, message = request.path_params["survey"], ANSWERS.read(await body.read(request))
        (outcome,) = await self._writer.answer([Posted(name, message)])
        self._count(name, _name_of(outcome))
        if isinstance(outcome, LowwaterError):
            raise outcome
        return _message(outcome)

    async def bulk_check_in(self, request: Request) -> Response:
        """Check the devices of a gateway in, each by itself; results are in order."""
        name = request.path_params["survey"]
        messages = read_list(CHECK_INS, await body.read(request, body.LARGE))
        good = [message for message in messages if not isinstance(message, LowwaterError)]
        given = [place for start in range(0, len(good), SLICE) for place in await self._slice(name, good, start)]
        for status, count in Counter(map(_name_of, given)).items():
            self._metrics.add("lowwater_check_ins_total", f'status="{status}"', count)
        places = iter(given)
        return _messages([message if isinstance(message, LowwaterError) else next(places) for message in messages])

    async def _slice(self, survey: str, messages: Sequence[wire.CheckInMessage], start: int) -> Sequence[Any]:
        """Check in the devices of one slice; one slice of all lists at a time, so that their delays do not add up."""
        async with self._bulk:
            return await self._writer.check_in(survey, messages[start : start + SLICE])

    async def bulk_answer(self, request: Request) -> Response:
        """Take the answers of a gateway, each judged by itself; results are in order."""
        name = request.path_params["survey"]
        messages = read_list(ANSWERS, await body.read(request, body.LARGE))
        good = [Posted(name, message) for message in messages if not isinstance(message, LowwaterError)]
        judged = iter(await self._writer.answer(good))
        outcomes = [message if isinstance(message, LowwaterError) else next(judged) for message in messages]
        for outcome, count in Counter(map(_name_of, outcomes)).items():
            self._count(name, outcome, count)
        return _messages(outcomes)

    # What analysts use, with a key.

    async def open(self, request: Request) -> Response:
        """Open a survey, with all its members if it has groups."""
        await self._access.key(request)  # checked before the body is read
        message, plans = read_open(await body.read(request, 64 * 1024))
        opening = Opening(message.texts, plans, message.rules, message.closes, message.grouping)
        now = self._writer.clock()
        survey, *_ = await self._access.write(request, lambda store: service.open_all(store, opening, now))
        opened = survey.public() if message.grouping is None else whole_of(survey.whole, survey, [survey.state])
        return _reply(opened, 201, {"Location": f"/v1/surveys/{opened.survey}"})

    async def list(self, request: Request) -> Response:
        """A page of the surveys whose record can be parsed, and the id after which the next page begins."""
        after, limit = request.query_params.get("after"), min(service.PAGE, whole(request, "many", service.PAGE))
        words = request.query_params.get("words", "").strip()
        surveys, following = await self._access.read(request, lambda store: service.surveys(store, after, limit, words))
        self._log({str(error) for error in surveys.values() if isinstance(error, BadRecord)})
        shown = tuple(survey.public() for survey in surveys.values() if isinstance(survey, Survey))
        return _reply(wire.SurveysMessage(shown, following))

    async def standing(self, request: Request) -> Response:
        """One survey with its estimate and all questions."""
        name = request.path_params["survey"]
        survey, questions = await self._access.read(
            request, lambda store: (service.survey_of(store, name), service.questions(store, name))
        )
        now, arrivals = self._writer.clock(), self._arrivals
        fares = health_of(survey, questions, arrivals.last(name), arrivals.since, now)
        return _reply(standing_of(survey, questions, fares, now, self._link(survey)))

    def _link(self, survey: Survey) -> str | None:
        """The link at which people answer; None if it needs an invitation, or the public URL is not configured."""
        if not self._public_url or survey.rules.access == "invitation":
            return None
        return answer_link(self._public_url, survey.whole, survey.hash)

    async def qr(self, request: Request) -> Response:
        """The link at which people answer, at the address of the request where no public URL is set; its QR code."""
        name = request.path_params["survey"]
        survey = await self._access.read(request, lambda store: service.survey_of(store, name))
        link = answer_link(self._public_url or str(request.base_url).rstrip("/"), survey.whole, survey.hash)
        return JSONResponse({"link": link, "rows": code_rows(link)})

    async def events(self, request: Request) -> Response:
        """The events of a survey after a given one, in order."""
        name, after = request.path_params["survey"], whole(request, "after", 0)
        events = await self._access.read(request, lambda store: service.events(store, name, after))
        return _reply([event_of(event) for event in events])

    async def arrivals(self, request: Request) -> Response:
        """How many answers came in each minute of the last hour."""
        name = request.path_params["survey"]
        await self._access.read(request, lambda store: service.survey_of(store, name))
        return _reply(
            [wire.ArrivalsMessage(60.0 * minute, outcome, count) for minute, outcome, count in self._arrivals.of(name)]
        )

    async def delete(self, request: Request) -> Response:
        """Delete a survey that has ended, or cannot be parsed, slice by slice."""
        name, record = request.path_params["survey"], None
        while record is None:
            record = await self._access.write(request, lambda store: service.delete(store, name), name)
        return _reply(lifecycle_of(record))

    async def state(self, request: Request) -> Response:
        """Pause, resume or close a survey."""
        name, now = request.path_params["survey"], self._writer.clock()
        event: Event = request.path_params["action"]
        record = await self._access.write(request, lambda store: service.change(store, name, event, now), name)
        return _reply(lifecycle_of(record))

    async def address(self, request: Request) -> Response:
        """Where people reach this server."""
        await self._access.key(request)
        return JSONResponse({"public_url": self._public_url})

    async def key(self, request: Request) -> Response:
        """What the key of the request may do."""
        key = await self._access.key(request)
        return _reply(wire.KeyMessage(key.name, key.survey, bool(key.reading)))

    async def share(self, request: Request) -> Response:
        """Make a key that reads this survey and nothing else."""
        await self._access.key(request)
        name, message = request.path_params["survey"], wire.decode(wire.ShareMessage, await body.read(request))
        shared = await self._access.write(
            request, lambda store: service.share(store, name, message.name, self._writer.clock()), name
        )
        return _reply(shared, 201)

    def _log(self, errors: set[str]) -> None:
        """Log why a page leaves surveys out, each error once."""
        for error in sorted(errors - self._logged):
            LOG.warning("a survey is left out of lists: %s", error)
        self._logged = errors

    def _count(self, survey: str, outcome: str, count: int = 1) -> None:
        if outcome != NoSurvey.__name__:
            self._arrivals.add(survey, outcome, count)
        self._metrics.add("lowwater_answers_total", f'outcome="{outcome}"', count)


def _reply(message: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A response with a message, or a list of messages."""
    return Response(msgspec.json.encode(message), status, headers, JSON)


def _message(message: wire.Message) -> Response:
    return Response(msgspec.json.encode(message), media_type="application/json")


def _name_of(outcome: Outcome | wire.PlaceMessage) -> str:
    return type(outcome).__name__ if isinstance(outcome, LowwaterError) else outcome.status


def _messages(outcomes: Sequence[Any]) -> Response:
    documents = [document(outcome) if isinstance(outcome, LowwaterError) else outcome for outcome in outcomes]
    return Response(msgspec.json.encode(documents), media_type="application/json")
