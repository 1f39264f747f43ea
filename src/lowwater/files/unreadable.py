"""Unreadable: the error for a file that DuckDB cannot read, in a sentence."""

from pathlib import Path

from lowwater.errors import BadData

_ADVICE = ("Possible", "Column ", "LINE ", "file =")


class MixedLines(BadData):
    """The lines of this CSV file end in different ways."""


def unreadable(path: Path, error: Exception) -> BadData:
    """Translate DuckDB's error; the message names the file without its folders, since reports are passed on."""
    text = str(error)
    if "state machine" in text:
        return MixedLines(f"{path.name} is not a proper CSV file")
    reason = gist(text).replace(str(path), path.name)
    return BadData(f"{path.name} cannot be read: {reason}; mend the file or save it anew")


def gist(text: str) -> str:
    """DuckDB's message without its advice on options, which Lowwater does not offer."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    end = next((index for index, line in enumerate(lines) if line.startswith(_ADVICE)), len(lines))
    quote = next((index for index, line in enumerate(lines[:end]) if line.startswith("Original Line")), end)
    # Leave out the original line: after an open quote it is the rest of the file.
    return "; ".join(lines[: min(quote, end)] + lines[max(quote + 1, end - 1) : end])
