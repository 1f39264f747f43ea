"""What runs on a person's device: it needs only the standard library, lowwater.core and lowwater.wire.

Each name is loaded when it is first used, so that a device which carries its own messages needs no network code.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lowwater.client.device import Device
    from lowwater.client.ledger import Ledger
    from lowwater.client.respondent import Respondent

__all__ = ["Device", "Ledger", "Respondent"]


def __getattr__(name: str) -> Any:
    """Load a name from the module of the same name."""
    if name not in __all__:
        raise AttributeError(f"module 'lowwater.client' has no attribute {name!r}")
    return getattr(import_module(f"lowwater.client.{name.lower()}"), name)
