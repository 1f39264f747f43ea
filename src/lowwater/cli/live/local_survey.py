"""Local survey: a survey of simulated people in one process: real devices, real coins, real messages, no network."""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

from lowwater.cli.live.replay import Replay
from lowwater.cli.text.step import Step
from lowwater.client.respondent import Respondent
from lowwater.core.question import Question
from lowwater.core.tally import Tally
from lowwater.search.plan import Plan
from lowwater.wire import AnswerMessage, QuestionMessage, TermsMessage, TextsMessage, decode, encode

YOUNGEST = 18
TEXTS = TextsMessage(
    "Who is the youngest?", "How old are you, in years?", "years", "the demo", purpose="To show how it works."
)


class LocalSurvey:
    """A server and its devices in one process, which exchange encoded messages only."""

    def __init__(self, plan: Plan, ages: list[float], seed: int | None) -> None:
        self.search = Replay(plan, "unasked", simulated=seed is not None)
        rng = random.SystemRandom() if seed is None else random.Random(seed + 1)  # noqa: S311 - simulated, and says so
        coins = os.urandom if seed is None else rng.randbytes
        terms = encode(TermsMessage.of(plan.terms(), TEXTS))
        self.devices = [Respondent(age, decode(TermsMessage, terms).terms(), coins) for age in ages]
        rng.shuffle(self.devices)  # the server, not the devices, draws who is asked when
        self._waiting = iter(self.devices)

    def rounds(self, progress: Callable[[float], None]) -> Iterator[Step]:
        """Run the rounds, call `progress` with the share of people asked, and yield each step as its round closes."""
        asked = 0
        while questions := self.search.questions:
            step = self.search.take(tuple(self._ask(question) for question in questions))
            asked += sum(tally.total for tally in step.tallies if tally is not None)
            progress(asked / self.search.plan.people)
            yield step

    def _ask(self, question: Question) -> Tally:
        """Put the question to the next cohort and count the answers."""
        text = encode(QuestionMessage.of(question))
        cohort = islice(self._waiting, question.people)
        counts = Counter(decode(AnswerMessage, _respond(device, text)).said for device in cohort)
        return Tally(tuple(counts[answer] for answer in range(len(question.randomizer.table))))


def _respond(device: Respondent, text: str) -> str:
    """Decode the question in `text`, let the device answer it, and encode the answer."""
    question = decode(QuestionMessage, text).question()
    return encode(AnswerMessage.of(question.round, question.index, device.respond(question)))


def made_up_ages(people: int, seed: int) -> list[float]:
    """Ages in whole years from 18 up, many young and few old."""
    rng = random.Random(seed)  # noqa: S311 - made-up people
    ages = [float(YOUNGEST + int(72 * rng.betavariate(1.1, 2.4))) for _ in range(people - 1)]
    return [float(YOUNGEST), *ages]
