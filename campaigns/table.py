"""Table: every campaign by its name, in the order in which they run."""

from campaigns import drip, freeze, fuzz, kill, laws, lying, remnants, spellings
from campaigns.runner import Opening

MODULES = {
    "laws": laws,
    "kill": kill,
    "freeze": freeze,
    "fuzz": fuzz,
    "drip": drip,
    "remnants": remnants,
    "spellings": spellings,
    "lying": lying,
}

CAMPAIGNS: dict[str, Opening] = {name: module.opened for name, module in MODULES.items()}


def about(name: str) -> str:
    """What a campaign does, in one line."""
    return (MODULES[name].__doc__ or "").partition("\n")[0]
