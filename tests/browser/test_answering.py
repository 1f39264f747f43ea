"""People answer in browsers: the whole way, and what gets in between."""

from lowwater.client import Device, Ledger
from lowwater.client.http import Http
from lowwater.server.invitation import invitations, new_key, public_of

LOST = (r"Failed to load resource",)


def test_a_survey_is_answered_to_its_end_by_pages_and_simulated_devices(visit, site, tmp_path):
    link = site.link(people=24, epsilon=4, search="cohorts", rounds=4)
    survey = site.path(link).rpartition("/")[2]
    with Http(site.address) as http:
        for number in range(24):
            if number % 8 == 0:
                visit().open(link).answer(str(18 + number)).counted().check()
            else:
                Device(http, survey, Ledger(tmp_path / f"{number}.jsonl", durable=False), 18 + number).answer_once()
    ended = site.until(site.path(link), lambda standing: standing["ended"] is not None)
    assert ("finished", 24) == (ended["state"], sum(sum(asked["counts"]) for asked in ended["questions"]))
    visit().open(link).says("This survey is over.").check()


def test_a_page_says_who_asks_what_why_until_when_and_how_long_it_is_kept(drop_in, site):
    person = drop_in().open(site.link())
    for words in ("The road office", "roads@example.org", "To learn from what age on people drive.", "30 days"):
        person.says(words)
    person.says("10 years").says("The smallest number of all.").says("at most 73.2%").says("A number from 0 to 150")
    assert [] == person.sent
    person.check()


def test_the_fragment_leaves_the_address_at_once_and_a_reload_still_knows_it(visit, site):
    link = site.link()
    person = visit().open(link)
    assert link.partition("#")[0] == person.tab.url
    person.tab.reload()
    person.ready().answer("34").counted().check()
    assert [] == [each.url for each in person.requests if link.partition("#")[2] in f"{each.url}{each.headers}"]


def test_after_a_reload_an_answered_survey_is_not_asked_again(visit, site):
    person = visit().open(site.link()).answer("34").counted()
    person.tab.reload()
    person.ready().says("This browser has answered this survey.").says("it was counted")
    assert 0 == person.tab.locator("#number").count()
    person.check()


def test_two_tabs_of_one_browser_give_one_answer(visit, site):
    link = site.link()
    process = visit().open(link)
    other = visit(process.tab.context).open(link)
    process.tab.fill("#number", "34")
    other.tab.fill("#number", "34")
    process.tab.evaluate("document.querySelector('#answer').click()")
    other.tab.evaluate("document.querySelector('#answer').click()")
    for person in (process, other):
        person.tab.wait_for_selector(".good, .bad")
        person.check(LOST)
    assert 1 == site.answers(link)


def test_a_question_of_many_thresholds_is_answered_and_kept_in_words(visit, site):
    link = site.link(people=2000, epsilon=6, search="one-round")
    visit().open(link).answer("34").counted().says("Of these, how many is your number at most?").check()
    (asked,) = [each for each in site.standing(site.path(link))["questions"] if each["answered"]]
    assert (True, 1) == (len(asked["thresholds"]) > 1, asked["answered"])


def test_a_number_is_gone_after_the_back_button(visit, site):
    person = visit().open(site.link())
    person.tab.fill("#number", "34")
    person.tab.goto(f"{site.address}/healthz")
    person.tab.go_back()
    person.ready()
    assert "" == person.tab.input_value("#number")
    person.answer("34").counted()


def test_a_lost_connection_is_said_and_the_same_answer_is_sent_once_there_is_one(visit, site):
    link, posted = site.link(), []
    person = visit().open(link)
    person.tab.route("**/answers", lambda route: (posted.append(route.request.post_data), route.abort())[1])
    person.tab.clock.install()  # the pauses between tries pass at once
    person.answer("34")
    while not person.tab.locator(".bad").count():
        person.tab.clock.run_for(1000)
    person.says("The server cannot be reached")
    tries = len(posted)
    person.tab.unroute("**/answers")
    person.tab.on("request", lambda request: posted.append(request.post_data) if "/answers" in request.url else None)
    person.tab.reload()
    person.ready().says("was not confirmed").answer("34").counted()
    assert (True, tries + 1, 1) == (tries > 1, len(posted), len(set(posted)))
    assert 1 == site.answers(link)
    person.check(LOST)


def test_an_invitation_in_the_link_lets_a_person_answer_once(visit, site):
    key = new_key()
    link = site.link(rules={"access": "invitation", "issuer": public_of(key)})
    bare, _, terms = link.partition("#")
    (invitation,) = invitations(key, bare.rpartition("/")[2], terms, 1)
    visit().open(link).says("This survey is for the invited").check()
    visit().open(f"{link}.{invitation}").answer("34").counted().check()
    second = visit().open(f"{link}.{invitation}").answer("34")
    second.tab.wait_for_selector(".bad")
    assert 1 == site.answers(link)
    forged = visit().open(f"{link}.{forgery(invitation)}").answer("34").says("no invitation that is good for it")
    forged.check(LOST)


def forgery(invitation):
    """Return `invitation` with one character of its signature changed; not the last, which are often the same."""
    middle = len(invitation) - 40
    return invitation[:middle] + ("B" if invitation[middle] == "A" else "A") + invitation[middle + 1 :]


def test_a_gathering_survey_keeps_the_page_waiting_and_a_paused_one_says_so(drop_in, site):
    gathering = drop_in().open(site.link(rules={"recruiting": "enrolled"}, people=50, epsilon=4))
    gathering.says("This survey gathers people first").answer("34").says("Waiting for your question").check()
    link = site.link()
    site.post(f"{site.path(link)}/pause")
    paused = drop_in().open(link).says("This survey is paused.")
    assert (0, []) == (paused.tab.locator("#number").count(), paused.sent)
    site.post(f"{site.path(link)}/resume")
    paused.tab.click("text=Look again")
    paused.ready().answer("34").counted().check()


def test_what_is_no_number_of_the_domain_is_refused_and_nothing_is_sent(drop_in, site):
    person = drop_in().open(site.link())
    for text, words in {
        "": "Type your number first.",
        "old": "This is no number.",
        "1e1": "This is no number.",
        "1,000": "This could be thousands or a fraction.",
        "151": "This survey is about numbers from 0 to 150",
        "-1": "This survey is about numbers from 0 to 150",
    }.items():
        person.answer(text).says(words)
    assert [] == person.sent
    person.answer("\u0663\u0664\u066b\u0665").counted().check()  # 34.5 in Arabic digits


def test_other_terms_than_the_link_was_made_for_are_refused(drop_in, site):
    link = site.link()
    person = drop_in().open(link[:-1] + ("0" if link[-1] != "0" else "1"))
    person.says("other terms than those your link was made for")
    assert ([], 0) == (person.sent, person.tab.locator("#number").count())
    person.check()


def test_an_address_that_leads_nowhere_says_so(drop_in, site):
    link = site.link()
    drop_in().open(link.partition("#")[0]).says("a part of the link is missing").check()
    drop_in().open(f"{site.address}/answer/none#{'0' * 64}").says("There is no such survey here").check(LOST)


def test_a_page_without_a_secure_context_says_so_and_sends_nothing(visit, site):
    """A name that is not this machine's, though it leads here: plain http, as on a LAN."""
    person, other = visit(), "http://survey.test"
    person.tab.route(
        f"{other}/**",
        lambda route: route.fulfill(response=route.fetch(url=route.request.url.replace(other, site.address))),
    )
    person.open(site.link().replace(site.address, other)).says("it was opened without encryption")
    assert [] == [each.url for each in person.requests if "/v1/" in each.url]
