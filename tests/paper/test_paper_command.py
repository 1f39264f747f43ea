"""lowwater paper, as a user meets it: it resumes, it says what it left out, and its errors are sentences."""

import json
import subprocess
import sys

import pytest

from lowwater.cli import main

LOWWATER = [sys.executable, "-m", "lowwater", "paper"]


def lines_of(folder, *words):
    """The command in a process of its own."""
    return subprocess.run([*LOWWATER, *words], cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def say(capfd, monkeypatch, tmp_path):
    """The command within this process, in an empty folder, one job: its exit code, and what it said."""
    monkeypatch.chdir(tmp_path)

    def command(*words):
        monkeypatch.setattr(sys, "argv", ["lowwater", "paper", "--quick", "--out", "X", "--jobs", "1", *words])
        with pytest.raises(SystemExit) as end:
            main()
        return end.value.code or 0, *capfd.readouterr()

    return command


@pytest.mark.long
def test_the_second_time_nothing_is_computed_again(say, tmp_path):
    first = lines_of(tmp_path, "--quick", "--only", "appendix", "--out", "X", "--json", "--jobs", "1")
    assert (0, "") == (first.returncode, first.stderr)
    assert {"report": "X/report.html", "numbers": "X/numbers.jsonl", "points": 18} == json.loads(first.stdout)
    numbers, page = (tmp_path / "X/numbers.jsonl").read_bytes(), (tmp_path / "X/report.html").read_bytes()
    # were anything computed again, the mark would be gone
    marked = numbers.replace(b'"mean_error": ', b'"marked": true, "mean_error": ')
    assert 18 == marked.count(b"marked") == numbers.count(b"\n")
    (tmp_path / "X/numbers.jsonl").write_bytes(marked)
    assert (0, first.stdout, "") == say("--only", "appendix", "--json")
    assert marked == (tmp_path / "X/numbers.jsonl").read_bytes()
    assert page == (tmp_path / "X/report.html").read_bytes()


@pytest.mark.parametrize("study", ["movielens", "purchases", "large"])
def test_a_study_without_its_data_says_so_and_ends_well(say, tmp_path, study):
    code, out, err = say("--only", study)
    assert (0, "") == (code, err)
    assert "left out" in out
    assert "Left out" in (tmp_path / "X/report.html").read_text(encoding="utf-8")


def test_a_file_in_the_place_of_the_folder_is_a_sentence(say, tmp_path):
    (tmp_path / "X").write_text("")
    code, out, err = say("--only", "laplace")
    assert (1, "") == (code, out)
    assert err.startswith("lowwater: ")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--only", "movielens", "--movielens", "nowhere.csv"), "there is no file nowhere.csv"),
        (("--only", "purchases", "--purchases", "nowhere.csv"), "there is no file nowhere.csv"),
        (("--only", "purchases", "--ranges", "3,2,1"), "give rising edges"),
        (("--only", "purchases", "--ranges", "few"), "give rising edges"),
        (("--only", "appendix", "--runs", "-1"), "runs"),
        (("--only", "appendix", "--seed", "-1"), "seed"),
        (("--only", "appendix", "--jobs", "-1"), "jobs"),
        (("--only", "nothing"), "'nothing' is not one of"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(say, words, reason):
    code, _, err = say(*words)
    assert 2 == code
    assert reason in err


def test_a_person_who_rated_most_of_the_movies_is_clamped_and_the_page_says_so(say, tmp_path):
    rows = [(1, movie) for movie in range(8)] + [(person, 1) for person in range(2, 9)]
    text = "".join(f"{person},{movie},3\n" for person, movie in rows)
    (tmp_path / "ratings.csv").write_text(f"userId,movieId,rating\n{text}")
    assert 0 == say("--only", "movielens", "--movielens", "ratings.csv", "--runs", "1")[0]
    page = (tmp_path / "X/report.html").read_text(encoding="utf-8")
    note, caption = (page.split(mark)[1].split("</")[0] for mark in ('<p class="note">', "per person.</strong>"))
    for text in (note, caption):
        assert "1 person of 8 (12 %) rated more than half of the 8 movies" in text
        assert "clamped" in text
    assert "1 run a point" in caption
    lines = [json.loads(line) for line in (tmp_path / "X/numbers.jsonl").read_text().splitlines()]
    clamped = [line for line in lines if "clamped" in line["settings"]]
    assert {(1, 4.0)} == {(c["settings"]["clamped"], c["settings"]["domain"][1]) for c in clamped}
    assert {1.0, 4.0} == {line["numbers"]["target"] for line in clamped}


def test_a_broken_line_among_the_numbers_is_named(say, tmp_path):
    (tmp_path / "X").mkdir()
    (tmp_path / "X/numbers.jsonl").write_text("{}\n")
    code, _, err = say("--only", "appendix", "--json")
    assert 2 == code
    assert "line 1 of numbers.jsonl is no result" in json.loads(err)["message"]


@pytest.mark.long
def test_the_quick_study_in_full_with_real_ratings_on_two_processes(tmp_path, real):
    ratings = real("movielens-latest-small/ratings.csv")
    ended = lines_of(tmp_path, "--quick", "--jobs", "2", "--movielens", str(ratings), "--out", "X")
    assert (0, "") == (ended.returncode, ended.stderr)
    lines = [json.loads(line) for line in (tmp_path / "X/numbers.jsonl").read_text().splitlines()]
    assert {"synthetic", "laplace", "movielens", "appendix"} == {line["study"] for line in lines}
    assert f"{len(lines)} points" in ended.stdout
    names = {path.stem for path in (tmp_path / "X/figures").iterdir()}
    page = (tmp_path / "X/report.html").read_text(encoding="utf-8")
    assert {"synthetic-width0.3-alpha1-beta1", "movielens-task1", "movielens-task2", "hardness"} < names
    assert 9 == len(names)
    assert all(f'<figure id="figure-{name}">' in page for name in names)
    for title in ("Purchase history (section 6.3)", "Large real data, without replacement"):
        assert f"{title}: left out" in ended.stdout
    assert "<h3>Slopes</h3>" in page
