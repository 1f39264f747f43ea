"""The vectors: what they say must be accepted, refused or computed is, and the files are what vectors.make makes."""

import hashlib
import json
import math
from fractions import Fraction
from pathlib import Path

import pytest

from lowwater import errors, wire
from lowwater.client import Respondent
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import Randomizer, randomized_response
from lowwater.core.tally import Tally
from lowwater.server import answers, keys
from lowwater.server.invitation import admitted, public_of
from lowwater.wire import AnswerMessage, CheckInMessage, PostedMessage, QuestionMessage, TermsMessage
from vectors.make import made

FOLDER = Path(__file__).parents[2] / "vectors"


def vectors(name):
    """The vectors of a file, each with a name of its own."""
    document = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))["vectors"]
    return pytest.mark.parametrize("vector", [pytest.param(item, id=f"{at}") for at, item in enumerate(document)])


def kind(vector):
    return getattr(wire, vector["kind"])


def coin(vector):
    return Randomizer(tuple(map(tuple, vector["table"])))


def refused(vector):
    return pytest.raises(getattr(errors, vector["error"]))


def test_the_files_are_what_is_made_byte_for_byte():
    assert {path.name: path.read_bytes() for path in FOLDER.glob("*.json")} == {
        name: text.encode() for name, text in made().items()
    }


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.name)
def test_a_file_says_what_it_is_and_for_which_version(path):
    document = json.loads(path.read_text(encoding="utf-8"))
    assert (["about", "version", "vectors"], wire.VERSION) == (list(document), document["version"])


@pytest.mark.parametrize("name", ["messages", "bad_messages"])
def test_there_are_vectors_for_every_message(name):
    document = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))["vectors"]
    assert {message.__name__ for message in wire.MESSAGES} == {vector["kind"] for vector in document}


@vectors("messages")
def test_a_message_is_read_and_written(vector):
    document = wire.decode(kind(vector), vector["text"])
    assert document == wire.decode(kind(vector), vector["text"].encode())
    assert vector["written"] == wire.encode(document)


@vectors("bad_messages")
def test_what_is_no_message_is_refused(vector):
    with refused(vector):
        wire.decode(kind(vector), bytes.fromhex(vector["hex"]) if "hex" in vector else vector["text"])


@vectors("terms")
def test_terms_have_this_hash(vector):
    terms = wire.decode(TermsMessage, vector["text"])
    assert (vector["hashed"], vector["hash"]) == (wire.encode(terms), wire.hash_of(terms))


@vectors("canonical")
def test_a_value_has_this_canonical_text(vector):
    shown = wire.canonical(json.loads(vector["text"]))
    assert (vector["canonical"], vector["hash"]) == (shown, hashlib.sha256(shown.encode()).hexdigest())


@vectors("bad_canonical")
def test_what_not_everybody_reads_alike_has_no_canonical_text(vector):
    with refused(vector):
        wire.canonical(json.loads(vector["text"]))


@vectors("randomizer")
def test_a_truth_and_coins_give_this_answer(vector):
    assert vector["answer"] == coin(vector).randomize(vector["truth"], bytes.fromhex(vector["coins"]))


@vectors("bad_randomizer")
def test_what_is_no_randomizer_gives_no_answer(vector):
    with refused(vector):
        coin(vector).randomize(1, bytes.fromhex(vector["coins"]))


@vectors("losses")
def test_a_randomizer_has_this_loss(vector):
    assert vector["loss"] == coin(vector).loss.nano
    if vector["epsilon"] is not None:
        assert coin(vector) == randomized_response(Epsilon(vector["epsilon"]))
        assert vector["loss"] <= vector["epsilon"]


@vectors("debias")
def test_a_tally_is_debiased_to_these_shares(vector):
    tally = Tally(tuple(vector["counts"]))
    assert tuple(vector["shares"]) == coin(vector).debias(tally)
    assert vector["shares"] == [float(Fraction(*map(int, fraction))) for fraction in vector["fractions"]]
    assert len(tally.counts) > 2 or vector["shares"][1] == coin(vector).share(tally)


@vectors("bad_debias")
def test_a_tally_that_cannot_be_has_no_share(vector):
    with refused(vector):
        coin(vector).debias(Tally(tuple(vector["counts"])))


def truth(vector):
    value = math.nan if vector["value"] is None else vector["value"]
    domain = Domain(vector["lo"], vector["hi"], vector["direction"])
    return domain.truth(domain.admit(value, vector["outside"]), tuple(vector["thresholds"]))


@vectors("truths")
def test_a_value_has_this_truth(vector):
    assert vector["truth"] == truth(vector)


@vectors("bad_truths")
def test_a_value_outside_has_no_truth(vector):
    with refused(vector):
        truth(vector)


def question(message):
    return wire.decode(QuestionMessage, json.dumps(message)).question()


def device(vector):
    """A device that has answered what was said before."""
    document = Respondent(34.0, wire.decode(TermsMessage, json.dumps(vector["terms"])).terms())
    for asked in vector["said"]:
        document.respond(question(asked))
    return document


@vectors("questions")
def test_a_question_on_the_terms_is_answered_once(vector):
    asked = device(vector)
    asked.respond(question(vector["asked"]))
    assert len(vector["said"]) + (vector["how"] == "anew") == len(asked.told)


@vectors("bad_questions")
def test_a_question_off_the_terms_is_not_answered(vector):
    asked = device(vector)
    with refused(vector):
        asked.respond(question(vector["asked"]))
    assert len(vector["said"]) == len(asked.told)


def is_admitted(vector):
    message = CheckInMessage(vector["name"], vector["invitation"])
    return admitted(vector["survey"], vector["terms"], vector["issuer"], message)


@vectors("invitations")
def test_an_invitation_is_genuine(vector):
    assert vector["issuer"] == public_of(vector["secret"])
    assert vector["name"] == wire.name_of(vector["invitation"])
    assert vector["terms"] == wire.terms_of(vector["invitation"])
    assert admitted(
        vector["survey"], vector["terms"], vector["issuer"], CheckInMessage(vector["name"], vector["invitation"])
    )


@vectors("bad_invitations")
def test_a_forged_invitation_is_not(vector):
    assert not admitted(
        vector["survey"], vector["terms"], vector["issuer"], CheckInMessage(vector["name"], vector["invitation"])
    )


HASHES = {
    "person": lambda vector: answers.person_of(vector["survey"], vector["name"]).hex(),
    "digest": lambda vector: answers.digest_of(
        PostedMessage("a" * 32, vector["receipt"], AnswerMessage(vector["round"], vector["index"], vector["code"]))
    ).hex(),
    "key": lambda vector: keys.hash_of(vector["hashed"]),
    "invitation": lambda vector: wire.name_of(vector["hashed"]),
}


@vectors("hashes")
def test_a_server_knows_it_by_this_hash(vector):
    """Of people and of answers it keeps the first half."""
    kept = 32 if vector["what"] in ("person", "digest") else 64
    assert vector["hash"][:kept] == HASHES[vector["what"]](vector)
