"""Names: whom a server knows a device as, different in every survey, and the receipts of its answers."""

import secrets

from lowwater.wire import name_of


def secret() -> str:
    """A name or a receipt that nobody guesses."""
    return secrets.token_urlsafe(32)


def name_for(invitation: str | None) -> str:
    """The name to take part under: made up, or the one that an invitation gives, since it is good for one person."""
    return secret() if invitation is None else name_of(invitation)
