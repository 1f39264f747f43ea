"""Names: the random names of a device, one for each survey, and the receipts of its answers."""

import secrets

from lowwater.wire import name_of


def secret() -> str:
    """A random name or receipt of 256 bits."""
    return secrets.token_urlsafe(32)


def name_for(invitation: str | None) -> str:
    """The name to take part under: random, or that of an invitation, which is for one person only."""
    return secret() if invitation is None else name_of(invitation)
