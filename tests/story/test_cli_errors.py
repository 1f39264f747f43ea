"""The command line where something cannot be done.

An error names the value and the remedy, and its exit code says whose fault it is.
"""

import json
import re

import pytest

AGES = "--column age --epsilon 1 --domain 0 150"


BAD_INPUT = {
    "a file that is not there": (f"find nobody.csv {AGES}", "there is no file nobody.csv"),
    "a folder of files that are no Parquet": (f"find . {AGES}", "cannot be read: .*No magic bytes"),
    "another kind of file": (f"find notes.txt {AGES}", "notes.txt is neither CSV, TSV nor Parquet"),
    "an unknown column": (
        "find people.csv --column wage --epsilon 1 --domain 0 150",
        "no column 'wage'; it has person, age, income",
    ),
    "a line with too few fields": (f"find few.csv {AGES}", r"few.csv .*[Ll]ine:? 4\b"),
    "a line with too many fields": (f"find many.csv {AGES}", r"many.csv .*[Ll]ine:? 4\b"),
    "an empty cell": (
        f"find empty.csv {AGES}",
        r"1 of 3 values are missing or not a number; drop them first \(row 2\)",
    ),
    "a cell that is not a number": (f"find nan.csv {AGES}", r"1 of 3 values .* \(.*row 2\)"),
    "a cell of text": (f"find text.csv {AGES}", "not a number|not convert"),
    "a number outside the domain": (
        "find people.csv --column age --epsilon 1 --domain 0 88",
        r"values lie outside \[0, 88\]; widen the domain, or clamp them with .*\(--outside clamp\) \(89 in row \d+",
    ),
    "a file without a header": (
        f"find none.csv {AGES}",
        "none.csv has no header; its first line must name the columns",
    ),
    "a file without rows": (f"find header.csv {AGES}", "there are no values; at least one is needed"),
    "two columns of one name": (f"find twice.csv {AGES}", "columns without a name of their own: age, age"),
    "a text in another encoding": (f"find latin.csv {AGES}", "latin.csv is not a text file in UTF-8"),
    "a parquet file that is none": (f"find false.parquet {AGES}", "false.parquet cannot be read: .*[Pp]arquet"),
    "a compressed file that is none": (f"find false.csv.gz {AGES}", "false.csv.gz is not a text file"),
    "an epsilon of 0": (
        "plan --people 20000 --epsilon 0 --domain 0 150",
        "epsilon='0'; give a positive number of nats",
    ),
    "an epsilon below 0": ("plan --people 20000 --epsilon -1 --domain 0 150", "epsilon='-1'; give a positive number"),
    "an epsilon that is none": ("plan --people 20000 --epsilon one --domain 0 150", "epsilon='one'; give a positive"),
    "an epsilon that is a mistake": ("plan --people 20000 --epsilon 1000 --domain 0 150", "epsilon=1000 is no privacy"),
    "an epsilon of 0 over a file": ("find people.csv --column age --epsilon 0 --domain 0 150", "epsilon='0'; give"),
    "a domain the wrong way round": (
        "plan --people 20000 --epsilon 1 --domain 150 0",
        r"the domain \(150.0, 0.0\); give finite numbers, the smaller one first",
    ),
    "nobody": ("plan --people 0 --epsilon 1 --domain 0 150", "people=0; a survey needs a whole number of people"),
    "an option of another search": (
        "plan --people 20000 --epsilon 1 --domain 0 150 --search tail-fit --rule lower-alpha",
        "rule='lower-alpha' means nothing to search='tail-fit'; leave it out",
    ),
    "one round and many": (
        "plan --people 20000 --epsilon 1 --domain 0 150 --one-round --rounds 5",
        "--one-round and --rounds 5: give one of the two",
    ),
    "one round and many over a file": (f"find people.csv {AGES} --one-round --rounds 5", "give one of the two"),
    "one round and many to evaluate": (
        "evaluate --people 1024 --epsilon 4 --runs 9 --one-round --rounds 5",
        "give one of the two",
    ),
    "many rounds of the search that has one": (
        "plan --people 20000 --epsilon 1 --domain 0 150 --search one-round --rounds 5",
        "rounds=5 with search='one-round', which has one round; leave rounds out, or take",
    ),
    "several questions for a search that halves": (
        "plan --people 20000 --epsilon 1 --domain 0 150 --search cohorts --questions 2",
        "questions=2 a round; at least 1, and at most 1 with search='cohorts'; search='tail-fit' or 'one-round'",
    ),
    "a quantile of 2": (
        "plan --people 20000 --epsilon 1 --domain 0 150 --quantile 2",
        "quantile=2.0; it lies between 0 and 1",
    ),
    "no rounds": (
        "plan --people 20000 --epsilon 1 --domain 0 150 --rounds 0",
        "rounds=0; give a whole number, at least 1",
    ),
    "no rounds over a file": (f"find people.csv {AGES} --rounds 0", "rounds=0; give a whole number, at least 1"),
    "no rounds to evaluate": ("evaluate --people 1024 --epsilon 4 --iid --rounds 0", "rounds=0; give a whole number"),
    "a constant of 0": (
        "plan --people 20000 --epsilon 1 --domain 0 150 --search paper --h 0",
        "h=0.0; it must be a positive number",
    ),
    "more nats than one answer uses": (
        "plan --people 20000 --epsilon 64 --domain 0 150 --search paper --rounds 4",
        r"epsilon 64 over 4 answers is 16 nats each, .*; give at most 60, or let everyone answer once",
    ),
    "a tail wider than the domain": (
        "plan --people 20000 --epsilon 1 --domain 0 150 --tail-width 151",
        "a tail of width 151 in a domain of width 150; widen the domain",
    ),
    "a seed below 0": ("demo --seed -1", "'--seed': -1 is not in the range x>=0"),
    "a seed below 0 over a file": (f"find people.csv {AGES} --seed -1", "'--seed': -1 is not in the range x>=0"),
    "a seed below 0 for runs": ("evaluate --people 9 --epsilon 1 --runs 9 --seed -1", "'--seed': -1 is not in the"),
    "a seed where nothing is drawn": (
        "evaluate --people 1024 --epsilon 4 --iid --seed 1",
        "--seed goes with --runs: an exact law needs no coins",
    ),
    "numbers without a width": (
        "evaluate --people 1024 --epsilon 4 --iid --width 0",
        "beta law from -1.0 with width 0.0; the width must be positive",
    ),
    "numbers without a width at six places": (
        "evaluate --people 1024 --epsilon 4 --iid --width 0 --minima 6",
        "width=0.0; it must be positive and at most the domain's, 2",
    ),
    "two laws at once": (
        "evaluate --people 1024 --epsilon 4 --iid --beta 1 1 --normal 0 1",
        "Give either --beta or --normal",
    ),
    "a study there is not": ("paper --only theorems", "'theorems' is not one of 'synthetic', 'laplace'"),
    "amount ranges that do not rise": (
        "paper --quick --only purchases --ranges 20,10",
        "--ranges '20,10'; give rising edges such as 0,10000,20000, or 'paper'",
    ),
    "ratings that are not there": (
        "paper --quick --only movielens --movielens ratings.csv",
        "there is no file ratings.csv",
    ),
    "purchases without an amount": (
        "paper --quick --only purchases --purchases header.csv",
        "header.csv needs a column age and one of amount, .*; it has person, age",
    ),
    "no runs at all": ("evaluate --people 1024 --epsilon 4 --runs 0", "runs=0; at least one is needed"),
    "numbers beyond the domain": (
        "evaluate --people 1024 --epsilon 4 --start 0.5 --width 1 --iid",
        r"lie outside \[-1, 1\]; widen the domain.*\(their law spans \[0.5, 1.5\]\)",
    ),
    "an error no better than a guess": ("plan --error 40 --epsilon 1 --domain 0 150", "error=40.0; .* a guess's: 37.5"),
    "neither people nor an error": ("plan --epsilon 1 --domain 0 150", "Give either --people or --error"),
    "two ways to place the minimum": (
        "evaluate --people 9 --epsilon 1 --start 0 --minima 6",
        "either --start or --minima",
    ),
    "a server to keep where there is none": ("demo --keep", "--keep goes with --live"),
    "a seed for devices": ("demo --live demo --seed 7", "the coins of a device cannot be repeated"),
    "a demo in a file": ("demo --live people.csv", "'people.csv' is a file"),
    "a verb there is not": ("campaign", "No such command 'campaign'"),
}

