"""One stream for all tabs of a browser that have the same key; none for a tab that nobody sees."""

from tests.browser.crowd import Crowd, ages
from tests.browser.test_dashboard import board

STREAM = "/stream"
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def streams(*people):
    """The open streams of these tabs."""
    return [[each for each in person.requests if STREAM in each.url and open_still(each)] for person in people]


def open_still(request):
    return request.failure is None and request.timing["responseEnd"] < 0


def reads(person):
    """Wait until this tab reads the stream itself."""
    while not streams(person)[0]:
        person.tab.wait_for_timeout(20)
    return person


def opened(visit, link, key, profile=None):
    person = visit(profile)
    person.tab.goto(f"{board(link)}#{key}")
    return person.drawn()


def test_seven_tabs_share_one_stream_and_all_of_them_move(visit, site):
    link = site.link(people=200, epsilon=4, search="cohorts", rounds=4)
    first = reads(opened(visit, link, site.key))
    others = [opened(visit, link, site.key, first.tab.context) for _ in range(6)]
    Crowd(site, site.path(link), ages(200)).answer()
    for person in (first, *others):
        person.tab.wait_for_selector(".chip.finished")
        person.check()
    assert [1, 0, 0, 0, 0, 0, 0] == [len(each) for each in streams(first, *others)]


def test_a_tab_that_is_hidden_drops_the_stream_and_the_next_one_reads_it(visit, site):
    link = site.link(people=200, epsilon=4, search="cohorts", rounds=4)
    first = reads(opened(visit, link, site.key))
    second = opened(visit, link, site.key, first.tab.context)
    first.tab.evaluate(HIDE, True)
    reads(second)
    while streams(first)[0]:
        first.tab.wait_for_timeout(20)
    Crowd(site, site.path(link), ages(200)).answer(120)
    answers = site.standing(site.path(link))["answers"]["got"]
    second.shows("#answers strong", answers)
    first.tab.evaluate(HIDE, False)
    first.shows("#answers strong", answers)
    assert [0, 1] == [len(each) for each in streams(first, second)]


def test_tabs_with_other_keys_hear_nothing_of_each_other(visit, site):
    link = site.link()
    other = site.key_of("other")
    first = reads(opened(visit, link, site.key))
    second = reads(opened(visit, link, other, first.tab.context))
    assert [1, 1] == [len(each) for each in streams(first, second)]
    names = first.tab.evaluate("async () => (await navigator.locks.query()).held.map(({ name }) => name)")
    assert (2, []) == (len(set(names)), [name for name in names if site.key in name or other in name])


def test_a_key_goes_to_no_other_tab(visit, site):
    """A message on any channel of the site, as another tab hears it, holds no key; nor does any storage."""
    link = site.link(people=200, epsilon=4, search="cohorts", rounds=4)
    first = reads(opened(visit, link, site.key))
    spy = visit(first.tab.context)
    spy.tab.goto(f"{site.address}/")
    name = first.tab.evaluate("async () => (await navigator.locks.query()).held[0].name")
    spy.tab.evaluate(
        "(name) => { globalThis.heard = []; new BroadcastChannel(name).onmessage = ({ data }) => heard.push(data); }",
        name,
    )
    Crowd(site, site.path(link), ages(200)).answer()
    while not spy.tab.evaluate("heard.length"):
        spy.tab.wait_for_timeout(20)
    assert site.key not in spy.tab.evaluate("JSON.stringify(heard)")
    spy.tab.wait_for_selector("#key")
