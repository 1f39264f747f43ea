"""Surveys are opened, paused, resumed, closed and deleted in a browser."""

import pytest

from tests.browser.test_crashes import LOST


@pytest.fixture
def analyst(visit, site):
    """Somebody who has typed a key."""
    person = visit()
    person.tab.goto(f"{site.address}/")
    person.tab.fill("#key", site.key)
    person.tab.click("#use")
    person.tab.wait_for_selector(".list")
    return person


def fill(person, **fields):
    for name, text in fields.items():
        (person.tab.select_option if name in ("goal", "rounds", "recruiting") else person.tab.fill)(f"#{name}", text)


def test_a_survey_is_opened_by_the_wizard_and_answered_by_its_link(analyst, visit, site):
    analyst.tab.click("text=New survey")
    fill(analyst, title="Youngest driver", question="How old are you?", asker="The road office", lo="0", hi="150")
    analyst.says("If numbers spread evenly over the whole domain")
    fill(analyst, people="20")
    analyst.says("This cannot work")
    analyst.tab.click("#forecast button >> nth=-1")
    analyst.says("Forecast error").says("What your answer reveals").says("How old are you?")
    analyst.tab.click("#open")
    analyst.drawn()
    link = analyst.tab.inner_text(".address a")
    visit().open(link).answer("34").counted().says("The road office").check()
    analyst.shows("#answers strong", "1")
    assert "Youngest driver" == site.get(site.path(link)).json["terms"]["texts"][0]["title"]
    analyst.check()


def test_a_survey_with_groups_is_opened_by_the_wizard_and_its_terms_say_that_groups_are_told_in_clear(analyst, site):
    analyst.tab.click("text=New survey")
    fill(analyst, title="Lowest pay", lo="0", hi="150", step="1", people="8000", epsilon="4", groups="nurse=0.6, pilot")
    analyst.says("Forecast error of each group").says("with 4,800 people").says("with 3,200 people")
    analyst.says("nurse · pilot")
    analyst.tab.click("#hidden summary")
    command = "open 'Lowest pay' --people 8000 --epsilon 4 --domain 0 150 --step 1 --groups nurse=0.6,pilot --hidden"
    analyst.says(command)
    analyst.tab.click("#open")
    analyst.has(2, "#members tbody tr").shows("h1", "Lowest pay")
    path = analyst.tab.url.partition("/survey/")[2]
    terms = site.get(f"/v1/surveys/{path}").json["terms"]
    assert (["nurse", "pilot"], "public") == (terms["groups"], terms["groups_are"])
    assert [4800, 3200] == [site.standing(f"/v1/surveys/{path}-{at}")["people"] for at in (0, 1)]
    analyst.check()


def test_the_wizard_says_which_group_is_too_small_and_what_would_do(analyst):
    analyst.tab.click("text=New survey")
    fill(analyst, lo="0", hi="150", step="1", people="2000", epsilon="1", groups="nurse=0.99, pilot")
    analyst.says("cannot work with 20 people").says("What would do:")
    analyst.tab.click("#forecast button >> nth=0")
    analyst.says("Forecast error of each group")
    analyst.tab.wait_for_selector("#forecast .bad", state="detached")
    fill(analyst, groups="nurse, nurse")
    analyst.says("“nurse” is there twice").check()


def test_the_wizard_says_what_is_missing_or_no_number(analyst):
    analyst.tab.click("text=New survey")
    analyst.says("Numbers from: fill this in")
    fill(analyst, lo="0", hi="150", people="many")
    analyst.says("“many” is no number")
    fill(analyst, people="20,000", goal="quantile", quantile="150")
    analyst.tab.wait_for_selector("#forecast .bad")
    fill(analyst, quantile="50")
    analyst.says("Forecast error")
    analyst.tab.click("#open")
    analyst.says("Give the survey a title first.").check(LOST)


def test_a_survey_is_paused_resumed_closed_and_deleted_and_what_cannot_be_undone_is_asked_first(analyst, site):
    link = site.link(texts={"title": "To be deleted"})
    analyst.tab.click("text=Surveys")
    analyst.tab.fill("#words", "be DELETED")
    analyst.tab.click("text=To be deleted")
    analyst.drawn()
    for deed, chip in (("Pause", ".paused"), ("Resume", ".open")):
        analyst.tab.click(f".deeds >> text={deed}")
        analyst.tab.wait_for_selector(f".chip{chip}")
    analyst.tab.click(".deeds >> text=Close")
    analyst.tab.keyboard.press("Escape")
    analyst.tab.wait_for_selector("dialog", state="detached")
    assert "open" == site.get(site.path(link)).json["state"]
    analyst.tab.click(".deeds >> text=Close")
    analyst.tab.click("dialog >> text=Close >> nth=-1")
    analyst.tab.wait_for_selector(".chip.closed")
    analyst.tab.click(".deeds >> text=Delete")
    analyst.tab.click("dialog button.danger")
    analyst.tab.wait_for_url(f"{site.address}/")
    assert 404 == site.get(site.path(link)).status
    analyst.check(LOST)


def test_a_link_made_in_the_page_lets_somebody_else_watch(analyst, visit, site):
    site.link(texts={"title": "To be shared"})
    analyst.tab.fill("#words", "to be shared")
    analyst.tab.click("text=To be shared")
    analyst.drawn().tab.click("text=Make a link to watch it")
    analyst.tab.wait_for_selector(".viewing a")
    other = visit()
    other.tab.goto(analyst.tab.inner_text(".viewing a"))
    other.drawn().says("To be shared")
    assert (0, False) == (other.tab.locator(".deeds button").count(), "#" in other.tab.url)
    other.check()
    analyst.check()


def test_a_reading_key_offers_nothing_to_do(visit, site):
    link = site.link()
    key = site.key_of("reader", reading=True)
    person = visit()
    person.tab.goto(f"{link.partition('#')[0].replace('/answer/', '/survey/')}#{key}")
    person.drawn().says("reader, may look")
    assert (0, 0) == (person.tab.locator(".deeds button").count(), person.tab.locator("text=New survey").count())
    person.check()


def test_surveys_are_searched_and_paged(analyst, site):
    for number in range(25):
        site.link(texts={"title": f"Paged survey {number:02}"})
    with analyst.tab.expect_response(lambda reply: "words=" in reply.url):  # the list of all has 20 on a page, too
        analyst.tab.fill("#words", "paged SURVEY")
    analyst.tab.wait_for_selector(".surveys li:not(:has-text('Paged survey'))", state="detached")
    titles = []
    for button, many in (("Next page", 20), ("Earlier page", 5)):
        titles += analyst.has(many, ".surveys li").tab.locator(".surveys h2").all_inner_texts()
        analyst.tab.click(f"text={button}")
    assert [f"Paged survey {number:02}" for number in range(25)] == sorted(titles)
    analyst.has(20, ".surveys li")
    analyst.tab.fill("#words", "no such thing")
    analyst.says("No survey has this in its title or id.").check()


def test_the_back_button_goes_back_and_the_key_is_still_there(analyst, site):
    site.link(texts={"title": "There and back"})
    analyst.tab.fill("#words", "there and back")
    analyst.tab.click("text=There and back")
    analyst.drawn()
    analyst.tab.go_back()
    analyst.tab.wait_for_selector(".list")
    analyst.tab.go_forward()
    analyst.drawn().check()
