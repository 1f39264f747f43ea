"""Torn and mutated ledgers: refused as what they are, and never with more left to say than before."""

import random
from pathlib import Path

from campaigns.counts import Counts
from campaigns.mutations import mutated
from lowwater.client import Ledger
from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import randomized_response
from lowwater.core.terms import Terms
from lowwater.errors import LowwaterError
from lowwater.wire import SurveyMessage, TermsMessage, TextsMessage, hash_of

COIN = randomized_response(Epsilon(NANO))
_TERMS = TermsMessage.of(Terms(Domain(0, 8), "refuse", 3, COIN.loss, COIN.loss * 3), TextsMessage("Torn"))
SURVEY = SurveyMessage("torn", _TERMS, hash_of(_TERMS), "rolling", "open", "open")
SERVER, LIFETIME = "http://127.0.0.1", Epsilon(5 * NANO)


def written(chance: random.Random, path: Path) -> Ledger:
    """A ledger with a lifetime and a few answers, some of them settled."""
    path.unlink(missing_ok=True)
    ledger = Ledger(path, durable=False)
    ledger.grant(LIFETIME)
    page = ledger.join(SERVER, SURVEY)
    for number in range(chance.randrange(4)):
        entry = ledger.respond(page, 3, Question(number, 0, (4.0,), COIN, None), chance.randbytes)
        if chance.random() < 0.5:
            ledger.settle(page, entry, "counted")
    return ledger


def judged(chance: random.Random, path: Path) -> Counts:
    """Damage a ledger, and read it by a handle that knew it and by a new one."""
    ledger = written(chance, path)
    text, left = path.read_bytes(), ledger.left(ledger.pages[0])
    if chance.random() < 0.5:
        start = text.rstrip(b"\n").rfind(b"\n") + 1
        path.write_bytes(text[: chance.randrange(start, len(text))])  # as a crash leaves it
        most = _left(text[:start], path)
    else:
        path.write_bytes(mutated(chance, text))
        most = None  # whoever writes a ledger can write whatever a person may allow
    return no_more(ledger, left, path) + no_more(Ledger(path, durable=False), most, path)


def no_more(ledger: Ledger, left: Epsilon | None, path: Path) -> Counts:
    """Refused in our own words, or no more left than this."""
    damaged = path.read_bytes()
    try:
        now = [ledger.left(page) for page in ledger.pages]
    except LowwaterError:
        return Counts()
    except Exception as error:
        return Counts(failed=1, notes=(f"{error!r} from the ledger {damaged!r}",))
    more = left is not None and any(row > left for row in now)
    return Counts(overspent=int(more), notes=(f"more left than {left} in {damaged!r}",) if more else ())


def _left(text: bytes, path: Path) -> Epsilon:
    """What is left by the lines that are whole."""
    beside = path.with_name("whole.jsonl")
    beside.write_bytes(text)
    ledger = Ledger(beside, durable=False)
    return min([ledger.left(page) for page in ledger.pages], default=LIFETIME)
