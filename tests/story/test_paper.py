"""What a study of the paper says."""

import re

import pytest


@pytest.mark.long
def test_a_study_of_the_paper_says_what_it_does_without_and_where_its_report_is(say, tmp_path):
    result = say("paper --only laplace --only purchases --quick --jobs 1 --out small")
    assert (0, "") == (result.code, result.err)
    assert re.fullmatch(
        r"Purchase history \(section 6\.3\): left out, no --purchases file was given\. .*\n"
        r"18 points in \d+ s; drawing\.\n"
        r"The report is small/report\.html; its numbers are in small/numbers\.jsonl, its figures in small/figures\.\n",
        result.out,
    )
    assert ["figures", "numbers.jsonl", "report.html"] == sorted(path.name for path in (tmp_path / "small").iterdir())