BAD_FILES = {
    "notes.txt": "age\n20\n",
    "few.csv": "person,age\n1,20\n2,30\n3\n4,40\n",
    "many.csv": "person,age\n1,20\n2,30\n3,4,5\n4,40\n",
    "empty.csv": "person,age\n1,20\n2,\n3,40\n",
    "nan.csv": "person,age\n1,20\n2,nan\n3,40\n",
    "text.csv": "person,age\n1,20\n2,old\n3,40\n",
    "none.csv": "",
    "header.csv": "person,age\n",
    "twice.csv": "age,age\n1,2\n",
    "latin.csv": "größe,age\n1,2\n".encode("latin-1"),
    "false.parquet": "this is no parquet file, however long it may be",
    "false.csv.gz": "age\n20\n",
}


@pytest.mark.parametrize("what", BAD_INPUT)
@pytest.mark.usefixtures("people")
def test_input_that_cannot_be_used_exits_with_2_and_is_named_with_its_remedy(say, write, what):
    line, message = BAD_INPUT[what]
    for name, text in BAD_FILES.items():
        write(name, text)
    result = say(line)
    assert (2, "") == (result.code, result.out)
    assert re.search(message, result.err)
    assert "Traceback" not in result.err


@pytest.mark.parametrize(
    "line",
    [
        "plan --people 10 --epsilon 1 --domain 0 150",
        "plan --people 10 --epsilon 1 --domain 0 150 --one-round",
        "plan --people 50 --epsilon 1 --domain 0 150 --search cohorts",
        "plan --people 1024 --epsilon 1 --domain -1 1 --search paper",
        "demo --people 10",
    ],
)
def test_a_plan_that_cannot_work_exits_with_3_and_says_what_would_do(say, line):
    result = say(line)
    assert (3, "") == (result.code, result.out)
    assert re.match(r"lowwater: [\d,]+ people at epsilon 1 cannot work: the level is [\d.]+, ", result.err)
    assert re.search(r"About [\d,]+ people would do better than a guess; an error of .*assumption\)\n$", result.err)


