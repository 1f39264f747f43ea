// node replay.ts: take part as each line of JSON on the standard input says, with its coins and its secrets; print what
// came of it, and the lines of the ledger, for Python to compare.

import { createInterface } from "node:readline";

import { Device, type Outcome } from "../src/device.ts";
import { LowwaterError } from "../src/errors.ts";
import { Http } from "../src/http.ts";
import { openLedger, SqliteFile } from "../src/sqlite_file.ts";
import { Time } from "./host.ts";

const shown = (outcome: Outcome): unknown[] => [
  outcome.status,
  outcome.said.map((entry) => [entry.question.round, entry.said, entry.receipt]),
  outcome.lost.map((entry) => entry.question.round),
  outcome.spent,
  outcome.left,
  outcome.seconds,
];

/** What came of each act, how long it slept, and the lines of the ledger. */
async function replay(given: any): Promise<unknown> {
  const time = new Time();
  const { clock, sleep } = time;
  const coins = (): Uint8Array => Uint8Array.from(Buffer.from(given.coins.shift(), "hex"));
  const ends: unknown[] = [];
  for (const { act, grant, lifetime, invitation } of given.acts) {
    const ledger = openLedger(given.path, { clock: () => given.time, secret: () => given.secrets.shift() }); // as after a restart
    if (lifetime !== null) await ledger.grant(lifetime);
    const http = new Http(given.url, { retrying: { clock, sleep, chance: () => 1 } });
    const options = { grant, invitation, coins, pace: { clock, sleep, chance: () => 0 } };
    const device = new Device(http, given.survey, ledger, given.value, options);
    try {
      ends.push(shown(act === "once" ? await device.answerOnce() : await device.takePart()));
    } catch (error) {
      ends.push(error instanceof LowwaterError ? error.name : String(error));
    }
  }
  return { ends, slept: time.slept, lines: await lines(given.path) };
}

/** The lines of a ledger after its head. */
async function lines(path: string): Promise<unknown[]> {
  const found: unknown[] = [];
  await new SqliteFile(path).change(0, (stored) => {
    found.push(...stored.slice(1).map(({ text }) => JSON.parse(text)));
    return { add: [], remove: null };
  });
  return found;
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await replay(JSON.parse(line)))}\n`);
}
