"""A survey with groups, by the command line against a server for real: from opening it to deleting it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from lowwater.cli import cli
from lowwater.cli.live.rehearsal import end_all
from lowwater.client.analyst import Analyst
from lowwater.client.analyst_http import AnalystHttp
from lowwater.errors import BadInvitation, CannotWork, NoSurvey, NotOpen, YourFault
from lowwater.planning import planner

SMALL = ("--people", "16", "--epsilon", "4", "--domain", "0", "15", "--step", "1", "--search", "cohorts", "--anyway")
GROUPS = ("--group", "DE", "--group", "FR", "--rounds", "2")


@pytest.fixture
def lowwater(live, monkeypatch, tmp_path):
    """Run a verb as an analyst of the live server; what it prints, or the error it ends with."""
    monkeypatch.setenv("LOWWATER_SERVER", live.address)
    monkeypatch.setenv("LOWWATER_KEY", live.key)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    Path("number.txt").write_text("3")

    def run(*words, said=None, aside=False):
        done = CliRunner().invoke(cli, words, input=said)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        assert 0 == done.exit_code, done.output
        return done.output if aside else done.stdout

    return run


@pytest.fixture
def survey(lowwater):
    return lowwater("survey", "open", "Youngest", *SMALL, *GROUPS).splitlines()[0]


@pytest.fixture
def answer(live, lowwater):
    def answering(survey, ledger, *words):
        given = ("--value-file", "number.txt", "--ledger", ledger, "--yes", "--json", *words)
        return json.loads(lowwater("answer", live.address, survey, *given))

    return answering


def test_a_survey_with_groups_runs_from_its_opening_to_its_end(lowwater, live, survey, answer):
    for person in range(16):
        group = ("DE", "FR")[person % 2]
        said = answer(survey, f"{person}.jsonl", "--group", group)
        assert f"{survey}-{person % 2}" == said["survey"]
    for member in ("0", "1"):
        live.until(f"/v1/surveys/{survey}-{member}", lambda standing: standing["state"] == "finished")
    watched = lowwater("survey", "watch", survey)
    assert {"DE", "FR"} == {line.partition(": ")[0] for line in watched.splitlines() if "finished: the search" in line}
    events = [json.loads(line) for line in lowwater("survey", "watch", survey, "--json").splitlines()]
    assert {f"{survey}-0", f"{survey}-1"} == {event["survey"] for event in events}
    whole = json.loads(lowwater("survey", "show", survey, "--json", "--svg", "groups.svg"))
    assert (survey, ["finished"] * 2) == (whole["survey"], [member["state"] for member in whole["members"]])
    assert [8, 8] == [member["answers"]["got"] for member in whole["members"]]
    assert "<svg" in Path("groups.svg").read_text()
    assert whole == json.loads(lowwater("survey", "export", survey))
    words = lowwater("survey", "show", survey, "--svg", "again.svg")
    assert "told in clear" in words
    assert "The picture is in again.svg." in words
    assert f"{survey}-0 is deleted.\n{survey}-1 is deleted.\n" == lowwater("survey", "delete", survey, "--yes")
    with pytest.raises(NoSurvey):
        lowwater("survey", "show", survey)


def test_the_members_are_named_when_it_is_opened_and_listed(lowwater):
    text = lowwater("survey", "open", "Named", *SMALL, *GROUPS, aside=True)
    name = next(line for line in text.splitlines() if line and " " not in line)
    assert "who is in which is told in clear, outside epsilon" in text
    assert f"  {name}-1  FR" in text
    listed = lowwater("survey", "list", "--words", name)
    assert [f"{name}-0", f"{name}-1"] == [line.split()[0] for line in listed.splitlines()]
    assert "Named: FR" in listed


def test_the_link_leads_to_the_whole_and_so_does_that_of_a_member(lowwater, live, survey):
    found = json.loads(lowwater("survey", "link", survey, "--json"))
    assert f"{live.address}/answer/{survey}#" in found["link"]
    qr = live.get(f"/v1/surveys/{survey}-1/qr").json
    assert found["link"] == qr["link"]


def test_every_member_is_paused_resumed_and_closed_and_an_ended_one_passed_over(lowwater, survey):
    assert f"{survey}-0 is paused.\n{survey}-1 is paused.\n" == lowwater("survey", "pause", survey)
    lowwater("survey", "close", f"{survey}-0")
    assert f"{survey}-1 is open.\n" == lowwater("survey", "resume", survey)
    assert f"{survey}-1 is closed.\n" == lowwater("survey", "close", survey)
    with pytest.raises(NotOpen):
        lowwater("survey", "close", survey)
    lowwater("survey", "delete", f"{survey}-0", "--yes")
    assert 1 == len(json.loads(lowwater("survey", "show", survey, "--json"))["members"])


@pytest.mark.parametrize("verb", ["show", "export", "pause", "watch"])
def test_what_is_no_survey_has_no_members(lowwater, verb):
    with pytest.raises(NoSurvey):
        lowwater("survey", verb, "nowhere")


def test_a_hidden_survey_says_what_it_costs_and_takes_the_group_from_a_file(lowwater, answer):
    words = (*SMALL, "--rounds", "1", "--group", "nurse=0.5", "--group", "pilot", "--hidden", "--json")
    opened = json.loads(lowwater("survey", "open", "Pay", *words))
    assert "hidden" == opened["terms"]["groups_are"]
    assert 2 == len(opened["costs"])
    assert "nurse, hidden: 8 people are asked, about 50 % of them in it" in opened["costs"][0]
    for number, own in enumerate(("nurse", "pilot", "")):
        Path("trade.txt").write_text(own)
        said = answer(opened["survey"], f"hidden-{number}.jsonl", "--group-file", "trade.txt")
        assert said["survey"] in {f"{opened['survey']}-{at}" for at in range(2)}
    shown = lowwater("survey", "show", opened["survey"])
    assert "hidden, within epsilon" in shown
    told = lowwater("ledger", "show", "--ledger", "hidden-0.jsonl")
    assert "are you in " in told
    (page,) = json.loads(lowwater("ledger", "show", "--ledger", "hidden-0.jsonl", "--json"))["surveys"]
    assert page["hidden"] is True


def test_a_hidden_group_on_the_command_line_is_refused(lowwater, answer):
    opened = lowwater("survey", "open", "Pay", *SMALL, *GROUPS, "--hidden").splitlines()[0]
    with pytest.raises(YourFault, match="a command line is not; give a --group-file"):
        answer(opened, "x.jsonl", "--group", "DE")


def test_the_ledger_says_which_group_was_told_in_clear(lowwater, survey, answer):
    answer(survey, "told.jsonl", "--group", "FR")
    assert "in the group FR, which was told in clear" in lowwater("ledger", "show", "--ledger", "told.jsonl")


def test_a_group_too_small_to_say_anything_is_refused_by_its_name(lowwater):
    words = ("--people", "2000", "--epsilon", "1", "--domain", "0", "150", "--group", "DE=0.99", "--group", "LU")
    with pytest.raises(CannotWork, match=r"group 'LU': 20 people at epsilon 1 cannot work"):
        lowwater("survey", "open", "By country", *words)


def test_invitations_are_for_one_group(lowwater):
    words = (*SMALL, *GROUPS, "--invitation-key", "pilot.key")
    text = lowwater("survey", "open", "Invited", *words, aside=True)
    name = next(line for line in text.splitlines() if line and " " not in line)
    assert f"Invite with: lowwater survey invite {name}-0" in text
    lowwater("survey", "invite", f"{name}-1", "--key-file", "pilot.key", "--count", "2", "--out", "links.txt")
    first, _ = Path("links.txt").read_text().split()
    assert f"/answer/{name}-1#" in first
    given = ("--value-file", "number.txt", "--yes", "--json", "--ledger", "invited.jsonl")
    assert f"{name}-1" == json.loads(lowwater("answer", first, *given))["survey"]
    other = first.replace(f"{name}-1", f"{name}-0")
    with pytest.raises(BadInvitation):
        lowwater("answer", other, *given[:-1], "other.jsonl")


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("--group", "DE=0.7", "--group", "FR=0.4"), "leave -0.1 for others"),
        (("--group", "DE=1", "--group", "FR"), "leave 0 for others"),
        (("--group", "DE=much"), "'much' is no share"),
        (("--group", "DE=2"), "'2' is no share"),
        (("--group", "DE", "--group", "DE"), "each with a name of its own"),
    ],
)
def test_groups_that_cannot_be_are_refused(lowwater, words, error):
    with pytest.raises(YourFault, match=error):
        lowwater("survey", "open", "Bad", *SMALL, *words)


REHEARSED = (*SMALL[2:], "--people", "120", "--rounds", "2", "--seed", "3")


@pytest.mark.parametrize(
    "words",
    [("--groups", "DE=0.6,FR"), ("--groups", "DE=0.6,FR", "--enrolled"), ("--groups", "DE=0.5,FR=0.3", "--hidden")],
)
def test_a_rehearsal_holds_every_group_against_its_truth_and_leaves_nothing_behind(lowwater, words):
    told = json.loads(lowwater("survey", "rehearse", "Pay", *REHEARSED, *words, "--json"))
    assert (["finished"] * 2, False) == ([member["state"] for member in told["members"]], told["stays"])
    assert sum(member["answers"]["got"] for member in told["members"]) == told["answers"] == 120
    for member in told["members"]:
        assert abs(member["estimate"]["value"] - member["true_value"]) == member["error"]
        assert member["title"].startswith("Rehearsal: Pay: ")
    with pytest.raises(NoSurvey):
        lowwater("survey", "show", told["survey"])


def test_a_rehearsal_prints_the_rounds_of_all_groups_and_a_link_to_the_whole(lowwater, live):
    text = lowwater("survey", "rehearse", "Pay", *REHEARSED, "--group", "DE", "--group", "FR", "--stay")
    link = text.partition("Watch it in a browser: ")[2].split()[0]
    survey, key = link.rpartition("/")[2].split("#")
    for member in ("0", "1"):
        assert 200 == live.ask("GET", f"/v1/surveys/{survey}-{member}/standing", key=key).status
    assert {"DE", "FR"} == {line.partition(":")[0] for line in text.splitlines() if "finished: the search" in line}
    assert text.count("so the error is") == 2
    lowwater("survey", "delete", survey, "--yes")
    assert 401 == live.ask("GET", "/v1/key", key=key).status


def test_where_people_ran_out_every_group_says_so(live, survey):
    analyst = Analyst(AnalystHttp(live.address, live.key))
    facts = end_all(analyst, [f"{survey}-0", f"{survey}-1"], ["DE", "FR"])
    assert [("but", "DE: people"), ("but", "FR: people")] == [(name, words[:10]) for name, words in facts]
    assert [] == end_all(analyst, [f"{survey}-0"], ["DE"])


def test_a_whole_survey_is_shared_by_one_key_that_reads_its_members_alone(lowwater, live, survey):
    other = lowwater("survey", "open", "Other", *SMALL, *GROUPS).splitlines()[0]
    key = json.loads(lowwater("survey", "share", survey, "--json"))["key"]

    def status(path):
        return live.ask("GET", f"/v1/surveys/{path}/standing", key=key).status

    assert [200, 200, 403, 403] == [status(f"{name}-{at}") for name in (survey, other) for at in (0, 1)]
    assert 403 == live.ask("POST", f"/v1/surveys/{survey}-0/close", key=key).status
    lowwater("survey", "close", survey)
    lowwater("survey", "delete", f"{survey}-0", "--yes")
    assert 200 == status(f"{survey}-1")
    lowwater("survey", "delete", survey, "--yes")
    assert 401 == status(f"{survey}-1")


@pytest.mark.usefixtures("lowwater")
def test_hidden_goes_with_groups_and_either_option_says_the_own_group(live, survey):
    for words in (
        ("survey", "open", "Bad", *SMALL, "--hidden"),
        ("survey", "rehearse", "Bad", *SMALL, *GROUPS, "--hidden", "--enrolled"),
        ("answer", live.address, survey, "--yes", "--value-file", "number.txt", "--group", "a", "--group-file", "b"),
    ):
        assert 2 == CliRunner().invoke(cli, words).exit_code


def test_terms_can_be_seen_before(live):
    plan = json.loads(planner.plan(16, 4, (0, 15), search="cohorts", step=1, refuse=False).to_json())
    seen = live.post("/v1/terms", {"title": "x", "plan": plan, "groups": ["DE"], "hidden": True}).json
    assert (["DE"], "hidden") == (seen["terms"]["groups"], seen["terms"]["groups_are"])
