"""The public names: one literal list, loaded when used, and an error tree drawn as it is."""

import inspect
import json
import re
import subprocess
import sys

import pytest

import lowwater
from lowwater import errors

ERRORS = {name: kind for name, kind in vars(errors).items() if inspect.isclass(kind)}
ANSWER = """
from lowwater.client import Respondent
from lowwater.core.randomizer import randomized_response
from lowwater.wire import QuestionMessage, TermsMessage, decode
from lowwater import Domain, Epsilon
from lowwater.core.question import Question
from lowwater.core.terms import Terms
coin = randomized_response(Epsilon.of(1))
Respondent(3, Terms(Domain(0, 8), "refuse", 1, coin.loss, Epsilon.of(1))).respond(Question(0, 0, (4.0,), coin, None))
"""


def loaded_by(program):
    """The modules in memory after a program ran in a process of its own."""
    program += "\nimport json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    return json.loads(done.stdout)


def drawn_tree():
    """Each error and the one it hangs on, as the docstring draws them."""
    path, tree = [], {}
    for line in errors.__doc__.split("::")[1].splitlines():
        if match := re.match(r" {4}((?:[| ] {3})*)(?:[|'](-- ))?([A-Z]\w+)(?: |$)", line):
            depth = len(match[1]) // 4 + (match[2] is not None)
            path[depth:] = [match[3]]
            tree[match[3]] = path[depth - 1] if depth else "Exception"
    return tree


def test_every_public_name_has_a_home():
    assert set(lowwater.__all__) == {*lowwater._HOMES, "__version__"}


def test_the_public_names_are_sorted_and_named_once():
    assert sorted(set(lowwater.__all__)) == lowwater.__all__


def test_dir_shows_the_public_names():
    assert sorted(lowwater.__all__) == dir(lowwater)


@pytest.mark.parametrize("name", lowwater._HOMES)
def test_every_public_name_lives_where_it_is_said_to(name):
    assert lowwater._HOMES[name] == getattr(lowwater, name).__module__


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'lowwater' has no attribute 'find_median'"):
        _ = lowwater.find_median


@pytest.mark.parametrize("program", ["import lowwater", "import lowwater.client", ANSWER])
def test_a_device_never_loads_numpy(program):
    assert "numpy" not in loaded_by(program)


@pytest.mark.parametrize("program", ["import lowwater.client", ANSWER])
def test_a_device_loads_the_contract_the_wire_and_the_client_only(program):
    ours = {name.split(".")[1] for name in loaded_by(program) if name.startswith("lowwater.")}
    assert ours <= {"client", "core", "errors", "wire"}


def test_the_errors_drawn_are_the_errors_there_are():
    assert {name: kind.__bases__[0].__name__ for name, kind in ERRORS.items()} == drawn_tree()


def test_every_error_is_listed():
    assert sorted(ERRORS) == errors.__all__


@pytest.mark.parametrize("kind", ERRORS.values(), ids=ERRORS.keys())
def test_the_docstring_of_an_error_is_its_default_message(kind):
    assert kind.__doc__ == str(kind())
    assert re.fullmatch(r"[A-Z][^\n]+\.", kind.__doc__)
