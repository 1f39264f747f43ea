"""What runs beside the secret: the standard library, the contract and the wire format, and nothing else.

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
    """Load a name from its home, the module of the same word."""
    if name not in __all__:
        raise AttributeError(f"module 'lowwater.client' has no attribute {name!r}")
    return getattr(import_module(f"lowwater.client.{name.lower()}"), name)
