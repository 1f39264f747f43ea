"""Speech: what left a device, held against what its ledger allows. Pure, but for reading the ledger."""

from collections.abc import Iterable

from campaigns.counts import Counts
from lowwater.client import Ledger
from lowwater.wire import PostedMessage

Heard = tuple[str, PostedMessage]
"""The survey, and an answer to it."""


def judged(heard: Iterable[Heard], ledger: Ledger) -> Counts:
    """Nothing left that the ledger does not hold, no second bit for a round, and no grant is passed."""
    sent = {(survey, item.answer.round, item.answer.index, item.answer.said, item.receipt) for survey, item in heard}
    pages = ledger.pages
    entries = {
        (page.survey, item.question.round, item.question.index, item.answer, item.receipt)
        for page in pages
        for item in page.account.told
    }
    notes = [f"{len(sent - entries)} answers left the device without a line in its ledger"] if sent - entries else []
    rounds = [line[:2] for line in sent]
    second = len(rounds) - len(set(rounds))
    notes += [f"{second} second answers for a round"] if second else []
    over = [page for page in pages if page.account.spent > page.account.grant]
    over += [page for page in pages if len(page.account.told) > page.account.terms.answers]
    notes += [f"survey {page.survey} got {page.account.spent} of {page.account.grant}" for page in over]
    lifetime = ledger.lifetime is not None and ledger.spent > ledger.lifetime
    notes += [f"{ledger.spent} of a lifetime's {ledger.lifetime}"] if lifetime else []
    return Counts(overspent=len(sent - entries) + second + len(over) + lifetime, notes=tuple(notes))
