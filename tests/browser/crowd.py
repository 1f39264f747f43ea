"""Crowd: simulated people who answer a survey in lists, as a gateway posts them; a seed decides their coins."""

import json
import random
from dataclasses import dataclass

from lowwater.client.respondent import Respondent
from lowwater.wire import AnswerMessage, PlaceMessage, TermsMessage, decode
from tests.browser.conftest import SERVICE

LIST = 1000


@dataclass
class Simulated:
    """One person: a name, a receipt and a device."""

    name: str
    receipt: str
    respondent: Respondent

    def answer(self, place):
        asked = decode(PlaceMessage, json.dumps(place)).question
        text = AnswerMessage.of(asked.round, asked.index, self.respondent.respond(asked.question()))
        answer = {"round": text.round, "index": text.index, "code": text.code, "version": text.version}
        return {"name": self.name, "receipt": self.receipt, "answer": answer, "version": text.version}


class Crowd:
    """People with these numbers, who answer the survey at `path` of `line` in turn."""

    def __init__(self, line, path, numbers, seed=7):
        luck = random.Random(seed)  # noqa: S311
        self.line, self.path = line, path
        terms = decode(TermsMessage, json.dumps(line.get(path).json["terms"])).terms()
        self.waiting = [
            Simulated(luck.randbytes(20).hex(), luck.randbytes(20).hex(), Respondent(number, terms, luck.randbytes))
            for number in numbers
        ]

    def answer(self, most=None, stop=lambda: False):
        """Let people answer, at most `most` of them, until nobody is left, the survey is over, or `stop` says so."""
        left = len(self.waiting) if most is None else most
        while left and self.waiting and not stop():
            some = self.waiting[: min(LIST, left)]
            places = self._post("check-in", [SERVICE.checking(each.name) for each in some])
            if all(place.get("status") not in ("question", "wait") for place in places):
                return
            asked = [(each, place) for each, place in zip(some, places, strict=True) if place["status"] == "question"]
            if asked:
                self._post("answers", [each.answer(place) for each, place in asked])
            gone = {each.name for each, _ in asked}
            self.waiting = [each for each in self.waiting if each.name not in gone]
            left -= len(asked)

    def _post(self, what, messages):
        reply = self.line.ask("POST", f"{self.path}/{what}/bulk", messages)
        assert 200 == reply.status, reply.text
        return reply.json


def ages(people, seed=7):
    """Ages of adults, from 18 on."""
    luck = random.Random(seed)  # noqa: S311
    return [18 + int(72 * luck.betavariate(1.1, 2.4)) for _ in range(people)]
