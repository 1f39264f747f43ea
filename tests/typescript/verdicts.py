"""What Python makes of a case: a value, or the name of an error."""

import re
from dataclasses import asdict

from lowwater import wire
from lowwater.client import Respondent
from lowwater.client.link import Link
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import Randomizer
from lowwater.errors import LowwaterError
from lowwater.wire import QuestionMessage, TermsMessage, canonical, parse
from lowwater.wire.address import Address


def _judge_message(given):
    return canonical(asdict(wire.decode(getattr(wire, given["kind"]), bytes.fromhex(given["hex"]))))


def _judge_table(given):
    coin = Randomizer(tuple(map(tuple, given["table"])))
    return [coin.loss.nano, coin.randomize(given["truth"], bytes.fromhex(given["coins"]))]


def _judge_domain(given):
    domain = Domain(given["lo"], given["hi"], given["direction"], given["step"])
    return domain.truth(domain.admit(given["value"], given["outside"]), tuple(given["thresholds"]))


def _judge_loss(given):
    """The loss, the factor and the chance, as Python's words have them; beyond 30 nats they have no numbers."""
    loss = Epsilon(given["nano"])
    numbers = re.search(r"at most ([0-9,.]+): .* at most ([0-9.]+) %", loss.in_words())
    return [str(loss), *((float(numbers[1].replace(",", "")), numbers[2]) if numbers else (None, "100"))]


def _judge_link(given):
    link = Link.of(given["text"])
    return [link.server, link.survey, link.hash, link.invitation]


def _judge_answers(given):
    heap = list(map(bytes.fromhex, given["coins"]))
    terms = wire.decode(TermsMessage, given["terms"]).terms()
    respondent = Respondent(given["value"], terms, lambda _: heap.pop(0))
    document = [
        verdict(lambda asked=asked: respondent.respond(wire.decode(QuestionMessage, asked).question()))
        for asked in given["questions"]
    ]
    return [document, respondent.spent.nano]


JUDGES = {
    "message": _judge_message,
    "json": lambda given: canonical(parse(bytes.fromhex(given["hex"]))),
    "table": _judge_table,
    "domain": _judge_domain,
    "address": lambda given: str(Address.of(given["text"])),
    "link": _judge_link,
    "invitation": lambda given: [wire.terms_of(given["text"]), wire.name_of(given["text"])],
    "nats": lambda given: Epsilon.of(given["text"]).nano,
    "loss": _judge_loss,
    "answers": _judge_answers,
}


def verdict(act):
    """What came of it: a value, or the name of the error."""
    try:
        return {"value": act()}
    except LowwaterError as error:
        return {"error": type(error).__name__}


def judged(given):
    """What Python makes of a case."""
    return verdict(lambda: JUDGES[given["what"]](given))
