"""A disk that gets full under Node's ledger: nothing is said that was not stored, and what was said is kept."""

import json
import sys

PROGRAM = """
    const [, path, first] = process.argv.slice(1);
    const { openLedger } = await import(`${process.env.CLIENT}/src/sqlite_file.ts`);
    const { asked, Survey } = await import(`${process.env.CLIENT}/tests/host.ts`);
    const ledger = openLedger(path);
    const page = await ledger.join("https://survey.example.org", new Survey("youngest", 1000).message);
    const ends = [];
    for (let round = 0; round < 60; round++) {
      ends.push(await ledger.respond(page, 3, asked(round)).then((entry) => entry.receipt, (error) => error.name));
    }
    console.log(JSON.stringify(ends));
"""


SMALL_DISK = """
import os, resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (28_672, 28_672))
os.execv(sys.argv[1], sys.argv[1:])
"""
"""No file of the command may grow past 28 KiB, and nobody is killed for trying; a fork of ours may hold locks."""


def test_what_does_not_fit_on_the_disk_is_not_said_and_what_was_said_is_kept(node, client, tmp_path):
    words = ("--input-type=module", "-e", PROGRAM, "--", "program", str(tmp_path / "ledger"))
    env = {"CLIENT": client.as_uri()}
    limited = json.loads(node(*words, env=env, under=(sys.executable, "-c", SMALL_DISK)))
    items = [end for end in limited if end != "BadLedger"]
    assert 5 < len(items) < 55
    assert limited == items + ["BadLedger"] * (60 - len(items))
    after = json.loads(node(*words, env=env))
    assert (items, 60) == (after[: len(items)], len(set(after)))
