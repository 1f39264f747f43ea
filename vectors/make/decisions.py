"""Decisions: the truth of a value, and whether a question is answered."""

from collections.abc import Iterator

from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.randomizer import Randomizer, randomized_response
from vectors.make.samples import HALF, ONE, QUESTION, TERMS, Vector, leaning, rows


def truths() -> Iterator[Vector]:
    """The honest answer for a value: how many thresholds it is within; it never leaves a device."""
    low = {"lo": 0.0, "hi": 150.0, "direction": "minimum", "outside": "refuse"}
    high = low | {"direction": "maximum"}
    for where, value, threshold, truth in (
        (low, 34.0, 75.5, True), (low, 76.0, 75.5, False), (low, 75.5, 75.5, True), (low, 0.0, 0.0, True),
        (low, 150.0, 150.0, True), (low, 0.1 + 0.2, 0.3, False), (low, 0.0, -0.0, True),
        (high, 34.0, 75.5, False), (high, 76.0, 75.5, True), (high, 75.5, 75.5, True),
        (low | {"outside": "clamp"}, -7.0, 0.0, True), (low | {"outside": "clamp"}, 200.0, 149.5, False),
        (high | {"outside": "clamp"}, 200.0, 150.0, True),
    ):  # fmt: skip
        yield {**where, "value": value, "thresholds": [threshold], "truth": int(truth)}
    for value, least, most in ((0.0, 3, 0), (10.0, 3, 1), (15.0, 2, 1), (20.0, 2, 2), (30.5, 0, 3), (30.0, 1, 3)):
        for where, truth in ((low, least), (high, most)):
            yield {**where, "value": value, "thresholds": [10.0, 20.0, 30.0], "truth": truth}


def bad_truths() -> Iterator[Vector]:
    """Values that a device must not answer for; its error does not name them. NaN is written as null."""
    where = {"lo": 0.0, "hi": 150.0, "direction": "minimum"}
    for outside, value in (("refuse", -0.5), ("refuse", 150.5), ("refuse", None), ("clamp", None)):
        yield {**where, "outside": outside, "value": value, "thresholds": [75.5], "error": "BadData"}


THREE: Vector = TERMS | {"answers": 3, "loss": HALF.loss.nano, "grant": 3 * HALF.loss.nano}
CHEAP: Vector = QUESTION | {"table": rows(HALF)}
MANY: Vector = QUESTION | {"thresholds": [10.0, 20.0, 150.0], "table": rows(leaning(4, 2))}
FOUR: Vector = TERMS | {"answers": 2, "grant": 2 * NANO}


def questions() -> Iterator[Vector]:
    """Terms, questions that were answered, and one more that must be answered: anew, or with what was said before."""
    for terms, answered, asked, how in (
        (TERMS, [], QUESTION, "anew"),
        (TERMS, [], CHEAP, "anew"),
        (TERMS, [], QUESTION | {"thresholds": [0.0]}, "anew"),
        (TERMS, [], QUESTION | {"thresholds": [150.0], "round": 9, "index": 2}, "anew"),
        (TERMS, [QUESTION], QUESTION, "again"),
        (FOUR, [], MANY, "anew"),
        (FOUR, [MANY], MANY, "again"),
        (FOUR, [MANY], MANY | {"round": 1, "thresholds": [1.0, 2.0, 3.0]}, "anew"),
        (THREE, [CHEAP], CHEAP | {"round": 1, "thresholds": [37.5]}, "anew"),
        (THREE, [CHEAP, CHEAP | {"round": 1}], CHEAP, "again"),
        (THREE, [CHEAP, CHEAP | {"round": 5}], CHEAP | {"round": 2}, "anew"),
    ):
        yield {"terms": terms, "said": answered, "asked": asked, "how": how}


def bad_questions() -> Iterator[Vector]:
    """Terms, questions that were answered, and one more that must not be."""
    lower = randomized_response(Epsilon(NANO // 4))
    nearly = rows(Randomizer.binary(ONE.if_yes, ONE.if_no - 1000))
    outside = MANY | {"thresholds": [10.0, 20.0, 150.5]}
    for terms, answered, asked, error, why in (
        (TERMS, [], QUESTION | {"thresholds": [150.5]}, "OffTerms", "outside the domain"),
        (FOUR, [], outside, "OffTerms", "one of three thresholds is outside the domain"),
        (FOUR, [MANY], MANY | {"thresholds": [10.0, 21.0, 150.0]}, "OffTerms", "another threshold for a round"),
        (FOUR, [MANY], QUESTION | {"round": 1}, "OffTerms", "another randomizer than the survey began with"),
        (TERMS, [], QUESTION | {"thresholds": [-0.5]}, "OffTerms", "outside the domain"),
        (THREE, [], QUESTION, "OffTerms", "it costs more than the terms say"),
        (TERMS, [], QUESTION | {"table": nearly}, "OffTerms", "it costs more than the terms say, by little"),
        (TERMS, [QUESTION], QUESTION | {"thresholds": [37.5]}, "OffTerms", "another threshold for an answered round"),
        (TERMS, [QUESTION], QUESTION | {"index": 1}, "OffTerms", "another question for an answered round"),
        (TERMS, [QUESTION], CHEAP, "OffTerms", "another randomizer for an answered round"),
        (TERMS, [QUESTION], QUESTION | {"round": 1}, "GrantSpent", "one answer was agreed to"),
        (THREE, [CHEAP, CHEAP | {"round": 1}, CHEAP | {"round": 2}], CHEAP | {"round": 3}, "GrantSpent", "three were"),
        (THREE, [CHEAP], CHEAP | {"round": 1, "table": rows(lower)}, "OffTerms",
         "another randomizer than the survey began with"),
    ):  # fmt: skip
        yield {"terms": terms, "said": answered, "asked": asked, "error": error, "why": why}
