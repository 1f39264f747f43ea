"""The command says what there is, repeats a slice from its seed, and fails where anything was found."""

import json

import pytest

from campaigns.command import main
from campaigns.counts import FAULTS, Counts
from campaigns.report import table
from campaigns.runner import Result
from campaigns.table import CAMPAIGNS, WEIGHTS


def test_the_list_has_every_campaign_in_one_line(capsys):
    assert 0 == main(["--list"])
    assert [*CAMPAIGNS] == [line.split()[0] for line in capsys.readouterr().out.splitlines()]


def test_the_help_has_examples(capsys):
    with pytest.raises(SystemExit) as over:
        main(["--help"])
    assert (0, True) == (over.value.code, "--seed 123 --only fuzz" in capsys.readouterr().out)


@pytest.mark.parametrize("words", [["--only", "nonsense"], ["--seconds", "0"], ["--seconds", "-3"]])
def test_what_makes_no_sense_is_refused(words, capsys):
    with pytest.raises(SystemExit) as over:
        main(words)
    assert (2, True) == (over.value.code, "error: argument" in capsys.readouterr().err)


def test_weights_are_those_of_campaigns():
    assert set(WEIGHTS) <= set(CAMPAIGNS)


def test_a_slice_from_its_seed_is_repeated_and_told_as_json(capsys):
    runs = []
    for _ in range(2):
        assert 0 == main(["--seed", "5", "--only", "lying", "--slice", "2", "--json"])
        printed = capsys.readouterr()
        assert printed.err.startswith("seed 5, 60 seconds for lying\n")
        runs.append(json.loads(printed.out))
    assert {"version", "seed", "clean", "campaigns"} == runs[0].keys()
    assert ("lying", 1, dict.fromkeys(FAULTS, 0)) == tuple(
        runs[0]["campaigns"][0][key] for key in ("name", "slices", "faults")
    )
    assert runs[0]["campaigns"][0]["done"] == runs[1]["campaigns"][0]["done"]


def test_a_table_says_how_to_repeat_what_was_found():
    counts = Result("kill", 3, 4.5, Counts(lost=2, done={"kills": 7}, notes=("slice 1: lost: round 0",)), 1)
    text = table(99, [counts, Result("laws", 1, 2.0, Counts())])
    assert "seed 99" == text.splitlines()[0]
    assert text.endswith(
        "kill found 2 lost\n  - slice 1: lost: round 0\nrepeat it: make campaign SEED=99 ONLY=kill\n"
        "the first finding alone: make campaign SEED=99 ONLY=kill SLICE=1"
    )
    assert ["all", "6.5", "4", "2", *"00000000"] == next(
        line for line in text.splitlines() if line[:3] == "all"
    ).split()
