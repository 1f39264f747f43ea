"""How many people an error takes, read off a few forecasts."""

from types import SimpleNamespace

import pytest

import lowwater
from lowwater.planning import forecast
from lowwater.planning.fewest import MOST_PEOPLE, people_needed, working
from lowwater.search.arrays import run_many


def power_law(people, blind=False):
    """A plan whose error is ten over the root of its people."""
    return SimpleNamespace(people=people, forecast_error=10 / people**0.5, blind=blind)


def test_between_two_forecasts_the_error_is_a_line_of_logarithms():
    """Exact for a power law, but for the two digits to which it is rounded up."""
    assert [110, 3_400, 1_100_000] == people_needed(power_law, [0.99, 0.173, 0.0099], 2)


def test_an_error_that_the_first_number_reaches_takes_no_more():
    assert [500] == people_needed(power_law, [5.0], 500)


def test_an_error_that_nobody_reaches_takes_no_number_of_people():
    def stuck(people):
        return SimpleNamespace(people=people, forecast_error=1.0, blind=False)

    assert [2, None] == people_needed(stuck, [1.0, 0.5], 2)


def test_numbers_of_people_at_which_nothing_can_be_seen_do_not_count():
    def blind(people):
        return power_law(people, blind=people < 1000)

    (result,) = people_needed(blind, [1.0], 10)
    assert 1000 <= result <= 1.1 * 10 * 8**3


def test_nobody_has_more_people_than_are_looked_at():
    asked = []

    def never(people):
        asked.append(people)
        return power_law(people, blind=True)

    assert [None] == people_needed(never, [1e-9], 2)
    assert max(asked) <= MOST_PEOPLE


def test_more_people_are_tried_until_a_plan_works_and_no_more_than_are_looked_at():
    def with_caveats(least):
        return lambda people: SimpleNamespace(caveats=() if people >= least else ("too few",))

    assert 52 == working(with_caveats(52), 52)
    assert 82 == working(with_caveats(70), 52)  # 65, then 82
    assert MOST_PEOPLE <= working(with_caveats(1e30), 52)


def test_a_refusal_says_what_better_errors_take_and_on_which_assumption():
    with pytest.raises(lowwater.CannotWork) as refused:
        lowwater.plan(50, 1, (0, 150))
    text = str(refused.value)
    assert text.endswith(" (forecast, on the same assumption)")
    assert ("an error of 7.5 takes about", "an error of 1.5 takes about") == tuple(
        part.strip()[:27] for part in text.split(";")[-2:]
    )


@pytest.mark.parametrize("people", [20, 60], ids=["blind", "no better than guessing"])
def test_a_refusal_simulates_less_than_one_forecast_does(people, monkeypatch):
    """Runs times rounds: time itself would depend on the machine."""
    simulated = []

    def count(search, runs, *rest):
        simulated.append(runs * search.rounds)
        return run_many(search, runs, *rest)

    monkeypatch.setattr(forecast, "run_many", count)
    forecast.forecast.cache_clear()
    with pytest.raises(lowwater.CannotWork):
        lowwater.plan(people, 1, (0, 151))
    refusal = sum(simulated)
    simulated.clear()
    lowwater.plan(20_000, 1, (0, 151))
    assert 0 < refusal < sum(simulated)
