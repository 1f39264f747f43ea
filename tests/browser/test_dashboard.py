"""Surveys are watched in a browser: to their end, over restarts, through a thousand rounds, by those who may."""

import contextlib
import json
import re

import pytest

import lowwater
from tests.browser.crowd import Crowd, ages
from tests.browser.test_crashes import LOST, Process, keyed

ESTIMATE = "#estimate .figure strong"


@pytest.fixture
def watch(visit, site):
    """Somebody who watches a survey of the site with a link, which holds its key."""

    def open_link(link, key=None, **options):
        person = visit(**options)
        person.tab.goto(f"{board(link)}#{key or site.key}")
        return person.drawn()

    return open_link


def board(link):
    """The dashboard of a survey, from its answer link."""
    return link.partition("#")[0].replace("/answer/", "/survey/")


def rows(person, chart):
    """The rows of the data table behind a chart."""
    if not person.tab.locator(f"#{chart} details[open]").count():
        person.tab.click(f"#{chart} summary")
        person.tab.wait_for_selector(f"#{chart} tbody tr")  # a table is filled once it is open
    return [row.split("\t") for row in person.tab.locator(f"#{chart} tbody tr").all_inner_texts()]


def test_a_whole_survey_is_watched_to_its_end(watch, site):
    link = site.link(people=400, epsilon=4, rounds=6)
    person = watch(link)
    person.says("not yet known").says("The first round is not over yet.")
    Crowd(site, site.path(link), ages(400)).answer()
    standing = site.until(site.path(link), lambda message: message["ended"] is not None)
    person.tab.wait_for_selector(".chip.finished")
    person.shows("#answers strong", standing["answers"]["got"])
    assert f"{standing['estimate']['value']:.6g}" == person.tab.inner_text(ESTIMATE)
    for words in standing["statements"]["certain"].split("; "):
        person.says(words[1:])
    person.says("odds move by a factor of at most").says("The road office")
    rounds = {asked["round"] for asked in standing["questions"]}
    assert [str(number + 1) for number in sorted(rounds)] == [row[0] for row in rows(person, "funnel")]
    band = standing["estimate"]["certain"]["band"]
    assert sorted(point["threshold"] for point in band) == [float(row[0]) for row in rows(person, "shares")]
    person.check()


def test_a_server_that_is_restarted_midway_is_said_to_be_gone_and_nothing_is_missed(visit, tmp_path):
    database = str(tmp_path / "surveys.db")
    with contextlib.closing(Process(database)) as first:
        keyed(first, database)
        link = first.link(people=200, epsilon=4, search="cohorts", rounds=5)
        person, crowd = visit(), Crowd(first, first.path(link), ages(200))
        person.tab.goto(f"{board(link)}#{first.key}")
        person.drawn()
        crowd.answer(90)
        person.tab.wait_for_selector("#funnel svg .dot")
        port = first.address.rpartition(":")[2]
    person.says("The server is gone")
    with contextlib.closing(Process(database, "--port", port, key=first.key)) as second:
        crowd.line = second
        crowd.answer()
        person.tab.wait_for_selector(".chip.finished")
        rounds = {asked["round"] for asked in second.standing(second.path(link))["questions"]}
        assert [str(number + 1) for number in sorted(rounds)] == [row[0] for row in rows(person, "funnel")]
        assert 0 == person.tab.locator(".health.gone").count()
    person.check(LOST)


def test_a_thousand_rounds_of_events_arrive_whole(visit, site):
    """Of one survey, whose rounds are all drawn, and of others beside it in the same stream."""
    plan = lowwater.plan(40, epsilon=4, domain=(0, 150), search="cohorts", rounds=40, refuse=False)
    paths = [site.open(plan, "Many rounds") for _ in range(25)]
    person, other = visit(), visit()
    person.tab.goto(f"{site.address}{paths[0].replace('/v1/surveys', '/survey')}#{site.key}")
    person.drawn()
    other.tab.goto(f"{site.address}/#{site.key}")
    other.tab.wait_for_selector(".surveys li")
    crowds = [Crowd(site, path, ages(40)) for path in paths]
    while any(crowd.waiting for crowd in crowds):
        for crowd in crowds:
            crowd.answer(1)
    person.tab.wait_for_selector(".chip.finished")
    assert 40 == len(rows(person, "funnel"))
    other.tab.fill("#words", paths[-1].rpartition("/")[2])
    other.has(1, ".surveys li")
    other.tab.wait_for_selector(".surveys .chip.finished")
    person.check()
    other.check()


