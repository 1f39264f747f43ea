"""The command line against a server for real."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from lowwater.cli import cli
from lowwater.errors import BadKey, NoSurvey, NotOpen, OffTerms, Unreachable, YourFault

SMALL = ("--people", "6", "--epsilon", "4", "--domain", "0", "16", "--search", "cohorts", "--rounds", "3", "--anyway")


@pytest.fixture
def lowwater(live, monkeypatch, tmp_path):
    """Run a verb as an analyst of the live server; what it prints, or the error it ends with."""
    monkeypatch.setenv("LOWWATER_SERVER", live.address)
    monkeypatch.setenv("LOWWATER_KEY", live.key)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def run(*words, typed=None):
        done = CliRunner().invoke(cli, words, input=typed)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        assert 0 == done.exit_code, done.output
        return done.stdout

    return run


@pytest.fixture
def survey(lowwater):
    return lowwater("survey", "open", "Youngest driver", *SMALL).splitlines()[0]


def test_a_survey_is_opened_by_its_plan(live, survey):
    result = live.standing(f"/v1/surveys/{survey}")
    assert ("Youngest driver", "open", "cohorts", 6, 3) == tuple(
        result[name] for name in ("title", "state", "search", "people", "rounds")
    )


def test_rules_are_options(lowwater):
    words = ("--enrolled", "--lease", "5", "--span", "50", "--least", "2", "--extensions", "3", "--json")
    document = json.loads(lowwater("survey", "open", "Rules", *SMALL, *words))
    assert ("enrolled", "gathering") == (document["recruiting"], document["state"])


def test_surveys_are_listed(lowwater, survey):
    assert [f"{survey}", "open, rolling: Youngest driver"] == next(
        line.split(maxsplit=1) for line in lowwater("survey", "list").splitlines() if survey in line
    )


def test_a_server_without_surveys_says_so(make_live, lowwater, monkeypatch, tmp_path):
    empty = make_live(str(tmp_path / "empty.db"))
    monkeypatch.setenv("LOWWATER_KEY", empty.key)
    assert "There is no survey yet.\n" == lowwater("survey", "--server", empty.address, "list")


def test_surveys_are_listed_as_json(lowwater, survey):
    assert survey in [row["survey"] for row in json.loads(lowwater("survey", "list", "--json"))]


def test_a_survey_is_shown(lowwater, survey):
    shown = lowwater("survey", "show", survey)
    assert all(words in shown for words in ("Youngest driver", "open", "1 of 3", "0 of 6, from 6 people"))


def test_a_survey_is_shown_as_json_as_the_server_tells_it(live, lowwater, survey):
    assert live.standing(f"/v1/surveys/{survey}") == json.loads(lowwater("survey", "show", survey, "--json"))


def test_what_a_survey_says_is_drawn(lowwater, survey, tmp_path):
    file = tmp_path / "estimate.svg"
    assert lowwater("survey", "show", survey, "--svg", str(file)).endswith(f"\n\nThe picture is in {file}.\n")
    assert "The minimum: 8, error unknown" in file.read_text(encoding="utf-8")


def test_a_survey_that_is_drawn_prints_json_alone_where_json_is_wanted(lowwater, survey, tmp_path):
    shown = lowwater("survey", "show", survey, "--json", "--svg", str(tmp_path / "estimate.svg"))
    assert survey == json.loads(shown)["survey"]
    assert (tmp_path / "estimate.svg").is_file()


def test_a_survey_is_exported(live, lowwater, survey):
    assert live.standing(f"/v1/surveys/{survey}") == json.loads(lowwater("survey", "export", survey))


def test_a_survey_is_paused_resumed_and_closed(lowwater, survey):
    items = [lowwater("survey", action, survey).strip() for action in ("pause", "resume", "close")]
    assert [f"{survey} is {state}." for state in ("paused", "open", "closed")] == items


def test_a_survey_is_watched_to_its_end(live, lowwater, survey, tmp_path):
    """Each of six devices answers with a ledger of its own; then the watcher tells how it ended."""
    for number in range(6):
        ledger = ("--ledger", str(tmp_path / f"{number}.jsonl"))
        lowwater("answer", live.address, survey, "--yes", "--patience", "0", *ledger, typed=f"{number + 5}")
    live.until(f"/v1/surveys/{survey}", lambda standing: standing["ended"] is not None)
    watched = lowwater("survey", "watch", survey, "--every", "0.1")
    assert [1, 2, 3] == [int(number) for number in re.findall(r"^ +(\d+)  <= ", watched, re.MULTILINE)]
    assert all(words in watched for words in ("3 of 3", "finished", "6 of 6, from 6 people"))


def test_a_device_answers_once_and_says_what_it_cost(live, lowwater, survey):
    words = ("answer", live.address, survey, "--yes", "--patience", "0", "--json")
    first, second = (json.loads(lowwater(*words, typed="7")) for _ in range(2))
    assert (1, 0, "done") == (len(first["said"]), len(second["said"]), second["status"])
    assert 1 == live.standing(f"/v1/surveys/{survey}")["questions"][0]["answered"]


def test_a_closed_survey_takes_no_answer(live, lowwater, survey):
    lowwater("survey", "close", survey)
    with pytest.raises(NotOpen):
        lowwater("answer", live.address, survey, "--yes", "--patience", "0", typed="7")


def test_invitations_are_made_without_a_server(lowwater, tmp_path, monkeypatch):
    key = str(tmp_path / "pilot.key")
    survey = lowwater("survey", "open", "Pilot", *SMALL, "--invitation-key", key).splitlines()[0]
    monkeypatch.delenv("LOWWATER_KEY")
    lines = lowwater("survey", "invite", survey, "--key-file", key, "--count", "5", "--out", "-").split()
    assert (5, 0o600) == (len(set(lines)), (tmp_path / "pilot.key").stat().st_mode & 0o777)


def test_an_invitation_lets_a_device_answer(live, lowwater, tmp_path):
    key, letter = str(tmp_path / "pilot.key"), tmp_path / "letter.txt"
    survey = lowwater("survey", "open", "Pilot", *SMALL, "--invitation-key", key).splitlines()[0]
    letter.write_text(lowwater("survey", "invite", survey, "--key-file", key, "--count", "1", "--bare", "--out", "-"))
    words = ("answer", live.address, survey, "--yes", "--patience", "0", "--json", "--invitation-file", str(letter))
    assert 1 == len(json.loads(lowwater(*words, typed="7"))["said"])


def test_a_link_leads_to_the_terms_that_it_was_made_for(live, lowwater):
    opened = json.loads(lowwater("survey", "open", "Linked", *SMALL, "--asker", "Ada", "--json"))
    assert f"{live.address}/answer/{opened['survey']}#{opened['hash']}" == opened["link"]
    answering = ("--yes", "--patience", "0", "--json")
    assert 1 == len(json.loads(lowwater("answer", opened["link"], *answering, typed="7"))["said"])
    other = ("answer", live.address, opened["survey"], "--terms-hash", "0" * 64)
    with pytest.raises(OffTerms, match="shows other terms"):
        lowwater(*other, *answering, typed="7")


def test_a_link_with_an_invitation_lets_a_device_answer(lowwater, tmp_path):
    key = str(tmp_path / "pilot.key")
    survey = lowwater("survey", "open", "Pilot", *SMALL, "--invitation-key", key).splitlines()[0]
    inviting = ("survey", "invite", survey, "--key-file", key, "--count", "1")
    link = lowwater(*inviting, "--out", "-").strip()
    document = json.loads(lowwater("answer", link, "--yes", "--patience", "0", "--json", typed="7"))
    assert (survey, 1) == (document["survey"], len(document["said"]))


def test_the_link_of_a_survey_can_be_asked_for_again(live, lowwater, survey, tmp_path):
    document = json.loads(lowwater("survey", "link", survey, "--json", "--svg", str(tmp_path / "code.svg")))
    assert f"{live.address}/answer/{survey}#{live.standing(f'/v1/surveys/{survey}')['hash']}" == document["link"]
    assert "<svg" in (tmp_path / "code.svg").read_text()
    assert document["link"] == lowwater("survey", "link", survey, "--qr").splitlines()[0]


def test_links_name_the_public_url_of_the_server(make_live, lowwater, monkeypatch, tmp_path):
    public = make_live(str(tmp_path / "public.db"), public_url="https://survey.example.org")
    monkeypatch.setenv("LOWWATER_KEY", public.key)
    monkeypatch.setenv("LOWWATER_SERVER", public.address)
    opened = json.loads(lowwater("survey", "open", "Public", *SMALL, "--json"))
    document = json.loads(lowwater("survey", "link", opened["survey"], "--json"))
    assert opened["link"] == document["link"]
    assert opened["link"].startswith("https://survey.example.org/answer/")


def test_a_code_that_cannot_be_written_and_words_that_contradict_each_other_are_refused(lowwater, survey, tmp_path):
    with pytest.raises(YourFault, match="cannot be written: "):
        lowwater("survey", "link", survey, "--svg", str(tmp_path / "no" / "code.svg"))
    assert 2 == CliRunner().invoke(cli, ["survey", "link", survey, "--qr", "--json"]).exit_code


def test_a_key_file_invites_to_the_survey_it_was_made_for(lowwater, tmp_path):
    key = str(tmp_path / "pilot.key")
    lowwater("survey", "open", "Pilot", *SMALL, "--invitation-key", key)
    with pytest.raises(YourFault, match="does not know survey another"):
        lowwater("survey", "invite", "another", "--key-file", key, "--count", "1")


def test_a_key_file_that_cannot_be_written_any_more_loses_no_survey(live, lowwater, tmp_path, monkeypatch):
    def full(*_words):
        raise OSError(28, "No space left on device")

    real = Path.open
    monkeypatch.setattr(
        Path, "open", lambda path, mode="r", **more: full() if mode == "a" else real(path, mode, **more)
    )
    with pytest.raises(YourFault, match=r"add this line to it: \w+ [0-9a-f]{64} http://\S+$") as caught:
        lowwater("survey", "open", "Pilot", *SMALL, "--invitation-key", str(tmp_path / "pilot.key"))
    assert "open" == live.get(f"/v1/surveys/{str(caught.value).split()[-3]}").json["state"]


def test_a_survey_tells_people_what_its_file_says(live, lowwater, tmp_path):
    file = tmp_path / "terms.toml"
    file.write_text('title = "Youngest"\nquestion = "How old are you?"\nasker = "Ada"\n')
    opened = json.loads(lowwater("survey", "open", "--terms", str(file), *SMALL, "--unit", "years", "--json"))
    (texts,) = live.get(f"/v1/surveys/{opened['survey']}").json["terms"]["texts"]
    assert ("Youngest", "How old are you?", "years", "Ada") == tuple(
        texts[name] for name in ("title", "question", "unit", "asker")
    )


def test_a_survey_that_is_not_there_is_told_as_what_it_is(lowwater):
    with pytest.raises(NoSurvey, match="no survey 'nowhere'"):
        lowwater("survey", "show", "nowhere")


def test_a_key_that_is_wrong_is_told_as_what_it_is(lowwater, monkeypatch):
    monkeypatch.setenv("LOWWATER_KEY", "lw_wrong")
    with pytest.raises(BadKey):
        lowwater("survey", "list")


def test_no_key_at_all_is_told_before_anybody_is_asked(lowwater, monkeypatch):
    monkeypatch.delenv("LOWWATER_KEY")
    with pytest.raises(BadKey, match="lowwater key make"):
        lowwater("survey", "list")


@pytest.mark.parametrize(
    ("server", "error"),
    [("http://127.0.0.1:1", Unreachable), ("nonsense", YourFault), ("ftp://127.0.0.1", YourFault)],
)
def test_a_server_that_is_not_there_is_told_as_what_it_is(lowwater, server, error):
    with pytest.raises(error):
        lowwater("survey", "--server", server, "list")


def test_a_survey_that_has_ended_is_deleted(lowwater, survey):
    lowwater("survey", "close", survey)
    assert f"{survey} is deleted.\n" == lowwater("survey", "delete", survey, "--yes")
    with pytest.raises(NoSurvey):
        lowwater("survey", "show", survey)


def test_a_survey_that_goes_on_is_not_deleted(lowwater, survey):
    with pytest.raises(NotOpen, match="close it first"):
        lowwater("survey", "delete", survey, "--yes")


def test_a_survey_is_not_deleted_where_nobody_can_be_asked(lowwater, survey):
    lowwater("survey", "close", survey)
    with pytest.raises(YourFault, match="if it shall, add --yes"):
        lowwater("survey", "delete", survey)
    assert "closed" in lowwater("survey", "show", survey)


def test_a_refused_survey_leaves_no_key_behind(lowwater, monkeypatch, tmp_path):
    monkeypatch.setenv("LOWWATER_KEY", "lw_wrong")
    with pytest.raises(BadKey):
        lowwater("survey", "open", "Pilot", *SMALL, "--invitation-key", str(tmp_path / "pilot.key"))
    assert not (tmp_path / "pilot.key").exists()
