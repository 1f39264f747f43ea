"""Purchases: ages by amount range and by category, each person once in each group."""

import numpy as np
import pandas as pd
import pytest

from lowwater.errors import BadData
from lowwater.paper import purchases
from lowwater.paper.groups import FEWEST, read
from lowwater.paper.study import Wishes
from lowwater.study.dataset import load
from lowwater.study.figure import styled

GROUP = FEWEST
PAPER = tuple(range(0, 60_001, 10_000))
SUBSTITUTES = {"euhealth": "amount", "fremotor": "amount", "budgetfood": "totexp", "uci_credit": "bill_amt1"}


@pytest.fixture
def written(tmp_path):
    def write(name="sales.csv", **columns):
        path = tmp_path / name
        table = pd.DataFrame(columns)
        table.to_parquet(path) if name.endswith("parquet") else table.to_csv(path, index=False)
        return path

    return write


def ages_of(people):
    return 18 + np.arange(people) % 70


def kept(path, ranges):
    """The groups that a file gives, without those that are too small."""
    return read(path, ranges).kept()


def first_task(groups):
    return {name.removeprefix("task1 "): ages for name, ages in groups.items() if name.startswith("task1 ")}


def second_task(groups):
    return {name.removeprefix("task2 "): ages for name, ages in groups.items() if name.startswith("task2 ")}


def test_the_papers_ranges_are_six_of_ten_thousand_yen():
    assert PAPER == purchases.PAPER_RANGES


@pytest.mark.parametrize("name", ["sales.csv", "sales.parquet"])
def test_everybody_is_in_the_range_of_their_amount(written, name):
    amounts = np.tile(np.arange(500, 60_000, 10_000), GROUP)
    ages = np.repeat(ages_of(GROUP), 6) + np.tile(np.arange(6), GROUP)
    groups = first_task(kept(written(name, age=ages, amount=amounts), PAPER))
    assert [f"{low:,} to {low + 10_000:,}" for low in PAPER[:-1]] == list(groups)
    for shift, result in enumerate(groups.values()):
        assert sorted((ages_of(GROUP) + shift).tolist()) == sorted(result.tolist())


def test_a_range_begins_with_its_lower_edge_and_only_the_last_ends_with_its_upper(written):
    edges = np.repeat([0, 10, 20, 21, -1], GROUP)
    groups = first_task(kept(written(age=np.repeat([20, 30, 40, 50, 60], GROUP), amount=edges), (0, 10, 20)))
    assert {"0 to 10": {20}, "10 to 20": {30, 40}} == {name: set(ages.tolist()) for name, ages in groups.items()}


