"""MovieLens: people's mean ratings and numbers of ratings, from any official file, or a refusal with its reason."""

import gzip
import itertools

import numpy as np
import pandas as pd
import pytest

from lowwater.errors import BadData
from lowwater.paper import movielens
from lowwater.paper.study import Wishes
from lowwater.study.dataset import load
from lowwater.study.figure import styled

HEAD = "userId,movieId,rating,timestamp\n"


@pytest.fixture
def ratings(real):
    return real("movielens-latest-small/ratings.csv")


@pytest.fixture
def expected(ratings):
    """What pandas finds: mean, count and number of movies."""
    rows = pd.read_csv(ratings)
    people = rows.groupby("userId")["rating"].agg(["mean", "count"])
    return people["mean"].to_numpy(), people["count"].to_numpy(), rows["movieId"].nunique()


@pytest.fixture
def written(tmp_path):
    def write(text, name="ratings.csv"):
        path = tmp_path / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return write


def rows_of(people=4, movies=6):
    """Person k rated the first k + 1 movies with k / 2 + 0.5."""
    return [(p, m, p / 2 + 0.5) for p in range(people) for m in range(p % movies + 1)]


def test_the_real_file_has_mixed_line_endings(ratings):
    text = ratings.read_bytes()
    assert 0 < text.count(b"\r\n") < text.count(b"\n")


def test_means_and_counts_are_those_that_pandas_finds(ratings, expected):
    rows = movielens.read(ratings)
    means, counts, movies = rows.means, rows.counts, rows.movies
    assert 610 == means.size == counts.size
    assert 100_836 == counts.sum()
    assert expected[2] == movies
    ours, theirs = (
        sorted(zip(c.tolist(), m.round(9).tolist(), strict=True)) for m, c in ((means, counts), expected[:2])
    )
    assert theirs == ours


def test_means_and_counts_are_those_of_the_prepared_table(ratings, real):
    people = pd.read_parquet(real("movielens_latest_small_users.parquet"))
    rows = movielens.read(ratings)
    assert pytest.approx(np.sort(people["mean_rating"])) == np.sort(rows.means)
    assert sorted(people["n_ratings"]) == sorted(rows.counts.tolist())


def test_both_tasks_search_both_ends_at_every_number_of_people_and_epsilon(ratings, expected, tmp_path):
    tasks = movielens.tasks(Wishes(tmp_path, movielens=ratings, runs=30))
    kinds = (("rating", [0, 5]), ("count", [0, expected[2] / 2]))
    wanted = itertools.product(kinds, ("minimum", "maximum"), [2**k for k in range(14, 19)], (1.0, 4.0))
    items = [
        ((s["dataset"].split("-")[1], s["domain"]), s["direction"], s["people"], s["epsilon"])
        for s in (task.settings for task in tasks)
    ]
    assert list(wanted) == items
    assert {30} == {task.settings["runs"] for task in tasks}


def test_six_hundred_people_are_drawn_with_replacement_and_labelled_so(ratings, tmp_path):
    for wished in (False, True):
        tasks = movielens.tasks(Wishes(tmp_path, movielens=ratings, with_replacement=wished))
        assert {True} == {task.settings["replacement"] for task in tasks}


def test_the_numbers_are_kept_beside_the_results(ratings, expected, tmp_path):
    names = {task.settings["dataset"] for task in movielens.tasks(Wishes(tmp_path, movielens=ratings))}
    kept = {name.split("-")[1]: load(tmp_path, name) for name in names}
    assert pytest.approx(np.sort(expected[0])) == kept["rating"]
    assert np.sort(expected[1]).tolist() == kept["count"].tolist()


def test_the_targets_are_the_datas_own_ends_and_the_error_is_in_the_papers_units(ratings, expected, tmp_path, computed):
    results = computed(movielens.tasks(Wishes(tmp_path, quick=True, movielens=ratings, runs=5)))
    ends = {"rating": (expected[0].min(), expected[0].max()), "count": (20, 2698)}
    for result in results:
        settings = result.task.settings
        expected = ends[settings["dataset"].split("-")[1]][settings["direction"] == "maximum"]
        assert pytest.approx(expected) == result.numbers["target"]
        assert 610 == result.numbers["pool"]
        assert 0 <= result.numbers["q05"] <= result.numbers["mean_error"] <= result.numbers["q95"] <= 2