def test_a_key_that_is_typed_wrongly_is_refused_in_words_and_the_right_one_opens_the_list(visit, site):
    site.link()
    person = visit()
    person.tab.goto(f"{site.address}/")
    for wrong, words in (("", "Type or paste a key first"), ("lw_wrong", "not valid here"), ("schlüssel", "not valid")):
        person.tab.fill("#key", wrong)
        person.tab.click("#use")
        person.says(words)
    assert "key" == person.tab.evaluate("document.activeElement.id")
    person.tab.fill("#key", f" {site.key} ")
    person.tab.keyboard.press("Enter")
    person.tab.wait_for_selector(".surveys li")
    person.tab.click("text=Forget the key")
    person.tab.wait_for_selector("#key")
    person.check(LOST)


def test_a_viewing_link_shows_one_survey_and_nothing_else(visit, site, stored):
    link, other = site.link(), site.link()
    survey = site.path(link).rpartition("/")[2]
    key = site.key_of("viewer", survey=survey, reading=True)
    person = visit()
    person.tab.goto(f"{board(link)}#{key}")
    person.drawn()
    assert (board(link), 0) == (person.tab.url, person.tab.locator(".deeds button").count())
    assert key not in stored(person)
    assert [] == [each.url for each in person.requests if key in each.url]
    person.tab.goto(f"{board(other)}#{key}")
    person.tab.wait_for_url(board(link))  # it leads to its own survey, whatever the address says
    person.tab.reload()
    person.tab.wait_for_selector("#key")
    person.check()


def test_a_key_revoked_while_somebody_watches_ends_the_watching(watch, site):
    link = site.link()
    key = site.key_of("for a while")
    person = watch(link, key)
    site.revoke("for a while")
    person.tab.wait_for_selector("#key")
    person.says("not valid here").check(LOST)


def test_a_survey_that_is_not_there_is_said_so(visit, site):
    person = visit()
    person.tab.goto(f"{site.address}/survey/none#{site.key}")
    person.says("There is no survey 'none' here").check(LOST)


def test_what_few_people_said_is_not_shown(watch, site):
    link = site.link(people=400, epsilon=4, rounds=6, rules={"least": 50})
    Crowd(site, site.path(link), ages(400)).answer()
    standing = site.until(site.path(link), lambda message: message["ended"] is not None)
    few = [asked["answered"] for asked in standing["questions"] if asked["withheld"]]
    person = watch(link)
    shown = [int(row[1]) for row in rows(person, "shares")]
    assert (True, len(standing["questions"])) == (len(few) > 0, len(few) + len(shown))
    assert min(shown) >= 50 > max(few)
    person.check()


def test_every_file_can_be_kept(watch, site):
    link = site.link(people=400, epsilon=4, rounds=6)
    Crowd(site, site.path(link), ages(400)).answer()
    standing = site.until(site.path(link), lambda message: message["ended"] is not None)
    person = watch(link)
    person.tab.wait_for_selector("#shares svg .share")

    def kept(button):
        with person.tab.expect_download() as download:
            person.tab.click(button)
        return download.value.path().read_bytes()

    assert standing["estimate"] == json.loads(kept("text=Survey as JSON"))["estimate"]
    lines = kept("text=Shares as CSV").decode().splitlines()
    asked = len(standing["estimate"]["certain"]["band"])
    assert ("Threshold,People,Share,Low,High", asked) == (lines[0], len(lines) - 1)
    for chart in ("funnel", "shares", "posterior", "arrivals"):
        assert kept(f"#{chart} button:text('CSV')").count(b"\r\n") > 1
    for chart in ("funnel", "shares"):  # a browser saves ten files a second, and drops more
        drawn = kept(f"#{chart} button:text('SVG')").decode()
        assert (True, False) == (drawn.startswith("<svg"), "class=" in drawn)
        assert b"\x89PNG" == kept(f"#{chart} button:text('PNG')")[:4]
    person.check()


def test_the_answer_link_and_its_code_lead_to_the_survey(watch, site):
    zxingcpp = pytest.importorskip("zxingcpp")
    import numpy

    link = site.link()
    person = watch(link)
    assert link == person.tab.inner_text(".address a")
    person.tab.wait_for_selector("svg.code")
    with person.tab.expect_download() as download:
        person.tab.click("text=QR code as SVG")
    size = int(re.search(rb'viewBox="0 0 (\d+)', download.value.path().read_bytes())[1])
    cells = numpy.full((size, size), 255, numpy.uint8)
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)", person.tab.get_attribute("svg.code path", "d")):
        cells[int(y), int(x) : int(x) + int(width)] = 0
    (code,) = zxingcpp.read_barcodes(numpy.kron(cells, numpy.ones((4, 4), numpy.uint8)))
    assert link == code.text
