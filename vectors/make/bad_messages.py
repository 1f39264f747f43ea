"""Bad messages: texts that must be refused."""

import json
from collections.abc import Iterator
from typing import Any

from lowwater.core.epsilon import NANO
from lowwater.core.randomizer import SCALE
from lowwater.wire import VERSION, canonical
from lowwater.wire.texts import MOST
from vectors.make.messages import KEY
from vectors.make.samples import (
    ANSWER,
    CHECK_IN,
    GERMAN,
    GROUP_TERMS,
    MESSAGES,
    NEEDED,
    ONE,
    PLACE,
    POSTED,
    QUESTION,
    RULES,
    SURVEY_MESSAGE,
    TERMS,
    TEXTS,
    UNEVEN,
    Vector,
    leaning,
    rows,
    sha256,
    text,
)

BAD_RULES: tuple[tuple[Vector, str], ...] = (
    ({"access": "invitation"}, "an invitation needs an issuer"),
    ({"issuer": KEY}, "an issuer needs invitations"),
    ({"access": "invitation", "issuer": KEY.upper()}, "no public key"),
    ({"access": "invitation", "issuer": KEY[:-1]}, "no public key"),
    *(
        ({name: value}, "seconds, more than 0 and less than 10**9")
        for name in ("lease", "span")
        for value in (0, -1, 1e9)
    ),
    ({"least": 0}, "at least one answer"),
    ({"extensions": -1}, "0 extensions or more"),
    ({"keep_names": -1}, "0 seconds or more"),
    ({"keep_names": 10, "keep_tallies": 9}, "names are kept no longer than tallies"),
    ({"keep_tallies": 1e9}, "less than 10**9 seconds"),
)


def bad_messages() -> Iterator[Vector]:
    """Texts that must be refused, and the name of the error."""
    for changed, why in BAD_RULES:
        yield {"kind": "Rules", "text": text(RULES | changed), "error": "BadPlan", "why": why}
    for kind, source, why in _bad():
        yield {"kind": kind, "text": source, "error": "BadMessage", "why": why}
    for kind in MESSAGES:
        yield {"kind": kind, "hex": "ff", "error": "BadMessage", "why": "these bytes are no UTF-8"}
    for coding, why in (("utf-16", "UTF-16"), ("utf-32-be", "UTF-32"), ("utf-8-sig", "a mark in front of UTF-8")):
        sent = text(ANSWER).encode(coding)
        yield {"kind": "AnswerMessage", "hex": sent.hex(), "error": "BadMessage", "why": why}
    for table in ([[SCALE, 0], [0, SCALE]], [[SCALE, 0], rows(ONE)[1]], [[SCALE, 0], [SCALE, 0]], [[SCALE]]):
        honest = QUESTION | {"table": table}
        for kind, message in (("QuestionMessage", honest), ("PlaceMessage", PLACE | {"question": honest})):
            yield {"kind": kind, "text": text(message), "error": "NotPrivate", "why": "a part of it asks for the truth"}


