"""lowwater contest, as a user meets it: it goes on where it was, takes one's own mechanism, and errs in sentences."""

import json
import re
import subprocess
import sys

import pytest

from lowwater.cli import main
from lowwater.contest.entrants import ENTRANTS
from lowwater.study.alone import alone

LOWWATER = [sys.executable, "-m", "lowwater", "contest"]
QUICK = ["--quick", "--runs", "2", "--only", "stress", "--jobs", "1"]
PAIR = ["--entrant", "tail fit", "--entrant", "cohort bisection"]


def refused(constant):
    raise ValueError(f"{constant} is no JSON")


def strictly(text):
    """JSON as every reader takes it, without Python's Infinity and NaN."""
    return json.loads(text, parse_constant=refused)


@pytest.fixture
def say(capfd, monkeypatch, tmp_path):
    """The command within this process, in a folder of its own: its exit code, and what it said."""
    monkeypatch.chdir(tmp_path)

    def command(*words):
        monkeypatch.setattr(sys, "argv", ["lowwater", "contest", *QUICK, *words])
        with pytest.raises(SystemExit) as end:
            main()
        return end.value.code or 0, *capfd.readouterr()

    return command


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """A contest of two in a process of its own: its folder, and how it ended."""
    folder = tmp_path_factory.mktemp("contest")
    words = ["--quick", "--runs", "2", "--only", "stress", *PAIR, "--out", "X"]
    return folder, subprocess.run([*LOWWATER, *words], cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def again(say, monkeypatch, first):
    """The command in the folder of that contest."""
    monkeypatch.chdir(first[0])
    return say


def test_a_contest_prints_its_leaderboard_and_says_where_its_page_is(first):
    folder, ended = first
    assert (0, "") == (ended.returncode, ended.stderr)
    head, *lines, _, cells, where = ended.stdout.splitlines()
    assert re.fullmatch(
        r"entrant +grid +stress +quantiles +real +over the bound +bits +rounds +best in +beats us +loses", head
    )
    assert {"tail fit", "cohort bisection"} == {re.split(r" {2,}", line)[0] for line in lines}
    assert re.fullmatch(r"11 cells, 22 results in \d+ s\.", cells)
    assert "The leaderboard is X/leaderboard.html; its numbers are in X/numbers.jsonl." == where
    assert ["figures", "leaderboard.html", "leaderboard.md", "numbers.jsonl"] == sorted(
        path.name for path in (folder / "X").iterdir()
    )


def test_the_second_time_nothing_is_computed_again(again, first):
    path = first[0] / "X/numbers.jsonl"
    kept, page = path.read_bytes(), (first[0] / "X/leaderboard.html").read_bytes()
    marked = kept.replace(b'"median": ', b'"marked": true, "median": ')  # were anything computed, a mark would be gone
    assert 22 == marked.count(b"marked") == kept.count(b"\n")
    path.write_bytes(marked)
    code, _, _ = again(*PAIR, "--out", "X")
    assert (0, marked, page) == (code, path.read_bytes(), (first[0] / "X/leaderboard.html").read_bytes())
    path.write_bytes(kept)


def test_the_leaderboard_is_json_on_request_and_nothing_else(again):
    code, out, err = again(*PAIR, "--out", "X", "--json")
    assert (0, "", 1) == (code, err, out.count("\n"))
    result = strictly(out)
    assert ["leaderboard", "cells", "standings", "promises"] == list(result)
    assert ("X/leaderboard.html", 11) == (result["leaderboard"], result["cells"])
    assert "stress: bands that held" == result["promises"][0]["words"]
    assert {"tail fit": 11, "cohort bisection": 11} == {
        standing["name"]: standing["cells"] for standing in result["standings"]
    }
    assert {"stress", "all"} == set(result["standings"][0]["against"]) == set(result["standings"][0]["standard_errors"])


def test_another_entrant_joins_what_is_there(again, first):
    before = (first[0] / "X/numbers.jsonl").read_text().splitlines()
    code, out, _ = again(*PAIR, "--entrant", "random thresholds", "--out", "X")
    assert 0 == code
    assert "11 cells, 33 results" in out
    assert set(before) < set((first[0] / "X/numbers.jsonl").read_text().splitlines())


def test_a_ceiling_is_json_too(say):
    code, out, _ = say("--entrant", "sample minimum (not private)", "--entrant", "cohort bisection", "--json")
    assert 0 == code
    strictly(out)


def test_a_contest_without_cohort_bisection_is_json_too(say):
    code, out, _ = say("--entrant", "Laplace", "--json")
    assert 0 == code
    strictly(out)


# One's own


def test_a_mechanism_of_ones_own_stands_on_the_leaderboard(say, own, tmp_path):
    code, out, err = say("--entrant", "mine", "--entrant", "cohort bisection", "--with", str(own()), "--out", "X")
    assert (0, "") == (code, err)
    assert re.search(r"^mine +- +\S+ ± \S+ +- +- +- +1 +1 +\d+ +0 +0$", out, re.MULTILINE)
    assert "<td>mine</td>" in (tmp_path / "X/leaderboard.html").read_text(encoding="utf-8")


def test_a_mechanism_that_always_says_the_domains_start_is_as_wrong_as_that(say, own):
    code, out, _ = say("--entrant", "mine", "--with", str(own()), "--out", "X", "--json")
    assert 0 == code
    assert ["mine"] == [standing["name"] for standing in json.loads(out)["standings"]]
    assert [1.3, 0.0] == [error("X", population) for population in ("spread 1e-6", "the whole domain")]


def error(folder, population):
    """What was found for one population by the only entrant."""
    with open(f"{folder}/numbers.jsonl", encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    (result,) = [line for line in lines if line["settings"]["population"] == population]
    return result["numbers"]["error"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [(None, "is no Python file; give one that says ENTRANT"), ("x = 1\n", "mine.py has no ENTRANT with name")],
)
def test_a_file_without_a_mechanism_is_refused_with_a_sentence(say, tmp_path, text, reason):
    if text is not None:
        (tmp_path / "mine.py").write_text(text)
    code, out, err = say("--with", "mine.py")
    assert (2, "") == (code, out)
    assert err.startswith("lowwater: ")
    assert reason in err


def test_a_name_that_is_taken_is_refused_with_a_sentence(say, own):
    code, _, err = say("--with", str(own("Laplace")))
    assert 2 == code
    assert "lowwater: mine.py: an entrant named 'Laplace' is there already; choose another name\n" == err


# What cannot be


def test_an_unknown_entrant_is_refused_with_the_names_there_are(say, tmp_path):
    code, out, err = say("--entrant", "nobody", "--out", "X")
    assert (2, "") == (code, out)
    assert err.startswith("lowwater: --entrant 'nobody'; it is one of: ")
    assert [] == [name for name in ENTRANTS if name not in err]
    assert not (tmp_path / "X").exists()


def test_an_error_is_json_too(say):
    code, out, err = say("--entrant", "nobody", "--json")
    assert (2, "") == (code, out)
    assert "nobody" in strictly(err)["message"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--only", "nothing"), "'nothing' is not one of"),
        (("--runs", "1"), "--runs"),
        (("--seed", "-1"), "--seed"),
        (("--jobs", "0"), "--jobs"),
    ],
)
def test_what_cannot_be_is_refused(say, words, reason):
    code, _, err = say(*words)
    assert 2 == code
    assert reason in err


def test_another_seed_in_the_same_folder_is_refused(again, first):
    kept = (first[0] / "X/numbers.jsonl").read_bytes()
    code, _, err = again(*PAIR, "--out", "X", "--seed", "1")
    assert 2 == code
    assert "give another folder with --out" in err
    assert kept == (first[0] / "X/numbers.jsonl").read_bytes()


def test_a_file_in_the_place_of_the_folder_is_a_sentence(say, tmp_path):
    (tmp_path / "X").write_text("")
    code, out, err = say("--entrant", "Laplace", "--out", "X")
    assert (1, "") == (code, out)
    assert err.startswith("lowwater: ")


# Real data


def test_real_data_that_are_not_there_are_named_and_the_contest_ends_well(say, tmp_path):
    code, out, err = say("--only", "real", "--data", ".", "--entrant", "Laplace", "--out", "X")
    assert (0, "") == (code, err)
    assert "Real data: not found: census_kdd_users.parquet, " in out
    assert "11 cells, 11 results" in out
    assert "Left out: not found" in (tmp_path / "X/leaderboard.html").read_text(encoding="utf-8")


def test_without_a_folder_real_data_are_left_out_aloud(say):
    _, out, _ = say("--only", "real", "--entrant", "Laplace")
    assert out.startswith("Real data: no folder was given; give one with --data\n")


def test_real_ratings_compete(say, real, tmp_path):
    path = real("movielens_latest_small_users.parquet")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / path.name).symlink_to(path)
    code, out, _ = say("--only", "real", "--data", "data", "--entrant", "cohort bisection", "--out", "X")
    assert 0 == code
    assert "15 cells, 15 results" in out
    assert re.search(r"^cohort bisection +- +1 +- +1 +- ", out, re.MULTILINE)


def test_a_second_contest_in_the_same_folder_is_refused_while_the_first_runs(say, tmp_path):
    pytest.importorskip("fcntl", reason="locks on folders exist on Unix only")
    with alone(tmp_path):
        code, _, complaint = say(*PAIR, "--out", ".")
    assert (2, "another study is writing there" in complaint) == (code, True), complaint
    assert "--out" in complaint
    assert [] == list(tmp_path.iterdir())
