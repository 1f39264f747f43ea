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

WEIGHTS = {"laws": 2.0, "kill": 3.0, "freeze": 2.0, "spellings": 0.5, "lying": 0.5}
"""Those that start processes need more of the time, and those that do not need less; all others get one share."""


def about(name: str) -> str:
    """What a campaign does, in one line."""
    return (MODULES[name].__doc__ or "").partition("\n")[0]
