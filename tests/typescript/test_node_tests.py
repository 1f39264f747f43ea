"""The client's own tests, which Node runs."""

import pytest

from tests.typescript.conftest import CLIENT

FILES = sorted(path.name for path in (CLIENT / "tests").glob("*.test.ts"))


@pytest.mark.parametrize("name", FILES)
def test_the_tests_of_the_client_pass(node, client, name):
    result = node("--test", "--test-reporter=spec", client / "tests" / name, timeout=300)
    assert [True, False] == [" fail 0\n" in result, " pass 0\n" in result]


def test_there_are_tests_for_node_to_run():
    assert len(FILES) >= 6
