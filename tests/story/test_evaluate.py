"""What an evaluation says, in words and as JSON."""

import pytest

PAPER = "evaluate --search paper --rule lower-alpha --people 32768 --epsilon 1 --beta 1 1 --width 0.3 --minima 6"


def test_an_evaluation_says_how_wrong_a_search_is_and_how_it_knows(say):
    result = say(PAPER)
    assert (0, "") == (result.code, result.err)
    assert result.out.startswith("  mean error    0.0886683\n  how           exact; branches of total mass ")


def test_the_papers_setting_has_the_error_that_is_known(say):
    result = say(f"{PAPER} --json").json
    assert 0.088668 == pytest.approx(result["mean_error"], abs=1e-5)
    assert (True, None, 6) == (result["exact"], result["runs"], result["populations"])


def test_a_simulated_evaluation_repeats_itself_and_says_how_far_it_may_be_off(say):
    first, second = (
        say("evaluate --people 1024 --epsilon 4 --width 0.3 --runs 40 --seed 1 --json").json for _ in range(2)
    )
    assert first == second
    assert (False, 40, 1) == (first["exact"], first["runs"], first["seed"])
    assert 0 < first["standard_error"] < first["mean_error"]


def test_an_evaluation_of_a_maximum_mirrors_that_of_a_minimum(say):
    options = "--search cohorts --people 1024 --epsilon 4 --width 0.3 --iid --json"
    low, high = (say(f"evaluate {options} --start {start}").json for start in ("-1", "0.7 --maximum"))
    assert (-1, 1) == (low["target"], high["target"])
    assert low["mean_error"] == pytest.approx(high["mean_error"], rel=1e-6)
