"""Routes: HTTP to service and back; nothing is decided here."""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from lowwater import wire
from lowwater.errors import BadMessage, BadRecord, BadStore, LowwaterError, Moved
from lowwater.server import body, keys, pages, posted, service
from lowwater.server.messages import fields_of, read_open, standing
from lowwater.server.metrics import TYPE, Metrics
from lowwater.server.openapi import openapi
from lowwater.server.problems import document
from lowwater.server.session import Session
from lowwater.server.survey import Survey
from lowwater.server.torn import Torn
from lowwater.server.writer import Judged, Writer

LOG = logging.getLogger("lowwater.server")

MOST_AT_ONCE = 10_000
SLICE = 200
"""Devices of a list that check in within one transaction; whoever else asks something comes between two of them."""

_STATES: dict[str, wire.State] = {"pause": "paused", "resume": "open", "close": "closed"}


class Routes:
    """Every endpoint, over one writer."""

    def __init__(self, writer: Writer, metrics: Metrics) -> None:
        self._writer, self._metrics = writer, metrics
        self._said: set[str] = set()
        self._bulk = asyncio.Lock()

    # What devices use.

    async def survey(self, request: Request) -> Response:
        """The public record of a survey."""
        name = request.path_params["survey"]
        found: Survey = await self._writer.do(lambda session: service.survey_of(session, name))
        return Response(wire.encode(found.public()), media_type="application/json")  # the terms' text as it is hashed

    async def check_in(self, request: Request) -> Response:
        """A device asks for its place."""
        name, now = request.path_params["survey"], self._writer.clock()
        message = wire.decode(wire.CheckInMessage, await body.read(request))
        place = await self._writer.do(lambda session: service.check_in(session, name, message, now), name)
        return _message(place)

    async def answer(self, request: Request) -> Response:
        """A device answers; it is told once its answer is durable."""
        message = posted.read(await body.read(request))
        (judged,) = await self._writer.answer([service.Posted(request.path_params["survey"], message)])
        self._count(_outcome(judged))
        if isinstance(judged, LowwaterError):
            raise judged
        return _message(judged)

    async def bulk_check_in(self, request: Request) -> Response:
        """A gateway asks for many places; each is judged by itself, results in order."""
        name = request.path_params["survey"]
        messages = [_inner(wire.CheckInMessage, one) for one in _list(await body.read(request, body.LARGE))]
        good = [message for message in messages if not isinstance(message, LowwaterError)]
        places = iter([place for start in range(0, len(good), SLICE) for place in await self._slice(name, good, start)])
        return _messages([one if isinstance(one, LowwaterError) else next(places) for one in messages])

    async def _slice(self, survey: str, messages: Sequence[wire.CheckInMessage], start: int) -> Sequence[Any]:
        """Let one slice of a list check in; of all lists one at a time, so that together they delay nobody more."""
        part = messages[start : start + SLICE]

        def check_in(session: Session) -> Sequence[Any]:
            places = _tried(service.check_in_all, session, survey, part, self._writer.clock())
            return [places] * len(part) if isinstance(places, LowwaterError) else places

        async with self._bulk:
            return await self._writer.do(check_in, survey)

    async def bulk_answer(self, request: Request) -> Response:
        """A gateway posts many answers; each is judged by itself, results in order."""
        name = request.path_params["survey"]
        found = _posted(await body.read(request, body.LARGE))
        good = [service.Posted(name, one) for one in found if not isinstance(one, LowwaterError)]
        judged = iter(await self._writer.answer(good))
        results = [one if isinstance(one, LowwaterError) else next(judged) for one in found]
        for outcome, many in Counter(map(_outcome, results)).items():
            self._count(outcome, many)
        return _messages(results)

    # What analysts use: each with a key.

    async def open(self, request: Request) -> Response:
        """Open a survey."""
        await self._kept(request, lambda _session: None)  # strangers are turned away before anything is read
        title, plan, rules = read_open(await body.read(request, 64 * 1024))
        now = self._writer.clock()
        survey = await self._kept(request, lambda session: service.open_survey(session, title, plan, rules, now))
        return JSONResponse(fields_of(survey.public()), 201, {"Location": f"/v1/surveys/{survey.id}"})

    async def list(self, request: Request) -> Response:
        """Every survey whose record can be used, in short."""
        found = await self._kept(request, service.surveys)
        self._say({str(one) for one in found if isinstance(one, BadRecord)})
        return JSONResponse([_fields(one) for one in found if isinstance(one, Survey)])

    async def standing(self, request: Request) -> Response:
        """One survey with its estimate and all questions."""
        name = request.path_params["survey"]
        found = await self._kept(
            request, lambda session: (service.survey_of(session, name), service.progress(session, name))
        )
        return JSONResponse(fields_of(standing(*found)))

    async def delete(self, request: Request) -> Response:
        """Delete a survey that has ended, or cannot be used."""
        name = request.path_params["survey"]
        survey = await self._kept(request, lambda session: service.delete(session, name), name)
        return JSONResponse(_fields(survey))

    async def state(self, request: Request) -> Response:
        """Pause, resume or close a survey."""
        name, now = request.path_params["survey"], self._writer.clock()
        state = _STATES[request.path_params["action"]]
        survey = await self._kept(request, lambda session: service.set_state(session, name, state, now), name)
        return JSONResponse(_fields(survey))

    # What operators use.

    async def health(self, _request: Request) -> Response:
        """The process answers."""
        return JSONResponse({"status": "ok"})

    async def ready(self, _request: Request) -> Response:
        """The database answers too."""
        await self._writer.do(lambda session: session.one("standing", id=""))
        return JSONResponse({"status": "ready"})

    async def metrics(self, _request: Request) -> Response:
        """Counts for Prometheus."""
        return Response(self._metrics.text(), media_type=TYPE)

    async def problem(self, request: Request) -> Response:
        """What a problem means, and what to do."""
        kind = pages.KINDS.get(request.path_params["problem"])
        if kind is None:
            raise HTTPException(404)
        return PlainTextResponse(pages.text(kind))

    async def openapi(self, _request: Request) -> Response:
        """The document that describes all of this."""
        return JSONResponse(openapi())

    async def _kept(self, request: Request, operation: Any, survey: str | None = None) -> Any:
        """An operation for those who hold a key; one that changes a survey names it."""
        header = request.headers.get("authorization")

        def checked(session: Session) -> Any:
            keys.check(session, header)
            return operation(session)

        return await self._writer.do(checked, survey)

    def _say(self, wrong: set[str]) -> None:
        """Log which surveys a list leaves out, each once."""
        for one in sorted(wrong - self._said):
            LOG.warning("a survey is left out of lists: %s", one)
        self._said = wrong

    def _count(self, outcome: str, many: int = 1) -> None:
        self._metrics.add("lowwater_answers_total", f'outcome="{outcome}"', many)


