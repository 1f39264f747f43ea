"""Table: every campaign by its name."""

from campaigns import fuzz, laws, remnants
from campaigns.runner import Opening

MODULES = {"laws": laws, "remnants": remnants, "fuzz": fuzz}

CAMPAIGNS: dict[str, Opening] = {name: module.opened for name, module in MODULES.items()}


def about(name: str) -> str:
    """What a campaign does, in one line."""
    return (MODULES[name].__doc__ or "").partition("\n")[0]
