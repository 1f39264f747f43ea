"""Every error Lowwater raises, in one tree.

::

    LowwaterError
    |-- YourFault              the caller gave something that cannot be used (also a ValueError)
    |   |-- BadEpsilon         a privacy loss that is not a positive number of nats
    |   |-- BadRandomizer      a table that makes no private answer
    |   |-- BadDomain          an interval that is none
    |   |-- BadQuestion        a question nobody can answer
    |   |-- BadTerms           terms that contradict themselves
    |   |-- BadTally           counts that cannot be
    |   |-- BadEstimate        an estimate that cannot be
    |   |-- BadPlan            a plan that cannot be carried out as written
    |   |-- BadData            numbers that cannot be used: NaN, infinite, outside the domain, none at all
    |   |-- BadMessage         text that is not what the wire format says
    |   |   |-- TooLarge       a body larger than any that is needed
    |   |   '-- NotJson        a body of another content type
    |   |-- Overspent          a call that costs more than what is left of its grant
    |   '-- NotExact           no exact law here; simulate instead
    |-- CannotWork             the planner refuses: the answer would be no better than a guess
    |-- NotPrivate             honest answers were about to leave a simulation
    |-- NobodyAnswered         a round went by without a single answer
    |-- TheirFault             the other side of the wire broke its promise; the device refuses
    |   |-- OffTerms           a question that the published terms do not allow
    |   '-- GrantSpent         a question that costs more than what is left of the grant
    |-- Refused                the server will not do that now, and says why
    |   |-- NoSurvey           no survey of that name
    |   |-- NotOpen            the survey takes no answers: not yet, paused, or over
    |   |-- NoPlace            an answer from somebody who holds no place for that question
    |   |-- TooLate            an answer to a round that is over, or after its lease
    |   |-- Contradicted       another answer was counted already, and stays
    |   |-- BadInvitation      an invitation that is forged, of another survey, or missing
    |   |-- BadKey             an API key that is missing, unknown or revoked
    |   |-- NotAllowed         an API key that is limited to another survey, or to reading
    |   |-- Overtaken          a newer request of the same key took the place of this one
    |   '-- Moved              somebody else changed the survey in between; look again
    |-- Unreachable            the server did not answer, or not as a Lowwater server does
    |-- BadLedger              a ledger that is torn, of another version, or in use
    '-- BadStore               a database that is of another version, in use, full or gone
        '-- BadRecord          a survey that is torn, or no longer has the terms that it was opened with

The docstring of a class is its default message; the branch it hangs on says whose fault it is.
"""

__all__ = [
    "BadData",
    "BadDomain",
    "BadEpsilon",
    "BadEstimate",
    "BadInvitation",
    "BadKey",
    "BadLedger",
    "BadMessage",
    "BadPlan",
    "BadQuestion",
    "BadRandomizer",
    "BadRecord",
    "BadStore",
    "BadTally",
    "BadTerms",
    "CannotWork",
    "Contradicted",
    "GrantSpent",
    "LowwaterError",
    "Moved",
    "NoPlace",
    "NoSurvey",
    "NobodyAnswered",
    "NotAllowed",
    "NotExact",
    "NotJson",
    "NotOpen",
    "NotPrivate",
    "OffTerms",
    "Overspent",
    "Overtaken",
    "Refused",
    "TheirFault",
    "TooLarge",
    "TooLate",
    "Unreachable",
    "YourFault",
]


class LowwaterError(Exception):
    """Something went wrong in Lowwater."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or type(self).__doc__)


class YourFault(LowwaterError, ValueError):
    """The input cannot be used."""


class BadEpsilon(YourFault):
    """A privacy loss is a positive number of nats, such as 1.0."""


class BadRandomizer(YourFault):
    """A randomizer needs 2 to 16 rows of as many parts from 1, each sum 2**53, and a loss of at most 15 nats."""


class BadDomain(YourFault):
    """A domain is an interval (lo, hi) of finite numbers with lo < hi."""


class BadQuestion(YourFault):
    """A question needs a round, an index, finite thresholds in rising order and somebody to ask."""


class BadTerms(YourFault):
    """Terms must keep the loss of all answers within the grant."""


class BadTally(YourFault):
    """A tally counts how many gave each answer."""


class BadEstimate(YourFault):
    """An estimate lies in its cell, and its confidence between 0 and 1."""


class BadPlan(YourFault):
    """This plan cannot be carried out."""


class BadData(YourFault):
    """The values must be finite numbers inside the domain, at least one of them."""


class BadMessage(YourFault):
    """This is not a Lowwater message."""


class TooLarge(BadMessage):
    """This body is larger than any that is needed."""


class NotJson(BadMessage):
    """Send application/json."""


class Overspent(YourFault):
    """This call costs more than what is left of the grant."""


class NotExact(YourFault):
    """The rounds depend on each other here, so there is no exact law; simulate instead, with runs=."""


class CannotWork(LowwaterError):
    """So few people at this epsilon cannot give an answer better than a guess."""

    def __init__(
        self,
        message: str | None = None,
        reasons: tuple[str, ...] = (),
        people: tuple[tuple[float, int], ...] = (),
    ) -> None:
        """`people` are pairs of an error and about how many people it takes."""
        super().__init__(message)
        self.reasons, self.people = reasons, people


class NotPrivate(LowwaterError):
    """Honest answers exist for simulation only; they never reach a device, terms or the wire."""


class NobodyAnswered(LowwaterError):
    """Nobody answered this round; ask again, or close the survey."""


class TheirFault(LowwaterError):
    """The server broke its promise, so this device does not answer."""


class OffTerms(TheirFault):
    """This question is not one the published terms allow."""


class GrantSpent(TheirFault):
    """This question costs more than what is left of the grant."""


class Refused(LowwaterError):
    """The server will not do that now."""


class NoSurvey(Refused):
    """There is no survey of that name here."""


class NotOpen(Refused):
    """This survey takes no answers: not yet, paused, or over."""


class NoPlace(Refused):
    """This name holds no place for that question; check in first."""


class TooLate(Refused):
    """That round is over, or the lease ran out; the answer was not counted."""


class Contradicted(Refused):
    """Another answer to this question was counted already; the first one stays."""


class BadInvitation(Refused):
    """This survey needs an invitation of its own, and this is none."""


class BadKey(Refused):
    """This needs an API key: Authorization: Bearer and the key that `lowwater key make` gave."""


class NotAllowed(Refused):
    """This API key is limited, and does not reach so far."""


class Overtaken(Refused):
    """A newer request of the same key took the place of this one."""


class Moved(Refused):
    """Somebody else changed this survey in between; look at it again."""


class Unreachable(LowwaterError):
    """The server did not answer as a Lowwater server does."""


class BadLedger(LowwaterError):
    """This ledger cannot be used, so this device says nothing."""


class BadStore(LowwaterError):
    """The database cannot be used."""


class BadRecord(BadStore):
    """This survey cannot be used as the database has it; every other one can."""
