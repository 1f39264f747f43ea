"""Table: every campaign by its name."""

from campaigns import fuzz, kill, laws, remnants
from campaigns.runner import Opening

MODULES = {"laws": laws, "kill": kill, "fuzz": fuzz, "remnants": remnants}

CAMPAIGNS: dict[str, Opening] = {name: module.opened for name, module in MODULES.items()}


def about(name: str) -> str:
    """What a campaign does, in one line."""
    return (MODULES[name].__doc__ or "").partition("\n")[0]
