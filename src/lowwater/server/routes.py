"""Routes: HTTP to service and back; nothing is decided here."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from lowwater import wire
from lowwater.errors import BadMessage, BadRecord, BadStore, LowwaterError, Moved, NoSurvey
from lowwater.server import body, keys, problem_pages, service
from lowwater.server.answers import Outcome, Posted
from lowwater.server.arrivals import Arrivals
from lowwater.server.decoder import ANSWERS, CHECK_INS, Decoder
from lowwater.server.endpoints import JSON
from lowwater.server.lifecycle import Event
from lowwater.server.messages import event_of, lifecycle_of, read_open, standing
from lowwater.server.metrics import TYPE, Metrics
from lowwater.server.openapi import openapi
from lowwater.server.problems import document
from lowwater.server.reader import Reader
from lowwater.server.store.store import Store
from lowwater.server.survey import Survey
from lowwater.server.writer import Writer

LOG = logging.getLogger("lowwater.server")

MOST_AT_ONCE = 10_000
SLICE = 1_000
"""Devices of a list that check in within one transaction; whoever else asks something comes between two of them."""

Result = TypeVar("Result")


class Routes:
    """Every endpoint, over one writer and those who read."""

    def __init__(self, writer: Writer, reader: Reader, metrics: Metrics) -> None:
        self._writer, self._reader, self._metrics = writer, reader, metrics
        self._said: set[str] = set()
        self._arrivals = Arrivals(writer.clock)
        self._bulk = asyncio.Lock()

    # What devices use.

    async def survey(self, request: Request) -> Response:
        """The public record of a survey."""
        name = request.path_params["survey"]
        survey = await self._reader.do(lambda store: service.survey_of(store, name))
        return Response(wire.encode(survey.public()), media_type="application/json")  # the terms' text as it is hashed

    async def check_in(self, request: Request) -> Response:
        """A device asks for its place."""
        message = CHECK_INS.read(await body.read(request))
        (place,) = await self._writer.check_in(request.path_params["survey"], [message])
        if isinstance(place, LowwaterError):
            raise place
        return _message(place)

    async def answer(self, request: Request) -> Response:
        """A device answers; it is told once its answer is durable."""
        name, message = request.path_params["survey"], ANSWERS.read(await body.read(request))
        (judged,) = await self._writer.answer([Posted(name, message)])
        self._count(name, _outcome(judged))
        if isinstance(judged, LowwaterError):
            raise judged
        return _message(judged)

    async def bulk_check_in(self, request: Request) -> Response:
        """A gateway asks for many places; each is judged by itself, results in order."""
        name = request.path_params["survey"]
        messages = _all(CHECK_INS, await body.read(request, body.LARGE))
        good = [message for message in messages if not isinstance(message, LowwaterError)]
        places = iter([place for start in range(0, len(good), SLICE) for place in await self._slice(name, good, start)])
        return _messages([one if isinstance(one, LowwaterError) else next(places) for one in messages])

    async def _slice(self, survey: str, messages: Sequence[wire.CheckInMessage], start: int) -> Sequence[Any]:
        """Let one slice of a list check in; of all lists one at a time, so that together they delay nobody more."""
        async with self._bulk:
            return await self._writer.check_in(survey, messages[start : start + SLICE])

    async def bulk_answer(self, request: Request) -> Response:
        """A gateway posts many answers; each is judged by itself, results in order."""
        name = request.path_params["survey"]
        found = _all(ANSWERS, await body.read(request, body.LARGE))
        good = [Posted(name, one) for one in found if not isinstance(one, LowwaterError)]
        judged = iter(await self._writer.answer(good))
        results = [one if isinstance(one, LowwaterError) else next(judged) for one in found]
        for outcome, many in Counter(map(_outcome, results)).items():
            self._count(name, outcome, many)
        return _messages(results)

    # What analysts use: each with a key.

    async def open(self, request: Request) -> Response:
        """Open a survey."""
        await self._seen(request, lambda _store: None)  # strangers are turned away before anything is read
        told, plan = read_open(await body.read(request, 64 * 1024))
        now = self._writer.clock()
        survey = await self._kept(
            request, lambda store: service.open_survey(store, told.texts, plan, told.rules, now, told.closes)
        )
        return _reply(survey.public(), 201, {"Location": f"/v1/surveys/{survey.id}"})

    async def list(self, request: Request) -> Response:
        """A page of the surveys whose record can be used, in short, and where the next one begins."""
        after, many = request.query_params.get("after"), min(service.PAGE, _number(request, "many", service.PAGE))
        surveys = await self._seen(request, lambda store: service.surveys(store, after, many))
        self._say({str(error) for error in surveys.values() if isinstance(error, BadRecord)})
        shown = tuple(survey.public() for survey in surveys.values() if isinstance(survey, Survey))
        return _reply(wire.SurveysMessage(shown, list(surveys)[-1] if len(surveys) == many > 0 else None))

    async def standing(self, request: Request) -> Response:
        """One survey with its estimate and all questions."""
        name = request.path_params["survey"]
        survey, questions = await self._seen(
            request, lambda store: (service.survey_of(store, name), service.questions(store, name))
        )
        return _reply(standing(survey, questions))

    async def events(self, request: Request) -> Response:
        """What happened to a survey after the event of a number, in order."""
        name, after = request.path_params["survey"], _number(request, "after", 0)
        events = await self._seen(request, lambda store: service.events(store, name, after))
        return _reply([event_of(event) for event in events])

    async def arrivals(self, request: Request) -> Response:
        """How many answers came in each minute of the last hour."""
        name = request.path_params["survey"]
        await self._seen(request, lambda store: service.survey_of(store, name))
        return _reply(
            [wire.ArrivalsMessage(60.0 * minute, outcome, many) for minute, outcome, many in self._arrivals.of(name)]
        )

    async def delete(self, request: Request) -> Response:
        """Delete a survey that has ended, or cannot be used, slice by slice."""
        name, record = request.path_params["survey"], None
        while record is None:
            record = await self._kept(request, lambda store: service.delete(store, name), name)
        return _reply(lifecycle_of(record))

    async def state(self, request: Request) -> Response:
        """Pause, resume or close a survey."""
        name, now = request.path_params["survey"], self._writer.clock()
        event: Event = request.path_params["action"]
        record = await self._kept(request, lambda store: service.change(store, name, event, now), name)
        return _reply(lifecycle_of(record))

    # What operators use.

    async def health(self, _request: Request) -> Response:
        """The process answers."""
        return JSONResponse({"status": "ok"})

    async def ready(self, _request: Request) -> Response:
        """The database answers too."""
        await self._writer.do(lambda store: store.surveys.position(""))
        return JSONResponse({"status": "ready"})

    async def metrics(self, _request: Request) -> Response:
        """Counts for Prometheus."""
        return Response(self._metrics.text(), media_type=TYPE)

    async def problem(self, request: Request) -> Response:
        """What a problem means, and what to do."""
        kind = problem_pages.KINDS.get(request.path_params["problem"])
        if kind is None:
            raise HTTPException(404)
        return PlainTextResponse(problem_pages.text(kind))

    async def openapi(self, _request: Request) -> Response:
        """The document that describes all of this."""
        return JSONResponse(openapi())

    async def _kept(self, request: Request, operation: Callable[[Store], Result], survey: str | None = None) -> Result:
        """An operation for those who hold a key; one that moves a survey names it."""
        return await self._writer.do(_checked(request, operation), alone=survey)

    async def _seen(self, request: Request, operation: Callable[[Store], Result]) -> Result:
        """An operation that only reads, for those who hold a key."""
        return await self._reader.do(_checked(request, operation))

    def _say(self, wrong: set[str]) -> None:
        """Log which surveys a list leaves out, each once."""
        for one in sorted(wrong - self._said):
            LOG.warning("a survey is left out of lists: %s", one)
        self._said = wrong

    def _count(self, survey: str, outcome: str, many: int = 1) -> None:
        if outcome != NoSurvey.__name__:
            self._arrivals.add(survey, outcome, many)
        self._metrics.add("lowwater_answers_total", f'outcome="{outcome}"', many)


def _checked(request: Request, operation: Callable[[Store], Result]) -> Callable[[Store], Result]:
    """An operation that looks at the key first."""
    header = request.headers.get("authorization")

    def checked(store: Store) -> Result:
        keys.check(store, header)
        return operation(store)

    return checked


def _reply(message: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A message, or a list of them."""
    return Response(msgspec.json.encode(message), status, headers, JSON)


