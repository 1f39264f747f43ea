"""Write request: what one caller wants from the writer, and the future it waits on."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from lowwater.server.answers import Posted
from lowwater.server.store.store import Store
from lowwater.wire import CheckInMessage

Operation = Callable[[Store], object]


class WriteRequest:
    """A caller's operation, answers or check-ins, and the surveys whose locks they need."""

    __slots__ = ("answers", "check_ins", "exclusive", "future", "loop", "operation", "outcome", "survey")

    def __init__(
        self,
        operation: Operation | None = None,
        *,
        answers: Sequence[Posted] = (),
        check_ins: Sequence[CheckInMessage] = (),
        survey: str = "",
        exclusive: str | None = None,
    ) -> None:
        self.operation, self.answers, self.check_ins, self.survey = operation, answers, check_ins, survey
        self.exclusive, self.loop = set() if exclusive is None else {exclusive}, asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.outcome: Any = None

    @property
    def shared(self) -> set[str]:
        """The surveys whose lock it shares with other servers."""
        return {answer.survey for answer in self.answers} | ({self.survey} if self.check_ins else set())

    def resolve(self) -> None:
        """Set the future to the outcome, unless the caller was cancelled."""
        if self.future.done():
            return
        if isinstance(self.outcome, BaseException):
            self.future.set_exception(self.outcome)
        else:
            self.future.set_result(self.outcome)