def _fields(survey: Survey | Torn) -> dict[str, Any]:
    """A survey, as anyone may read it."""
    return survey.fields() if isinstance(survey, Torn) else fields_of(survey.public())


def _message(message: wire.AnyMessage) -> Response:
    return Response(msgspec.json.encode(message), media_type="application/json")


def _outcome(judged: Judged) -> str:
    return type(judged).__name__ if isinstance(judged, LowwaterError) else judged.status


def _messages(outcomes: Sequence[Any]) -> Response:
    told = [document(one) if isinstance(one, LowwaterError) else one for one in outcomes]
    return Response(msgspec.json.encode(told), media_type="application/json")


def _posted(text: bytes) -> list[Any]:
    """The answers of a list, each as a message or as what is wrong with it."""
    found = posted.read_all(text)
    if found is None or len(found) > MOST_AT_ONCE:
        return [_inner(wire.PostedMessage, one) for one in _list(text)]
    return list(found)


def _list(text: bytes) -> list[Any]:
    found = wire.parse(text)
    if not isinstance(found, list) or len(found) > MOST_AT_ONCE:
        raise BadMessage(f"give a list of at most {MOST_AT_ONCE:,} messages")
    return found


def _inner(kind: Any, one: Any) -> Any:
    """A message of a list, or what is wrong with it."""
    return _tried(wire.message_of, kind, one)


def _tried(work: Any, *given: Any) -> Any:
    """What became of one out of many; the database's own trouble is that of all."""
    try:
        return work(*given)
    except (Moved, BadStore):
        raise
    except LowwaterError as error:
        return error
