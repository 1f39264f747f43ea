"""Samples: one good message of each kind, and the randomizers that the other vectors are made with."""

import hashlib
import json
from typing import Any

from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.randomizer import SCALE, Randomizer, randomized_response
from lowwater.wire import VERSION, canonical

Vector = dict[str, Any]
Rows = list[list[int]]


def rows(coin: Randomizer) -> Rows:
    """A randomizer as JSON has it."""
    return [list(row) for row in coin.table]


def leaning(size: int, weight: int) -> Randomizer:
    """A table of `size` rows, each of which gives its truth `weight` times as often as any other answer."""
    part = SCALE // (weight + size - 1)
    kept = SCALE - part * (size - 1)
    return Randomizer(tuple(tuple(kept if i == j else part for j in range(size)) for i in range(size)))


ONE, HALF, FIFTEEN = (randomized_response(Epsilon.of(nats)) for nats in ("1", "0.5", "15"))
LOPSIDED = Randomizer.binary(if_yes=SCALE // 2, if_no=SCALE // 8)
FAINT = Randomizer.binary(if_yes=SCALE // 2 + 1, if_no=SCALE // 2)
UNEVEN = Randomizer(
    (
        (SCALE // 2, SCALE // 4, SCALE // 4),
        (SCALE // 8, SCALE // 2, 3 * SCALE // 8),
        (SCALE // 16, SCALE // 16, 7 * SCALE // 8),
    )
)
BINARY = (ONE, HALF, FIFTEEN, LOPSIDED, FAINT)
COINS = (*BINARY, UNEVEN, leaning(3, 3), leaning(4, 2), leaning(16, 5))

NAME, RECEIPT = "Zm9ydHktdHdvIGlzIG5vdCBhIHZlcnkgZ29vZCBuYW1l", "a-receipt_that-nobody_can-guess_0123456789"
SURVEY, OTHER_SURVEY = "7Qb0ylFQe3Yv1x2K", "another-survey"

TEXTS: Vector = {
    "title": "Youngest driver", "question": "How old are you, in years?", "unit": "years", "asker": "The road office",
    "contact": "roads@example.org", "purpose": "To learn from what age on people drive.", "language": "en",
}  # fmt: skip
GERMAN: Vector = {
    "title": "Jüngste Fahrende", "question": "Wie alt sind Sie, in Jahren?", "unit": "Jahre", "asker": "Das Straßenamt",
    "contact": "roads@example.org", "purpose": "Um zu erfahren, ab welchem Alter gefahren wird.", "language": "de",
}  # fmt: skip
TERMS: Vector = {
    "lo": 0.0, "hi": 150.0, "direction": "minimum", "step": 1.0, "quantile": None, "outside": "refuse", "answers": 1,
    "loss": NANO, "grant": NANO, "keep_names": 2592000, "keep_tallies": 315360000, "closes": 1924948800,
    "texts": [TEXTS, GERMAN], "version": VERSION,
}  # fmt: skip
GROUP_TERMS: Vector = TERMS | {"groups": ["DE", "FR"], "groups_are": "public"}
QUESTION: Vector = {"round": 0, "index": 0, "thresholds": [75.5], "table": rows(ONE), "version": VERSION}
ANSWER: Vector = {"round": 0, "index": 0, "code": 11, "version": VERSION}


def text(message: Any) -> str:
    """A message as it may travel: one line, no blanks, fields in any order."""
    return json.dumps(message, separators=(",", ":"))


def sha256(hashed: str | bytes) -> str:
    """SHA-256 in hexadecimal; text as UTF-8."""
    return hashlib.sha256(hashed.encode() if isinstance(hashed, str) else hashed).hexdigest()


SURVEY_MESSAGE: Vector = {
    "survey": SURVEY, "terms": TERMS, "hash": sha256(canonical(TERMS)),
    "recruiting": "rolling", "access": "open", "state": "open", "version": VERSION,
}  # fmt: skip
CHECK_IN: Vector = {"name": NAME, "invitation": None, "version": VERSION}
PLACE: Vector = {"status": "question", "question": QUESTION, "seconds": 60.0, "version": VERSION}
POSTED: Vector = {"name": NAME, "receipt": RECEIPT, "answer": ANSWER, "version": VERSION}
COUNTED: Vector = {"status": "counted", "version": VERSION}
RULES: Vector = {
    "recruiting": "rolling", "access": "open", "issuer": "", "lease": 60.0, "span": 86400.0, "least": 1,
    "extensions": 1, "keep_names": 2592000.0, "keep_tallies": 315360000.0,
}  # fmt: skip
OPEN: Vector = TEXTS | {
    "plan": {"search": "cohorts"}, "rules": RULES, "translations": [GERMAN], "closes": 1924948800,
}  # fmt: skip
GROUP_OPEN: Vector = OPEN | {
    "groups": ["DE", "FR"], "hidden": True, "plans": [{"search": "cohorts"}, {"search": "paper"}],
}  # fmt: skip
POINT: Vector = {"threshold": 18.5, "people": 90, "share": 0.01, "low": 0.0, "high": 0.125}
FEW: Vector = {"share": 0.01, "threshold": 16.5}
CERTAIN: Vector = {
    "somebody": 19.5, "sure": 0.9999, "few": [FEW], "least": None, "most": None, "confidence": 0.95, "band": [POINT],
    "whom": "answered",
}  # fmt: skip
FITTED: Vector = {
    "low": 16.0, "high": 19.25, "confidence": 0.95, "assumes": "a power law fits", "withheld": "",
    "curve": [[17.5, 0.0], [19.5, 0.125]], "posterior": [[16.0, 0.025], [19.25, 0.975]],
}  # fmt: skip
ESTIMATE: Vector = {
    "value": 17.5, "cell": [16.0, 19.5], "level": 0.01, "loss": 1.0, "direction": "minimum", "quantile": None,
    "certain": CERTAIN, "fitted": FITTED, "likely_error": 0.5, "what_next": "ask more people", "simulated": False,
    "caveats": ["few people"],
}  # fmt: skip
ASKED: Vector = {
    "round": 0, "index": 0, "thresholds": [75.5], "places": 100, "answered": 90, "counts": [30, 60],
    "withheld": False,
}  # fmt: skip
HEALTH: Vector = {"state": "fresh", "words": "Answers come in.", "last_answer": 1890000001.25}
ANSWERS: Vector = {"got": 90, "needed": 20000}
FORECAST: Vector = {"error": 1.5, "assumes": "numbers spread evenly over the whole domain"}
STANDING: Vector = {
    "survey": SURVEY, "title": "Youngest driver", "state": "open", "statement": "", "recruiting": "rolling",
    "access": "open", "search": "cohorts", "people": 20000, "rounds": 8, "round": 1, "deadline": 1900000000.5,
    "opened": 1890000000.0, "ended": None, "reveals": "at most 1 nat", "terms": TERMS, "hash": sha256(canonical(TERMS)),
    "rules": RULES, "plan": {"search": "cohorts"}, "estimate": ESTIMATE, "questions": [ASKED],
    "health": HEALTH, "answers": ANSWERS, "expected_end": 1890001000.0,
    "statements": {"value": "17.5, give or take 0.5", "fitted": "16 to 19.25"}, "forecast": FORECAST,
    "link": f"https://survey.example.org/answer/{SURVEY}#{sha256(canonical(TERMS))}", "version": VERSION,
}  # fmt: skip
TALLY: Vector = {"index": 0, "thresholds": [75.5], "answers": 90, "counts": [30, 60], "withheld": False}
EVENT: Vector = {
    "survey": SURVEY, "number": 3, "position": 21, "kind": "tallied", "time": 1890000001.5, "people": None, "round": 0,
    "tallies": [TALLY], "estimate": 17.5, "cell": [16.0, 19.5], "limits": [16.0, 19.25], "statement": None,
}  # fmt: skip
PROGRESS: Vector = {
    "survey": SURVEY, "state": "open", "round": 1, "places": 100, "answered": 30, "rate": 2.5,
    "deadline": 1900000000.5, "time": 1890000002.5, "kind": "progress",
}  # fmt: skip
TAIL: Vector = {"alpha": 1.5, "width": 72.0}
PLAN: Vector = {
    "people": 20000, "epsilon": 1.0, "domain": [0.0, 150.0], "search": None, "direction": "minimum", "quantile": None,
    "step": 1.0, "rule": None, "alpha": None, "h": None, "level": None, "choices": None, "rounds": 16, "questions": 2,
    "tail": TAIL, "after": ESTIMATE, "dropout": 0.125, "outside": "refuse", "settle": True, "anyway": False,
}  # fmt: skip
FEWEST: Vector = {"error": 30.0, "people": 310}
REFUSAL: Vector = {"reason": "300 people cannot work", "reasons": ["no better than guessing"], "people": [FEWEST]}
PLANNED: Vector = {
    "plan": {"search": "cohorts"}, "forecast": FORECAST, "reveals": "at most 1 nat", "why": "it was asked for",
    "caveats": [], "refusal": REFUSAL, "version": VERSION,
}  # fmt: skip
LIFECYCLE: Vector = {
    "survey": SURVEY, "title": "Youngest driver", "state": "closed", "statement": "it was closed by hand",
    "version": VERSION,
}  # fmt: skip
MESSAGES: dict[str, Vector] = {
    "TextsMessage": TEXTS,
    "TermsMessage": TERMS,
    "GroupTermsMessage": GROUP_TERMS,
    "QuestionMessage": QUESTION,
    "AnswerMessage": ANSWER,
    "SurveyMessage": SURVEY_MESSAGE,
    "CheckInMessage": CHECK_IN,
    "PlaceMessage": PLACE,
    "PostedMessage": POSTED,
    "CountedMessage": COUNTED,
    "OpenMessage": OPEN,
    "GroupOpenMessage": GROUP_OPEN,
    "Rules": RULES,
    "SurveysMessage": {"surveys": [SURVEY_MESSAGE], "next": SURVEY, "version": VERSION},
    "LifecycleMessage": LIFECYCLE,
    "StandingMessage": STANDING,
    "PointMessage": POINT,
    "FewMessage": FEW,
    "CertainMessage": CERTAIN,
    "FittedMessage": FITTED,
    "EstimateMessage": ESTIMATE,
    "AskedMessage": ASKED,
    "EventMessage": EVENT,
    "TallyMessage": TALLY,
    "ArrivalsMessage": {"time": 1890000000.0, "outcome": "counted", "answers": 12},
    "HealthMessage": HEALTH,
    "AnswersMessage": ANSWERS,
    "ForecastMessage": FORECAST,
    "EventLine": {"event": EVENT, "kind": "event"},
    "ProgressLine": PROGRESS,
    "BeatLine": {"time": 1890000010.5, "position": 21, "kind": "beat"},
    "KeyMessage": {"name": "share-1", "survey": SURVEY, "reading": True, "version": VERSION},
    "ShareMessage": {"name": "share-1"},
    "SharedMessage": {"name": "share-1", "survey": SURVEY, "key": "lw_0123456789", "version": VERSION},
    "TailMessage": TAIL,
    "PlanMessage": PLAN,
    "NeededMessage": FEWEST,
    "RefusalMessage": REFUSAL,
    "PlannedMessage": PLANNED,
    "PreviewMessage": {"terms": TERMS, "hash": sha256(canonical(TERMS)), "version": VERSION},
}
"""One message of each kind."""

NEEDED = {
    "OpenMessage": ("title", "plan"),
    "GroupOpenMessage": ("title", "plan", "groups"),
    "Rules": (),
    "ShareMessage": (),
    "TailMessage": (),
    "PlanMessage": ("people", "epsilon", "domain"),
}
"""The fields that are required, of kinds whose other fields have defaults."""
