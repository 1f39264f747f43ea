"""A log is lines of JSON."""

import json
import logging

import pytest

from lowwater.server.logs import Lines


def _record(**more):
    made = logging.makeLogRecord({"msg": "survey %s", "args": ("moved",), "levelname": "INFO", "created": 1.5} | more)
    return json.loads(Lines().format(made))


def test_a_line_has_a_time_a_level_and_a_message():
    assert {"time": "1970-01-01T00:00:01.500Z", "level": "info", "message": "survey moved"} == _record()


def test_a_line_has_the_few_fields_that_may_be_logged_and_no_others():
    found = _record(survey="s", kind="open", status=200, ms=1.5, name="ada", receipt="r", yes=True)
    assert {"survey": "s", "kind": "open", "status": 200, "ms": 1.5} == {
        name: said for name, said in found.items() if name not in ("time", "level", "message")
    }


def test_an_error_is_one_line_too():
    with pytest.raises(ZeroDivisionError) as caught:
        _ = 1 / 0
    found = _record(exc_info=(caught.type, caught.value, caught.tb))
    assert found["error"].endswith("ZeroDivisionError: division by zero")
