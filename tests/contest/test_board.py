"""The board: geometric means, ties, wins that chance does not explain, and ceilings out of competition."""

import math

import pytest

from lowwater.contest.board import best, board, rows
from lowwater.contest.cell import CellKey
from lowwater.contest.entrants import ENTRANTS, FLAGSHIP, SIMPLE
from lowwater.rivals.table import CEILINGS

CENTRAL, SAMPLE = CEILINGS


def wrong(error, spread=0.0, **more):
    return {"error": error, "standard_error": spread, "median": error} | more


def made(*cells):
    """Rows with cells of their own, each in a part, out of every entrant's numbers."""
    return {CellKey(part, people, 1.0): row for people, (part, row) in enumerate(cells)}


def line_of(name, *cells):
    (result,) = [row for row in board(made(*cells), ENTRANTS) if row.name == name]
    return result


# Rows


def test_results_of_one_cell_are_one_row(cell):
    setting = {"population": "ages", "people": 1024, "epsilon": 1.0}
    result = rows(cell("stress", setting, tail_fit=wrong(0.1), Laplace=wrong(0.2)))
    assert {CellKey("stress", 1024, 1.0, "ages"): {FLAGSHIP: wrong(0.1), "Laplace": wrong(0.2)}} == result


def test_other_settings_and_other_parts_are_other_rows(cell):
    results = [
        *cell("stress", {"people": 1024, "epsilon": 1.0}, Laplace=wrong(0.1)),
        *cell("stress", {"people": 2048, "epsilon": 1.0}, Laplace=wrong(0.1)),
        *cell("real", {"people": 1024, "epsilon": 1.0}, Laplace=wrong(0.1)),
    ]
    assert [("stress", 1024), ("stress", 2048), ("real", 1024)] == [(key.part, key.people) for key in rows(results)]


def test_every_setting_of_a_cell_tells_it_from_others(cell):
    setting = {"population": "census ages", "end": "minimum", "people": 1024, "epsilon": 1.0}
    others = [
        {"population": "mean ratings"}, {"end": "maximum"}, {"people": 2048}, {"epsilon": 4.0}, {"quantile": 0.5},
    ]  # fmt: skip
    results = [part for other in [{}, *others] for part in cell("real", setting | other, Laplace=wrong(0.1))]
    assert 6 == len(rows(results))


def test_a_setting_that_no_cell_has_is_an_error(cell):
    with pytest.raises(TypeError, match="colour"):
        rows(cell("real", {"people": 1024, "epsilon": 1.0, "colour": "red"}, Laplace=wrong(0.1)))


def test_where_the_numbers_are_kept_and_what_an_error_is_do_not_name_a_cell(cell):
    setting = {"people": 1024, "epsilon": 1.0, "data": "ages-0123", "replacement": True, "error": "mean"}
    assert [CellKey("real", 1024, 1.0)] == list(rows(cell("real", setting, Laplace=wrong(0.1))))


# Best


def test_the_smallest_error_is_the_best():
    assert ["Laplace"] == best({SIMPLE: wrong(0.2), "Laplace": wrong(0.1)})


def test_a_tie_counts_for_each():
    assert ["Laplace", SIMPLE] == best({"Laplace": wrong(0.1), "square wave": wrong(0.2), SIMPLE: wrong(0.1)})


def test_below_a_millionth_all_are_best():
    assert ["Laplace", SIMPLE] == best({"Laplace": wrong(1e-8), SIMPLE: wrong(0.0)})


def test_a_ceiling_is_never_the_best():
    assert ["Laplace"] == best({SAMPLE: wrong(0.0), CENTRAL: wrong(0.01), "Laplace": wrong(0.1)})
    assert [] == best({SAMPLE: wrong(0.0)})
    assert 0 == line_of(SAMPLE, ("grid", {SAMPLE: wrong(0.0), "Laplace": wrong(0.1)})).best


# Standings


def test_nobody_stands_where_nothing_ran():
    assert [] == board({}, ENTRANTS)


def test_only_those_who_ran_stand():
    assert ["Laplace"] == [row.name for row in board(made(("grid", {"Laplace": wrong(0.1)})), ENTRANTS)]


def test_the_smallest_errors_stand_first_and_ceilings_at_the_end():
    row = {SAMPLE: wrong(0.0), "Laplace": wrong(0.9), SIMPLE: wrong(0.2), FLAGSHIP: wrong(0.1), CENTRAL: wrong(0.01)}
    assert [FLAGSHIP, SIMPLE, "Laplace", SAMPLE, CENTRAL] == [
        item.name for item in board(made(("grid", row)), ENTRANTS)
    ]


