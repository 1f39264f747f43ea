"""Analysts on the wire: the message that opens a survey, lists of surveys, their life cycle, and keys."""

from dataclasses import dataclass, fields
from typing import Any, ClassVar

from lowwater.core.groups import Groups
from lowwater.errors import BadMessage
from lowwater.wire.message import VERSION, Message
from lowwater.wire.rules import Rules
from lowwater.wire.terms import State, SurveyMessage, check_names
from lowwater.wire.texts import TextsMessage

_RULES = Rules()


@dataclass(frozen=True, kw_only=True)
class OpenMessage(TextsMessage):
    """Open a survey: its texts, a plan as Plan.to_json writes it, the rules, and when it closes (Unix time).

    The fields of TextsMessage are the texts in the original language.
    """

    lenient: ClassVar[bool] = True

    plan: dict[str, Any]
    rules: Rules = _RULES
    translations: tuple[TextsMessage, ...] = ()
    closes: int | None = None

    @classmethod
    def kind_of(cls, value: object) -> "type[OpenMessage]":
        """GroupOpenMessage where the JSON value has groups."""
        return GroupOpenMessage if isinstance(value, dict) and "groups" in value else cls

    @property
    def grouping(self) -> Groups | None:
        """The groups; None: there are none."""
        return None

    @property
    def each_plan(self) -> tuple[dict[str, Any], ...]:
        """The plan, or that of each group."""
        return (self.plan,)

    @property
    def texts(self) -> tuple[TextsMessage, ...]:
        """The texts in all languages, the original first."""
        original = {text.name: getattr(self, text.name) for text in fields(TextsMessage)}
        return (TextsMessage(**original), *self.translations)

    def check(self) -> None:
        """Refuse texts that cannot be shown."""
        for texts in self.texts:
            texts.check()


@dataclass(frozen=True, kw_only=True)
class GroupOpenMessage(OpenMessage):
    """Open a survey with groups, public or `hidden`: a member for each of them, in this order.

    `plans` are those of the members; where there are none, `plan` is that of every member.
    """

    groups: tuple[str, ...]
    hidden: bool = False
    plans: tuple[dict[str, Any], ...] = ()

    @property
    def grouping(self) -> Groups:
        """The groups."""
        return Groups(self.groups, self.hidden)

    @property
    def each_plan(self) -> tuple[dict[str, Any], ...]:
        """The plan of each group."""
        return self.plans or (self.plan,) * len(self.groups)

    def check(self) -> None:
        """Refuse texts and names that cannot be shown, and other plans than one for each group."""
        OpenMessage.check(self)
        check_names(self.grouping)
        if len(self.plans) not in (0, len(self.groups)):
            raise BadMessage(f"{len(self.plans)} plans for {len(self.groups)} groups; give one for each, or none")


@dataclass(frozen=True)
class SurveysMessage(Message):
    """A page of surveys, and the id after which the next page begins; None if this is the last."""

    surveys: tuple[SurveyMessage, ...]
    next: str | None
    version: str = VERSION


@dataclass(frozen=True)
class LifecycleMessage(Message):
    """The state of a survey after it was paused, resumed, closed or deleted; none of it is read from the plan."""

    survey: str
    title: str
    state: State
    statement: str
    version: str = VERSION


@dataclass(frozen=True)
class KeyMessage(Message):
    """What an API key may do: the only survey that it opens (None: all), and whether it is for `reading` alone."""

    name: str
    survey: str | None
    reading: bool
    version: str = VERSION


@dataclass(frozen=True)
class ShareMessage(Message):
    """Make a key that reads one survey; without a `name` it gets one."""

    lenient: ClassVar[bool] = True

    name: str = ""


@dataclass(frozen=True)
class SharedMessage(Message):
    """A new key that reads one survey; it is sent once, and not kept."""

    name: str
    survey: str
    key: str
    version: str = VERSION
