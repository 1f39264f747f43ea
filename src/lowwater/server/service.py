"""Service: what a server does, one function for one transaction. The time is an argument, so that tests decide it."""

import re
import secrets
from collections.abc import Callable, Sequence

from lowwater.core.tally import Tally
from lowwater.errors import BadInvitation, BadMessage, BadRecord, LowwaterError, NoSurvey, NotOpen, YourFault
from lowwater.search.plan import Plan
from lowwater.server import answers, desk, keys, lifecycle, retention, rounds, survey_words
from lowwater.server.answers import Outcome, Posted
from lowwater.server.invitation import admitted
from lowwater.server.opening import Opening, surveys_of, whole_of
from lowwater.server.store.outbox import Kind
from lowwater.server.store.records import Event, Position, QuestionRecord, SurveyRecord
from lowwater.server.store.store import Store
from lowwater.server.survey import Survey
from lowwater.wire import CheckInMessage, PlaceMessage, SharedMessage, SurveyMessage, TextsMessage
from lowwater.wire.rules import Rules

PAGE = 100
"""Surveys, or events, in one reply, at most."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")  # no survey has any other id, so no other text reaches the database

_BY_HAND: dict[str, Callable[[Survey, float], Survey]] = {
    "pause": lambda survey, _: survey.paused(),
    "resume": lambda survey, now: survey.resumed(now),
}


def open_survey(
    store: Store, texts: Sequence[TextsMessage], plan: Plan, rules: Rules, now: float, closes: int | None = None
) -> Survey:
    """Open a survey, which closes at `closes` at the latest."""
    (survey,) = open_all(store, Opening(texts, (plan,), rules, closes), now)
    return survey


def open_all(store: Store, opening: Opening, now: float) -> tuple[Survey, ...]:
    """Open a survey, or every member of one with groups."""
    surveys = surveys_of(secrets.token_hex(10), opening, now)
    for survey in surveys:
        _open(store, survey, now)
    return surveys


def _open(store: Store, survey: Survey, now: float) -> None:
    plan = survey.plan
    if not all(
        len(coin.table) == 2 or coin.is_symmetric for coin in {question.randomizer for question in survey.questions}
    ):
        raise YourFault(
            f"the search {plan.search!r} has a randomizer of several answers that is not symmetric; live surveys need "
            "one that gives each answer but the truth with the same chance"
        )
    store.surveys.add(survey.record())
    store.outbox.add(survey.id, "opened", now)
    if survey.state == "open":
        rounds.put(store, survey)


def public(store: Store, name: str) -> SurveyMessage:
    """The public record of a survey, or of the whole of one with groups."""
    members = [] if not _ID.fullmatch(name) or store.surveys.position(name) else store.surveys.members(name)
    if not members:
        return survey_of(store, name).public()
    return whole_of(name, survey_of(store, members[0].id), [member.state for member in members])


def survey_of(store: Store, name: str) -> Survey:
    """The survey of this name."""
    return Survey.of(_existing(name, store.surveys.get(name) if _ID.fullmatch(name) else None))


def surveys(
    store: Store, after: str | None = None, limit: int = PAGE, words: str = ""
) -> tuple[dict[str, Survey | BadRecord], str | None]:
    """Up to `limit` surveys after the one with id `after`, the oldest first; BadRecord where one cannot be parsed.

    With `words` only those whose title, in any language, or id contains them. The second is the id after which the
    next page begins; None if this is the last.
    """
    last = store.surveys.get(after) if after is not None and _ID.fullmatch(after) else None
    if after is not None and last is None:
        raise BadMessage(f"after={after[:40]!r}; it is the id of the last survey on the page before")
    opened, name = (last.opened, last.id) if last else (-1.0, "")
    if words:
        names, following = survey_words.matching(store, words, opened, name, limit)
        records = [record for record in map(store.surveys.get, names) if record is not None]
    else:
        records = store.surveys.page(opened, name, limit)
        following = records[-1].id if len(records) == limit > 0 else None
    return {record.id: _parsed(record) for record in records}, following


def questions(store: Store, name: str) -> list[QuestionRecord]:
    """Every question so far."""
    return store.questions.all(name)


def events(store: Store, name: str, after: int = 0, limit: int = PAGE) -> list[Event]:
    """Up to `limit` events of a survey after the one numbered `after`, in order."""
    position_of(store, name)
    return store.outbox.after(name, after, limit)


def check_in(store: Store, name: str, message: CheckInMessage, now: float) -> PlaceMessage:
    """Give a device its question, or tell it to wait, or that it is done."""
    (outcome,) = check_in_all(store, name, [message], now)
    if isinstance(outcome, LowwaterError):
        raise outcome
    return outcome


def check_in_all(
    store: Store, name: str, messages: Sequence[CheckInMessage], now: float
) -> list[PlaceMessage | LowwaterError]:
    """Give each of many devices what `check_in` gives one, in order; an error is returned, not raised."""
    survey = survey_of(store, name)
    people = [answers.person_of(name, message.name) if _may_enter(survey, message) else None for message in messages]
    places = _places(store, survey, list(dict.fromkeys(person for person in people if person is not None)), now)
    return [BadInvitation() if person is None else places[person] for person in people]


def answer(store: Store, posted: Sequence[Posted]) -> list[Outcome]:
    """Judge each of many answers by itself, in order; an error is returned, not raised."""
    names = sorted({answer.survey for answer in posted})
    positions = {name: store.surveys.position(name) if _ID.fullmatch(name) else None for name in names}
    return answers.judge(store, posted, positions)


def counted(store: Store, name: str, now: float) -> tuple[Survey, tuple[Tally, ...] | None]:
    """A survey, and the tallies with which `tick` would close its round now; None where it would not."""
    survey = survey_of(store, name)
    return survey, rounds.counted(store, survey, now)


def tick(store: Store, name: str, now: float) -> Kind | None:
    """Move a survey on if it is due, and return the kind of event."""
    store.settle()
    return rounds.move(store, survey_of(store, name), now)


def postpone(store: Store, name: str, due: float) -> None:
    """Make a survey that cannot be moved on due at `due`."""
    store.surveys.set_due(name, due)


def change(store: Store, name: str, event: lifecycle.Event, now: float) -> SurveyRecord:
    """Pause, resume or close a survey by hand; one whose record cannot be parsed can still be closed."""
    position = position_of(store, name)
    kind = lifecycle.step(position.state, event).kind
    if event == "close":
        _close(store, position, now)
    else:
        after = _BY_HAND[event](survey_of(store, name), now)
        store.surveys.move(after.record())
        store.surveys.set_due(name, now)
        store.outbox.add(name, kind, now)
    return _existing(name, store.surveys.get(name))


def delete(store: Store, name: str) -> SurveyRecord | None:
    """Delete a slice of a survey that has ended or cannot be parsed; return its last record once all is deleted."""
    record = _existing(name, store.surveys.get(name) if _ID.fullmatch(name) else None)
    if not isinstance(_parsed(record), BadRecord):
        lifecycle.deletable(record.state)
    return record if retention.drop(store, name, record.round) else None


def share(store: Store, name: str, label: str, now: float) -> SharedMessage:
    """Make a key that reads a survey, or the members of a whole, and nothing else; named `label`, or after it."""
    check_known(store, name)
    label = label or f"share-{name}-{secrets.token_hex(3)}"
    return SharedMessage(label, name, keys.make(store, label, now, name, reading=True))


def _close(store: Store, position: Position, now: float) -> None:
    try:
        rounds.end(store, survey_of(store, position.id), "close", "it was closed by hand", now)
    except BadRecord:
        statement = "it was closed by hand; its record cannot be used"
        store.questions.forget(position.id, position.round)
        store.surveys.close(position.id, now, statement)
        while retention.drop_people(store, position.id, position.round):
            pass  # all slices now: the clock cannot move what it cannot parse
        store.forget()
        store.outbox.add(position.id, "closed", now, statement=statement)


def _may_enter(survey: Survey, message: CheckInMessage) -> bool:
    return survey.rules.access == "open" or admitted(survey.id, survey.hash, survey.rules.issuer, message)


def _places(store: Store, survey: Survey, people: Sequence[bytes], now: float) -> desk.Places:
    if survey.state == "paused":
        return dict.fromkeys(people, PlaceMessage("wait", None, survey.rules.lease))
    if survey.state not in lifecycle.ASKING:
        return dict.fromkeys(people, NotOpen(f"this survey is {survey.state}: {survey.statement}"))
    recruit = desk.enrolled if survey.rules.recruiting == "enrolled" else desk.rolling
    return recruit(store, survey, people, now)


def _parsed(record: SurveyRecord) -> Survey | BadRecord:
    """The survey of a record, or the error why it cannot be parsed."""
    try:
        return Survey.of(record)
    except BadRecord as error:
        return error


def position_of(store: Store, name: str) -> Position:
    """The state and round of the survey of this name."""
    position = store.surveys.position(name) if _ID.fullmatch(name) else None
    if position is None:
        raise _no_survey(name)
    return position


def check_known(store: Store, name: str) -> None:
    """Refuse a name that is neither that of a survey nor of the whole of one with groups."""
    if not _ID.fullmatch(name) or not (store.surveys.position(name) or store.surveys.members(name)):
        raise _no_survey(name)


def _existing(name: str, record: SurveyRecord | None) -> SurveyRecord:
    if record is None:
        raise _no_survey(name)
    return record


def _no_survey(name: str) -> NoSurvey:
    return NoSurvey(f"there is no survey {name[:40]!r} here")