def test_without_ranges_there_are_six_groups_of_equal_size_and_everyone_is_in_one(written):
    people = 6 * GROUP + 12
    order = np.random.default_rng(1).permutation(people)
    groups = first_task(kept(written(user=order, age=ages_of(people), amount=100.0 * order), None))
    assert [people // 6] * 6 == [ages.size for ages in groups.values()]
    assert sorted(ages_of(people).tolist()) == sorted(np.concatenate(list(groups.values())).tolist())


def test_small_amounts_do_not_make_two_groups_one(written):
    people = 6 * GROUP
    groups = first_task(kept(written(age=ages_of(people), amount=np.arange(people) / people), None))
    assert people == sum(ages.size for ages in groups.values())
    assert 6 == len(groups)


def test_where_half_of_the_people_share_an_amount_everyone_is_still_in_one_group(written):
    people = 12 * GROUP
    amounts = np.maximum(0, np.arange(people) - people // 2)
    groups = first_task(kept(written(age=ages_of(people), amount=amounts), None))
    assert people == sum(ages.size for ages in groups.values())


def test_a_persons_purchases_are_added_up(written):
    users = np.repeat(np.arange(2 * GROUP), 3)
    amounts = np.where(users < GROUP, 4, 14)
    ages = np.where(users < GROUP, 30, 50)
    groups = first_task(kept(written(user=users, age=ages, amount=amounts), (0, 20, 100)))
    assert {"0 to 20": [30] * GROUP, "20 to 100": [50] * GROUP} == {n: a.tolist() for n, a in groups.items()}


def test_a_person_counts_once_in_each_category_they_bought_in(written):
    users = np.repeat(np.arange(GROUP), 4)
    kinds = np.tile(["tea", "tea", "cups", "tea"], GROUP)
    groups = second_task(kept(written(user=users, age=18 + users % 70, amount=users, category=kinds), None))
    expected = sorted(ages_of(GROUP).tolist())
    assert {"cups": expected, "tea": expected} == {name: sorted(ages.tolist()) for name, ages in groups.items()}


def test_a_person_with_a_birthday_between_two_purchases_counts_once(written):
    users, ages = np.repeat(np.arange(GROUP), 2), np.tile([30, 31], GROUP)
    groups = kept(written(user=users, age=ages, amount=users, category=["tea"] * users.size), (0, 1e6))
    assert {"task1 0 to 1,000,000": [30] * GROUP, "task2 tea": [30] * GROUP} == {
        n: a.tolist() for n, a in groups.items()
    }


def test_without_a_person_column_every_row_is_a_person(written):
    kinds = np.tile(["a", "b"], GROUP)
    groups = kept(written(age=ages_of(2 * GROUP), amount=np.ones(2 * GROUP), category=kinds), (0, 2))
    assert {"task1 0 to 2": 2 * GROUP, "task2 a": GROUP, "task2 b": GROUP} == {n: a.size for n, a in groups.items()}


def test_without_categories_there_is_no_second_task(written):
    assert {} == second_task(kept(written(age=ages_of(GROUP), amount=np.ones(GROUP)), (0, 2)))


def test_a_group_with_fewer_people_is_left_out(written):
    kinds = np.repeat(["few", "enough"], [GROUP - 1, GROUP])
    groups = kept(written(age=ages_of(kinds.size), amount=np.ones(kinds.size), category=kinds), (0, 2))
    assert ["task1 0 to 2", "task2 enough"] == list(groups)


@pytest.mark.parametrize("age", [-1, 150.5, 1980])
def test_an_age_that_nobody_has_is_refused(written, age):
    ages = np.append(ages_of(GROUP).astype(float), age)
    with pytest.raises(BadData, match=r"sales\.csv has ages from .* they must lie in \[0, 150\]. Wrong column"):
        kept(written(age=ages, amount=np.ones(ages.size)), None)


@pytest.mark.parametrize("name", ["sales.csv", "sales.parquet"])
@pytest.mark.parametrize("column", ["age", "amount"])
def test_a_missing_age_or_amount_is_refused_and_not_read_as_nought(written, column, name, tmp_path):
    columns = {"age": pd.array(ages_of(6 * GROUP), "Int64"), "amount": pd.array(np.arange(6 * GROUP), "Int64")}
    columns[column][100] = pd.NA
    with pytest.raises(BadData):
        purchases.tasks(Wishes(tmp_path, purchases=(written(name, **columns),)))


@pytest.mark.parametrize("ranges", [None, PAPER])
def test_a_file_without_rows_is_refused(written, ranges):
    with pytest.raises(BadData, match=r"sales\.csv"):
        kept(written(age=[], amount=[]), ranges)


def test_ranges_that_hold_nobody_are_left_out_like_those_that_hold_few(written):
    assert {} == kept(written(age=ages_of(GROUP), amount=np.ones(GROUP)), (10, 20))


@pytest.mark.parametrize("columns", [{"age": [3], "price": [1]}, {"amount": [3]}])
def test_a_missing_column_is_named_with_those_that_are_there(written, columns):
    with pytest.raises(BadData, match=f"needs a column age and one of amount.* it has {', '.join(columns)}"):
        kept(written(**columns), None)


@pytest.mark.parametrize("person", [{"user": [1, 2]}, {}])
def test_text_in_the_place_of_an_age_is_refused_with_its_line(written, person):
    with pytest.raises(BadData, match="line 3: age is 'old'"):
        kept(written(**person, age=[20, "old"], amount=[1, 2]), None)


def test_every_group_is_asked_at_every_number_of_people_and_epsilon(written, tmp_path):
    path = written(age=ages_of(6 * GROUP), amount=np.arange(6 * GROUP))
    tasks = purchases.tasks(Wishes(tmp_path, purchases=(path,), ranges=(0, 5000, 1e6), runs=9))
    wanted = {
        (f"task1 {group}", 2**k, e)
        for group in ("0 to 5,000", "5,000 to 1,000,000")
        for k in range(11, 16)
        for e in (1, 4)
    }
    assert wanted == {(t.settings["group"], t.settings["people"], t.settings["epsilon"]) for t in tasks}
    for task in tasks:
        size = 5000 if task.settings["group"] == "task1 0 to 5,000" else 6 * GROUP - 5000
        assert (task.settings["people"] > size) == task.settings["replacement"]
        assert ([0, 150], "minimum", "sales.csv", 9) == tuple(
            task.settings[name] for name in ("domain", "direction", "file", "runs")
        )


def test_the_least_age_of_each_group_is_the_target_and_the_figures_draw(written, tmp_path, computed):
    people = 2 * GROUP
    kinds, users = np.repeat(["a/b c", "d"], GROUP), np.arange(people)
    path = written(user=users, age=20 + users % 50 + 10 * (users >= GROUP), amount=users, category=kinds)
    wishes = Wishes(tmp_path, quick=True, purchases=(path,), ranges=(0, GROUP, people), runs=5)
    results = computed(purchases.tasks(wishes))
    values = {r.task.settings["group"]: r.numbers["target"] for r in results}
    assert {"task1 0 to 2,048": 20, "task1 2,048 to 4,096": 30, "task2 a/b c": 20, "task2 d": 30} == values
    with styled():
        figures = purchases.figures(results, wishes)
        assert all(figure.svg().startswith("<svg") for figure in figures)
    assert ["purchases-sales-task1", "purchases-sales-task2"] == [figure.name for figure in figures]
    assert all("substitute for the paper's purchase history" in figure.caption for figure in figures)
    assert "without replacement below N = 32,768 and WITH it from there on" in figures[0].caption


def twins(tmp_path, first, second):
    """Two files of equally many people, of 30 in the first and of 50 in the second."""
    for name, age in ((first, 30), (second, 50)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        table = pd.DataFrame({"age": np.full(GROUP, age), "amount": np.ones(GROUP)})
        table.to_parquet(tmp_path / name) if name.endswith("parquet") else table.to_csv(tmp_path / name, index=False)
    return Wishes(tmp_path, quick=True, purchases=(tmp_path / first, tmp_path / second), ranges=(0, 2), runs=2)


@pytest.mark.parametrize(
    ("first", "second", "names"),
    [
        ("a/sales.csv", "b/sales.csv", ["purchases-a_sales.csv-task1", "purchases-b_sales.csv-task1"]),
        ("sales.csv", "sales.parquet", ["purchases-sales.csv-task1", "purchases-sales.parquet-task1"]),
    ],
)
def test_two_files_of_one_name_are_two_figures_and_their_points_do_not_mix(tmp_path, computed, first, second, names):
    wishes = twins(tmp_path, first, second)
    results = computed(purchases.tasks(wishes))
    assert {(first, 30), (second, 50)} == {(r.task.settings["file"], r.numbers["target"]) for r in results}
    assert 4 == len({result.task.key for result in results if result.task.settings["file"] == first})
    with styled():
        figures = purchases.figures(results, wishes)
    assert names == [figure.name for figure in figures]
    assert [first, second] == [figure.title.removeprefix("Least age by amount, ") for figure in figures]


def test_a_file_that_is_given_twice_is_read_once(tmp_path):
    path = tmp_path / "sales.csv"
    assert {path: "sales.csv"} == purchases.files((path, tmp_path / "." / "sales.csv", path))


def test_a_broken_file_among_others_stops_the_study_before_anything_is_kept(tmp_path):
    wishes = twins(tmp_path, "good.csv", "bad.csv")
    (tmp_path / "bad.csv").write_text("age,amount\n20,much\n")
    with pytest.raises(BadData, match=r"bad\.csv, line 2: amount is 'much'"):
        purchases.tasks(wishes)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("kind", ["x" * 300, "\N{CJK UNIFIED IDEOGRAPH-672C}" * 300, "a\0b", "../c\\d", "$_$", '"<b>'])
def test_any_category_can_be_kept_and_named(written, tmp_path, kind):
    path = written("sales.parquet", age=ages_of(GROUP), amount=np.ones(GROUP), category=[kind] * GROUP)
    tasks = purchases.tasks(Wishes(tmp_path, quick=True, purchases=(path,), ranges=(0, 2)))
    assert {"task1 0 to 2", f"task2 {kind}"} == {task.settings["group"] for task in tasks}
    for name in {task.settings["dataset"] for task in tasks}:
        assert GROUP == load(tmp_path, name).size


def test_what_a_figure_leaves_out_is_in_its_caption_and_in_the_report(written, tmp_path, computed):
    kinds = np.where(np.arange(2 * GROUP) < GROUP, "tea", None)
    path = written(age=ages_of(2 * GROUP), amount=np.arange(2 * GROUP), category=kinds)
    wishes = Wishes(tmp_path, quick=True, purchases=(path,), ranges=(0, GROUP, GROUP + 5), runs=2)
    results = computed(purchases.tasks(wishes))
    with styled():
        by_amount, by_category = purchases.figures(results, wishes)
    small = "Left out, with fewer than 2,048 people: 2,048 to 2,053 (6)."
    beyond = "Left out, with an amount in none of the ranges: 2,042 people of 4,096 (50 %)."
    unnamed = "Left out, without a category: 2,048 rows."
    assert f"{small} {beyond}" in by_amount.caption
    assert unnamed in by_category.caption
    assert [f"sales.csv: {small} {beyond} {unnamed}"] == purchases.deviations(results, wishes)


def test_ranges_are_drawn_in_their_order(written, tmp_path, computed):
    path = written(age=ages_of(2 * GROUP), amount=np.repeat([3_000, 10_000], GROUP))
    wishes = Wishes(tmp_path, quick=True, purchases=(path,), ranges=(3_000, 10_000, 20_000), runs=2)
    results = sorted(computed(purchases.tasks(wishes)), key=lambda result: result.task.key)
    with styled():
        (figure,) = purchases.figures(results, wishes)
    assert ["3,000 to 10,000", "10,000 to 20,000"] == [axis.get_title() for axis in figure.canvas.axes]


@pytest.mark.parametrize("ranges", [(1.0,), (0.0, 0.0), (2.0, 1.0), (0.0, float("nan")), (float("nan"), 1.0)])
def test_ranges_that_do_not_rise_are_no_wish(tmp_path, ranges):
    with pytest.raises(BadData, match=r"--ranges .*; give at least two edges that rise"):
        Wishes(tmp_path, ranges=ranges)


def test_without_a_file_the_study_says_what_it_needs(tmp_path):
    assert [] == purchases.tasks(Wishes(tmp_path))
    for item in ("--purchases", "age, amount", "category", "not public"):
        assert item in purchases.absent(Wishes(tmp_path))
    assert purchases.absent(Wishes(tmp_path, purchases=(tmp_path / "sales.csv",))) is None


@pytest.mark.parametrize("file", SUBSTITUTES)
def test_in_a_substitute_every_person_is_in_one_of_six_groups(real, file):
    path = real(f"purchases_{file}.parquet")
    table = pd.read_parquet(path)
    person = table.get("user", table.index)
    ages = table.groupby(person)["age"].min().to_numpy(dtype=float)
    groups = first_task(kept(path, None))
    assert 6 == len(groups)
    assert np.sort(ages).tolist() == np.sort(np.concatenate(list(groups.values()))).tolist()


@pytest.mark.parametrize("file", SUBSTITUTES)
def test_a_substitutes_own_ranges_hold_those_whose_amounts_add_up_to_them(real, file):
    path = real(f"purchases_{file}.parquet")
    table = pd.read_parquet(path)
    person = table.get("user", table.index)
    whole = table.groupby(person).agg(age=("age", "min"), amount=(SUBSTITUTES[file], "sum"))
    middle = float(round(whole["amount"].median()))
    groups = first_task(kept(path, (0.0, middle, 1e9)))
    low = whole["age"][(whole["amount"] >= 0) & (whole["amount"] < middle)]
    high = whole["age"][whole["amount"] >= middle]
    assert [sorted(low), sorted(high)] == [sorted(ages.tolist()) for ages in groups.values()]


@pytest.mark.parametrize("file", ["euhealth", "fremotor"])
def test_a_substitutes_categories_hold_each_buyer_once(real, file):
    path = real(f"purchases_{file}.parquet")
    table = pd.read_parquet(path)
    buyers = table.groupby(["category", "user"], observed=True)["age"].min()
    expected = {name: sorted(ages) for name, ages in buyers.groupby("category", observed=True) if len(ages) >= GROUP}
    assert len(expected) >= 5
    assert expected == {name: sorted(ages.tolist()) for name, ages in second_task(kept(path, None)).items()}


def test_the_least_ages_of_a_substitute_are_the_targets(real, tmp_path, computed):
    path = real("purchases_fremotor.parquet")
    tasks = purchases.tasks(Wishes(tmp_path, quick=True, purchases=(path,), runs=3))
    for result in computed(tasks):
        pool = load(tmp_path, result.task.settings["dataset"])
        assert (pool.min(), pool.size) == (result.numbers["target"], result.numbers["pool"])
        assert result.numbers["target"] >= 18
