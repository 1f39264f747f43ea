"""Outcome: that of taking part in a survey, in words and as JSON."""

from typing import Any

from lowwater.client.account import Entry
from lowwater.client.device import Outcome
from lowwater.client.words import inferred
from lowwater.core.domain import Domain
from lowwater.wire import SurveyMessage


def waiting(survey: SurveyMessage, seconds: float) -> str:
    """Say that there was no question, when to come again, and whether this device has joined."""
    joined = "this device has joined; " if survey.recruiting == "enrolled" else ""
    return f"{joined}there is no question yet; nothing new was said, come again in {seconds:.0f} seconds"


def outcome_words(outcome: Outcome, domain: Domain, group: str = "") -> list[str]:
    """The answers, what anyone can infer from them, what to do next and what is left, as lines of text.

    `group` is the hidden group that the questions were about.
    """
    lines = []
    for entry in outcome.said + outcome.lost:
        late = "; it came too late and was not counted" if entry in outcome.lost else ""
        lines += [f"In {entry.in_words(domain, group)}{late}.", f"  From this, {inferred(entry, domain, group)}."]
    if not lines:
        lines.append("Nothing new was said: there are no more questions for this device.")
    if outcome.unnoted:
        lines.append(_unnoted(outcome))
    elif outcome.status == "waiting":
        lines.append(f"The survey goes on; come again in {outcome.seconds:.0f} seconds.")
    return [*lines, f"Spent on this survey: {outcome.spent.in_nats()}; {outcome.left} left."]


def _unnoted(outcome: Outcome) -> str:
    """Say that the fates of some answers are not in the ledger, what to do, and that it costs nothing."""
    rounds = ", ".join(str(entry.question.round + 1) for entry in outcome.unnoted)
    return (
        f"The ledger holds what was said, but cannot be written now, and did not note what became of it in round "
        f"{rounds}. Make room for it and come again: the same answer will be sent once more, and costs nothing more."
    )


def outcome_fields(server: str, survey: str, outcome: Outcome) -> dict[str, Any]:
    """The outcome as JSON."""
    return {
        "server": server,
        "survey": survey,
        "status": outcome.status,
        "said": [entry_fields(entry) for entry in outcome.said],
        "lost": [entry_fields(entry) for entry in outcome.lost],
        "unnoted": [entry_fields(entry) for entry in outcome.unnoted],
        "spent": float(outcome.spent),
        "left": float(outcome.left),
        "seconds": outcome.seconds,
    }


def entry_fields(entry: Entry) -> dict[str, Any]:
    """The question, the answer and the loss of an entry, as JSON."""
    asked = entry.question
    return {"round": asked.round, "thresholds": asked.thresholds, "answer": entry.answer, "loss": float(entry.loss)}