def test_a_standing_tells_what_the_entrant_is():
    line = line_of("prefix sums", ("grid", {"prefix sums": wrong(0.1)}))
    entrant = ENTRANTS["prefix sums"]
    assert (entrant.reference, entrant.bits, 1, True, 1) == (
        line.reference, line.bits, line.rounds, line.local, line.cells,
    )  # fmt: skip
    assert not line_of(SAMPLE, ("grid", {SAMPLE: wrong(0.1)})).local


def test_errors_are_compared_part_by_part_and_over_all():
    cells = [
        ("grid", {"Laplace": wrong(0.2), SIMPLE: wrong(0.1)}),
        ("grid", {"Laplace": wrong(0.8), SIMPLE: wrong(0.1)}),
        ("stress", {"Laplace": wrong(0.4), SIMPLE: wrong(0.1)}),
    ]
    assert pytest.approx({"grid": 4, "stress": 4, "all": 4}) == line_of("Laplace", *cells).against
    assert pytest.approx({"grid": 1, "stress": 1, "all": 1}) == line_of(SIMPLE, *cells).against


def test_every_ratio_has_its_standard_error_beside_it():
    cells = [
        ("grid", {"Laplace": wrong(0.2, 0.02, bound=0.1), SIMPLE: wrong(0.1)}),
        ("stress", {"Laplace": wrong(0.4, 0.08), SIMPLE: wrong(0.1)}),
    ]
    line = line_of("Laplace", *cells)
    expected = {"grid": 2 * 0.1, "stress": 4 * 0.2, "all": 8**0.5 * math.hypot(0.1, 0.2) / 2}
    assert pytest.approx(expected) == line.standard_errors
    assert set(line.against) == set(line.standard_errors)
    assert pytest.approx(0.2) == line.over_bound_error
    assert {"grid": 0, "stress": 0, "all": 0} == line_of(SIMPLE, *cells).standard_errors


def test_a_part_in_which_an_entrant_is_absent_has_no_ratio():
    cells = [("grid", {"Laplace": wrong(0.2), SIMPLE: wrong(0.1)}), ("quantiles", {SIMPLE: wrong(0.1)})]
    assert {"grid", "all"} == set(line_of("Laplace", *cells).against)


def test_the_error_over_the_bound_is_a_mean_over_the_cells_that_have_one():
    cells = [
        ("grid", {"Laplace": wrong(0.2, bound=0.1)}),
        ("grid", {"Laplace": wrong(0.8, bound=0.1)}),
        ("stress", {"Laplace": wrong(9.0)}),
    ]
    assert pytest.approx(4) == line_of("Laplace", *cells).over_bound
    alone = line_of("Laplace", cells[2])
    assert (None, None) == (alone.over_bound, alone.over_bound_error)


@pytest.mark.parametrize(
    ("mine", "ours", "wins", "losses"),
    [
        (wrong(0.1), wrong(0.2), 1, 0),
        (wrong(0.2), wrong(0.1), 0, 1),
        (wrong(0.1), wrong(0.1), 0, 0),
        (wrong(0.1, 0.03), wrong(0.2, 0.03), 1, 0),  # 0.0849 are two standard errors
        (wrong(0.1, 0.04), wrong(0.2, 0.04), 0, 0),  # 0.113 are
        (wrong(0.2, 0.03), wrong(0.1, 0.03), 0, 1),
        (wrong(1e-9), wrong(1e-7), 0, 0),
    ],
)
def test_a_win_is_one_by_more_than_two_standard_errors(mine, ours, wins, losses):
    line = line_of("Laplace", ("grid", {"Laplace": mine, FLAGSHIP: ours}))
    assert (wins, losses) == (line.wins, line.losses)


def test_wins_and_losses_are_counted_where_both_ran():
    cells = [
        ("grid", {"Laplace": wrong(0.1), FLAGSHIP: wrong(0.2)}),
        ("grid", {"Laplace": wrong(0.1)}),
        ("grid", {FLAGSHIP: wrong(0.2)}),
        ("stress", {"Laplace": wrong(0.3), FLAGSHIP: wrong(0.2)}),
        ("stress", {"Laplace": wrong(0.1), FLAGSHIP: wrong(0.2)}),
    ]
    line = line_of("Laplace", *cells)
    assert (2, 1, 4, 3) == (line.wins, line.losses, line.cells, line.best)


def test_nobody_beats_themselves():
    line = line_of(FLAGSHIP, ("grid", {FLAGSHIP: wrong(0.1)}))
    assert (0, 0, 1) == (line.wins, line.losses, line.best)
