"""Tables, domains and losses."""

import math

from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.randomizer import MOST, SCALE, randomized_response


def table(luck):
    rows = luck.choice((2, 2, 2, 3, 4, luck.randint(2, 17)))
    if rows == 2 and luck.random() < 0.5:
        table = [list(row) for row in randomized_response(Epsilon(luck.randint(1, MOST.nano))).table]
    else:
        table = [_row(luck, rows) for _ in range(rows)]
    if luck.random() < 0.3:
        row = luck.choice(table)
        row[luck.randrange(len(row))] += luck.choice((1, -1, SCALE, 2**60, -(2**52)))
    if luck.random() < 0.02:
        table = [[SCALE * (i == j) for i in range(rows)] for j in range(rows)]
    coins = luck.randbytes(luck.choice((7, 7, 7, 7, 7, 7, 6, 8)))
    return {"what": "table", "table": table, "truth": luck.randrange(len(table)), "coins": coins.hex()}


def _row(luck, size):
    """Parts that sum to 2**53, some of them small."""
    cuts = sorted(luck.randrange(1, SCALE >> luck.choice((0, 0, 10, 40))) for _ in range(size - 1))
    return [high - low for low, high in zip([0, *cuts], [*cuts, SCALE], strict=True)]


def domain(luck):
    lo = luck.choice((0.0, -1.5, 1e-9, -1e300, luck.uniform(-1e6, 1e6)))
    hi = luck.choice(
        (lo + luck.choice((1, 0.1, 150, 1e-300, 2**52, 1e300)), luck.uniform(-1e6, 1e6), 1e308, 1.7976931348623157e308)
    )
    step = luck.choice(
        (None, None, 1.0, 0.1, (hi - lo) / luck.randint(1, 10 ** luck.randint(0, 16)), luck.uniform(-1, 3))
    )
    thresholds = sorted(
        {luck.choice((lo, hi, luck.uniform(lo, hi) if hi > lo and math.isfinite(hi - lo) else 0.0)) for _ in range(3)}
    )
    value = luck.choice(
        (lo, hi, math.nextafter(lo, -math.inf), math.nextafter(hi, math.inf), luck.choice(thresholds), 0.5)
    )
    values = (lo, hi, value, *([] if step is None else [step]), *thresholds)
    if not all(map(math.isfinite, values)):
        return domain(luck)
    return {
        "what": "domain", "lo": lo, "hi": hi, "direction": luck.choice(("minimum", "maximum")), "step": step,
        "outside": luck.choice(("refuse", "clamp")), "value": value, "thresholds": thresholds,
    }  # fmt: skip


def nats(luck):
    text = luck.choice((
        f"{luck.uniform(0, 20):.{luck.randint(0, 12)}f}", repr(luck.uniform(0, 10)),
        f"{luck.randint(0, 10**6)}e-{luck.randint(0, 9)}",
        "1e6", "0", "-1", "1e-9", "9e-10", "nan", "inf", "one", "", "0.0000000001", "1.", "12.5E-1",
    ))  # fmt: skip
    return {"what": "nats", "text": text}


def loss(luck):
    return {
        "what": "loss",
        "nano": luck.choice(
            (0, 1, NANO, 30 * NANO, 30 * NANO + 1, luck.randrange(31 * NANO), luck.randrange(2 * NANO))
        ),
    }
