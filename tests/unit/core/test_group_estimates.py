"""Group estimates: a table of groups as words, JSON, CSV and a picture; what was refused stays in it."""

import json

import pytest

from lowwater.core.epsilon import Epsilon
from lowwater.core.estimate import Estimate
from lowwater.core.group_estimates import ROWS, GroupEstimate, GroupEstimates
from lowwater.core.statements import Certain, Fitted

FULL = Estimate(
    18.0,
    (0.0, 20.0),
    0.01,
    Epsilon.of(1),
    certain=Certain(somebody=20.0, sure=0.9999),
    fitted=Fitted(16.0, 19.0, 0.95, "a power law", ""),
    likely_error=0.5,
)
BARE = Estimate(40.0, (0.0, 150.0), 0.2, Epsilon.of(1), simulated=True)
TABLE = GroupEstimates(
    (
        GroupEstimate("DE", 5000, 4990, FULL),
        GroupEstimate("a group of a name that is far too long for a picture", 900, 890, BARE),
        GroupEstimate(7, 3, refused="3 people are too few"),
    ),
    Epsilon.of(1),
)


def test_groups_are_had_by_name_in_the_order_of_their_list():
    assert (3, "DE", 3) == (len(TABLE), next(iter(TABLE)).group, TABLE[7].people)
    with pytest.raises(KeyError):
        TABLE["FR"]


def test_a_loss_of_rows_is_said_to_be_one():
    assert ROWS in TABLE.about_a_person()
    persons = GroupEstimates(TABLE.groups, TABLE.loss, cap=2, rows=False)
    assert persons.about_a_person().endswith("in at most 2 of the groups together")


def test_the_table_is_json():
    fields = json.loads(TABLE.to_json())
    assert (True, "row", ["DE", TABLE.groups[1].group, 7]) == (
        fields["simulated"],
        fields["loss_of"],
        [each["group"] for each in fields["groups"]],
    )


def test_the_table_is_csv_and_is_written_where_a_path_is_given(tmp_path):
    text = TABLE.to_csv(tmp_path / "groups.csv")
    assert text == (tmp_path / "groups.csv").read_text() == TABLE.to_csv()
    assert "DE,5000,4990,18.0,0.5,20.0,,,16.0,19.0,\n" in text
    assert "7,3,0,,,,,,,,3 people are too few\n" in text


def test_the_picture_has_every_group_and_is_written_where_a_path_is_given(tmp_path):
    drawn = str(TABLE.plot(tmp_path / "groups.svg"))
    assert drawn == (tmp_path / "groups.svg").read_text() == str(TABLE.plot())
    assert drawn in TABLE._repr_html_()
    assert "DE (5,000)" in drawn
    assert "refused: too few people" in drawn


def test_each_group_says_what_it_can():
    assert {"refused": "3 people are too few"} == TABLE[7].words()
    assert "nothing" == TABLE.groups[1].words()["certain"]
    assert "DE" in str(TABLE)
