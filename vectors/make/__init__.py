"""Make the test vectors: what a device or a server in any language must accept, refuse and compute.

    python -m vectors.make

writes every file of this folder anew, always the same. What is simple is computed here by the specification, from the
standard library and a signature; the rest comes from Lowwater. Files that begin with bad_ hold what must be refused.
"""

import json

from lowwater.wire import VERSION
from vectors.make import bad_messages, calculations, decisions, messages, secrets

FILES = {
    "messages": messages.messages,
    "bad_messages": bad_messages.bad_messages,
    "terms": calculations.terms,
    "canonical": calculations.canonicals,
    "bad_canonical": calculations.bad_canonicals,
    "randomizer": calculations.randomizer,
    "bad_randomizer": calculations.bad_randomizer,
    "losses": calculations.losses,
    "debias": calculations.debias,
    "bad_debias": calculations.bad_debias,
    "truths": decisions.truths,
    "bad_truths": decisions.bad_truths,
    "questions": decisions.questions,
    "bad_questions": decisions.bad_questions,
    "invitations": secrets.invitations,
    "bad_invitations": secrets.bad_invitations,
    "hashes": secrets.hashes,
}
"""Every file, and what it is made of."""


def made() -> dict[str, str]:
    """The text of every file by its name: one vector a line."""
    texts = {}
    for name, vectors in FILES.items():
        head = json.dumps({"about": vectors.__doc__, "version": VERSION})[:-1]
        lines = ",\n".join(json.dumps(vector) for vector in vectors())
        texts[f"{name}.json"] = f'{head}, "vectors": [\n{lines}\n]}}\n'
    return texts
