"""The picture of an estimate: everything it states is there, whatever the estimate is like."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.estimate import Estimate
from lowwater.core.estimate_view import density, numbers, percents, seen
from lowwater.core.statements import NOTHING, UNFITTED, Certain, Few, Fitted, Point

SVG = "{http://www.w3.org/2000/svg}"
BAND = tuple(
    Point(threshold, people, share, max(0.0, share - 0.05), share + 0.05)
    for threshold, people, share in ((17.0, 900, 0.0), (18.5, 400, 0.01), (20.0, 100, 0.08), (24.0, 50, 0.3))
)
BEYOND = Point(75.0, 20, 0.9, 0.6, 1.0)
CERTAIN = Certain(
    somebody=20.0,
    sure=0.9999,
    few=(Few(0.01, 17.0), Few(0.02, 17.0), Few(0.05, 18.5)),
    confidence=0.95,
    band=(*BAND, BEYOND),
)
CURVE = tuple((18 + number, number / 20) for number in range(12))
POSTERIOR = ((16.5, 0.005), (17.5, 0.25), (18.0, 0.5), (18.5, 0.75), (19.0, 0.995))
FITTED = Fitted(16.25, 19.125, 0.95, "a power law holds", "", CURVE, POSTERIOR)
MINIMUM = Estimate(18.25, (16.0, 20.0), 0.05, Epsilon(NANO), certain=CERTAIN, fitted=FITTED, likely_error=0.4)


def mirrored(estimate):
    """The estimate of the maximum of the negated numbers."""
    certain, fitted = estimate.certain, estimate.fitted
    return replace(
        estimate,
        value=-estimate.value,
        cell=(-estimate.cell[1], -estimate.cell[0]),
        direction="maximum",
        certain=replace(
            certain,
            somebody=-certain.somebody,
            few=tuple(Few(few.share, -few.threshold) for few in certain.few),
            band=tuple(replace(point, threshold=-point.threshold) for point in certain.band),
        ),
        fitted=replace(
            fitted,
            low=-fitted.high,
            high=-fitted.low,
            curve=tuple((-x, share) for x, share in fitted.curve),
            posterior=tuple((-x, 1 - probability) for x, probability in fitted.posterior),
        ),
    )


def scaled(estimate, factor, shift=0.0):
    """The estimate in another unit."""

    def moved(number):
        return shift + factor * number

    certain, fitted = estimate.certain, estimate.fitted
    return replace(
        estimate,
        value=moved(estimate.value),
        cell=tuple(map(moved, estimate.cell)),
        likely_error=factor * estimate.likely_error,
        certain=replace(
            certain,
            somebody=moved(certain.somebody),
            few=tuple(Few(few.share, moved(few.threshold)) for few in certain.few),
            band=tuple(replace(point, threshold=moved(point.threshold)) for point in certain.band),
        ),
        fitted=replace(
            fitted,
            low=moved(fitted.low),
            high=moved(fitted.high),
            curve=tuple((moved(x), share) for x, share in fitted.curve),
            posterior=tuple((moved(x), probability) for x, probability in fitted.posterior),
        ),
    )


MEDIAN = replace(
    MINIMUM,
    quantile=0.1,
    certain=Certain(least=17.0, most=24.0, confidence=0.95, band=(*BAND, BEYOND)),
)
BARE = replace(MINIMUM, certain=NOTHING, fitted=UNFITTED, likely_error=None)
ONE_POINT = Certain(confidence=0.95, band=BAND[:1])
NO_SHARES = tuple(replace(point, share=0.0, low=0.0, high=0.02) for point in BAND)
SAME_PLACE = tuple(replace(point, threshold=18.25) for point in BAND)

ESTIMATES = {
    "minimum": MINIMUM,
    "maximum": mirrored(MINIMUM),
    "quantile": MEDIAN,
    "a quantile without a model": replace(MEDIAN, fitted=UNFITTED),
    "a quantile with one limit": replace(MEDIAN, certain=replace(MEDIAN.certain, most=None)),
    "nothing but a value": BARE,
    "a cell of one value": replace(BARE, cell=(18.25, 18.25)),
    "nothing but zero": replace(BARE, value=0.0, cell=(0.0, 0.0)),
    "somebody alone": replace(BARE, certain=Certain(somebody=20.0, sure=0.99)),
    "no band": replace(MINIMUM, certain=NOTHING),
    "no fit": replace(MINIMUM, fitted=UNFITTED),
    "limits without curves": replace(MINIMUM, fitted=replace(FITTED, curve=(), posterior=())),
    "withheld": replace(MINIMUM, fitted=replace(FITTED, low=None, high=None, withheld="it does not fit")),
    "one point": replace(MINIMUM, certain=ONE_POINT, fitted=UNFITTED),
    "no confidence": replace(MINIMUM, certain=replace(CERTAIN, confidence=None)),
    "nobody asked": replace(MINIMUM, certain=Certain(band=(Point(18.0, 0, 0.0, 0.0, 1.0),)), fitted=UNFITTED),
    "all shares 0": replace(MINIMUM, certain=Certain(confidence=0.95, band=NO_SHARES), fitted=UNFITTED),
    "all shares and limits 0": replace(
        MINIMUM, certain=Certain(band=tuple(replace(point, high=0.0) for point in NO_SHARES)), fitted=UNFITTED
    ),
    "equal thresholds": replace(MINIMUM, certain=Certain(confidence=0.95, band=SAME_PLACE), fitted=UNFITTED),
    "a posterior of one value": replace(
        MINIMUM, fitted=replace(FITTED, posterior=tuple((18.25, probability) for _, probability in POSTERIOR))
    ),
    "a curve of one point": replace(MINIMUM, fitted=replace(FITTED, curve=CURVE[:1])),
    "no likely error": replace(MINIMUM, likely_error=None),
    "a large likely error": replace(MINIMUM, likely_error=1e300),
    "an infinite likely error": replace(MINIMUM, likely_error=float("inf")),
    "a domain of 1e-9": scaled(MINIMUM, 1e-11),
    "a domain of 1e-9 around 5": scaled(MINIMUM, 1e-11, 5.0),
    "a domain of 1e300": scaled(MINIMUM, 1e298),
    "the widest domain": replace(scaled(MINIMUM, 1e306), cell=(-8.9e307, 8.9e307), certain=NOTHING, fitted=UNFITTED),
    "simulated, with caveats": replace(MINIMUM, simulated=True, caveats=("too few people", "no better than a guess")),
}


@pytest.fixture(params=ESTIMATES)
def estimate(request):
    return ESTIMATES[request.param]


def root(estimate):
    return ET.fromstring(str(estimate.plot()))  # noqa: S314 - drawn just now


def texts(estimate):
    return [each.text for each in root(estimate).iter(f"{SVG}text")]


def hints(estimate):
    """What the dots say to a pointer, but for the one of the legend."""
    return [each.text for each in root(estimate).iterfind(f".//{SVG}svg//{SVG}circle/{SVG}title")]


# Every picture


def test_a_picture_is_svg_with_its_title_and_its_sentence_for_screen_readers(estimate):
    drawn = root(estimate)
    assert (f"{SVG}svg", "img") == (drawn.tag, drawn.get("role"))
    assert drawn.find(f"{SVG}title").text in texts(estimate)
    assert str(estimate) == drawn.find(f"{SVG}desc").text


def test_a_picture_holds_no_number_that_is_none(estimate):
    attributes = (value for each in root(estimate).iter() for name, value in each.items() if name != "class")
    assert [] == [value for value in attributes if re.search(r"\b(nan|inf)\b", value)]


def test_a_picture_loads_nothing_and_runs_nothing(estimate):
    drawn = str(estimate.plot())
    assert not re.search(r"<script|<image|<use|href|url\(|@import|\bon\w+=", drawn)
    assert [] == [each for each in re.findall(r"https?://[^\"]*", drawn) if each != SVG.strip("{}")]


def test_all_words_of_a_picture_stand_within_it(estimate):
    drawn = root(estimate)
    width, height = map(float, drawn.get("viewBox").split()[2:])
    for each in drawn.iter(f"{SVG}text"):
        long = len(each.text) * 0.47 * float(each.get("font-size", 13))
        start = float(each.get("x")) - {"start": 0, "middle": 0.5, "end": 1}[each.get("text-anchor", "start")] * long
        assert 0 <= start <= start + long <= width
        assert 0 < float(each.get("y")) < height


def test_every_number_that_is_stated_lies_in_the_view(estimate):
    lo, hi = numbers(estimate)
    limits = (estimate.certain.somebody, estimate.certain.least, estimate.certain.most, estimate.fitted.low)
    stated = [estimate.value, *(limit for limit in limits if limit is not None)]
    assert all(lo <= number <= hi for number in stated)


def test_every_question_is_a_dot_or_is_counted_as_left_out(estimate):
    band = estimate.certain.band
    left_out = [re.match(r"(\d+) of (\d+) questions lie beyond", words) for words in texts(estimate)]
    hidden = sum(int(entry[1]) for entry in left_out if entry)
    assert len(band) == len(hints(estimate)) + hidden


# What a picture shows


def test_a_dot_tells_its_question_and_its_limits():
    expected = {
        "900 people asked at 17: 0 %, between 0 % and 5 %",
        "400 people asked at 18.5: 1 %, between 0 % and 6 %",
        "100 people asked at 20: 8 %, between 3 % and 13 %",
        "50 people asked at 24: 30 %, between 25 % and 35 %",
    }
    assert expected == set(hints(MINIMUM))
    assert "1 of 5 questions lie beyond these numbers" in texts(MINIMUM)


def test_dots_stand_at_their_thresholds_and_grow_with_the_people():
    dots = root(MINIMUM).findall(f".//{SVG}svg//{SVG}circle[{SVG}title]")
    radii, places = ([float(dot.get(name)) for dot in dots] for name in ("r", "cx"))
    assert sorted(radii) == radii  # drawn from the smallest cohort to the largest
    assert 2 * (places[0] - places[1]) == pytest.approx(16 / 3 * (places[1] - places[2]), rel=0.001)  # 24, 20 and 18.5
    assert places[1] - places[2] == pytest.approx(places[2] - places[3], rel=0.001)  # 20, 18.5 and 17


def test_marks_carry_their_numbers():
    expected = [
        "L1 17: at most 1 % are at or below",
        "estimate 18.25, likely off by 0.4",
        "L5 18.5: at most 5 % are at or below",
        "U 20: somebody is at or below, 99.99 % sure",
    ]
    assert expected == [words for words in texts(MINIMUM) if re.match(r"[UL]\d? |estimate \d", words)]


def test_marks_of_a_maximum_speak_of_those_above():
    assert "U -20: somebody is at or above, 99.99 % sure" in texts(ESTIMATES["maximum"])


def test_a_quantile_has_its_limits_marked():
    assert {"at least 17", "at most 24"} <= set(texts(MEDIAN))


def test_fitted_limits_stand_with_what_they_assume_or_why_there_are_none():
    assert "fitted: between 16.25 and 19.125 with probability 95 %, if a power law holds" in texts(MINIMUM)
    assert "fitted: no limits: it does not fit" in texts(ESTIMATES["withheld"])


def test_a_picture_is_smaller_where_there_is_less_to_show():
    heights = [float(root(ESTIMATES[name]).get("height")) for name in ("minimum", "no fit", "nothing but a value")]
    assert heights == sorted(set(heights), reverse=True)


def test_the_title_tells_what_is_found_and_whether_it_is_simulated():
    assert "The minimum: 18.25, likely off by about 0.4" in texts(MINIMUM)
    assert "The 0.1 quantile: 18.25, likely off by about 0.4 (simulated)" in texts(replace(MEDIAN, simulated=True))


def test_caveats_stand_below_the_title_and_are_escaped():
    doubtful = replace(MINIMUM, caveats=('too <few> & "far"</svg>',))
    assert 'but too <few> & "far"</svg>' in texts(doubtful)
    assert "<few>" not in str(doubtful.plot())


def test_long_words_are_broken_into_lines():
    lines = texts(replace(BARE, caveats=("word " * 60,)))
    assert max(map(len, lines)) < 120
    assert 3 == sum("word" in line for line in lines)


# The view


def test_the_view_of_a_minimum_ends_where_the_share_has_become_large():
    lo, hi = numbers(MINIMUM)
    assert 15 < lo < 16.25
    assert 24 < hi < 25


def test_the_view_of_a_maximum_is_that_of_a_minimum_turned_around():
    lo, hi = numbers(MINIMUM)
    assert (-hi, -lo) == numbers(mirrored(MINIMUM))


def test_the_view_leaves_room_for_the_marks():
    far = tuple((18 + 10 * x, 0.01 * x) for x in range(20))
    _, hi = numbers(replace(MINIMUM, certain=NOTHING, fitted=replace(FITTED, curve=far)))
    assert hi < 19.125 + 4 * (19.125 - 16.25)


def test_percents_begin_at_nought_for_a_minimum_and_around_a_quantile():
    assert 0 == percents(MINIMUM, 16, 25)[0]
    low, high = percents(MEDIAN, 18.1, 21)
    assert 0 <= low < 1 < 8 < high < 20


def test_where_all_shares_are_nought_their_limits_set_the_height():
    assert (0, pytest.approx(2.4)) == percents(ESTIMATES["all shares 0"], 16, 25)


def test_the_points_in_view_are_sized_by_their_people():
    assert [point.people for point, _ in seen(MINIMUM, 16, 25)] == [50, 100, 400, 900]
    sizes = [size for _, size in seen(MINIMUM, 16, 25)]
    assert [1.0, 1.0] == sizes[2:]
    assert sizes[1] ** 2 == pytest.approx(2 * sizes[0] ** 2)


def test_a_density_is_the_slope_of_the_posterior():
    assert [(0, 0), (0.5, 0.5), (2, 1), (3, 0)] == density(((3.0, 1.0), (1.0, 0.2), (0.0, 0.0)), 0.1)


def test_points_that_are_hardly_apart_share_a_step():
    assert [(0, 0), (0.5, 1), (1, 0)] == density(((0.0, 0.0), (0.01, 0.4), (1.0, 1.0)), 0.1)


@pytest.mark.parametrize("posterior", [(), ((1.0, 0.5),), ((1.0, 0.0), (1.0, 1.0)), ((0.0, 0.5), (1.0, 0.5))])
def test_a_posterior_without_an_extent_has_no_density(posterior):
    assert [] == density(posterior, 0.1)


# Files and notebooks


def test_a_picture_is_text_that_a_notebook_shows():
    picture = MINIMUM.plot()
    assert picture.svg == str(picture) == picture._repr_svg_()
    assert "Picture()" == repr(picture)


@pytest.mark.parametrize("kind", [str, lambda path: path])
def test_a_picture_is_written_where_it_is_told_to(tmp_path, kind):
    picture = MINIMUM.plot(kind(tmp_path / "estimate.svg"))
    assert picture.svg == (tmp_path / "estimate.svg").read_text(encoding="utf-8")


def test_a_notebook_shows_the_facts_and_the_picture(estimate):
    page = estimate._repr_html_()
    assert page.endswith(str(estimate.plot()))
    table = ET.fromstring(page[: page.index("<svg")])  # noqa: S314 - made just now
    assert estimate.facts() == {row[0].text: row[1].text for row in table}


def test_a_notebook_gets_no_markup_from_an_estimate():
    page = replace(MINIMUM, what_next="<script>", caveats=("<b>",))._repr_html_()
    assert "<script>" not in page
    assert "<b>" not in page
