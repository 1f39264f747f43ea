"""A log is lines of JSON."""

import json
import logging

import pytest

from lowwater.server import logs
from lowwater.server.logs import Lines


def _record(**more):
    made = logging.makeLogRecord({"msg": "survey %s", "args": ("moved",), "levelname": "INFO", "created": 1.5} | more)
    return json.loads(Lines().format(made))


def test_a_line_has_a_time_a_level_and_a_message():
    assert {"time": "1970-01-01T00:00:01.500Z", "level": "info", "message": "survey moved"} == _record()


def test_a_line_has_the_few_fields_that_may_be_logged_and_no_others():
    record = _record(survey="s", kind="open", status=200, ms=1.5, name="ada", receipt="r", yes=True)
    assert {"survey": "s", "kind": "open", "status": 200, "ms": 1.5} == {
        name: text for name, text in record.items() if name not in ("time", "level", "message")
    }


@pytest.fixture
def _loggers():
    """The loggers of the process, put back as they were."""
    names = ("", "lowwater", "uvicorn")
    before = [(item := logging.getLogger(name), item.handlers, item.level) for name in names]
    yield
    for item, handlers, level in before:
        item.handlers, item.level = handlers, level
    logging.captureWarnings(False)


@pytest.mark.usefixtures("_loggers")
def test_whoever_speaks_in_this_process_speaks_in_lines_of_json(capsys):
    logs.start("info")
    for name in ("uvicorn.error", "asyncio", "lowwater.server"):
        logging.getLogger(name).warning("from %s", name)
    logging.getLogger("uvicorn.error").info("chatter")
    logging.getLogger("lowwater.server").info("news")
    printed = [json.loads(line)["message"] for line in capsys.readouterr().err.splitlines()]
    assert ["from uvicorn.error", "from asyncio", "from lowwater.server", "news"] == printed


def test_an_error_is_one_line_too():
    with pytest.raises(ZeroDivisionError) as caught:
        _ = 1 / 0
    record = _record(exc_info=(caught.type, caught.value, caught.tb))
    assert record["error"].endswith("ZeroDivisionError: division by zero")
