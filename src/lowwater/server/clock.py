"""Clock: looks periodically for surveys that are due, and moves them on."""

import asyncio
import logging

from lowwater.errors import BadRecord, LowwaterError
from lowwater.server import service
from lowwater.server.writer import Writer

LOG = logging.getLogger("lowwater.server")

LIMIT = 200
"""Surveys that one look moves on, at most."""

LOOKS = 100
"""Looks in a row, at most, while surveys are due again at once, as those that forget people in slices are."""

LATER = 60.0
"""Seconds after which a survey that cannot be moved on is tried again."""


class Clock:
    """Moves surveys on; a survey that fails is tried again, and its error is logged once until it changes."""

    def __init__(self, writer: Writer, every: float) -> None:
        self._writer, self._every = writer, every
        self._errors: dict[str, str] = {}

    async def run(self) -> None:
        """Look again and again."""
        while True:
            await self.look()
            await asyncio.sleep(self._every)

    async def look(self) -> None:
        """Move on every survey that is due; an error of one keeps no other from moving."""
        for _ in range(LOOKS):
            moved = [await self._move(survey) for survey in await self._due()]
            if not moved or not all(moved):
                break

    async def _due(self) -> list[str]:
        try:
            due = await self._writer.do(lambda store: store.surveys.due(self._writer.clock(), LIMIT))
        except LowwaterError as error:
            self._log("", "surveys could not be looked at", error)
            return []
        self._errors.pop("", None)
        return due

    async def _move(self, survey: str) -> bool:
        """Move a survey on; return whether that succeeded."""
        try:
            await self._writer.move(survey)
        except Exception as error:
            self._log(survey, "survey could not be moved on", error)
            if isinstance(error, BadRecord) or not isinstance(error, LowwaterError):
                await self._postpone(survey)
            return False
        self._errors.pop(survey, None)
        return True

    async def _postpone(self, survey: str) -> None:
        try:
            due = self._writer.clock() + LATER
            await self._writer.do(lambda store: service.postpone(store, survey, due), exclusive=survey)
        except LowwaterError as error:
            self._log(survey, "survey could not be postponed", error)

    def _log(self, survey: str, message: str, error: Exception) -> None:
        if self._errors.get(survey) != str(error):
            ours, extra = isinstance(error, LowwaterError), {"survey": survey} if survey else {}
            LOG.warning("%s: %s", message, error, exc_info=None if ours else error, extra=extra)
        self._errors[survey] = str(error)
