"""Pages: what each problem means and what to do about it, served at the address that is its type.

The texts are Markdown, because the documentation prints the same ones.
"""

import re
from typing import NamedTuple

from lowwater import errors
from lowwater.errors import LowwaterError
from lowwater.server.problems import STATUS, name_of, status_of

_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")


class Page(NamedTuple):
    """What a problem means, and what to do."""

    means: str
    do: str


PAGES: dict[type[LowwaterError], Page] = {
    errors.BadMessage: Page(
        "that the body is not what the protocol says: no JSON in UTF-8, a field too many, too few or twice, a wrong "
        "type, another version.",
        "mend whatever wrote it. [The vectors](../live/protocol.md#test-vectors) say what is read and what is not. "
        "Sent again as it is, it is refused again.",
    ),
    errors.BadKey: Page(
        "that the API key is missing, unknown or revoked.",
        "put a key into `LOWWATER_KEY`; `lowwater key make NAME` makes one, beside the database. Devices need none.",
    ),
    errors.NotAllowed: Page(
        "that the API key is valid, and limited: to another survey than this, or to reading.",
        "take a key that reaches so far. `GET /v1/key` says what a key may do, and `lowwater key list` what all may.",
    ),
    errors.Overtaken: Page(
        "that the same key asked for another forecast before this one was computed.",
        "nothing: the newer one has its reply.",
    ),
    errors.BadInvitation: Page(
        "that the survey is for the invited, and this check-in has no invitation, one of another survey, a forged or "
        "misspelt one, or one under a name that is not its own.",
        "check in with the invitation exactly as it was sent, and with the survey it is for. Whoever sent it can make "
        "another.",
    ),
    errors.NoPlace: Page(
        "that this name holds no place for that question; or that the survey is enrolled, has begun, and this name did "
        "not join.",
        "check in first. Into an enrolled survey that has begun there is no way in. The answer, if there was one, was "
        "not counted, and stays charged.",
    ),
    errors.NoSurvey: Page(
        "that there is no survey of that name on this server, or no longer: an analyst may delete one that has ended.",
        "look at the address and the name; `lowwater survey list` shows all to an analyst.",
    ),
    errors.NotOpen: Page(
        "that the survey is over. To an analyst: that it is not in a state from which it can be paused, resumed, "
        "closed or deleted.",
        "nothing; the detail says how it ended, or what has to come first. Nothing was said.",
    ),
    errors.TooLate: Page(
        "that the round is over, or the lease ran out and the place was given to somebody else.",
        "nothing. The answer was not counted and stays charged: it was said. Where this happens often, open surveys "
        "with a longer `--lease`.",
    ),
    errors.Contradicted: Page(
        "that this name has answered in this round before, with another bit, another receipt or to another question. "
        "The first one stays.",
        "find out why. A device repeats what its ledger says, so this is a ledger that was put back from a backup, a "
        "device that was copied, or an invitation that two people used.",
    ),
    errors.Moved: Page(
        "that somebody else, such as another server, changed the survey at the same moment; the server tried several "
        "times. Nothing was kept.",
        "send it again. An analyst should look at the survey first: it may be where it was meant to go.",
    ),
    errors.TooLarge: Page(
        "that the body is larger than any that is needed: 16 KiB for a message, 64 KiB to open a survey, 4 MiB for a "
        "list.",
        "send a list in parts.",
    ),
    errors.NotJson: Page(
        "that the body came with another content type than `application/json`.",
        "say `Content-Type: application/json`.",
    ),
    errors.YourFault: Page(
        "that the message could be read, and what it asks for cannot be done. Most have a type of their own and this "
        "status: `bad-plan`, `bad-epsilon`, `bad-domain`, `bad-randomizer`, `bad-terms`.",
        "read the detail; it names the value and what is allowed.",
    ),
    errors.CannotWork: Page(
        "that so few people at this epsilon give no better answer than a guess.",
        "ask more people, or for a larger epsilon. `lowwater survey open` finds this out before it asks a server, and "
        "opens the survey all the same with `--anyway`.",
    ),
    errors.NotPrivate: Page(
        "that the plan asks for honest answers, which exist for simulation only.",
        "plan the survey with an epsilon.",
    ),
    errors.BadStore: Page(
        "that the database cannot be used: its disk is full, it is busy or gone, or of another version. Nothing of the "
        "request was kept.",
        "devices try again by themselves. [Operators](../live/operating.md#disk-full) make room or bring the database "
        "back.",
    ),
    errors.BadRecord: Page(
        "that the database has this survey in a way that cannot be used: its record is torn, or this version of "
        "Lowwater would give it other terms than those that people agreed to. Every other survey goes on.",
        "serve it with the version that opened it, or put a backup back; or close and delete it, which needs no "
        "record. The detail names the survey.",
    ),
}
"""The page of each problem; one that is missing has the page of its nearest ancestor."""


KINDS: dict[str, type[LowwaterError]] = {
    name_of(kind): kind
    for kind in (getattr(errors, name) for name in errors.__all__)
    if issubclass(kind, tuple(STATUS))
}
"""Every problem that a server can have, by the last part of its type."""


def section(kind: type[LowwaterError]) -> str:
    """A problem as the documentation prints it."""
    name, page = name_of(kind), _page_of(kind)
    head = f"`/problems/{name}`, status {status_of(kind)}, `{kind.__name__}`"
    return f"## {name}\n\n{head}\n\n**It means** {page.means}\n\n**Do**: {page.do}\n"


def text(kind: type[LowwaterError]) -> str:
    """A problem as the server shows it: the same text, without Markdown."""
    page = Page(*(_LINK.sub(r"\1", sentence).replace("`", "") for sentence in _page_of(kind)))
    head = f"{name_of(kind)} (status {status_of(kind)}): {(kind.__doc__ or '').strip().splitlines()[0]}"
    return f"{head}\n\nIt means {page.means}\n\nDo: {page.do}\n"


def _page_of(kind: type[LowwaterError]) -> Page:
    return next(PAGES[ancestor] for ancestor in kind.__mro__ if ancestor in PAGES)
