"""Servers that change terms, randomizers and thresholds, ask again and lie at random: no grant is ever passed."""

import contextlib
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

from campaigns.counts import Counts
from campaigns.ground import Ground
from campaigns.host import Host, Reply, Request, hosting
from campaigns.mutations import mutated
from campaigns.runner import Slice
from campaigns.speech import judged
from campaigns.terms import COIN, question, survey_message
from campaigns.timeless import http_to, pace
from lowwater.client import Device, Ledger
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.randomizer import Randomizer, randomized_response
from lowwater.errors import LowwaterError
from lowwater.wire import CountedMessage, PlaceMessage, QuestionMessage

_SURVEYS = ("youngest", "oldest", "tallest")
_COINS = (COIN, *(randomized_response(Epsilon(nano)) for nano in (NANO // 2, NANO + 1, 2 * NANO, 5 * NANO)))
_PROBLEMS = ("too-late", "no-place", "contradicted", "not-open", "moved", "bad-store", "no-survey", "grant-spent")
_VISITS = 12
_TALKATIVE = 400  # requests after which a liar falls silent: no device of ours needs as many


class Liar:
    """A server whose every reply is drawn anew: mostly what an honest one might say, often with something wrong."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.asked, self.round = chance, 0, 0
        self._lies = chance.choice((0.01, 0.05, 0.2))  # how often it says something else than an honest one might

    def __call__(self, request: Request) -> Reply:
        """Whatever comes to its mind."""
        self.asked += 1
        if self.asked > _TALKATIVE:
            return self._problem()
        honest = {"": self._survey, "check-in": self._place, "answers": self._fate}[request.verb](request.survey)
        if self._lie():
            return honest._replace(body=mutated(self.chance, honest.body))
        return self._problem() if self._lie() else honest

    def _lie(self) -> bool:
        return self.chance.random() < self._lies

    def _survey(self, name: str) -> Reply:
        """The survey, mostly with the terms it began with."""
        answers = self.chance.randint(1, 10**6) if self._lie() else 3
        loss = self.chance.choice(_COINS).loss if self._lie() else COIN.loss
        return Reply.of(survey_message(name, answers, loss, title=self.chance.choice(("How old?", "Another"))))

    def _place(self, _name: str) -> Reply:
        status = self.chance.choices(("question", "wait", "done"), (12, 1, 1))[0]
        seconds = self.chance.choice((0.0, 1.0, 2.5, 1e9)) if self._lie() else 60.0
        return Reply.of(PlaceMessage(status, self._question() if status == "question" else None, seconds))  # type: ignore[arg-type]

    def _question(self) -> QuestionMessage:
        """A question, of which anything may be another one than before."""
        coin: Randomizer = self.chance.choice(_COINS) if self._lie() else COIN
        threshold = self.chance.choice((2.0, 6.5, -1.0, 9.0)) if self._lie() else 4.0
        self.round += self.chance.choice((0, 1, 1))
        again = self.chance.randint(0, self.round) if self.chance.random() < 0.2 else self.round
        return question(again, threshold, coin, int(self._lie()))

    def _fate(self, _name: str) -> Reply:
        return Reply.of(CountedMessage(self.chance.choice(("counted", "again"))))

    def _problem(self) -> Reply:
        kind, status = self.chance.choice(_PROBLEMS), self.chance.choice((404, 409, 429, 500, 503))
        document = {"type": f"https://lowwater.example/problems/{kind}", "title": kind, "status": status}
        return Reply(status, json.dumps(document).encode(), "application/problem+json")


@contextlib.contextmanager
def opened(ground: Ground) -> Iterator[Slice]:
    """One liar after the other, at one address."""
    with ground.folder() as folder, hosting(_silent) as host:

        def work(chance: random.Random, _seconds: float) -> Counts:
            host.reply, host.heard[:] = Liar(chance), []
            ledger = _visited(chance, host, folder / f"{chance.getrandbits(80):x}.jsonl")
            return judged(host.heard, ledger) + Counts(done={"visits": _VISITS, "answers": len(host.heard)})

        yield work


def _visited(chance: random.Random, host: Host, path: Path) -> Ledger:
    """The ledger of a device that took part in several surveys of a liar, with a grant here and a lifetime there."""
    Ledger(path, durable=False).grant(Epsilon(chance.randint(1, 8) * NANO + chance.randrange(2)))
    grants = {survey: Epsilon(chance.randint(NANO // 2, 4 * NANO)) for survey in _SURVEYS}  # from the first visit on
    for _ in range(_VISITS):
        survey = chance.choice(_SURVEYS)
        with contextlib.suppress(LowwaterError), http_to(f"http://127.0.0.1:{host.port}") as http:
            ledger = Ledger(path, durable=False)
            device = Device(http, survey, ledger, 3.0, grant=grants[survey], pace=pace())
            _act(chance, device)()
    return Ledger(path, durable=False)


def _act(chance: random.Random, device: Device) -> Callable[[], object]:
    return device.take_part if chance.random() < 0.5 else device.answer_once


def _silent(_request: Request) -> Reply:
    return Reply(503)
