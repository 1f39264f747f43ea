"""The pages about live surveys, run in a shell with a real server on a free port, and their tables held to the code.

A page's commands share one shell, so that what it exports and starts stays. A command that ends in & is a server, and
the page goes on once it answers. Whatever a page says of port 8770 is said of a free one.
"""

import importlib.util
import json
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import get_args, get_origin

import pytest

from lowwater import wire
from lowwater.client.http import Http
from lowwater.client.retry import Retrying
from lowwater.errors import NoSurvey
from lowwater.server import config, logs, problems
from lowwater.server.endpoints import ENDPOINTS
from lowwater.server.metrics import Metrics
from lowwater.server.store import queries
from lowwater.server.store.outbox import Kind
from lowwater.wire import SurveyMessage

ROOT = Path(__file__).parents[2]
LIVE = ROOT / "docs" / "live"
PAGES = sorted(LIVE.glob("*.md"))
USUAL, MARK = "127.0.0.1:8770", "-- done:"


def story(name):
    """Another file of this folder, which is no package."""
    spec = importlib.util.spec_from_file_location(f"story_{name}", Path(__file__).with_name(f"{name}.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


docs = story("test_docs")


class Shell:
    """One shell in one folder; what it started ends with it."""

    def __init__(self, folder, server):
        self.server = server
        details = {name: value for name, value in os.environ.items() if not name.startswith("LOWWATER_")}
        details |= {**docs.PLAIN, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
        details |= {"LOWWATER_PORT": server.rpartition(":")[2], "LOWWATER_SERVER": server, "XDG_DATA_HOME": str(folder)}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        self._process = subprocess.Popen(
            ["/bin/bash"], cwd=folder, env=details, encoding="utf-8", start_new_session=True, **pipes
        )

    def run(self, command):
        """What a command says, and its exit code."""
        self._process.stdin.write(f"{{ {command}\n}} < /dev/null\ncode=$?; echo; echo '{MARK}' $code; (exit $code)\n")
        self._process.stdin.flush()
        replies = []
        for line in self._process.stdout:
            if line.startswith(MARK):
                if command.endswith("&"):
                    self._await()
                return "".join(replies), int(line.removeprefix(MARK))
            replies.append(line)
        raise AssertionError(f"the shell ended at: {command}\n{''.join(replies)}")

    def _await(self):
        """Go on once the server knows that it has no survey of this name."""
        with suppress(NoSurvey), Http(self.server, retrying=Retrying(tries=12)) as http:
            http.get(SurveyMessage, "/v1/surveys/none")

    def close(self):
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.communicate()


@pytest.fixture
def shell(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    result = Shell(tmp_path, f"http://127.0.0.1:{port}")
    yield result
    result.close()


def holds(shown, words, place):
    """Hold what a page shows against what was said."""
    if not re.fullmatch(docs.pattern(shown), docs.plain(words)):
        assert (place, docs.plain(shown)) == (place, docs.plain(words))


def console(block, shell, place):
    listed = list(docs.commands(block))
    for number, (command, shown) in enumerate(listed):
        looked_at = number + 1 < len(listed) and listed[number + 1][0] == "echo $?"
        result, code = shell.run(command)
        assert looked_at or 0 == code, f"{place}: {command}\n{result}"
        if shown.strip():
            holds(shown, result, place)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_snippet_and_every_command_of_a_live_page_runs_and_says_what_is_shown(page, shell, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    namespace, printed = {"__name__": "page"}, ""
    text = page.read_text(encoding="utf-8").replace(USUAL, shell.server.removeprefix("http://"))
    for language, block, line in docs.blocks(text):
        place = f"{page.name}:{line}"
        if language == "python":
            printed = docs.python("\n" * line + block, place, namespace)
        elif language == "output":
            holds(block, printed, place)
        elif language == "console":
            console(block, shell, place)


# Tables, held to the code


def names(cell):
    """The words in backticks of a cell."""
    return re.findall(r"`([^`]+)`", cell)


def columns():
    """Every table of the schema with its columns, from the migrations."""
    schema = "\n".join(text for _, text in queries.migrations())
    matches = re.findall(r"CREATE TABLE (\w+) \((.*?)^\);", schema, re.MULTILINE | re.DOTALL)
    made = {table: re.findall(r"^    ([a-z_]+) (?:[A-Z]|\{)", body, re.MULTILINE) for table, body in matches}
    for table, column in re.findall(r"^ALTER TABLE (\w+) ADD COLUMN (\w+)", schema, re.MULTILINE):
        made[table].append(column)
    for table, column, name in re.findall(r"^ALTER TABLE (\w+) RENAME COLUMN (\w+) TO (\w+)", schema, re.MULTILINE):
        made[table][made[table].index(column)] = name
    return made


def tables(page):
    """The tables of a page by the heading above them: all their rows, without their heads."""
    parts = re.split(r"^#+ (.+)\n", docs.prose(page), flags=re.MULTILINE)
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    listed = {heading: re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE) for heading, text in sections.items()}
    return {
        heading: [cells(row) for table in result for row in table.splitlines()[2:]]
        for heading, result in listed.items()
    }


def cells(row):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]]


@pytest.mark.parametrize("table", columns())
def test_the_data_model_lists_exactly_the_columns_there_are(table):
    listed = [name for row in tables(LIVE / "life-of-an-answer.md")[table] for name in names(row[0])]
    assert sorted(columns()[table]) == sorted(listed)


def test_the_page_names_every_event_that_there_is():
    page = (LIVE / "life-of-an-answer.md").read_text()
    assert set() == {kind for kind in get_args(Kind) if kind not in page}


@pytest.mark.parametrize("kind", wire.MESSAGES, ids=lambda kind: kind.__name__)
def test_the_protocol_lists_exactly_the_fields_of_every_message_in_their_order(kind):
    listed = [name for row in tables(LIVE / "protocol.md")[kind.__name__] for name in names(row[0])]
    assert [field.name for field in fields(kind)] == listed


def said_of(kind):
    """How the protocol writes what an endpoint takes or gives."""
    if kind is None:
        return ""
    if isinstance(kind, tuple):
        *others, last = (f"`{field.__name__}`" for field in kind)
        return f"lines of {', '.join(others)} or {last}"
    inner = get_args(kind)
    if get_origin(kind) is list:
        return f"list of `{inner[0].__name__}`"
    return {str: "text"}.get(kind) or ("object" if get_origin(kind) is dict else f"`{kind.__name__}`")


def test_the_protocol_lists_exactly_the_endpoints_there_are():
    items = [
        (endpoint.method, f"`{endpoint.path}`", said_of(endpoint.takes), said_of(endpoint.gives), endpoint.key)
        for endpoint in ENDPOINTS
    ]
    listed = [(*row[:4], row[4] == "needed") for row in tables(LIVE / "protocol.md")["Transport"]]
    assert sorted(items) == sorted(listed)


def test_the_protocol_lists_exactly_the_problems_there_are():
    items = [(f"`{problems.name_of(kind)}`", str(status)) for kind, status in problems.STATUS.items()]
    assert sorted(items) == sorted(tuple(row) for row in tables(LIVE / "protocol.md")["Problems"])


def test_the_protocol_lists_exactly_the_vectors_there_are():
    listed = [name for row in tables(LIVE / "protocol.md")["Test vectors"] for name in names(row[0])]
    assert sorted(path.stem for path in (ROOT / "vectors").glob("*.json")) == sorted(listed)


@pytest.mark.parametrize("kind", problems.STATUS, ids=problems.name_of)
def test_every_problem_has_a_section_with_its_type_its_status_and_what_to_do(kind):
    text = (ROOT / "docs" / "reference" / "problems.md").read_text(encoding="utf-8")
    (section,) = re.findall(rf"^## {problems.name_of(kind)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    head = rf"`/problems/{problems.name_of(kind)}`, status {problems.STATUS[kind]}, `{kind.__name__}`"
    assert section.strip().startswith(head)
    assert all(f"**{word}**" in section for word in ("It means", "Do"))


@pytest.mark.parametrize("name", ["lowwater.service", "Containerfile"])
def test_the_guide_quotes_what_is_packaged_exactly(name):
    quoted = [block for _, block, _ in docs.blocks((LIVE / "operating.md").read_text(encoding="utf-8"))]
    assert (ROOT / "packaging" / name).read_text(encoding="utf-8") in quoted


def test_the_guide_lists_exactly_the_settings_there_are():
    items = [
        (field.name, config.PREFIX + field.name.upper(), *([str(field.default)] if field.default != "" else []))
        for field in fields(config.Config)
    ]
    listed = [
        tuple(name for cell in row[:3] for name in names(cell)) for row in tables(LIVE / "operating.md")["Settings"]
    ]
    assert items == listed


def test_the_guide_lists_exactly_the_metrics_there_are():
    matches = re.findall(r"^# TYPE (\w+) ", Metrics().text(), re.MULTILINE)
    assert matches == [name for row in tables(LIVE / "operating.md")["Health and metrics"] for name in names(row[0])]


def test_the_guide_lists_exactly_the_fields_of_a_log_line():
    listed = [name for row in tables(LIVE / "operating.md")["Logs"] for name in names(row[0])]
    assert sorted([*logs._FIELDS, "error"]) == sorted(listed)


PLAN = "--people 100 --epsilon 4 --domain 0 150"
FIELDS = [
    ("answer", "lowwater answer $LOWWATER_SERVER $(cat survey.txt) --value-file age.txt --yes --json"),
    ("key list", "lowwater key list --json"),
    ("ledger show", "lowwater ledger show --json"),
    ("survey open", "lowwater survey open Other --people 100 --epsilon 4 --domain 0 150 --json"),
    ("survey link", "lowwater survey link $(cat survey.txt) --json"),
    ("survey invite", "lowwater survey invite $(cat pilot.txt) --key-file pilot.key --count 2 --json"),
    ("page", "lowwater page --server https://survey.example.org --out page --json"),
    ("survey list", "lowwater survey list --json"),
    ("survey show", "lowwater survey show $(cat survey.txt) --json"),
    ("survey show", "lowwater survey export $(cat survey.txt)"),
    ("survey pause", "lowwater survey pause $(cat survey.txt) --json"),
    ("survey pause", "lowwater survey close $(cat survey.txt) --json"),
    ("survey watch", "lowwater survey watch $(cat survey.txt) --json | tail -n 1"),
    ("survey share", "lowwater survey share $(cat survey.txt) --json"),
    ("survey pause", "lowwater survey delete $(cat survey.txt) --yes --json"),
]


def test_the_reference_lists_exactly_the_fields_of_the_json_of_live_surveys(shell):
    for command in (
        "lowwater serve 2> serve.log &",
        "export LOWWATER_KEY=$(lowwater key make ada 2> /dev/null)",
        f"lowwater survey open Ages {PLAN} 2> /dev/null > survey.txt",
        "echo 34 > age.txt",
        f"lowwater survey open A {PLAN} --invitation-key pilot.key 2> /dev/null > pilot.txt",
    ):
        result, code = shell.run(command)
        assert ("", 0) == (result.strip(), code)
    for heading, command in FIELDS:
        record = json.loads(shell.run(f"{command} 2> /dev/null")[0])
        first = record[0] if isinstance(record, list) else record
        listed = [
            row[0].strip("`") for row in docs.rows(ROOT / "docs" / "reference" / "json.md", f"lowwater {heading}")
        ]
        assert (heading, sorted(first)) == (heading, sorted(listed))
