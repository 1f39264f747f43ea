"""Key file: the key that signs invitations, then a line for each survey: its id, its terms' hash, its server."""

from dataclasses import dataclass, field
from pathlib import Path

from lowwater.cli.text.file import text_of
from lowwater.client.link import terms_hash
from lowwater.errors import YourFault
from lowwater.wire.address import Address


@dataclass(frozen=True, slots=True)
class SurveyKey:
    """The key that signs invitations to a survey, the hash of its terms, and where people reach its server."""

    key: str = field(repr=False)
    terms: str
    server: str | None


def read_key(path: Path, survey: str) -> SurveyKey:
    """Read the key that signs invitations to `survey`."""
    from lowwater.server.invitation import public_of  # noqa: PLC0415 (needs the extra)

    key, *lines = text_of(path).splitlines() or [""]
    try:
        public_of(key)
    except ValueError:
        remedy = "`lowwater survey open --invitation-key` makes one"
        raise YourFault(f"{path} holds no key that signs invitations; {remedy}") from None
    fields = next((words for words in map(str.split, reversed(lines)) if words[:1] == [survey]), [])
    if not 2 <= len(fields) <= 3:
        hint = "or add a line with its id and the hash of its terms, which `lowwater survey show --json` has"
        raise YourFault(f"{path} does not know survey {survey}; use the key file made when it was opened, {hint}")
    return SurveyKey(key, terms_hash(fields[1]), str(Address.of(fields[2])) if len(fields) == 3 else None)


def append_terms(path: Path, survey: str, terms: str, server: str) -> None:
    """Append a survey's line; the survey is open by now, so an error repeats it."""
    line = f"{survey} {terms} {server}"
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
    except OSError as error:
        raise YourFault(
            f"the survey is open, but {path} cannot be written ({error.strerror}); add this line to it: {line}"
        ) from None


def make_key(path: Path) -> str:
    """Make a key file that only its owner can read, and return the public key."""
    from lowwater.server.invitation import new_key, public_of  # noqa: PLC0415 (needs the extra)

    key = new_key()
    try:
        with path.open("x", encoding="utf-8") as file:
            path.chmod(0o600)
            file.write(key + "\n")
    except FileExistsError:
        raise YourFault(f"{path} is there already, and a key is not written over; choose another name") from None
    except OSError as error:
        raise YourFault(f"{path} cannot be made: {error.strerror}; choose another place for the key") from None
    return public_of(key)
