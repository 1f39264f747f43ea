"""What leaves a page: the same for every number, but for the coin-flipped bit; and what stays nowhere."""

import json
import re

MARK = "37.424242"


def trace(request):
    """A request without what is random in it: the name, the receipt and the answer."""
    message = json.loads(request.body or b"{}")
    message.get("answer", {}).pop("code", None)
    headers = sorted((name.lower(), text) for name, text in request.headers.items() if name.lower() != "host")
    hidden = [(name, "" if name in ("referer", "origin") else text) for name, text in headers]
    path, words = re.sub(r"survey-\d", "survey", request.path), json.dumps(message | {"name": None, "receipt": None})
    return request.method, path, hidden, len(request.body or b""), words


def test_all_traffic_is_the_same_for_every_number_and_none_follows_one_outside(visit, lie):
    sent = []
    for number in ("0.5", "3.75", "7.999999"):
        host = lie(answers=2)
        visit().open(host.link).answer(number).counted().check()
        files = sorted(trace(request) for request in host.seen if request not in host.heard)  # these come side by side
        sent.append([*files, *(trace(request) for request in host.heard)])
    assert [sent[0]] * 3 == sent
    assert ["GET", "GET", "POST", "POST", "GET", "POST", "POST"] == [each[0] for each in sent[0] if "/v1/" in each[1]]
    host = lie()
    visit().open(host.link).answer("9").says("yours is none of them").check()
    assert ["GET"] == [request.method for request in host.heard]


def test_nothing_is_asked_of_the_server_but_a_look_before_the_button(visit, lie):
    host = lie()
    person = visit().open(host.link)
    person.tab.fill("#number", "3")
    person.tab.locator("#belief").fill("80")
    assert [("GET", b"")] == [(request.method, request.body) for request in host.heard]
    assert [] == [
        header for request in host.seen for header in request.headers if header.lower() in ("referer", "cookie")
    ]


def test_the_number_stays_nowhere(visit, site, stored):
    link = site.link()
    person = visit().open(link)
    person.tab.fill("#number", MARK)
    before = stored(person)
    person.tab.click("#answer")
    person.counted()
    whole = [
        before,
        stored(person),
        *person.console,
        *(f"{each.url}{each.headers}{each.post_data}" for each in person.requests),
    ]
    assert [] == [text for text in whole if MARK in text]
    assert "" == person.tab.evaluate("document.body.innerText.includes('37.4') ? 'shown' : ''")
    assert 0 == json.loads(stored(person))[3]  # service workers
    field = visit().open(link).tab.locator("#number")
    wanted = {"autocomplete": "off", "spellcheck": "false", "autocorrect": "off"}
    assert wanted == {name: field.get_attribute(name) for name in wanted}
    assert not field.evaluate("(field) => field.form !== null || document.forms.length > 0")
