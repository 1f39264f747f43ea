"""Messages: texts that must be read."""

import json
from collections.abc import Iterator

from lowwater.core.epsilon import NANO
from lowwater.core.randomizer import SCALE
from lowwater.wire import canonical
from lowwater.wire.texts import MOST
from vectors.make.samples import (
    ANSWER,
    CHECK_IN,
    COINS,
    COUNTED,
    GERMAN,
    GROUP_OPEN,
    GROUP_TERMS,
    MESSAGES,
    NEEDED,
    OPEN,
    PLACE,
    QUESTION,
    RULES,
    SURVEY_MESSAGE,
    TERMS,
    TEXTS,
    Vector,
    rows,
    sha256,
    text,
)


def messages() -> Iterator[Vector]:
    """Texts that must be read, and how the same message is written."""
    for kind, message in _good():
        yield {"kind": kind, "text": text(message), "written": canonical(message)}
    for kind, message in MESSAGES.items():
        spread, turned = json.dumps(message, indent=2), text(dict(reversed(message.items())))
        yield {"kind": kind, "text": spread, "written": canonical(message), "why": "blanks mean nothing"}
        yield {"kind": kind, "text": turned, "written": canonical(message), "why": "fields may come in any order"}
    escaped = text(ANSWER).replace("round", "\\u0072ound")
    yield {"kind": "AnswerMessage", "text": escaped, "written": canonical(ANSWER), "why": "an escape is the letter"}
    longer = text(QUESTION).replace("75.5", "7.550E+1")
    yield {"kind": "QuestionMessage", "text": longer, "written": canonical(QUESTION), "why": "one number, two texts"}
    raw = json.dumps(GERMAN, ensure_ascii=False)
    yield {"kind": "TextsMessage", "text": raw, "written": canonical(GERMAN), "why": "a text may have any letters"}
    full = OPEN | {"translations": [], "closes": None, "rules": RULES, "question": "What is your number?"}
    full |= dict.fromkeys(("unit", "asker", "contact", "purpose"), "")
    least = {name: OPEN[name] for name in NEEDED["OpenMessage"]}
    yield {
        "kind": "OpenMessage",
        "text": text(least),
        "written": canonical(full),
        "why": "the others have defaults",
        "left_out": True,
    }
    yield {"kind": "Rules", "text": "{}", "written": canonical(RULES), "why": "all have defaults", "left_out": True}


def _good() -> Iterator[tuple[str, Vector]]:
    yield from MESSAGES.items()
    for terms in other_terms():
        yield "TermsMessage", terms
        yield "SurveyMessage", SURVEY_MESSAGE | {"terms": terms, "hash": sha256(canonical(terms))}
    for terms in group_terms():
        for kind in ("TermsMessage", "GroupTermsMessage"):
            yield kind, terms
        yield "SurveyMessage", SURVEY_MESSAGE | {"terms": terms, "hash": sha256(canonical(terms))}
    yield "OpenMessage", GROUP_OPEN
    for texts in other_texts():
        yield "TextsMessage", texts
        yield "TermsMessage", TERMS | {"texts": [texts]}
    for coin in COINS:
        thresholds = [float(at) for at in range(1, len(coin.table))]
        yield "QuestionMessage", QUESTION | {"thresholds": thresholds, "table": rows(coin)}
    for threshold in (0.0, -0.0, 150.0, 75, -12.25, 1e-05, 1e16, 1.7976931348623157e308, 5e-324):
        yield "QuestionMessage", QUESTION | {"thresholds": [threshold]}
    yield "QuestionMessage", QUESTION | {"round": 51, "index": 7}
    for code in range(10, 26):
        yield "AnswerMessage", ANSWER | {"round": 51, "index": 7, "code": code}
    for status in ("wait", "done"):
        yield "PlaceMessage", PLACE | {"status": status, "question": None}
    for seconds in (0, 0.0, 0.25, 86400, 1e9):
        yield "PlaceMessage", PLACE | {"status": "wait", "question": None, "seconds": seconds}
    yield "CheckInMessage", CHECK_IN | {"name": "a" * 32}
    yield "CheckInMessage", CHECK_IN | {"name": "_-" * 64}
    yield "CheckInMessage", CHECK_IN | {"invitation": "\u00e4\U0001f600\u007f"}
    yield "AnswerMessage", ANSWER | {"round": SCALE - 1, "index": SCALE - 1}
    yield "QuestionMessage", QUESTION | {"round": SCALE - 1, "index": SCALE - 1}
    for changed in RULES_AT_LIMITS:
        yield "Rules", RULES | changed
    yield "CheckInMessage", CHECK_IN | {"invitation": "any text; whether it is genuine is another question"}
    yield "CountedMessage", COUNTED | {"status": "again"}
    yield "SurveyMessage", SURVEY_MESSAGE | {"recruiting": "enrolled", "access": "invitation", "state": "gathering"}
    for state in ("paused", "finished", "closed"):
        yield "SurveyMessage", SURVEY_MESSAGE | {"state": state}


