"""Books: what a database counted of a survey, held against what devices said. Pure, but for reading the database."""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from campaigns.counts import Counts
from campaigns.journal import Spoken
from lowwater.client import Ledger
from lowwater.server import service
from lowwater.server.answers import digest_of, person_of
from lowwater.server.config import connect
from lowwater.server.store.queries import UNSAID
from lowwater.wire import PostedMessage

Asked = tuple[int, int]
"""A round, and a question in it."""


@dataclass(frozen=True)
class Books:
    """What a database holds: the digest of each person and round, yes and total of each question, and the round."""

    digests: dict[tuple[bytes, int], bytes]
    counted: dict[Asked, tuple[int, int]]
    round: int
    closed: frozenset[Asked] = frozenset()

    @classmethod
    def of(cls, database: str, survey: str) -> "Books":
        """Read them, with no server about."""
        with closing(connect(database)) as store:
            store.migrate()
            execute = store.connection._connection.execute  # type: ignore[attr-defined]
            places = list(execute(f"SELECT person, round, digest FROM place WHERE survey = '{survey}'"))  # noqa: S608
            running = f"SELECT round, question, yes_so_far FROM question WHERE survey = '{survey}'"  # noqa: S608
            so_far = {(round_, index): yes for round_, index, yes in execute(running)}
            questions, where = service.questions(store, survey), service.survey_of(store, survey).round
        counted = {
            (question.round, question.question): (so_far[question.round, question.question], question.answered)
            for question in questions
        }
        tallies = {
            (question.round, question.question): (question.yes, question.total)
            for question in questions
            if question.total is not None
        }
        digests = {(bytes(person), round_): bytes(digest) for person, round_, digest in places if digest != UNSAID}
        return cls(digests, counted | tallies, where, frozenset(tallies))


def judged(survey: str, spoken: Spoken, books: Books) -> Counts:
    """Every acknowledged answer is counted, once; nothing else is; and nobody said two things in one round."""
    of = {
        (person_of(survey, message.name), message.answer.round, digest_of(message)): message for message in spoken.sent
    }
    counted = [of.get((*key, digest)) for key, digest in books.digests.items()]
    lost = [answer for answer in spoken.acknowledged if answer not in set(counted)]
    tallies = _tallies([message for message in counted if message is not None], books)
    return tallies + Counts(
        lost=len(lost),
        doubled=counted.count(None),
        overspent=_second_bits(spoken.sent),
        notes=tuple(f"lost: round {answer.answer.round} of {answer.name}" for answer in lost[:3]),
        done={"acknowledged answers": len(spoken.acknowledged), "counted answers": len(counted)},
    )


def gone_back(looks: Sequence[Books]) -> Counts:
    """From look to look no round goes back, and no tally changes."""
    back = sum(after.round < before.round for before, after in pairwise(looks))
    changed = sum(
        before.counted[asked] != after.counted.get(asked)
        for before, after in pairwise(looks)
        for asked in before.closed
    )
    return Counts(gone_back=back + changed, done={"looks at the database": len(looks)})


def ledgers_judged(paths: Iterable[Path], sent: Iterable[PostedMessage]) -> Counts:
    """No ledger is overspent, and whatever was sent stands in one."""
    pages = [page for path in paths for page in Ledger(path, durable=False).pages]
    over = sum(page.account.spent > page.account.grant for page in pages)
    entries = {
        (page.name, entry.receipt, entry.question.round, entry.answer) for page in pages for entry in page.account.told
    }
    strange = [
        message
        for message in sent
        if (message.name, message.receipt, message.answer.round, message.answer.said) not in entries
    ]
    notes = tuple(f"sent, and in no ledger: round {answer.answer.round} of {answer.name}" for answer in strange[:3])
    return Counts(overspent=over + len(strange), notes=notes, done={"ledgers": len(pages)})


def _second_bits(sent: Iterable[PostedMessage]) -> int:
    """People who said two things in one round."""
    return sum(many > 1 for many in Counter((message.name, message.answer.round) for message in sent).values())


def _tallies(counted: list[PostedMessage], books: Books) -> Counts:
    """Each question's total and yes are those of the answers that are there."""
    total = Counter((message.answer.round, message.answer.index) for message in counted)
    yes = Counter((message.answer.round, message.answer.index) for message in counted if message.answer.said)
    lost = doubled = 0
    notes = []
    for asked in {*total, *books.counted}:
        kept_yes, kept = books.counted.get(asked, (0, 0))
        lost += max(0, total[asked] - kept)
        doubled += max(0, kept - total[asked])
        if kept == total[asked] and kept_yes != yes[asked]:
            lost, doubled = lost + abs(kept_yes - yes[asked]), doubled + abs(kept_yes - yes[asked])
        if (kept_yes, kept) != (yes[asked], total[asked]):
            notes.append(f"question {asked} has {kept_yes} of {kept}, and people said {yes[asked]} of {total[asked]}")
    return Counts(lost=lost, doubled=doubled, notes=tuple(notes[:3]))
