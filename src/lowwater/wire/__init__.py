"""The wire format: the messages between devices, analysts and servers, how they are read, and how hashed."""

from lowwater.wire.analysts import (
    ArrivalsMessage,
    AskedMessage,
    EventKind,
    EventMessage,
    LifecycleMessage,
    OpenMessage,
    StandingMessage,
    SurveysMessage,
    TallyMessage,
)
from lowwater.wire.answers import (
    LONGEST,
    NAME,
    AnswerMessage,
    CheckInMessage,
    CountedMessage,
    PlaceMessage,
    PostedMessage,
    QuestionMessage,
)
from lowwater.wire.canonical import canonical
from lowwater.wire.estimates import CertainMessage, EstimateMessage, FewMessage, FittedMessage, PointMessage
from lowwater.wire.invitations import name_of, terms_of
from lowwater.wire.message import VERSION, AnyMessage, Message, decode, encode
from lowwater.wire.rules import Rules
from lowwater.wire.strict_json import parse
from lowwater.wire.terms import WHOM, Access, Recruiting, State, SurveyMessage, TermsMessage, hash_of
from lowwater.wire.texts import TextsMessage

MESSAGES: tuple[type[Message], ...] = (
    TextsMessage,
    TermsMessage,
    SurveyMessage,
    CheckInMessage,
    PlaceMessage,
    QuestionMessage,
    AnswerMessage,
    PostedMessage,
    CountedMessage,
    OpenMessage,
    Rules,
    SurveysMessage,
    LifecycleMessage,
    StandingMessage,
    PointMessage,
    FewMessage,
    CertainMessage,
    FittedMessage,
    EstimateMessage,
    AskedMessage,
    EventMessage,
    TallyMessage,
    ArrivalsMessage,
)
"""Every kind of message."""

__all__ = [
    "LONGEST",
    "MESSAGES",
    "NAME",
    "VERSION",
    "WHOM",
    "Access",
    "AnswerMessage",
    "AnyMessage",
    "ArrivalsMessage",
    "AskedMessage",
    "CertainMessage",
    "CheckInMessage",
    "CountedMessage",
    "EstimateMessage",
    "EventKind",
    "EventMessage",
    "FewMessage",
    "FittedMessage",
    "LifecycleMessage",
    "Message",
    "OpenMessage",
    "PlaceMessage",
    "PointMessage",
    "PostedMessage",
    "QuestionMessage",
    "Recruiting",
    "Rules",
    "StandingMessage",
    "State",
    "SurveyMessage",
    "SurveysMessage",
    "TallyMessage",
    "TermsMessage",
    "TextsMessage",
    "canonical",
    "decode",
    "encode",
    "hash_of",
    "name_of",
    "parse",
    "terms_of",
]
