"""Words for captions: counts with their nouns, shares, and names that a drawing can show."""

_SHOWN, _END = 60, 15


def counted(count: int, singular: str, plural: str) -> str:
    """A count with its noun: 1 person, 2,314 people."""
    return f"{count:,} {singular if count == 1 else plural}"


def people(count: int) -> str:
    """A count of people: 1 person, 2 people."""
    return counted(count, "person", "people")


def share(part: int, whole: int) -> str:
    """A part of a whole in per cent, to two digits."""
    return f"{100 * part / whole:.2g} %" if part < whole else "100 %"


def legible(name: str) -> str:
    """A name of any length in printable characters; the middle of a long one is left out."""
    printable = "".join(mark if mark.isprintable() else "\N{REPLACEMENT CHARACTER}" for mark in name)
    return printable if len(printable) <= _SHOWN else f"{printable[: _SHOWN - _END]}…{printable[-_END:]}"


def listed(names: list[str], most: int = 5) -> str:
    """The first few names, and how many more there are."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more:,} more" if more > 0 else "")
