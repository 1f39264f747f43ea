"""Terms: what a survey promises a person before the first question.

A device pins the terms when it first sees them, and checks every question against them. The loss of all answers
together stays within the grant, whatever the server asks.
"""

from dataclasses import dataclass

from lowwater.core.domain import Domain, Outside
from lowwater.core.epsilon import Epsilon
from lowwater.core.question import Question
from lowwater.errors import BadTerms, NotPrivate


@dataclass(frozen=True, slots=True)
class Terms:
    """The domain, what happens outside it, how many answers at most, the loss of each, and the grant."""

    domain: Domain
    outside: Outside
    answers: int
    loss: Epsilon
    grant: Epsilon

    def __post_init__(self) -> None:
        if not isinstance(self.domain, Domain):
            raise BadTerms(f"domain={self.domain!r}; it must be a Domain")
        for name, value in (("loss", self.loss), ("grant", self.grant)):
            if not isinstance(value, Epsilon):
                raise BadTerms(f"{name}={value!r}; it must be an Epsilon")
        if self.outside not in ("refuse", "clamp"):
            raise BadTerms(f"outside={self.outside!r}; it is 'refuse' or 'clamp'")
        if type(self.answers) is not int or self.answers < 1:
            raise BadTerms(f"answers={self.answers!r}; a person gives at least one")
        if self.loss.nano < 1:
            raise BadTerms("a loss of 0 nats; an answer that reveals nothing is not worth asking for")
        if self.loss * self.answers > self.grant:
            raise BadTerms(f"{self.answers} answers of {self.loss} nats each exceed the grant of {self.grant}")

    def objection(self, question: Question) -> str | None:
        """Why a question breaks these terms; None if it keeps them."""
        if question.randomizer.honest:
            raise NotPrivate
        if question.randomizer.loss > self.loss:
            return f"it costs {question.randomizer.loss} nats; the terms say {self.loss}"
        for threshold in question.thresholds:
            if not self.domain.holds(threshold):
                return f"its threshold {threshold:g} is outside [{self.domain.lo:g}, {self.domain.hi:g}]"
        return None
