"""Cases for Python and TypeScript to judge alike: messages, numbers, tables, addresses, and a device's questions."""

import random

from tests.typescript.address_cases import address, invitation, link
from tests.typescript.message_cases import json_value, message
from tests.typescript.number_cases import domain, loss, nats, table
from tests.typescript.question_cases import answers

MAKERS = (
    *[message] * 8,
    *[json_value] * 4,
    *[table] * 3,
    *[domain] * 2,
    address,
    link,
    invitation,
    nats,
    loss,
    answers,
)


def cases(seed, count):
    """Make `count` cases, each a JSON object that says what to judge; the seed decides them all."""
    luck = random.Random(seed)  # noqa: S311
    return (luck.choice(MAKERS)(luck) for _ in range(count))
