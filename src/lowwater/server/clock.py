"""Clock: looks every now and then for surveys that are due, and moves them on."""

import asyncio
import logging

from lowwater.errors import BadRecord, LowwaterError
from lowwater.server import service
from lowwater.server.writer import Writer

LOG = logging.getLogger("lowwater.server")

MANY = 200
"""Surveys that are moved on between two looks, at most."""

LOOKS = 100
"""Looks in a row, at most, while surveys are due again at once: they forget people in slices."""

LATER = 60.0
"""Seconds after which a survey that cannot be moved on is tried again."""


class Clock:
    """Moves surveys on; what goes wrong is logged once, until something else does, and tried again."""

    def __init__(self, writer: Writer, every: float) -> None:
        self._writer, self._every = writer, every
        self._wrong: dict[str, str] = {}

    async def run(self) -> None:
        """Look again and again."""
        while True:
            await self.look()
            await asyncio.sleep(self._every)

    async def look(self) -> None:
        """Move on every survey that is due; whatever is wrong with one keeps no other from moving."""
        for _ in range(LOOKS):
            moved = [await self._move(survey) for survey in await self._due()]
            if not moved or not all(moved):
                break

    async def _due(self) -> list[str]:
        try:
            due = await self._writer.do(lambda store: store.surveys.due(self._writer.clock(), MANY))
        except LowwaterError as error:
            self._log("", "surveys could not be looked at", error)
            return []
        self._wrong.pop("", None)
        return due

    async def _move(self, survey: str) -> bool:
        """Move a survey on; return whether nothing was wrong."""
        try:
            await self._writer.move(survey)
        except Exception as error:
            self._log(survey, "survey could not be moved on", error)
            if isinstance(error, BadRecord) or not isinstance(error, LowwaterError):
                await self._postpone(survey)
            return False
        self._wrong.pop(survey, None)
        return True

    async def _postpone(self, survey: str) -> None:
        try:
            due = self._writer.clock() + LATER
            await self._writer.do(lambda store: service.postpone(store, survey, due), alone=survey)
        except LowwaterError as error:
            self._log(survey, "survey could not be postponed", error)

    def _log(self, survey: str, message: str, error: Exception) -> None:
        if self._wrong.get(survey) != str(error):
            ours, extra = isinstance(error, LowwaterError), {"survey": survey} if survey else {}
            LOG.warning("%s: %s", message, error, exc_info=None if ours else error, extra=extra)
        self._wrong[survey] = str(error)
