"""The wire format: what devices and servers say to each other, how it is read, and how it is hashed."""

from lowwater.wire.answers import (
    LONGEST,
    NAME,
    AnswerMessage,
    CheckInMessage,
    CountedMessage,
    PlaceMessage,
    PostedMessage,
    QuestionMessage,
    name_of,
)
from lowwater.wire.canonical import canonical
from lowwater.wire.message import VERSION, AnyMessage, Message, decode, encode
from lowwater.wire.reading import parse
from lowwater.wire.terms import Access, Recruiting, State, SurveyMessage, TermsMessage, hash_of

MESSAGES: tuple[type[Message], ...] = (
    TermsMessage,
    SurveyMessage,
    CheckInMessage,
    PlaceMessage,
    QuestionMessage,
    AnswerMessage,
    PostedMessage,
    CountedMessage,
)
"""Every kind of message."""

__all__ = [
    "LONGEST",
    "MESSAGES",
    "NAME",
    "VERSION",
    "Access",
    "AnswerMessage",
    "AnyMessage",
    "CheckInMessage",
    "CountedMessage",
    "Message",
    "PlaceMessage",
    "PostedMessage",
    "QuestionMessage",
    "Recruiting",
    "State",
    "SurveyMessage",
    "TermsMessage",
    "canonical",
    "decode",
    "encode",
    "hash_of",
    "name_of",
    "parse",
]
