"""Key file: the key that signs invitations, then a line with id and terms' hash for each survey that it signs for."""

from pathlib import Path

from lowwater.cli.text.file import text_of
from lowwater.client.link import terms_hash
from lowwater.errors import YourFault


def read_key(path: Path, survey: str) -> tuple[str, str]:
    """Read the key that signs invitations to `survey`, and the hash of its terms."""
    from lowwater.server.invitation import public_of  # noqa: PLC0415 (needs the extra)

    key, *lines = text_of(path).splitlines() or [""]
    try:
        public_of(key)
    except ValueError:
        remedy = "`lowwater survey open --invitation-key` makes one"
        raise YourFault(f"{path} holds no key that signs invitations; {remedy}") from None
    terms = dict(line.split() for line in lines if len(line.split()) == 2).get(survey)
    if terms is None:
        hint = "or add a line with its id and the hash of its terms, which `lowwater survey show --json` has"
        raise YourFault(f"{path} does not know survey {survey}; use the key file made when it was opened, {hint}")
    return key, terms_hash(terms)


def append_terms(path: Path, survey: str, terms: str) -> None:
    """Append the survey's id and the hash of its `terms`; the survey is open by now, so an error repeats both."""
    line = f"{survey} {terms}"
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
