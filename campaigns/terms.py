"""Terms: surveys of a campaign's own making, as a server publishes them."""

from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.randomizer import Randomizer, randomized_response
from lowwater.core.terms import Terms
from lowwater.wire import QuestionMessage, SurveyMessage, TermsMessage, TextsMessage, hash_of

COIN = randomized_response(Epsilon(NANO))
"""A randomizer that loses one nat."""


def survey_message(name: str, answers: int, loss: Epsilon = COIN.loss, title: str = "How old?") -> SurveyMessage:
    """An open survey of at most `answers` answers at this `loss` each."""
    terms = TermsMessage.of(Terms(Domain(0, 8), "refuse", answers, loss, loss * answers), TextsMessage(title))
    return SurveyMessage(name, terms, hash_of(terms), "rolling", "open", "open")


def question(number: int, threshold: float = 4.0, coin: Randomizer = COIN, index: int = 0) -> QuestionMessage:
    """A question in the round of this number."""
    return QuestionMessage(number, index, (threshold,), coin.table)
