"""The weight of the client, as a page that answers by it would fetch it: one module, stripped, joined and gzipped."""

import gzip
import re

import pytest

from tests.typescript.conftest import CLIENT, built

MOST = 10_000  # bytes of all that a browser loads to answer, gzipped


@pytest.fixture(scope="module")
def module(tmp_path_factory):
    folder = tmp_path_factory.mktemp("client")
    built(folder, CLIENT / "src" / "index.ts")
    return (folder / "index.js").read_bytes()


def test_all_that_a_browser_loads_to_answer_is_light(module):
    size = len(gzip.compress(module, 9, mtime=0))
    assert size < MOST, f"{size:,} bytes"


def test_it_imports_nothing(module):
    assert None is re.search(rb"\bimport\b", module)
    assert b"node:" not in module
