"""Health: how a survey fares, from its open round and from when the last answer came. Pure: the time is an argument."""

from collections.abc import Sequence

from lowwater.server import lifecycle, rounds
from lowwater.server.store.records import QuestionRecord
from lowwater.server.survey import Survey
from lowwater.wire import AnswersMessage, Health, HealthMessage

_SHORTEST = 60.0  # seconds without an answer that are always normal
_PATIENCE = 20.0  # mean pauses between two answers after which no answer means that they stopped
_LAST = 0.1  # of a span: when a round with too few answers is about to end


def health_of(
    survey: Survey, questions: Sequence[QuestionRecord], last: float | None, since: float, now: float
) -> HealthMessage:
    """How a survey fares at `now`; `last` is when the last answer came, None if none did since `since`."""
    asked = [question for question in questions if question.round == survey.round]
    answered, needed = sum(question.answered for question in asked), rounds.needed(survey, asked)
    state = _state(survey, answered, needed, since if last is None else last, now)
    return HealthMessage(state, _words(state, survey, answered, needed), last)


def _state(survey: Survey, answered: int, needed: int, last: float, now: float) -> Health:
    if survey.state in lifecycle.ENDED:
        return "over"
    if survey.state == "paused":
        return "paused"
    if survey.state == "open" and answered < needed and _ends_soon(survey, now):
        return "too few"
    if answered == 0:
        return "waiting"
    return "fresh" if now - last <= _patience(survey, answered, now) else "stalled"


def _ends_soon(survey: Survey, now: float) -> bool:
    """Whether the round was extended before, or is in the last part of its span."""
    return survey.extended > 0 or survey.deadline - now < _LAST * survey.rules.span


def _patience(survey: Survey, answered: int, now: float) -> float:
    """Seconds without an answer that are normal at the pace of the open round."""
    began = survey.deadline - survey.rules.span
    return max(_SHORTEST, _PATIENCE * max(0.0, now - began) / answered)


def _words(state: Health, survey: Survey, answered: int, needed: int) -> str:
    current = f"round {survey.round + 1}"
    words: dict[Health, str] = {
        "over": f"It is over: {survey.statement}.",
        "paused": "It is paused, and asks nobody until it is resumed.",
        "waiting": f"It waits for the first answer of {current}.",
        "too few": f"Too few: {current} has {answered:,} of {needed:,} answers that it needs, and its time runs out.",
        "fresh": "Answers come in.",
        "stalled": f"Stalled: {current} has {answered:,} answers, and none came for long.",
    }
    return "It gathers people, and asks nobody yet." if survey.state == "gathering" else words[state]


def answers_of(survey: Survey, questions: Sequence[QuestionRecord]) -> AnswersMessage:
    """How many answers came in all rounds, and how many the plan asks for."""
    plan = survey.plan
    needed = plan.people * plan.rounds if plan.everyone else sum(map(sum, plan.sizes))
    return AnswersMessage(sum(question.answered for question in questions), needed)


def expected_end(survey: Survey, answers: AnswersMessage, now: float) -> float | None:
    """When the last answer comes if they come as they did so far, and the survey does not close before."""
    if survey.state != "open" or answers.got == 0 or now <= survey.opened:
        return None
    left = max(0, answers.needed - answers.got) * (now - survey.opened) / answers.got
    return min(now + left, survey.closes)