def _bad() -> Iterator[tuple[str, str, str]]:
    for kind, message in MESSAGES.items():
        yield from ((kind, source, "this is no object") for source in ("", "{", "null", "[]", "3", '"text"', "[" * 64))
        yield kind, text(message) + "{}", "something comes after the message"
        yield kind, text(message | {"secret": 34}), "a field more"
        for needed in NEEDED.get(kind, message):
            yield kind, text({key: message[key] for key in message if key != needed}), "a field less"
        yield kind, f'{text(message)[:-1]},"version":"{VERSION}"}}', "a field that comes twice"
        for version in ("lowwater/1", "lowwater/3", f"{VERSION} ", "", None, 2, [VERSION]):
            yield kind, text(message | {"version": version}), "another version"
        for name, value in message.items():
            wrong: Any = 7 if isinstance(value, (str, list, dict)) else ["text"]
            yield kind, text(message | {name: wrong}), f"{name}: of another type"
        other = next(sample for name, sample in MESSAGES.items() if name != kind)
        yield kind, text(other), "another kind of message"
    for kind, name, values, why in WRONG:
        yield from ((kind, text(MESSAGES[kind] | {name: value}), f"{name}: {why}") for value in values)
    unsorted = [[1.0, 1.0], [2.0, 1.0], [-0.0, 0.0], [0.0], [1.0, 2.0, 3.0]]
    for thresholds in unsorted:
        message = QUESTION | {"thresholds": thresholds, "table": rows(leaning(3, 3))}
        yield "QuestionMessage", text(message), "thresholds: one fewer than rows, the smallest first, none twice"
    for constant in ("NaN", "Infinity", "-Infinity", "1e400"):
        yield "QuestionMessage", text(QUESTION).replace("75.5", constant), "threshold: it must be finite"
        yield "TermsMessage", text(TERMS).replace("150.0", constant), "hi: it must be finite"
        yield "PlaceMessage", text(PLACE).replace("60.0", constant), "seconds: they must be finite"
    hidden = GROUP_TERMS | {"groups_are": "hidden", "quantile": 0.5}
    yield "GroupTermsMessage", text(hidden), "quantile: the share of people in a hidden group is not known"
    yield "TermsMessage", text(TERMS | {"groups": ["DE"]}), "groups: whether they are public is not said"
    yield "TermsMessage", text(TERMS | {"groups_are": "public"}), "a field more"
    yield "PostedMessage", text(POSTED | {"answer": ANSWER | {"value": 34}}), "answer: a field more, inside"
    yield "PlaceMessage", text(PLACE | {"question": QUESTION | {"version": "lowwater/1"}}), "question: another version"
    for message in (ANSWER | {"__proto__": {}}, ANSWER | {"constructor": 1}, ANSWER | {"\u007f": 1, "\U0001f600": 2}):
        yield "AnswerMessage", text(message), "a field more"
    twice = f'{text(ANSWER)[:-1]},"\\u0072ound":1}}'
    yield "AnswerMessage", twice, "a field that comes twice, once through an escape"
    for digits in ("1" * 4301, "0." + "1" * 63, "1e" + "0" * 63):
        yield "QuestionMessage", text(QUESTION).replace("75.5", digits), "a number of more than 64 characters"
    yield "CheckInMessage", text(CHECK_IN).replace("null", "[" * 16 + "]" * 16), "lists inside each other, 16 deep"
    yield "AnswerMessage", text(ANSWER) + " " * 65_536, "more than 65,536 bytes"
    long = {name: "\u00e4" * most for name, most in MOST.items() if name != "language"}
    languages = [long | {"language": f"en-{at:02d}"} for at in range(16)]
    yield "TermsMessage", canonical(TERMS | {"texts": languages}), "more than 60,000 bytes of canonical JSON"
    changed = TERMS | {"outside": "clamp"}
    for message in (SURVEY_MESSAGE | {"terms": changed}, SURVEY_MESSAGE | {"hash": sha256(json.dumps(TERMS))}):
        yield "SurveyMessage", text(message), "hash: it is not that of the terms"


