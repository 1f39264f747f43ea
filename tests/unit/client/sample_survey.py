"""A sample survey for the tests of ledgers: its terms, its questions, and coins that always say the same."""

import json
from dataclasses import replace

from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import randomized_response
from lowwater.core.terms import Terms
from lowwater.wire import SurveyMessage, TermsMessage, TextsMessage, hash_of

COIN = randomized_response(Epsilon(NANO))
TERMS = Terms(Domain(0, 8), "refuse", 3, COIN.loss, Epsilon(3 * NANO))
SERVER = "https://survey.example.org"
QUESTION = Question(0, 0, (4.0,), COIN, None)


def survey(name="youngest", terms=TERMS, title="How old?", access="open"):
    """The survey as a server shows it."""
    message = TermsMessage.of(terms, TextsMessage(title))
    return SurveyMessage(name, message, hash_of(message), "open", access, "running")


def ask(round_index, threshold=4.0):
    """The question of a round."""
    return replace(QUESTION, round=round_index, thresholds=(threshold,))


def yes_coins(count):
    return bytes(count)


def no_coins(count):
    return b"\xff" * count


def lines(path):
    """The lines of a ledger, read as JSON."""
    return [json.loads(line) for line in path.read_bytes().splitlines()]
