"""File: the text of a file that somebody named; what cannot be read is their fault, and is named."""

from pathlib import Path

from lowwater.errors import YourFault


def text_of(file: Path) -> str:
    """The text of a file, without the blanks around it."""
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise YourFault(f"{file} cannot be read: {why}") from None
