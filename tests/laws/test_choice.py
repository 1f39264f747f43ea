"""Which search a survey takes where nobody names one, and the reason it gives."""

import pytest

import lowwater
from lowwater.planning.choice import Choice, choose
from lowwater.planning.options import PlanOptions
from lowwater.search.table import SEARCHES

ENDS = (-1, 1)
CASES = [
    ({}, "tail-fit", "it errs least in most cases, and people may be asked round after round"),
    ({"rounds": 2}, "tail-fit", "it errs least in most cases, and people may be asked round after round"),
    ({"rounds": 1}, "one-round", "everyone is asked at once, so nobody has to come back for a later round"),
    ({"rule": "lower-alpha"}, "paper", "rule asks for search='paper', the only one that takes it"),
    ({"alpha": 2.0}, "paper", "alpha asks for search='paper', the only one that takes it"),
    ({"h": 0.5}, "paper", "h asks for search='paper', the only one that takes it"),
    (
        {"rule": "lower-alpha", "alpha": 1.0},
        "paper",
        "rule and alpha ask for search='paper', the only one that takes them",
    ),
    ({"h": 0.5, "rounds": 1}, "paper", "h asks for search='paper', the only one that takes it"),
    ({"level": "simple"}, "cohorts", "level asks for search='cohorts', the only one that takes it"),
    ({"level": "simple", "rounds": 1}, "cohorts", "level asks for search='cohorts', the only one that takes it"),
]


@pytest.mark.parametrize(("words", "search", "why"), CASES, ids=str)
def test_the_words_that_were_said_decide(words, search, why):
    assert Choice(search, why) == choose(PlanOptions(**words))


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("words", [words for words, _, _ in CASES], ids=str)
def test_a_search_that_is_named_is_taken(search, words):
    assert Choice(search, "it was asked for") == choose(PlanOptions(search=search, **words))


@pytest.mark.parametrize(("words", "search", "why"), CASES[2:], ids=str)
def test_a_plan_has_the_search_that_was_chosen_and_says_why(words, search, why):
    plan = lowwater.plan(10**4, 4, ENDS, refuse=False, **words)
    assert (search, why) == (plan.search, plan.why)
    assert plan == lowwater.Plan.from_json(plan.to_json())


def test_a_plan_without_a_word_is_a_tail_fit():
    plan = lowwater.plan(10**4, 4, ENDS)
    assert ("tail-fit", 16, 2) == (plan.search, plan.rounds, plan.questions)
    assert "errs least" in plan.why


def test_a_search_that_is_named_gives_the_same_plan_for_another_reason():
    chosen, named = (lowwater.plan(10**4, 4, ENDS, search=search) for search in (None, "tail-fit"))
    assert (chosen.forecast, chosen.strategy()) == (named.forecast, named.strategy())
    assert "it was asked for" == named.why != chosen.why


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({}, {"search": "tail-fit"}),
        ({"rounds": 1}, {"search": "one-round"}),
        ({"level": "simple"}, {"search": "cohorts"}),
        ({"rule": "lower-alpha"}, {"search": "paper", "rule": "lower-alpha"}),
    ],
    ids=str,
)
def test_find_takes_the_search_that_a_plan_would(options, named):
    values = [age / 10 for age in range(400)] * 50
    assert lowwater.find_min(values, 8, (0, 150), tail=lowwater.Tail(1, 40), seed=1, **named) == lowwater.find_min(
        values, 8, (0, 150), tail=lowwater.Tail(1, 40), seed=1, **options
    )


def test_a_plan_for_an_error_is_chosen_in_the_same_way():
    assert "one-round" == lowwater.plan_for_error(0.2, 4, ENDS, rounds=1).search
    assert "paper" == lowwater.plan_for_error(0.2, 4, ENDS, rule="lower-alpha").search
    assert "cohorts" == lowwater.plan_for_error(0.2, 4, ENDS, level="simple").search
    assert "tail-fit" == lowwater.plan_for_error(0.2, 4, ENDS).search


def test_the_choice_knows_every_word_that_only_one_search_takes():
    assert [] == [
        (name, word)
        for name, search in SEARCHES.items()
        for word in search.words
        if choose(PlanOptions(**{word: 0.5})).search != name
    ]
