"""What is joined and squeezed is the same program: it passes the tests of the modules that it was made of."""

import json
import shutil
import subprocess

import pytest

from tests.typescript.conftest import CLIENT, ROOT, built
from tests.typescript.test_agreement import differences

TESTS = ("vectors.test.ts", "attacks.test.ts", "device.test.ts", "ledger.test.ts", "link.test.ts")
NAMES = """
    const all = {};
    for (const path of process.argv.slice(1)) all[path] = Object.keys(await import(path));
    console.log(JSON.stringify(all));
"""


@pytest.fixture(scope="module")
def joined(tmp_path_factory):
    """A copy of the client whose modules are only names for parts of one squeezed module."""
    there = tmp_path_factory.mktemp("joined") / "clients" / "typescript"
    shutil.copytree(CLIENT, there, ignore=shutil.ignore_patterns("node_modules", "dist"))
    shutil.copytree(ROOT / "vectors", there.parents[1] / "vectors", ignore=shutil.ignore_patterns("make"))
    return there


@pytest.fixture
def squeezed(joined, node):
    source = joined / "src"
    if not (source / "all.js").exists():
        paths = sorted(source.glob("*.ts"))
        names = json.loads(node("--input-type=module", "-e", NAMES, *paths))
        parts = {path: [(name, f"{path.stem}_{name}") for name in names[str(path)]] for path in paths}
        (source / "all.ts").write_text("".join(named(f"./{path.name}", pairs) for path, pairs in parts.items()))
        built(source, source / "all.ts")
        for path, pairs in parts.items():
            path.write_text(named("./all.js", [(part, name) for name, part in pairs]))
    return joined


def named(source, pairs):
    return f'export {{ {", ".join(f"{name} as {other}" for name, other in pairs)} }} from "{source}";\n'


@pytest.mark.parametrize("name", TESTS)
def test_the_squeezed_client_passes_the_tests_of_its_modules(node, squeezed, name):
    result = node("--test", "--test-reporter=spec", squeezed / "tests" / name, timeout=300)
    assert [True, False] == [" fail 0\n" in result, " pass 0\n" in result]


def test_the_squeezed_client_judges_as_python_does(node, squeezed):
    errors, _ = differences(node, squeezed, seed=37, count=3_000)
    assert [] == errors[:5]


SAME = """const shape = 1; /* kept */ export const used = (one, {two: [three = shape] = [], four}) => { // not kept
  const five = `${one} ${three}`; let six = 0;
  for (const shape of [four]) six += shape + +one - -three;
  const used = class { #six = six; get six() { return this.#six; } };
  return {five, six, shape: shape / 2, re: /[/"]/u.test(five), used};
};
"""


def test_names_in_patterns_templates_and_classes_mean_what_they_meant(node, tmp_path):
    (tmp_path / "same.ts").write_text(SAME)
    built(tmp_path, tmp_path / "same.ts")
    tell = "const r = used(1, {two: [], four: 4}); console.log(JSON.stringify([r, new r.used().six]))"
    before, after = (
        node("--input-type=module", "-e", f"const {{used}} = await import({str(tmp_path / name)!r}); {tell}")
        for name in ("same.ts", "same.js")
    )
    assert before == after
    assert "kept" not in (tmp_path / "same.js").read_text()


@pytest.mark.parametrize(
    "text", ["var x = 1;", "export default 1;", 'import * as all from "./same.ts"; all;', "a: for (;;) break a;"]
)
def test_what_cannot_be_joined_is_refused(tmp_path, text):
    (tmp_path / "same.ts").write_text("export const x = 1;\n")
    (tmp_path / "bad.ts").write_text(text)
    with pytest.raises(subprocess.CalledProcessError):
        built(tmp_path, tmp_path / "bad.ts")
    assert not (tmp_path / "bad.js").exists()


SHAPES = """
    const { parse } = await import(`${process.env.SQUEEZE}/modules.js`);
    const { scopesOf } = await import(`${process.env.SQUEEZE}/scopes.js`);
    const { shapeOf } = await import(`${process.env.SQUEEZE}/shape.js`);
    const shape = (text) => shapeOf([parse(text)].map((module) => ({ ...module, ...scopesOf(module.tree) })));
    console.log(JSON.stringify(process.argv.slice(1).map((text) => shape(text) === shape(process.argv[1]))));
"""
PROGRAM = (
    "const a = 1; const f = (b) => { const c = a; return [b, c, top] }; class K { #p = f; get p() { return this.#p } }"
)
OTHERS = {
    "other names": "const x=1,y=z=>{const w=x;return[z,w,top]};class K{#q=y;get p(){return this.#q}}",
    "a captured name": PROGRAM.replace("(b) =>", "(a) =>").replace("[b,", "[a,"),
    "another variable": PROGRAM.replace("[b, c, top]", "[c, b, top]"),
    "another global": PROGRAM.replace("top", "self"),
    "another property": PROGRAM.replace("get p", "get r"),
    "another number": PROGRAM.replace("a = 1", "a = 2"),
    "a lost statement": PROGRAM.replace("const c = a;", "").replace("c, top", "a, top"),
}


def test_the_comparison_sees_through_names_and_notices_everything_else(node, client):
    words = ("--expose-internals", "--input-type=module", "-e", SHAPES, "--", PROGRAM, *OTHERS.values())
    same = json.loads(node(*words, env={"SQUEEZE": (client / "squeeze").as_uri()}))
    assert {"itself": True, "other names": True} == {
        name: each for name, each in zip(["itself", *OTHERS], same, strict=True) if each
    }