def _number(request: Request, name: str, default: int) -> int:
    """A whole number from the query of a request."""
    text = request.query_params.get(name, str(default))
    if not (text.isascii() and text.isdecimal() and len(text) < 16):
        raise BadMessage(f"{name}={text[:40]!r}; it is a whole number, 0 or more")
    return int(text)


def _message(message: wire.Message) -> Response:
    return Response(msgspec.json.encode(message), media_type="application/json")


def _outcome(judged: Outcome) -> str:
    return type(judged).__name__ if isinstance(judged, LowwaterError) else judged.status


def _messages(outcomes: Sequence[Any]) -> Response:
    told = [document(one) if isinstance(one, LowwaterError) else one for one in outcomes]
    return Response(msgspec.json.encode(told), media_type="application/json")


def _all(decoder: Decoder[Any], text: bytes) -> list[Any]:
    """The messages of a list, each as a message or as what is wrong with it."""
    found = decoder.read_all(text)
    if found is None or len(found) > MOST_AT_ONCE:
        return [_inner(decoder.kind, one) for one in _list(text)]
    return found


def _list(text: bytes) -> list[Any]:
    found = wire.parse(text, body.LARGE)
    if not isinstance(found, list) or len(found) > MOST_AT_ONCE:
        raise BadMessage(f"give a list of at most {MOST_AT_ONCE:,} messages")
    return found


def _inner(kind: Any, one: Any) -> Any:
    """A message of a list, or what is wrong with it."""
    return _tried(kind.read, one)


def _tried(work: Any, *given: Any) -> Any:
    """What became of one out of many; the database's own trouble is that of all."""
    try:
        return work(*given)
    except (Moved, BadStore):
        raise
    except LowwaterError as error:
        return error
