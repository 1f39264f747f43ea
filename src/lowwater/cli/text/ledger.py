"""Ledger: what this device has told, in words a person can check, and as JSON."""

from dataclasses import asdict
from typing import Any

from lowwater.cli.text.outcome import entry_fields
from lowwater.client.ledger import Ledger
from lowwater.client.pages import Page
from lowwater.client.problems import printable
from lowwater.client.words import fate, inferred
from lowwater.core.epsilon import Epsilon


def ledger_words(book: Ledger) -> list[str]:
    """The ledger survey by survey, and what all of them may have learnt, as lines of text."""
    pages, left = book.pages, book.left_for_good
    lines = [f"The ledger {book.path}: {lifetime_words(book)}."]
    if not pages + left:
        return [*lines, "This device has told nobody anything."]
    for page in pages:
        lines += ["", *_page_words(book, page)]
    for line in left:
        erased = f"; erased, {Epsilon(line.loss).in_nats()} spent" if line.loss else ""
        lines += ["", f"Survey {line.survey} at {line.server} was left for good at {line.time}{erased}"]
    spent = book.spent
    return [*lines, "", f"All surveys together may have learnt {spent.in_nats()}: {spent.in_words()}."]


def _page_words(book: Ledger, page: Page) -> list[str]:
    account = page.account
    lines = [f'Survey {page.survey} at {page.server}, "{printable(page.title)}", since {page.time}']
    if page.group and not page.asked_about:
        lines.append(f"  in the group {printable(page.group)}, which was told in clear")
    for entry in account.told:
        lines.append(f"  {entry.in_words(account.terms.domain, printable(page.asked_about))}; {fate(page, entry)}")
        lines.append(f"    {inferred(entry, account.terms.domain, page.asked_about)}")
    if not account.told:
        lines.append("  nothing was said")
    return [*lines, f"  spent {account.spent.in_nats()} of {account.grant}, {book.left(page)} left"]


def lifetime_words(book: Ledger) -> str:
    """What was spent, and the limit for a lifetime."""
    spent, lifetime = book.spent, book.lifetime
    if lifetime is None:
        return f"{spent.in_nats()} spent, without a limit for a lifetime"
    return f"{spent.in_nats()} spent of {lifetime} for a lifetime"


def ledger_fields(book: Ledger) -> dict[str, Any]:
    """The ledger as JSON, without names, receipts and invitations."""
    lifetime = book.lifetime
    return {
        "ledger": str(book.path),
        "lifetime": None if lifetime is None else float(lifetime),
        "spent": float(book.spent),
        "surveys": [_page_fields(book, page) for page in book.pages],
        "left": [asdict(line) | {"loss": float(Epsilon(line.loss))} for line in book.left_for_good],
    }


def _page_fields(book: Ledger, page: Page) -> dict[str, Any]:
    account = page.account
    losses = {"grant": account.grant, "spent": account.spent, "left": book.left(page)}
    entries = [
        entry_fields(entry)
        | {
            "time": entry.time,
            "fate": page.fates.get(entry.question.round),
            "inferred": inferred(entry, account.terms.domain, page.asked_about),
        }
        for entry in account.told
    ]
    about = {"server": page.server, "survey": page.survey, "title": page.title, "hash": page.hash, "since": page.time}
    group = {} if page.group is None else {"group": page.group, "hidden": bool(page.asked_about)}
    return about | group | {name: float(loss) for name, loss in losses.items()} | {"told": entries}