def test_the_figures_draw_and_say_how_people_were_drawn(ratings, tmp_path, computed):
    wishes = Wishes(tmp_path, quick=True, movielens=ratings, runs=5)
    with styled():
        figures = movielens.figures(computed(movielens.tasks(wishes)), wishes)
        assert all(figure.svg().startswith("<svg") for figure in figures)
    assert ["movielens-histograms", "movielens-task1", "movielens-task2"] == [figure.name for figure in figures]
    for figure in figures[1:]:
        assert figure.caption.count("drawn WITH replacement from 610 people") == 2
        assert "From ratings.csv" in figure.caption
        assert "5 runs a point" in figure.caption
    heights = [[patch.get_height() for patch in axis.patches] for axis in figures[0].canvas.axes]
    assert [610, 610] == [sum(axis) for axis in heights]


def test_the_older_format_gives_the_same_people(written):
    rows = rows_of()
    new = written(HEAD + "".join(f"{p},{m},{r},9\n" for p, m, r in rows))
    old = written("".join(f"{p}::{m}::{r}::9\n" for p, m, r in rows), "ratings.dat")
    for item in (movielens.read(new), movielens.read(old)):
        assert [0.5, 1.0, 1.5, 2.0] == sorted(item.means.tolist())
        assert [1, 2, 3, 4] == sorted(item.counts.tolist())
        assert (4, 0) == (item.movies, item.repeated)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_either_line_ending_and_no_last_one_will_do(written, end):
    text = (HEAD + "".join(f"{p},{m},{r},9\n" for p, m, r in rows_of())).replace("\n", end)
    assert [0.5, 1.0, 1.5, 2.0] == sorted(movielens.read(written(text.removesuffix(end))).means.tolist())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("userId,movieId,score,timestamp\n1,2,3,4\n", "has no column rating; it has userId, movieId, score, timestamp"),
        ("user,film,stars\n1,2,3\n", "has no column userId, movieId, rating; it has user, film, stars"),
        (HEAD + "1,2,9,4\n1,3,3,4\n", "has ratings from 3 to 9; MovieLens rates from 0.5 to 5. Wrong column"),
        (HEAD + "1,2,-1,4\n", "has ratings from -1 to -1; MovieLens rates from 0.5 to 5. Wrong column"),
        (HEAD + "1,2,nan,4\n", "line 2: rating is 'nan', which is no number"),
        (HEAD + "1,2,3,4\n1,3,4,4\n2,5", "Line: 4"),
        (HEAD + "1,2,3,4\n1,3\n2,5,1,1\n", "Line: 3"),
        (HEAD + "1,2,3,4\n1,3,good,4\n", "line 3: rating is 'good', which is no number"),
        (HEAD, "has no ratings"),
        ("", "has no header; its first line must name the columns"),
        (b"\x7fELF\x02\x01\xff\xfe\x00\x00", "is not a text file in UTF-8"),
        ("<html><body>Not found</body></html>\n", "has no column userId, movieId, rating"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_the_reason(written, text, words):
    with pytest.raises(BadData, match=r"ratings\.csv") as refused:
        movielens.read(written(text))
    assert words in str(refused.value)


@pytest.mark.parametrize("row", ["1,2,,4", ",2,3.5,4", "1,,3.5,4"])
def test_a_row_with_a_hole_is_refused_and_not_passed_over(written, row):
    with pytest.raises(BadData):
        movielens.read(written(f"{HEAD}1,7,3,4\n{row}\n2,8,4,4\n"))


def test_a_parquet_file_that_is_none_is_refused(written):
    with pytest.raises(BadData, match=r"ratings\.parquet cannot be read"):
        movielens.read(written("userId,movieId", "ratings.parquet"))


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(BadData, match="there is no file"):
        movielens.read(tmp_path / "ratings.csv")


def heavy(people, light=3, movies=10):
    """Ratings by people who rated every movie, and by others who rated one."""
    rows = [(f"h{p}", m) for p in range(people) for m in range(movies)] + [(f"l{p}", p) for p in range(light)]
    return HEAD + "".join(f"{p},{m},{1 + m % 5},9\n" for p, m in rows)


@pytest.mark.parametrize(("people", "words"), [(1, "1 person of 4 (25 %)"), (2, "2 people of 5 (40 %)")])
def test_people_who_rated_more_than_half_of_the_movies_are_clamped_and_it_is_said(
    written, tmp_path, computed, people, words
):
    wishes = Wishes(tmp_path, quick=True, movielens=written(heavy(people)), runs=2)
    tasks = [t for t in movielens.tasks(wishes) if t.settings["people"] == 2**14 and t.settings["epsilon"] == 4]
    results = computed(tasks)
    (sentence,) = movielens.deviations(results, wishes)
    assert f"{words} rated more than half of the 10 movies" in sentence
    assert "clamped to its end, 5" in sentence
    assert "the true value that errors are measured against is that of the clamped numbers" in sentence
    with styled():
        histograms, task1, task2 = movielens.figures(results, wishes)
    assert sentence in task2.caption
    assert sentence in histograms.caption
    assert "clamped" not in task1.caption


def test_the_true_value_is_that_of_the_clamped_numbers_and_the_other_task_stays_as_it_is(written, tmp_path, computed):
    tasks = movielens.tasks(Wishes(tmp_path, quick=True, movielens=written(heavy(1)), runs=2))
    values = {}
    for result in computed([t for t in tasks if t.settings["people"] == 2**14 and t.settings["epsilon"] == 4]):
        settings = result.task.settings
        values[settings["dataset"].split("-")[1], settings["direction"]] = result.numbers["target"]
        assert ("count" in settings["dataset"]) == ("clamped" in settings)
    assert {
        ("rating", "minimum"): 1,
        ("rating", "maximum"): 3,
        ("count", "minimum"): 1,
        ("count", "maximum"): 5,
    } == values


def test_a_study_without_clamped_people_says_nothing_of_them_and_keeps_its_keys(written, tmp_path):
    text = HEAD + "".join(f"{p},{m},{r},9\n" for p, m, r in rows_of(3))
    tasks = movielens.tasks(Wishes(tmp_path, quick=True, movielens=written(text + "9,7,3,9\n9,8,3,9\n9,9,3,9\n")))
    expected = {"dataset", "domain", "direction", "people", "replacement", "epsilon", "runs"}
    assert {frozenset(expected)} == {frozenset(task.settings) for task in tasks}


def test_a_movie_that_a_person_rated_twice_is_counted_once_and_it_is_said(written, tmp_path, computed):
    path = written(HEAD + "1,5,2,9\n1,5,4,9\n2,6,3,9\n3,7,3,9\n3,8,3,9\n")
    rows = movielens.read(path)
    assert ([1, 1, 2], 1) == (sorted(rows.counts.tolist()), rows.repeated)
    assert [3, 3, 3] == rows.means.tolist()
    wishes = Wishes(tmp_path, quick=True, movielens=path, runs=2)
    sentences = movielens.deviations(computed(movielens.tasks(wishes)[8:9]), wishes)
    assert ["1 rating repeats a movie"] == [sentence[:24] for sentence in sentences]


@pytest.mark.parametrize("name", ["rating=5/ratings.csv", "ratings[1].csv", "r*.csv", "RATINGS.CSV", "RATINGS.CSV.GZ"])
def test_a_files_name_and_folder_do_not_change_what_is_read(written, tmp_path, name):
    (tmp_path / "rating=5").mkdir()
    written(HEAD + "1,1,5,9\n", "ratings1.csv")
    text = (HEAD + "1,1,2,9\n2,1,2,9\n").encode()
    assert [2, 2] == movielens.read(written(gzip.compress(text) if "GZ" in name else text, name)).means.tolist()


def test_people_whose_numbers_differ_beyond_two_to_the_53_are_not_one(tmp_path):
    table = pd.DataFrame({"userId": [2**60, 2**60 + 1], "movieId": [1, 2], "rating": [2.0, 4.0]})
    table.to_parquet(tmp_path / "ratings.parquet")
    assert [2, 4] == sorted(movielens.read(tmp_path / "ratings.parquet").means.tolist())


def test_names_in_the_place_of_numbers_and_spaces_around_them_will_do(written):
    rows = movielens.read(written("userId; movieId; rating\nanna; heat; 3.5\n anna;psycho;2.5\nbob;heat;1\n"))
    assert [1, 3] == sorted(rows.means.tolist())


def test_mixed_line_endings_hide_no_line_that_is_too_long(written):
    with pytest.raises(BadData, match="has more fields than columns in 1 of its lines; mend or drop them"):
        movielens.read(written(HEAD + "1,2,3,9\r\n1,3,4,5,9\n1,4,3,9\r\n"))


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("ratings.csv", HEAD + "1,2,3,9\n1,3,3,5,9\n", "Expected Number of Columns: 4 Found: 5"),
        ("ratings.csv", HEAD + '1,2,3,"9\n1,3,3,9\n', "Line: 2; Value with unterminated quote found"),
        ("ratings.csv", "userId;movieId;rating\n1;2;3,5\n", "rating is '3,5', which is no number; write decimals with"),
        ("ratings.csv", HEAD + "1,2,3,9\n1,3,inf,9\n", "line 3: rating is 'inf', which is no number"),
        ("ratings.csv", HEAD + "1,2,0_5,9\n", "line 2: rating is '0_5', which is no number"),
        ("ratings.csv", HEAD + "1,2,9,9\n", "Otherwise scale them to [0, 5] first"),
        ("ratings.csv", HEAD + " ,2,3,9\n", "line 2: userId is '', which is no name; mend or drop it"),
        ("ratings.csv", HEAD.encode("utf-16-le"), "not a text file in UTF-8; save it as one"),
        ("ratings.csv", ",userId,movieId,rating\n0,1,2,3\n", "(no name), userId, movieId, rating; rename or drop them"),
        ("ratings.csv", "userId,movieId,rating,Rating\n0,1,2,3\n", "rating, Rating; rename or drop them"),
        ("ratings.csv.gz", gzip.compress(b"x", mtime=0)[:10] + b"\x99" * 40, "not a text file that gzip compressed"),
        ("ratings.dat", "1::2::3::4\n1::3::good::4\n", "line 2: rating is 'good', which is no number"),
        ("ratings.dat", "1::2::3::4\n1::3::4\n", "Line: 2; Expected Number of Columns: 4 Found: 3"),
    ],
)
def test_a_file_that_would_be_misread_is_refused_with_the_remedy(written, name, text, words):
    with pytest.raises(BadData, match=name) as refused:
        movielens.read(written(text, name))
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("name", "words"), [("no.dat", "there is no file"), ("folder.dat", "it is a folder; give a file")]
)
def test_a_place_without_a_file_is_refused_in_either_format(tmp_path, name, words):
    (tmp_path / "folder.dat").mkdir()
    with pytest.raises(BadData, match=words):
        movielens.read(tmp_path / name)


def test_without_a_file_the_study_says_how_to_get_it(tmp_path):
    wishes = Wishes(tmp_path)
    assert [] == movielens.tasks(wishes)
    assert [] == movielens.figures([], wishes)
    for item in ("--movielens", "grouplens.org/datasets/movielens/latest", "265 MB", "283,228", "ratings.csv"):
        assert item in movielens.absent(wishes)


def test_with_a_file_nothing_is_left_out(tmp_path):
    assert movielens.absent(Wishes(tmp_path, movielens=tmp_path / "ratings.csv")) is None
