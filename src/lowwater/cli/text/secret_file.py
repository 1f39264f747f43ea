"""Secret file: a new file that only its owner can read; it is whole, or not there."""

import os
from pathlib import Path

from lowwater.errors import YourFault


def write_secret(path: Path, text: str) -> None:
    """Write a new file of mode 0600; refuse to overwrite one, and leave no part of one behind."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise YourFault(f"{path} is there already, and is not written over; choose another name") from None
    except OSError as error:
        raise YourFault(f"{path} cannot be made: {error.strerror}; choose another place") from None
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        path.unlink()
        raise YourFault(f"{path} cannot be written: {error.strerror}; choose another place") from None


def make_secret_folder(path: Path) -> None:
    """Make a new folder of mode 0700."""
    try:
        path.mkdir(mode=0o700, parents=True)
    except FileExistsError:
        raise YourFault(f"{path} is there already; choose another name for the folder") from None
    except OSError as error:
        raise YourFault(f"{path} cannot be made: {error.strerror}; choose another place") from None