_SEVENTEEN = [[SCALE // 16 + (SCALE % 17 if i == j else 0) for j in range(17)] for i in range(17)]


def _tables() -> tuple[Any, ...]:
    """Tables that are none: one part or one row of a good one is changed."""
    (keep, flip), second = rows(ONE)
    parts = (flip + 1, flip - 1, float(flip), str(flip), True, None)
    short, long = [keep + flip - 1], [keep - 1, flip, 1]
    firsts = [*([keep, part] for part in parts), short, long, [SCALE + 1, -1], [keep], "row", None, {}]
    return (*([first, second] for first in firsts), [[keep, flip]], [[keep, flip], second, second])


_INTEGERS = (-1, 1.0, True, "0", None, SCALE, SCALE + 1, 10**20)
_NAMES = ("", "a" * 31, "a" * 129, "a" * 31 + ".", "a" * 31 + "\u00e4", "a" * 32 + "\n", 7, None)
_HIDDEN = (
    0, 10, 0x1F, 0x7F, 0x85, 0x9F, 0x61C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202E, 0x2066, 0x2069, 0xD800,
    0xDFFF, 0xFEFF, 0xFFF9, 0xFFFF, 0xE0001, 0xE007F,
)  # fmt: skip
_LINES = (*(f"a{chr(code)}b" for code in _HIDDEN), " a", "a ", " ", 7, True, None, ["a"])
WRONG: tuple[tuple[str, str, tuple[Any, ...], str], ...] = (
    ("TextsMessage", "title", ("", "x" * 201, *_LINES), "1 to 200 characters that can be seen, without blanks around"),
    ("TextsMessage", "question", ("", "x" * 301, *_LINES[-6:]), "1 to 300 characters"),
    ("TextsMessage", "unit", ("x" * 41, *_LINES[-6:]), "up to 40 characters"),
    ("TextsMessage", "asker", ("x" * 201, *_LINES[-6:]), "up to 200 characters"),
    ("TextsMessage", "contact", ("x" * 201, *_LINES[-6:]), "up to 200 characters"),
    ("TextsMessage", "purpose", ("x" * 1001, *_LINES[-6:]), "up to 1000 characters"),
    ("TextsMessage", "language", ("", "e", "EN", "en_US", "english", "en-", "en-x", "en--us", "a" * 36, 7), "a tag"),
    ("TermsMessage", "quantile", (0, 1, -0.5, 1.5, "0.5", True), "a number between 0 and 1, or null"),
    ("TermsMessage", "keep_names", (-1, 315360001, 1.5, None, True), "whole seconds, no more than keep_tallies"),
    ("TermsMessage", "keep_tallies", (-1, 0, 2591999, 3e8, None), "whole seconds, no fewer than keep_names"),
    ("TermsMessage", "closes", (-1, 1.5, "2030-12-31", True), "whole seconds since 1970, or null"),
    (
        "TermsMessage",
        "texts",
        ([], None, TEXTS, [TEXTS, TEXTS], [TEXTS | {"title": ""}], [TEXTS | {"more": ""}]),
        "1 to 16",
    ),
    ("TermsMessage", "texts", ([TEXTS | {"language": f"en-{at:02d}"} for at in range(17)],), "1 to 16 languages"),
    (
        "GroupTermsMessage",
        "groups",
        (
            [],
            None,
            "DE",
            ["DE", "DE"],
            [""],
            ["x" * 61],
            [" DE"],
            ["D\nE"],
            ["\u202eDE"],
            [7],
            [f"{at}" for at in range(101)],
        ),
        "1 to 100 names, each once",
    ),
    ("GroupTermsMessage", "groups_are", ("secret", "", None, True), "public or hidden"),
    ("GroupTermsMessage", "quantile", (0, 1, "0.5"), "between 0 and 1, or null"),
    ("GroupOpenMessage", "groups", ([], ["DE", "DE"], [""], ["x" * 61], [" DE"]), "1 to 100 names, each once"),
    ("GroupOpenMessage", "plans", ([{}], [{}] * 3, {}, [None]), "one for each group, or none"),
    ("GroupOpenMessage", "hidden", (None, 1, "true"), "true or false"),
    ("SurveyMessage", "survey", ("", "a b", "a/b", "x" * 65, "\u00e4", "a\n"), "1 to 64 letters, digits, - or _"),
    ("SurveysMessage", "surveys", (None, {}, [{}], [TERMS]), "a list of surveys"),
    ("SurveysMessage", "next", (7, []), "text or null"),
    ("LifecycleMessage", "state", ("archived", None), "a state"),
    ("StandingMessage", "terms", (None, {}, TERMS | {"lo": 151}), "terms"),
    ("StandingMessage", "plan", (None, [], "{}"), "an object"),
    ("StandingMessage", "estimate", (None, {}), "an estimate"),
    ("StandingMessage", "questions", (None, {}, [{}]), "a list of questions"),
    ("StandingMessage", "rules", (None, [], {"more": 1}), "rules"),
    ("EventMessage", "kind", ("answered", "", None), "a kind of event"),
    ("EventMessage", "tallies", ({}, [{}], [None]), "a list of tallies, or null"),
    ("EventMessage", "cell", ({}, ["0"], 7), "a list of numbers, or null"),
    ("EventLine", "kind", ("progress", "", None), "event"),
    ("ProgressLine", "kind", ("event", "", None), "progress"),
    ("ProgressLine", "state", ("archived", None), "a state"),
    ("BeatLine", "kind", ("event", "", None), "beat"),
    ("TallyMessage", "counts", ({}, ["1"], 7), "a list of whole numbers, or null"),
    ("StandingMessage", "statements", (None, [], {"value": 7}), "an object of texts"),
    ("HealthMessage", "state", ("ill", "", None), "a state of health"),
    ("KeyMessage", "reading", (0, 1, "true", None), "true or false"),
    ("PlanMessage", "domain", ([], [0], [0, 1, 2], None, {}), "two ends"),
    ("PlanMessage", "epsilon", ("1", None, True), "a number"),
    ("OpenMessage", "title", ("", "x" * 201, "a\u202eb", None), "1 to 200 characters"),
    ("OpenMessage", "plan", (None, [], "{}"), "an object"),
    ("OpenMessage", "translations", (None, {}, [{}], [GERMAN | {"title": ""}]), "a list of texts"),
    ("OpenMessage", "rules", (None, [], {"more": 1}, {"least": "1"}), "rules"),
    ("Rules", "lease", ("60", None, True), "a number"),
    ("Rules", "least", (1.5, "1", None, True), "a whole number"),
    ("TermsMessage", "lo", ("0", True, None, [], 150, 151), "a number below hi"),
    ("TermsMessage", "hi", ("150", True, None, 0, -1), "a number above lo"),
    ("TermsMessage", "direction", ("up", "Minimum", 1, None), "minimum or maximum"),
    ("TermsMessage", "step", (0, -1, 0.7, 151, "1", True), "it divides the domain, or is null"),
    ("TermsMessage", "outside", ("ignore", None, 0), "refuse or clamp"),
    ("TermsMessage", "answers", (0, -1, 2, 1.0, True, "1", None), "a whole number whose losses the grant covers"),
    ("TermsMessage", "loss", (0, -1, 1.5, True, "1", NANO + 1), "whole nano-nats, within the grant"),
    ("TermsMessage", "grant", (-1, 0, NANO - 1, 1e9, None), "whole nano-nats, enough for all answers"),
    ("QuestionMessage", "round", _INTEGERS, "a whole number from 0"),
    ("QuestionMessage", "index", _INTEGERS, "a whole number from 0"),
    ("QuestionMessage", "thresholds", (75.5, "75.5", [], ["75.5"], [True], [None], [[75.5]]), "a list of numbers"),
    ("QuestionMessage", "thresholds", ([1.0, 2.0],), "one fewer than the rows of the table"),
    ("QuestionMessage", "table", (None, [], "[]", {}, [[7]], _SEVENTEEN), "2 to 16 rows"),
    ("QuestionMessage", "table", _tables(), "rows of as many parts, whole numbers from 1 that sum to 2**53"),
    ("QuestionMessage", "table", (rows(UNEVEN),), "one row more than there are thresholds"),
    ("AnswerMessage", "round", _INTEGERS, "a whole number from 0"),
    ("AnswerMessage", "index", _INTEGERS, "a whole number from 0"),
    ("AnswerMessage", "code", (0, 1, 9, 26, -11, 110, 11.0, "11", True, None), "a whole number from 10 to 25"),
    ("SurveyMessage", "survey", (7, None), "text"),
    ("SurveyMessage", "terms", (None, text(TERMS), [], QUESTION), "terms"),
    ("SurveyMessage", "hash", ("", sha256(canonical(TERMS)).upper(), "0" * 64, None), "that of the terms, lower case"),
    ("SurveyMessage", "recruiting", ("open", "Rolling", "", None), "rolling or enrolled"),
    ("SurveyMessage", "access", ("rolling", "closed", "", None), "open or invitation"),
    ("SurveyMessage", "state", ("archived", "Open", "", 1, None), "gathering, open, paused, finished or closed"),
    ("CheckInMessage", "name", _NAMES, "32 to 128 letters, digits, - or _"),
    ("CheckInMessage", "invitation", (7, True, []), "text or null"),
    ("PlaceMessage", "status", ("Question", "asked", "wait", "done", "", None), "question, and then a question comes"),
    ("PlaceMessage", "question", (None, {}, ANSWER, text(QUESTION)), "a question, with the status question alone"),
    ("PlaceMessage", "seconds", (-1, -0.5, "60", None, True, 1e9 + 1), "seconds from 0 to 10**9"),
    ("PostedMessage", "name", _NAMES, "32 to 128 letters, digits, - or _"),
    ("PostedMessage", "receipt", _NAMES, "32 to 128 letters, digits, - or _"),
    ("PostedMessage", "answer", (None, {}, True, QUESTION), "an answer"),
    ("CountedMessage", "status", ("Counted", "perhaps", "", None, 1, True), "counted or again"),
)
