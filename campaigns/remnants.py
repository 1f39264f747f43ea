"""Surveys of random shapes on SQLite, played, closed, deleted and restarted; after each, every byte is searched.

Where a survey was deleted, SQLite may have moved rows of others and left copies behind, as the documentation says
(docs/live/life-of-an-answer.md): then only names, receipts and invitations are remnants, and those copies are counted.
"""

import contextlib
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from campaigns.counts import Counts
from campaigns.ground import Ground
from campaigns.house import House, housed
from campaigns.plans import random_plan
from campaigns.records import places_in, read, secrets_in
from campaigns.runner import Slice
from lowwater.errors import LowwaterError
from lowwater.server import service
from lowwater.server.invitation import invitations, new_key, public_of
from lowwater.wire import name_of

_STEPS = 40
_PEOPLE = 150  # in one step, at most: so many that pages of the file are split, left behind and used again
_DELETING = 0.25  # of all databases those in which surveys are deleted
_LATEST = 60  # secrets to search for after each step; in the end it is all of them


@contextlib.contextmanager
def opened(ground: Ground) -> Iterator[Slice]:
    """One database after the other."""

    def work(chance: random.Random, _seconds: float) -> Counts:
        with ground.folder() as folder, housed(str(folder / "surveys.db")) as house:
            return Story(house, folder / "surveys.db", chance).play()

    yield work


@dataclass
class Story:
    """What happens to one database, and the secrets that must not be in its files."""

    house: House
    file: Path
    chance: random.Random
    keys: dict[str, str] = field(default_factory=dict)
    secrets: list[str] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)

    def play(self) -> Counts:
        """Everything that was found."""
        often, seldom = (self._play,) * 8, (self._open, self._pass, self._close, self.house.reopen)
        steps = often + seldom + ((self._delete,) if self.chance.random() < _DELETING else ())
        for _ in range(5):
            self._open()
        for _ in range(_STEPS):
            self.chance.choice(steps)()
            self.counts += self._searched(self.secrets[-_LATEST:])
        return self.counts + self._searched(self.secrets)

    def _open(self) -> None:
        plan, rules = random_plan(self.chance)
        key = new_key() if self.chance.random() < 0.3 else ""
        access = {"access": "invitation", "issuer": public_of(key)} if key else {}
        survey = self.house.open(plan, **rules, **access)
        self.keys[survey] = key
        self.counts += Counts(done={"surveys": 1})

    def _some(self) -> str:
        return self.chance.choice(sorted(self.keys))

    def _play(self) -> None:
        """People come, and most of them answer; who has come before may come again."""
        survey = self._some()
        for _ in range(self.chance.randrange(_PEOPLE)):
            self._come(survey)
            self.house.now += self.chance.random()
        with contextlib.suppress(LowwaterError):
            self.house.do(service.tick, survey, self.house.now)

    def _invited(self, survey: str) -> Iterator[str]:
        terms = self.house.do(service.survey_of, survey).hash
        return invitations(self.keys[survey], survey, terms, 1)

    def _come(self, survey: str) -> None:
        (invitation,) = self._invited(survey) if self.keys[survey] else (None,)
        name = name_of(invitation) if invitation else f"name-{self.chance.getrandbits(160):040x}"
        receipt = f"receipt-{self.chance.getrandbits(160):040x}"
        self.secrets += [text for text in (name, receipt, invitation) if text]
        place = self.house.check_in(survey, name, invitation)
        if place and place.question and self.chance.random() < 0.8:
            self.house.answer(survey, name, receipt, place.question, self.chance.random() < 0.5)
            self.counts += Counts(done={"answers": 1})

    def _pass(self) -> None:
        """Time passes, and every survey is looked at."""
        self.house.now += self.chance.choice((1.0, 30.0, 200.0))
        for survey in self.keys:
            self.house.do(service.tick, survey, self.house.now)

    def _close(self) -> None:
        with contextlib.suppress(LowwaterError):
            self.house.do(service.change, self._some(), "close", self.house.now)

    def _delete(self) -> None:
        survey = self._some()
        with contextlib.suppress(LowwaterError):
            while self.house.do(service.delete, survey) is None:
                pass
            self.deleted.append(survey)
            del self.keys[survey]
        if not self.keys:
            self._open()

    def _searched(self, secrets: list[str]) -> Counts:
        """Look through all files, once all that is due was done."""
        self.house.look()
        surveys = [service.survey_of(self.house.store, survey) for survey in self.keys]
        open_rounds = {survey.id: survey.round for survey in surveys if survey.ended is None}
        data = read(self.file)
        texts, places = secrets_in(data, secrets), places_in(data, open_rounds)
        if self.deleted:
            copies = len(places) + len(secrets_in(data, self.deleted))
            return _counted(texts) + Counts(done={"copies left by deletions": copies})
        return _counted(texts + places)


def _counted(notes: list[str]) -> Counts:
    return Counts(remnants=len(notes), notes=tuple(notes[:3]), done={"searches": 1})
