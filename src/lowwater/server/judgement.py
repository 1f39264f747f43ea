"""Judgement: what becomes of an answer. Pure: whoever asks has looked up its survey and its place."""

from lowwater.errors import Contradicted, NoPlace, TooLate
from lowwater.server.session import Row
from lowwater.server.survey import OVER
from lowwater.wire import AnswerMessage, CountedMessage

COUNTED, AGAIN = CountedMessage("counted"), CountedMessage("again")


def judge(said: AnswerMessage, standing: Row, held: Row | None, digest: str) -> CountedMessage:
    """One answer: counted, counted before, or refused.

    The survey has a state and a round; a place has a question, a lease, and the digest of what was said before.
    """
    state, number = standing
    index, lease, before = held or (None, 0.0, None)
    if before is not None:
        if before == digest:
            return AGAIN
        raise Contradicted
    if said.round < number or state in OVER:
        raise TooLate
    if said.round > number or said.index != index:
        raise NoPlace
    if lease < 0:
        raise TooLate
    return COUNTED
