"""People in browsers, in surveys with groups: what they are told, what they choose, and what leaves their browser."""

import json
import time

import lowwater

NAMES = ["Île-de-France", "Bayern", "مصر"]


def link(site, *, hidden=False, rules=None):
    """The link to a new survey with groups."""
    plan = lowwater.plan(60, epsilon=4, domain=(0, 150), step=1, refuse=False, search="cohorts", rounds=2)
    message = {
        "title": "Youngest driver",
        "question": "How old are you?",
        "plan": json.loads(plan.to_json()),
        "rules": rules or {},
        "groups": NAMES,
        "hidden": hidden,
        "closes": int(time.time()) + 9 * 86_400,
    }
    opened = site.post("/v1/surveys", message)
    assert 201 == opened.status, opened.text
    return site.link_of(opened.json["survey"], opened.json["hash"])


def answered(site, whole):
    """How many answers each member got."""
    path = site.path(whole)
    return [site.standing(f"{path}-{at}")["answers"]["got"] for at in range(len(NAMES))]


def test_a_public_group_is_chosen_by_the_person_and_told_with_the_button_alone(visit, site):
    whole = link(site)
    person = visit().open(whole).says("Which group is yours is sent in clear when you press the button")
    assert ("", ["Choose …", *NAMES]) == (
        person.tab.input_value("#group"),
        person.tab.locator("#group option").all_text_contents(),
    )
    person.tab.fill("#number", "34")
    person.tab.select_option("#group", label="Bayern")
    assert [] == person.sent
    assert [] == [each.url for each in person.requests if each.url.rpartition("-")[2] in ("0", "1", "2")]
    person.tab.click("#answer")
    person.counted().check()
    assert [0, 1, 0] == answered(site, whole)


def test_the_dashboard_names_the_group_of_every_member(visit, site):
    whole = link(site)
    person = visit()
    person.tab.goto(f"{site.address}{site.path(whole).replace('/v1/surveys', '/survey')}-1#{site.key}")
    person.drawn().shows("h1", f"Youngest driver: {NAMES[1]}").check()


def test_without_a_group_nothing_is_sent(visit, site):
    person = visit().open(link(site)).answer("34").says("Choose your group first. Nothing was sent.")
    assert [] == person.sent
    person.check()


def test_a_browser_that_has_answered_is_asked_about_no_other_group(visit, site):
    whole = link(site)
    person = visit().open(whole)
    person.tab.select_option("#group", label=NAMES[0])
    person.answer("34").counted()
    person.tab.reload()
    person.ready().says("This browser has answered this survey.")
    assert 0 == person.tab.locator("#group").count()
    person.check()


def test_two_tabs_that_choose_two_groups_give_one_answer(visit, site):
    whole = link(site)
    one = visit().open(whole)
    tabs = [one, visit(one.tab.context).open(whole)]
    for person, name in zip(tabs, NAMES, strict=False):
        person.tab.select_option("#group", label=name)
        person.tab.fill("#number", "34")
    for person in tabs:
        person.tab.evaluate("document.querySelector('#answer').click()")
    for person in tabs:
        person.tab.wait_for_selector(".good, .bad")
    assert 1 == sum(answered(site, whole))


def test_a_link_to_one_group_leaves_nothing_to_choose(visit, site):
    whole = link(site)
    member = whole.replace("#", "-2#")
    person = visit().open(member).says("This link is for people of the group")
    assert 0 == person.tab.locator("#group").count()
    person.answer("34").counted().check()
    assert [0, 0, 1] == answered(site, whole)


def test_a_hidden_group_leaves_the_browser_in_no_request_and_none_is_a_choice(visit, site):
    whole = link(site, hidden=True)
    for name in (NAMES[0], "None of these"):
        person = visit().open(whole).says("Which group is yours stays on this device.")
        person.tab.select_option("#group", label=name)
        person.answer("34").counted().check()
        bodies = [each.post_data or "" for each in person.requests]
        assert [] == [body for body in bodies if "group" in body or "inside" in body or "France" in body]
    assert 2 == sum(answered(site, whole))
