"""Make the test vectors: what a device or a server in any language must accept, refuse and compute.

    python -m vectors.make

writes every file of this folder anew, always the same. What is simple is computed here by the specification, from the
standard library and a signature; what is not comes from Lowwater. Files that begin with bad_ hold what must be refused.
"""

import json

from lowwater.wire import VERSION
from vectors.make import computed, decided, messages, secrets

FILES = {
    "messages": messages.messages,
    "bad_messages": messages.bad_messages,
    "terms": computed.terms,
    "canonical": computed.canonicals,
    "bad_canonical": computed.bad_canonicals,
    "randomizer": computed.randomizer,
    "bad_randomizer": computed.bad_randomizer,
    "losses": computed.losses,
    "debias": computed.debias,
    "bad_debias": computed.bad_debias,
    "truths": decided.truths,
    "bad_truths": decided.bad_truths,
    "questions": decided.questions,
    "bad_questions": decided.bad_questions,
    "invitations": secrets.invitations,
    "bad_invitations": secrets.bad_invitations,
    "hashes": secrets.hashes,
}
"""Every file, and what it is made of."""


def made() -> dict[str, str]:
    """The text of every file by its name: one vector a line."""
    found = {}
    for name, vectors in FILES.items():
        head = json.dumps({"about": vectors.__doc__, "version": VERSION})[:-1]
        lines = ",\n".join(json.dumps(vector) for vector in vectors())
        found[f"{name}.json"] = f'{head}, "vectors": [\n{lines}\n]}}\n'
    return found