def other_texts() -> Iterator[Vector]:
    """Texts at every limit."""
    yield TEXTS | dict.fromkeys(("unit", "asker", "contact", "purpose"), "")
    yield {name: "x" * most for name, most in MOST.items() if name != "language"} | {"language": "pt-BR"}
    yield TEXTS | {"title": "\U0001f600" * 200, "question": "\u0627\u06cc\u0646\u200c\u0647\u0627?", "language": "fa"}
    yield TEXTS | {"language": "zh-Hant-" + "a1" * 4 + "-x1234567"}
    yield TEXTS | {"title": "X\u00a0", "question": "\u3000?", "unit": "X", "language": "pt-BR"}


def group_terms() -> Iterator[Vector]:
    """Terms of surveys with groups."""
    yield GROUP_TERMS
    yield GROUP_TERMS | {"groups_are": "hidden", "groups": ["\u00cele-de-France", "\u0645\u0635\u0631", "x" * 60]}
    yield GROUP_TERMS | {"groups": [f"{at}" for at in range(100)], "quantile": 0.5}
    yield GROUP_TERMS | {"groups": ["the only one"], "direction": "maximum"}


def other_terms() -> Iterator[Vector]:
    """Terms of every kind."""
    yield TERMS | {"quantile": 0.05, "closes": None, "keep_names": 0, "keep_tallies": 0, "texts": [GERMAN]}
    yield TERMS | {"closes": 0, "keep_names": 0, "keep_tallies": 1, "quantile": 1 - 2**-53}
    yield TERMS | {"quantile": 5e-324, "texts": [TEXTS | {"language": f"en-{at:02d}"} for at in range(16)]}
    yield TERMS | {"direction": "maximum", "outside": "clamp", "step": None}
    yield TERMS | {"answers": 3, "loss": NANO // 3, "grant": NANO}
    yield TERMS | {"answers": 1, "loss": 1, "grant": 100 * NANO}
    for lo, hi in ((-1.0, 1.0), (-0.0, 1.0), (0.1, 0.30000000000000004), (1e-05, 1e16), (0, 150), (-1e300, 1e-300)):
        yield TERMS | {"lo": lo, "hi": hi, "step": None}
    yield TERMS | {"lo": 0.0, "hi": 1.0, "step": 0.1}


KEY = "0123456789abcdef" * 4
RULES_AT_LIMITS: tuple[Vector, ...] = (
    {"recruiting": "enrolled", "access": "invitation", "issuer": KEY, "extensions": 0},
    {"lease": 5e-324, "span": 0.5, "keep_names": 0.0, "keep_tallies": 0.0},
    {"lease": 999999999.5, "span": 999999999.5, "keep_names": 999999999.5, "keep_tallies": 999999999.5},
    {"least": SCALE - 1, "extensions": SCALE - 1},
)
