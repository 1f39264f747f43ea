"""The client's own tests, which Node runs; and the vectors once more, on the modules as they are served."""

import shutil

import pytest

from tests.typescript.conftest import CLIENT, ROOT

FILES = sorted(path.name for path in (CLIENT / "tests").glob("*.test.ts"))


@pytest.mark.parametrize("name", FILES)
def test_the_tests_of_the_client_pass(node, client, name):
    told = node("--test", "--test-reporter=spec", client / "tests" / name, timeout=300)
    assert [True, False] == [" fail 0\n" in told, " pass 0\n" in told]


def test_there_are_tests_for_node_to_run():
    assert len(FILES) >= 6


def test_the_stripped_modules_replay_the_vectors_and_refuse_the_lies(node, client, tmp_path):
    """Nothing that the modules do is lost with their types, comments and blanks."""
    there = tmp_path / "clients" / "typescript"
    shutil.copytree(client / "tests", there / "tests")
    shutil.copytree(ROOT / "vectors", tmp_path / "vectors", ignore=shutil.ignore_patterns("make"))
    shutil.copy(client / "package.json", there)
    node(client / "strip.js", there / "src")
    for path in (there / "src").glob("*.js"):
        path.with_suffix(".ts").write_text(f'export * from "./{path.name}";\n')
    for name in ("vectors.test.ts", "attacks.test.ts"):
        assert " fail 0\n" in node("--test", "--test-reporter=spec", there / "tests" / name, timeout=300)
