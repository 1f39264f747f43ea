"""File: the text of a file that the user named, or an error that names the file."""

from pathlib import Path

from lowwater.errors import YourFault


def text_of(file: Path) -> str:
    """The text of a file, stripped of white space at both ends."""
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise YourFault(f"{file} cannot be read: {reason}") from None
