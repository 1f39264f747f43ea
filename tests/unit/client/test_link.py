"""Links: where a survey is answered, with the hash of its terms; other terms are refused."""

import pytest

from lowwater.client.link import Link, check_terms, terms_hash
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.terms import Terms
from lowwater.errors import OffTerms, YourFault
from lowwater.wire import SurveyMessage, TermsMessage, TextsMessage, hash_of, terms_of

HASH = "0123456789abcdef" * 4
TEXT = f"https://survey.example.org/answer/youngest#{HASH}"


@pytest.mark.parametrize("invitation", [None, "an_invitation-of_letters"])
@pytest.mark.parametrize("server", ["https://survey.example.org", "http://127.0.0.1:8770", "https://example.org/deep"])
def test_a_link_is_read_as_it_was_written(server, invitation):
    link = Link(server, "youngest", HASH, invitation)
    assert link == Link.of(f" {link}\n")


def test_the_fragment_holds_what_no_server_is_sent():
    assert f"{TEXT}.secret" == str(Link("https://survey.example.org", "youngest", HASH, "secret"))


def test_an_invitation_is_not_shown_by_accident():
    assert "secret" not in repr(Link.of(f"{TEXT}.secret"))


NO_LINKS = [
    "", "youngest", "https://survey.example.org", TEXT.partition("#")[0], TEXT[:-1], TEXT.upper(), f"{TEXT}0",
    f"{TEXT}.", TEXT.replace("/answer/", "/answers/"), f"{TEXT}#{HASH}", f"https://a/answer/#{HASH}",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_LINKS)
def test_what_is_no_link_is_refused_without_naming_it(text):
    with pytest.raises(YourFault, match=r"^this is no link to a survey; one looks like https://"):
        Link.of(text)


@pytest.mark.parametrize("text", [TEXT.replace("https", "ftp"), TEXT.replace("youngest", "a b")])
def test_a_link_that_leads_nowhere_is_refused(text):
    with pytest.raises(YourFault):
        Link.of(text)


@pytest.mark.parametrize("text", ["", HASH[:-1], HASH.upper(), HASH + "0", "g" * 64])
def test_what_is_no_hash_is_refused(text):
    with pytest.raises(YourFault, match="is no hash of terms; one has 64 hexadecimal digits"):
        terms_hash(text)
    assert HASH == terms_hash(HASH)


@pytest.mark.parametrize("text", ["", "any text", "\u00e4" * 150, "A" * 107])
def test_what_is_no_invitation_speaks_of_no_terms(text):
    assert None is terms_of(text)


def test_an_invitation_speaks_of_the_terms_it_was_made_for():
    assert "00" * 32 == terms_of("A" * 150)


def test_other_terms_than_a_link_speaks_of_are_refused():
    nat = Epsilon.of(1)
    terms = TermsMessage.of(Terms(Domain(0, 8), "refuse", 1, nat, nat), TextsMessage("Ages"))
    survey = SurveyMessage("youngest", terms, hash_of(terms), "rolling", "open", "open")
    check_terms(survey, None)
    check_terms(survey, survey.hash)
    with pytest.raises(OffTerms, match=r"shows other terms .* than those that the link or invitation was made for"):
        check_terms(survey, HASH)
