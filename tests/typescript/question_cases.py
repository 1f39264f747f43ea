"""A device under terms, and questions of which some repeat, change or cost too much."""

import json

from lowwater import wire
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.randomizer import MOST, randomized_response


def answers(luck):
    """Terms, a device with a number, and questions of which some repeat, change or cost too much."""
    loss = luck.randint(1, 3 * NANO)
    answers = luck.randint(1, 4)
    terms = {
        "lo": 0, "hi": 8, "direction": luck.choice(("minimum", "maximum")), "step": None, "quantile": None,
        "outside": luck.choice(("refuse", "clamp")), "answers": answers, "loss": loss,
        "grant": loss * answers + luck.choice((0, 0, 1, NANO)),
        "keep_names": 0, "keep_tallies": 0, "closes": None, "version": wire.VERSION,
        "texts": [{"title": "a", "question": "b", "unit": "", "asker": "", "contact": "", "purpose": "",
        "language": "en"}],
    }  # fmt: skip
    coins = [
        randomized_response(Epsilon(min(MOST.nano, max(1, loss + luck.choice((0, 0, 0, -1, 1, 10)))))) for _ in range(2)
    ]
    questions = [
        json.dumps({
            "round": luck.randrange(4), "index": luck.choice((0, 0, 0, 1)), "thresholds": [luck.choice((4, 4,
            4.0, 0, 8, 9, -0.0, 3.5))],
            "table": luck.choice((coins[0], coins[0], coins[0], coins[1])).table, "version": wire.VERSION,
        })
        for _ in range(luck.randint(1, 8))
    ]  # fmt: skip
    value = luck.choice((0.5, 4, 4.5, 8, 9.5, -1))
    flips = [luck.randbytes(7).hex() for _ in questions]
    return {"what": "answers", "terms": json.dumps(terms), "value": value, "questions": questions, "coins": flips}