def test_too_few_rows_exit_with_3(say, write):
    write("few.csv", "age\n" + "20\n" * 50)
    result = say(f"find few.csv {AGES}")
    assert (3, "") == (result.code, result.out)
    assert "50 people at epsilon 1 cannot work" in result.err


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("--rounds 32 --questions 1", "have dependent rounds"),
        ("--search cohorts", "have dependent rounds"),
        ("--search paper --iid", "have dependent rounds"),
        ("", "a round of several questions has no exact law here"),
        ("--rounds 32 --questions 1 --iid", "FittedSearch offers no cuts, so its law is not known"),
        ("--one-round --iid", "a round of several questions has no exact law here"),
    ],
)
def test_a_law_that_is_not_known_exits_with_4_and_says_to_simulate(say, options, reason):
    result = say(f"evaluate --people 1024 --epsilon 4 --width 0.3 {options}")
    assert (4, "") == (result.code, result.out)
    assert result.err.endswith(f"{reason}; simulate with runs= (or --runs)\n")


def test_a_picture_that_cannot_be_written_exits_with_1(say):
    result = say("demo --people 4000 --epsilon 2 --seed 1 --svg nowhere/narrowing.svg")
    assert 1 == result.code
    assert "nowhere/narrowing.svg" in result.err


@pytest.mark.usefixtures("people")
def test_an_estimate_is_told_before_its_picture_fails_to_be_written(say):
    result = say("find people.csv --column age --epsilon 4 --domain 0 150 --svg nowhere/estimate.svg")
    assert 1 == result.code
    assert "the minimum" in result.out
    assert "nowhere/estimate.svg" in result.err


@pytest.mark.parametrize(
    ("line", "code", "kind"),
    [
        ("plan --people 20000 --epsilon 0 --domain 0 150", 2, "BadEpsilon"),
        ("find nobody.csv --column age --epsilon 1 --domain 0 150", 2, "BadData"),
        ("plan --people 50 --epsilon 1 --domain 0 150", 3, "CannotWork"),
        ("evaluate --people 1024 --epsilon 4", 4, "NotExact"),
    ],
)
def test_with_json_an_error_is_json_on_standard_error(say, line, code, kind):
    result = say(f"{line} --json")
    error = json.loads(result.err)
    assert (code, "", kind) == (result.code, result.out, error["error"])
    assert (code == 3) == bool(error["reasons"])
