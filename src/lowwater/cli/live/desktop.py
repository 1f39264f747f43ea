"""Desktop: whether a browser can be shown to whoever runs this."""

import os
import sys
import webbrowser
from collections.abc import Mapping

_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")
_NOBODY = ("CI", "PYTEST_CURRENT_TEST", "SSH_CONNECTION")


def has_desktop(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Whether the user has a graphical screen."""
    if any(environment.get(name) for name in _NOBODY):
        return False
    return platform in ("darwin", "win32") or any(environment.get(name) for name in _SCREENS)


def show(link: str) -> bool:
    """Open a link in a browser, where there is a desktop and a terminal; return whether one was opened."""
    if not (has_desktop() and sys.stdout.isatty()):
        return False
    try:
        return webbrowser.open(link)
    except webbrowser.Error:
        return False
