"""Calculations: hashes of terms, canonical texts, answers from coins, losses and shares."""

import json
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate

from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.randomizer import SCALE, Randomizer, randomized_response
from lowwater.wire import canonical
from vectors.make.messages import group_terms, other_terms
from vectors.make.samples import BINARY, COINS, FAINT, FIFTEEN, LOPSIDED, ONE, TERMS, Vector, rows, sha256, text


def terms() -> Iterator[Vector]:
    """Terms as they may arrive, the canonical JSON that is hashed, and the hash by which a device pins them."""
    for message in (TERMS, *other_terms(), *group_terms()):
        for arrived in (text(message), json.dumps(dict(reversed(message.items())), indent=1)):
            yield {"text": arrived, "hashed": canonical(message), "hash": sha256(canonical(message))}


def canonicals() -> Iterator[Vector]:
    """JSON, and the canonical text of the same value (RFC 8785)."""
    for source in (
        "150", "150.0", "1.5e2", "1e20", "1e21", "1E-7", "0.000001", "-0", "-0.0", "9007199254740991",
        "9007199254740993", "-12.50",
        "9007199254740992.0", "9007199254740993.0", "333333333.33333329", "1e23", "5e-324", "1.7976931348623157e308",
        "123456789012345680000.0", "1.5e-7", "1.2e21", "-2.5e-9", "0.1", "4.50", "2e-3", "[]", "{}", "null",
        "[true,false]",
        '{"b":1,"a":[2,{"d":3,"c":4}],"__proto__":5}',
        '{"\\u20ac":1,"\\r":2,"\\ufb33":3,"1":4,"\\ud83d\\ude00":5,"\\u0080":6,"\\u00f6":7}',
        '"\\u007f\\ud83d\\ude00"', '"\\u0000\\b\\t\\n\\f\\r\\u001f\\u0022\\u005c\\/"', '"<&\\u2028>"',
    ):  # fmt: skip
        result = canonical(json.loads(source))
        yield {"text": source, "canonical": result, "hash": sha256(result)}


def bad_canonicals() -> Iterator[Vector]:
    """JSON that has no canonical text, since not every language reads it alike."""
    for source, why in (
        ("[1e400]", "past all doubles"),
        ("1" + "0" * 400, "past all doubles"),
        ('"\\ud83d"', "half a character"),
        ('{"\\udc00":1}', "half a character"),
    ):
        yield {"text": source, "error": "BadMessage", "why": why}


def randomizer() -> Iterator[Vector]:
    """A truth and seven bytes of coins become an answer; around every turning point, and somewhere."""
    for coin in COINS:
        for truth in sorted({0, 1, len(coin.table) - 1}):
            row = coin.table[truth]
            edges = list(accumulate(row))
            near = {edge + step for edge in (*edges[:2], *edges[-2:]) for step in (-1, 0)} | {0}
            drawn = {int(sha256(f"{row} {seed}"), 16) % SCALE for seed in range(2)}
            for index, uniform in enumerate(sorted(uniform for uniform in near | drawn if uniform < SCALE)):
                coins = ((uniform << 3) | index % 8).to_bytes(7, "big")
                answer = next(answer for answer, edge in enumerate(edges) if uniform < edge)
                yield {"table": rows(coin), "truth": truth, "coins": coins.hex(), "answer": answer}


def bad_randomizer() -> Iterator[Vector]:
    """Tables that are no randomizer, and coins that are too few or too many."""
    keep, flip = ONE.if_yes, ONE.if_no
    for table, why in (
        ([[SCALE, 0], [SCALE, 0]], "it always gives the same answer"),
        ([[SCALE, 0], [flip, keep]], "an answer that one truth never gives"),
        ([[keep, flip], [0, SCALE]], "an answer that one truth never gives"),
        ([[keep, flip], [flip, keep + 1]], "more than a whole"),
        ([[keep, flip], [flip, keep - 1]], "less than a whole"),
        ([[SCALE + 1, -1], [flip, keep]], "less than nothing"),
        ([[keep, flip]], "one row alone"),
        ([[keep, flip], [flip, keep], [flip, keep]], "more rows than columns"),
        ([[SCALE]], "one answer alone"),
        ([[SCALE - 1, 1], [1, SCALE - 1]], "it loses more than 15 nats"),
        ([[FIFTEEN.if_yes + 1, FIFTEEN.if_no - 1], [FIFTEEN.if_no - 1, FIFTEEN.if_yes + 1]], "more than 15 nats"),
        ([[SCALE // 17 + (SCALE % 17 if i == j else 0) for j in range(17)] for i in range(17)], "17 rows"),
    ):
        yield {"table": table, "coins": "00" * 7, "error": "BadRandomizer", "why": why}
    for size in (0, 6, 8):
        vector: Vector = {"table": rows(ONE), "coins": "00" * size}
        yield vector | {"error": "BadRandomizer", "why": "seven bytes are needed"}


def losses() -> Iterator[Vector]:
    """What one answer reveals at most, in nano-nats, rounded up; and the epsilon it was made for, if any."""
    for nats in ("0.000000001", "0.025", "0.1", "0.333333333", "0.48", "0.5", "1", "2", "4", "8", "15"):
        made = randomized_response(Epsilon.of(nats))
        yield {"table": rows(made), "loss": made.loss.nano, "epsilon": int(Decimal(nats) * NANO)}
    faint = (Randomizer.binary(2, 1), Randomizer.binary(SCALE - 1, SCALE - 2), Randomizer(ONE.table[::-1]))
    for coin in (LOPSIDED, FAINT, *faint, *COINS[len(BINARY) :]):
        yield {"table": rows(coin), "loss": coin.loss.nano, "epsilon": None}
    same = Randomizer(((SCALE // 2, SCALE // 2),) * 2)
    yield {"table": rows(same), "loss": same.loss.nano, "epsilon": None}


def debias() -> Iterator[Vector]:
    """The share of people of each truth, without bias: as fractions, and as the nearest doubles."""
    for coin in BINARY:
        for yes, total in ((0, 1), (1, 1), (3, 10), (500, 1000), (269, 1000), (731, 1000), (12345, 100_000)):
            share = Fraction(yes * SCALE - total * coin.if_no, total * (coin.if_yes - coin.if_no))
            yield _debiased(coin, [total - yes, yes], [1 - share, share])
    for coin in COINS[len(BINARY) :]:
        size = len(coin.table)
        for shares in ([Fraction(1, size)] * size, [Fraction(2 * at + 1, size**2) for at in range(size)]):
            parts = [sum(share * row[at] for share, row in zip(shares, coin.table, strict=True)) for at in range(size)]
            yield _debiased(coin, [int(part * size**2) for part in parts], shares)


def _debiased(coin: Randomizer, counts: list[int], shares: list[Fraction]) -> Vector:
    fractions = [[str(share.numerator), str(share.denominator)] for share in shares]
    doubles = [share.numerator / share.denominator for share in shares]
    return {"table": rows(coin), "counts": counts, "fractions": fractions, "shares": doubles}


def bad_debias() -> Iterator[Vector]:
    """Counts that cannot be, answers that nobody gave, and a table whose rows nobody can tell apart."""
    for counts in ([0, 0], [-1, 1], [2, -1], [1], [], [1, 2, 3], [0.5, 0.5]):
        yield {"table": rows(ONE), "counts": counts, "error": "BadTally"}
    yield {"table": [[SCALE // 2, SCALE // 2]] * 2, "counts": [1, 1], "error": "BadRandomizer"}
