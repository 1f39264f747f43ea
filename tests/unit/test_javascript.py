"""JavaScript reads and hashes the vectors as Python does, with nothing but its own JSON."""

import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "vectors"
SCRIPT = """
const fs = require("fs"), crypto = require("crypto");
const read = (name) => JSON.parse(fs.readFileSync(`${process.argv[1]}/${name}.json`, "utf8")).vectors;
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
};
const hash = (text) => crypto.createHash("sha256").update(text, "utf8").digest("hex");
let wrong = 0, seen = 0;
const same = (got, wanted) => { seen += 1; if (got !== wanted) { wrong += 1; console.error(got, wanted); } };
for (const one of read("canonical")) {
  same(canonical(JSON.parse(one.text)), one.canonical);
  same(hash(one.canonical), one.hash);
}
for (const one of read("terms")) {
  same(canonical(JSON.parse(one.text)), one.hashed);
  same(hash(one.hashed), one.hash);
}
for (const one of read("messages").filter((one) => !one.left_out)) same(canonical(JSON.parse(one.text)), one.written);
console.log(seen, wrong);
"""


def test_javascript_agrees_on_every_canonical_text_and_hash():
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node here, so no JavaScript was asked")
    result = subprocess.run([node, "-e", SCRIPT, str(FOLDER)], capture_output=True, text=True, check=True)
    seen, wrong = map(int, result.stdout.split())
    assert (0, True) == (wrong, seen > 100), result.stderr
