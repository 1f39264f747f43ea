"""The page about JavaScript: its program for Node runs as it is printed, against a real server."""

import re

from lowwater.wire import hash_of
from tests.client.conftest import Host, Survey
from tests.typescript.conftest import ROOT, packed

BLOCKS = re.findall(r"```js\n(.*?)```", (ROOT / "docs" / "howto" / "javascript.md").read_text(), re.DOTALL)


def test_the_program_for_node_takes_part(node, tmp_path):
    (program,) = (block for block in BLOCKS if "@lowwater/client/node" in block)
    package = tmp_path / "node_modules" / "@lowwater" / "client"
    packed(package)
    (tmp_path / "program.mjs").write_text(program)
    host, survey = Host(), Survey(answers=2)
    host.answer = survey
    try:
        link = f"{host.url}/answer/youngest#{hash_of(survey.terms)}"
        result = node(tmp_path / "program.mjs", link, cwd=tmp_path)
    finally:
        host.close()
    assert "How old? It reveals 2 nats at most.\ndone: 2 answers, 2 nats\n" == result
    assert (2, True) == (len(survey.posted), (tmp_path / "ledger.sqlite3").exists())


def test_every_name_that_the_page_imports_is_there(node, tmp_path):
    package = tmp_path / "node_modules" / "@lowwater" / "client"
    packed(package)
    imports = [line for block in BLOCKS for line in block.splitlines() if line.startswith("import ")]
    for number, line in enumerate(imports):
        path = tmp_path / f"{number}.mjs"
        path.write_text(line.replace("/index.js", "").replace(".js", "").replace("./client", "@lowwater/client"))
        node(path)
    assert len(imports) >= 5
