"""The whole of a survey with groups in the dashboard: what was found in each, the way to each, what is done to all."""

import json

import pytest

from tests.browser.crowd import Crowd, ages
from tests.browser.test_dashboard import rows
from tests.browser.test_groups import NAMES, link

NOTHING = "\N{EN DASH}"
CELLS = "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"


@pytest.fixture
def watch(visit, site):
    """Somebody who watches the whole of a survey with groups."""

    def open_link(whole, key=None, **options):
        person = visit(**options)
        person.tab.goto(f"{site.address}/survey/{name(site, whole)}#{key or site.key}")
        person.tab.wait_for_selector("#members tbody tr")
        return person

    return open_link


def name(site, whole):
    """The id of the whole survey, from its answer link."""
    return site.path(whole).rpartition("/")[2]


def answer(site, whole, *members):
    """Let people answer in some members, until these are over."""
    for at in members:
        path = f"{site.path(whole)}-{at}"
        Crowd(site, path, ages(60), seed=at).answer()
        site.until(path, lambda standing: standing["ended"] is not None)


def cells(person):
    """The rows of the table of groups."""
    return person.tab.locator("#members tbody tr").evaluate_all(CELLS)


def test_the_whole_shows_every_group_with_its_estimate_and_the_way_to_it(watch, site):
    whole = link(site)
    person = watch(whole).shows("h1", "Youngest driver").says("told in clear, outside epsilon")
    assert [[each, "Open", "1 of 2", "0 of 60", "not yet known", NOTHING] for each in NAMES] == cells(person)
    person.says("Nothing yet: the first round of every group is still open.").says("Groups that have ended: 0 of 3")
    answer(site, whole, 0, 2)
    person.has(2, "#members .chip.finished").says("Groups that have ended: 2 of 3")
    person.has(2, "#groups svg circle")
    standing = site.standing(f"{site.path(whole)}-2")
    value = f"{standing['estimate']['value']:.6g}"
    assert ["Finished", "60 of 60", value] == [cells(person)[2][at].split(",")[0] for at in (1, 3, 4)]
    assert [*NAMES] == [row[0] for row in rows(person, "groups")]
    assert value == rows(person, "groups")[2][4]
    person.tab.click(f"#members a >> text={NAMES[1]}")
    person.drawn().shows("h1", f"Youngest driver: {NAMES[1]}")
    person.tab.click("text=All groups")
    person.shows("h1", "Youngest driver").check()


def test_a_hidden_survey_says_that_its_groups_are_hidden(watch, site):
    watch(link(site, hidden=True)).says("stays hidden, within epsilon").check()


def test_all_groups_are_paused_resumed_closed_and_deleted_together(watch, site):
    whole = link(site)
    answer(site, whole, 1)
    person = watch(whole)
    person.tab.click("button:text-is('Pause')")
    person.has(2, "#members .chip.paused").has(1, "#members .chip.finished")
    person.tab.click("button:text-is('Resume')")
    person.has(2, "#members .chip.open")
    person.tab.click("button:text-is('Close')")
    person.tab.click("dialog button:text-is('Close')")
    person.has(2, "#members .chip.closed")
    person.tab.click("button:text-is('Delete')")
    person.tab.click("dialog button:text-is('Delete')")
    person.shows("h1", "Surveys").check()
    assert 404 == site.get(site.path(whole)).status


def test_a_group_that_was_deleted_is_left_out(watch, site):
    whole = link(site)
    site.post(f"{site.path(whole)}-0/close")
    site.ask("DELETE", f"{site.path(whole)}-0", key=site.key)
    person = watch(whole)
    assert NAMES[1:] == [row[0] for row in cells(person)]
    person.check([r"404 \(Not Found\)"])


def test_a_link_to_the_whole_shows_its_groups_and_nothing_else(watch, site, visit):
    whole, other = link(site), link(site)
    maker = watch(whole)
    maker.tab.click("text=Make a link to watch it")
    shared = maker.tab.locator(".viewing .address a").get_attribute("href")
    assert f"/survey/{name(site, whole)}#" in shared
    person = visit()
    person.tab.goto(shared)
    person.tab.wait_for_selector("#members tbody tr")
    assert 0 == person.tab.locator(".deeds button").count()
    answer(site, whole, 1)
    person.has(1, "#members .chip.finished")
    person.tab.click(f"#members a >> text={NAMES[1]}")
    person.drawn().shows("h1", f"Youngest driver: {NAMES[1]}")
    person.tab.click("text=All groups")
    person.shows("h1", "Youngest driver").check()
    key = shared.partition("#")[2]
    stray = watch(other, key)
    assert stray.tab.url.endswith(f"/survey/{name(site, whole)}")
    maker.check()


def test_the_whole_is_kept_as_json_and_its_answer_link_is_that_of_all_groups(watch, site):
    whole = link(site)
    person = watch(whole)
    with person.tab.expect_download() as kept:
        person.tab.click("text=Survey as JSON")
    told = json.loads(kept.value.path().read_text())
    assert (name(site, whole), 3) == (told["survey"], len(told["members"]))
    assert whole == person.tab.locator(".share .address a").get_attribute("href")
    person.tab.wait_for_selector("svg.code")
    person.check()
