"""Data sets: kept once under a name that says what they are, sorted, and never half-written."""

import numpy as np
import pytest

from lowwater.errors import BadData
from lowwater.study.dataset import keep, load


def test_numbers_are_kept_sorted_and_counted(tmp_path):
    name, size = keep(tmp_path, "ages", [3, 1, 2, 2])
    assert 4 == size
    assert [1.0, 2.0, 2.0, 3.0] == load(tmp_path, name).tolist()


def test_the_same_numbers_in_another_order_are_the_same_data_set(tmp_path):
    assert keep(tmp_path, "ages", [3, 1, 2]) == keep(tmp_path, "ages", (1.0, 2.0, 3.0))
    assert 1 == len(list((tmp_path / "data").iterdir()))


def test_other_numbers_and_other_labels_are_other_data_sets(tmp_path):
    names = {keep(tmp_path, label, values)[0] for label in ("ages", "means") for values in ([1, 2], [1, 3], [1, 2, 2])}
    assert 6 == len(names)


@pytest.mark.parametrize("values", [[], [1, np.nan], [np.inf], np.ma.masked_array([1.0, 2.0], [False, True])])
def test_nothing_and_numbers_that_are_none_are_refused(tmp_path, values):
    with pytest.raises(BadData, match="ages: no numbers, or some that are not finite"):
        keep(tmp_path, "ages", values)


def test_a_file_where_the_folder_should_be_is_an_error(tmp_path):
    (tmp_path / "data").write_text("")
    with pytest.raises(OSError, match="data"):
        keep(tmp_path, "ages", [1])


def test_a_data_set_that_was_never_kept_is_an_error(tmp_path):
    with pytest.raises(OSError, match="lost"):
        load(tmp_path, "lost")
