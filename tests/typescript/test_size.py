"""The weight of the client, as a page would fetch it: modules stripped of types and comments, and gzipped."""

import gzip

import pytest

MOST = 18_000  # bytes of all modules together, gzipped
FOR_NODE = ("node", "sqlite_file")


@pytest.fixture
def modules(node, client, tmp_path):
    node(client / "strip.js", tmp_path, *FOR_NODE)
    return sorted(tmp_path.glob("*.js"))


def test_all_modules_that_a_page_needs_are_light(modules):
    size = len(gzip.compress(b"".join(path.read_bytes() for path in modules), 9, mtime=0))
    assert size < MOST, f"{size:,} bytes"


def test_modules_for_pages_import_each_other_and_nothing_else(modules):
    names = {path.name for path in modules}
    imported = {
        line.rpartition('from "')[2].rstrip('";\n')
        for path in modules
        for line in path.read_text().splitlines()
        if line.startswith(("import ", "export ")) and ' from "' in line
    }
    assert {f"./{name}" for name in names} >= imported
