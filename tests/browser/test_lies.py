"""Servers that break their promises, against the page: it refuses in words, and says nothing that was not agreed to."""

from dataclasses import replace

import pytest

from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.randomizer import HONEST, randomized_response
from lowwater.wire import PlaceMessage

DEAR = randomized_response(Epsilon(NANO + 1))
CHEAP = randomized_response(Epsilon(NANO // 2))
PATHS = {"place": "/check-in", "take": "/answers"}
LOST = (r"Failed to load resource",)


def place(question):
    return PlaceMessage("question", question, 60.0)


@pytest.mark.parametrize(
    "change",
    [{"thresholds": (9.0,)}, {"thresholds": (-1.0,)}, {"table": DEAR.table}, {"table": HONEST.table}],
    ids=["a threshold above", "a threshold below", "a higher loss", "the truth"],
)
def test_a_question_off_the_terms_gets_no_answer(drop_in, lie, change):
    host = lie(answers=3)
    host.survey.places = [place(replace(host.survey.questions[0], **change))]
    person = drop_in().open(host.link).answer("3")
    person.tab.wait_for_selector(".bad")
    assert [] == host.survey.posted
    person.check()


@pytest.mark.parametrize(
    "change",
    [{"thresholds": (5.0,)}, {"index": 1}, {"round": 1, "table": CHEAP.table}],
    ids=["other", "index", "table"],
)
def test_after_the_first_answer_another_question_or_randomizer_gets_none(drop_in, lie, change):
    host = lie(answers=3)
    first = host.survey.questions[0]
    host.survey.places = [place(first), place(replace(first, **change))]
    drop_in().open(host.link).answer("3").says("The survey asked for more than its terms allow.").check()
    assert 1 == len(host.survey.posted)


def test_a_server_that_asks_twice_hears_the_same_bit_with_the_same_receipt(drop_in, lie):
    host = lie(answers=2)
    host.survey.places = [PlaceMessage("question", host.survey.questions[0], 2.5)] * 2  # a page comes back after that
    drop_in().open(host.link).answer("3").counted().check()
    repeated = {message for message in host.survey.posted if message.answer.round == 0}
    assert (1, 3) == (len(repeated), len(host.survey.posted))


@pytest.mark.parametrize("change", [{"answers": 2}, {"hi": 16.0}, {"loss": 2 * NANO, "grant": 6 * NANO}])
def test_terms_that_change_after_the_look_are_not_agreed_to(drop_in, lie, change):
    host = lie(answers=3)
    link = host.link
    person = drop_in().open(link)
    host.survey.terms = replace(host.survey.terms, **change)
    person.answer("3")
    person.tab.wait_for_selector(".bad")
    assert ([], []) == (host.survey.check_ins, host.survey.posted)
    drop_in().open(link).says("other terms than those your link was made for").check()


def test_a_redirect_is_not_followed(drop_in, lie, reply):
    host = lie()
    person = drop_in().open(host.link)
    host.survey.place = lambda _message: reply(307, b"", {"Location": f"{host.url}/v1/surveys/other/check-in"})
    person.answer("3").says("does not answer as it should")
    posted = [request.path for request in host.heard if request.method == "POST"]
    assert [f"/v1/surveys/{host.survey.name}/check-in"] == posted
    person.check(LOST)


def test_a_flood_and_what_is_no_message_are_refused(drop_in, lie, reply):
    json = {"Content-Type": "application/json"}
    for body in (b" " * 70_000 + b"{}", b"<html>", b'{"status":"done","status":"question"}', b"\xef\xbb\xbf{}"):
        host = lie()
        person = drop_in().open(host.link)
        host.survey.place = lambda _message, body=body: reply(200, body, json)
        person.answer("3").says("does not answer as it should").check(LOST)
        assert [] == host.survey.posted


def test_a_server_that_never_ends_its_reply_is_given_up(drop_in, lie, reply):
    """It promises more bytes than it sends, and then hangs up: every try ends, and the tries end too."""
    host = lie()
    person = drop_in().open(host.link)
    host.survey.place = lambda _message: reply(200, b'{"status":', {"Content-Type": "application/json"}, short=True)
    person.tab.clock.install()
    person.answer("3")
    while not person.tab.locator(".bad").count():
        person.tab.clock.run_for(1000)
    person.says("The server cannot be reached").check(LOST)
    assert [] == host.survey.posted


def drip(reply):
    return reply(200, b'{"status":', {"Content-Type": "application/json"}, drips=True)


TIMED = """
const ask = globalThis.fetch;
globalThis.tries = [];
globalThis.fetch = (address, options) => {
  const attempt = { address, begun: performance.now() };
  options?.signal?.addEventListener("abort", () => { attempt.ended = performance.now(); });
  tries.push(attempt);
  return ask(address, options);
};
"""
"""Note when each request begins and is given up by the page's clock; the test's says little on a busy machine."""


@pytest.mark.parametrize("what", ["place", "take"])
def test_a_drip_is_given_up_when_all_tries_together_have_had_their_time(drop_in, lie, reply, what):
    """A byte every so often, for ever: a try ends after ten seconds of the page's clock, and all of them after 25."""
    host = lie()
    person = drop_in()
    person.tab.add_init_script(TIMED)
    person.open(host.link)
    setattr(host.survey, what, lambda _message: drip(reply))
    person.tab.clock.install()
    person.answer("3")
    while host.dripped < 5:
        person.tab.clock.run_for(1)
    while not person.tab.locator(".bad").count():
        person.tab.clock.run_for(1000)
    tries = [each for each in person.tab.evaluate("tries") if each["address"].endswith(PATHS[what])]
    assert 3 == len(tries)
    assert all(each["ended"] - each["begun"] <= 10_100 for each in tries)
    assert 24_000 <= tries[-1]["ended"] - tries[0]["begun"] <= 25_100
    person.says("The server cannot be reached").check(LOST)


@pytest.mark.long
def test_a_drip_is_given_up_by_the_clock_on_the_wall_too(drop_in, lie, reply):
    host = lie()
    person = drop_in().open(host.link)
    host.survey.place = lambda _message: drip(reply)
    person.answer("3").says("The server cannot be reached").check(LOST)
    assert 500 < host.dripped  # some 25 seconds of a byte every 20 milliseconds, on a busy machine
    assert [] == host.survey.posted


def test_a_survey_that_drips_in_is_given_up_before_anything_is_shown(drop_in, lie, reply):
    host = lie()
    host.answer, page = (lambda request: drip(reply) if request.path.startswith("/v1/") else page(request)), host.answer
    try:
        person = drop_in()
        person.tab.clock.install()
        person.tab.goto(host.link)
        while not person.tab.locator(".bad").count():
            person.tab.clock.run_for(1000)
        person.says("The server cannot be reached").check(LOST)
        assert 0 == person.tab.locator("#number").count()
    finally:
        host.answer = page


def test_words_of_a_server_never_become_markup(drop_in, lie):
    host, title, question = lie(), "<img src=x onerror=alert(1)>", "<script>alert(1)</script>"
    texts = replace(host.survey.terms.texts[0], title=title, question=question)
    host.survey.terms = replace(host.survey.terms, texts=(texts,))
    person = drop_in().open(host.link).says(title).says(question)
    assert 0 == person.tab.locator("img, main script").count()
    person.check()
