"""A runner shares the time, repeats what a seed decides, and lets nothing that breaks keep others from their turn."""

from contextlib import contextmanager

import pytest

from campaigns.counts import Counts
from campaigns.runner import Runner


class Time:
    """A clock that moves when somebody works."""

    def __init__(self):
        self.now = 100.0

    def clock(self):
        return self.now


@pytest.fixture
def time():
    return Time()


def campaign(time, seconds, drawn=None, counts=None):
    """A campaign whose every slice takes `seconds`; what it draws and was given is kept."""

    @contextmanager
    def opened(_ground):
        def work(chance, left):
            time.now += seconds
            if drawn is not None:
                drawn.append((round(left, 6), chance.random()))
            return counts or Counts(done={"slices": 1})

        yield work

    return opened


def run(time, campaigns, seconds, seed=7, weights=None, **more):
    return Runner(None, seed, weights or {}, clock=time.clock).run(campaigns, seconds, **more)


def test_each_campaign_gets_the_same_share_where_none_weighs_more(time):
    results = run(time, {"a": campaign(time, 1), "b": campaign(time, 2), "c": campaign(time, 5)}, 60)
    assert [("a", 20, 20.0), ("b", 10, 20.0), ("c", 4, 20.0)] == [
        (row.name, row.slices, row.seconds) for row in results
    ]


def test_a_campaign_that_weighs_more_gets_more(time):
    results = run(time, {"a": campaign(time, 1), "b": campaign(time, 1)}, 40, weights={"a": 3.0})
    assert [30.0, 10.0] == [row.seconds for row in results]


def test_what_one_campaign_leaves_others_get_and_the_whole_ends_in_time(time):
    results = run(time, {"a": campaign(time, 14), "b": campaign(time, 1)}, 40)
    assert ([14.0, 26.0], 140.0) == ([row.seconds for row in results], time.now)


def test_each_campaign_has_one_slice_at_least(time):
    results = run(time, {"slow": campaign(time, 50), "late": campaign(time, 3)}, 10)
    assert [1, 1] == [row.slices for row in results]


def test_a_slice_hears_how_much_is_left_of_its_share(time):
    drawn = []
    run(time, {"a": campaign(time, 4, drawn)}, 12)
    assert [12.0, 8.0, 4.0] == [left for left, _ in drawn]


def test_the_same_seed_draws_the_same_and_another_one_does_not(time):
    replies, two, other, alone = [], [], [], []
    for drawn, seed in ((replies, 1), (two, 1), (other, 2)):
        run(time, {"a": campaign(time, 1, drawn)}, 5, seed)
    run(time, {"a": campaign(time, 1, alone)}, 5, 1, only=3)
    assert (replies, replies[3][1]) == (two, alone[0][1])
    assert {draw for _, draw in replies}.isdisjoint(draw for _, draw in other)


def test_a_campaign_that_breaks_is_a_finding_and_the_next_one_runs(time):
    @contextmanager
    def broken(_ground):
        yield lambda *_given: 1 / 0

    first, second = run(time, {"broken": broken, "a": campaign(time, 1)}, 10)
    assert (1, 0, True) == (first.counts.failed, first.first, "ZeroDivisionError" in first.counts.notes[0])
    assert (0, 10) == (second.counts.failed, second.slices)


def test_a_finding_keeps_the_number_of_its_slice(time):
    (result,) = run(time, {"a": campaign(time, 1, counts=Counts(lost=1, notes=("gone",)))}, 10, only=5)
    assert (5, ("slice 5: gone",)) == (result.first, result.counts.notes)


def test_counts_add_up():
    parts = (Counts(lost=1, done={"kills": 2}), Counts(lost=2, hung=1, done={"kills": 3, "looks": 1}))
    assert Counts(lost=3, hung=1, done={"kills": 5, "looks": 1}) == parts[0] + parts[1]


def test_fewer_faults_than_none_are_refused():
    with pytest.raises(ValueError, match="lost=-1; faults count from 0"):
        Counts(lost=-1)
