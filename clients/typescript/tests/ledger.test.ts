// Ledger: spend before you speak, whatever else uses the same file, dies or is replaced.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test, type TestContext } from "node:test";

import { Ledger } from "../src/ledger.ts";
import type { Page } from "../src/pages.ts";
import { openLedger, SqliteFile } from "../src/sqlite_file.ts";
import type { Change, Store, Stored } from "../src/store.ts";
import { asked as question, COIN, folder, NANO, Survey } from "./host.ts";

const SERVER = "https://survey.example.org";

async function joined(t: TestContext, answers: number = 3): Promise<{ path: string; ledger: Ledger; page: Page; survey: Survey }> {
  const path = join(folder(t), "deep", "ledger.sqlite3");
  const [ledger, survey] = [openLedger(path), new Survey("youngest", answers)];
  return { path, ledger, survey, page: await ledger.join(SERVER, survey.message) };
}

test("a repeated question gets the recorded answer, in this process and in the next", async (t) => {
  const { path, ledger, page } = await joined(t);
  const first = await ledger.respond(page, 3, question(0));
  assert.equal(first.receipt, (await ledger.respond(page, 3, question(0))).receipt);
  const again = await openLedger(path).respond(page, 7, question(0));
  assert.deepEqual([first.said, first.receipt, first.time], [again.said, again.receipt, again.time]);
});

test("no fresh coins are drawn for a repeated question", async (t) => {
  const { ledger, page } = await joined(t);
  let drawn = 0;
  const coins = (count: number): Uint8Array => (drawn++, new Uint8Array(count));
  for (let turn = 0; turn < 5; turn++) await ledger.respond(page, 3, question(0), coins);
  assert.equal(1, drawn);
});

test("the number is in no byte of the file, and the file is its owner's alone", async (t) => {
  const { path, ledger, page } = await joined(t);
  await ledger.respond(page, 3.14159, question(0));
  assert.ok(!readFileSync(path).includes("3.14"));
  assert.equal(0o600, statSync(path).mode & 0o777);
  chmodSync(path, 0o666);
  await ledger.spent();
  assert.equal(0o600, statSync(path).mode & 0o777);
});

test("grants bound what is answered: of the survey, of the person, of a lifetime", async (t) => {
  const { ledger, page, survey } = await joined(t);
  await ledger.join(SERVER, survey.message, 2 * NANO);
  await ledger.respond(page, 3, question(0));
  await ledger.grant(COIN.loss);
  await assert.rejects(ledger.respond(page, 3, question(1)), { name: "GrantSpent", message: /for a lifetime/ });
  await ledger.grant(9 * NANO);
  await ledger.respond(page, 3, question(1));
  await assert.rejects(ledger.respond(page, 3, question(2)), { name: "GrantSpent", message: /2 of 3 answers/ });
  assert.deepEqual([2 * COIN.loss, 9 * NANO], [await ledger.spent(), await ledger.lifetime()]);
});

for (const grant of [-1, 0.5, NaN, Infinity, 2 ** 53]) {
  test(`a grant of ${grant} nano-nats is refused`, async (t) => {
    const { ledger, survey } = await joined(t);
    await assert.rejects(ledger.grant(grant), { name: "BadEpsilon" });
    await assert.rejects(ledger.join(SERVER, survey.message, grant), { name: "BadEpsilon" });
    assert.equal(null, await ledger.lifetime());
  });
}

test("leaving is for good, at any address, and erasing keeps the loss alone", async (t) => {
  const { path, ledger, page, survey } = await joined(t);
  await ledger.respond(page, 3, question(0));
  const receipt = page.account.told[0]!.receipt;
  await ledger.erase(page);
  for (const again of [ledger, openLedger(path)]) {
    assert.deepEqual([[], COIN.loss], [await again.pages(), await again.spent()]);
    await assert.rejects(again.join("https://other.example.org", survey.message), { name: "YourFault", message: /left survey youngest for good/ });
    await assert.rejects(again.respond(page, 3, question(1)), { name: "YourFault" });
  }
  assert.deepEqual(["youngest"], (await ledger.leftForGood()).map((line) => line.survey));
  assert.ok(!readFileSync(path).includes(receipt));
  await ledger.leave(SERVER, "another");
  await assert.rejects(ledger.join(SERVER, new Survey("another").message), { name: "YourFault" });
});

test("what another process erased is gone from this one too", async (t) => {
  const { path, ledger, page } = await joined(t);
  await ledger.respond(page, 3, question(0));
  const other = openLedger(path);
  await other.erase((await other.pages())[0]!);
  assert.deepEqual([[], COIN.loss], [await ledger.pages(), await ledger.spent()]);
});

test("two ledgers and a hundred answers at once give exactly a hundred", async (t) => {
  const { path, ledger, page } = await joined(t, 300);
  await ledger.grant(100 * COIN.loss);
  const ledgers = [ledger, openLedger(path), openLedger(path)];
  const ends = await Promise.all(
    Array.from({ length: 300 }, (_, round) => ledgers[round % 3]!.respond(page, 3, question(round)).then(() => "said", (error) => error.name)),
  );
  assert.deepEqual([100, 200], ["said", "GrantSpent"].map((end) => ends.filter((each) => each === end).length));
});

const CHILD = `
  const [path, first] = process.argv.slice(1);
  const { openLedger } = await import(${JSON.stringify(new URL("../src/sqlite_file.ts", import.meta.url).href)});
  const { asked } = await import(${JSON.stringify(new URL("./host.ts", import.meta.url).href)});
  const ledger = openLedger(path);
  const [page] = await ledger.pages();
  for (let round = Number(first); round < 400; round += 2) {
    const end = await ledger.respond(page, 3, asked(round)).then(() => "said", (error) => error.name);
    process.stdout.write(end + "\\n");
  }
`;

/** A process that answers every other round, and what it printed once it ended. */
function child(path: string, first: number): { kill: () => void; lines: Promise<string[]> } {
  const process_ = spawn(process.execPath, ["--no-warnings", "--input-type=module", "-e", CHILD, path, String(first)], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  process_.stdout.on("data", (part: Buffer) => (text += part.toString()));
  const lines = new Promise<string[]>((resolve) => process_.on("close", () => resolve(text.split("\n").slice(0, -1))));
  return { lines, kill: () => process_.kill("SIGKILL") };
}

test("two processes and a grant for a hundred answers give exactly a hundred", async (t) => {
  const { path, ledger } = await joined(t, 400);
  await ledger.grant(100 * COIN.loss);
  const lines = (await Promise.all([child(path, 0).lines, child(path, 1).lines])).flat();
  assert.deepEqual([100, 300], ["said", "GrantSpent"].map((end) => lines.filter((line) => line === end).length));
  assert.equal(100 * COIN.loss, await ledger.spent());
});

test("what a process said before it was killed is charged", async (t) => {
  const { path, ledger } = await joined(t, 400);
  const killed = child(path, 0);
  while ((await ledger.pages())[0]!.account.told.length < 5) await new Promise((resolve) => setImmediate(resolve));
  killed.kill();
  const said = (await killed.lines).length;
  const charged = (await ledger.pages())[0]!.account.told.length;
  assert.ok(charged >= said && charged <= 200 && charged >= 5, `${said} said, ${charged} charged`);
  assert.equal(charged * COIN.loss, await openLedger(path).spent());
});

test("a ledger of Python's, another database and rubbish are refused, and left as they are", async (t) => {
  const path = join(folder(t), "ledger");
  const python = '{"kind":"ledger","version":"lowwater/ledger/1"}\n';
  for (const text of [python, "rubbish", `${python}${"x".repeat(5000)}`]) {
    writeFileSync(path, text);
    await assert.rejects(openLedger(path).spent(), { name: "BadLedger" });
    assert.equal(text, readFileSync(path, "utf8"));
    rmSync(path);
  }
  const database = new DatabaseSync(path);
  database.exec("create table lines (number integer primary key, text text)");
  database.close();
  await assert.rejects(openLedger(path).spent(), { name: "BadLedger", message: /is no ledger of this version/ });
});

test("a ledger that was replaced, or is gone, while in use says nothing more", async (t) => {
  const { path, ledger, page, survey } = await joined(t);
  const other = join(folder(t), "other");
  await openLedger(other).join(SERVER, survey.message);
  await ledger.respond(page, 3, question(0));
  copyFileSync(path, `${path}.kept`);
  copyFileSync(other, path);
  await assert.rejects(ledger.respond(page, 3, question(1)), { name: "BadLedger", message: /was replaced or cleared/ });
  rmSync(path);
  await assert.rejects(ledger.respond(page, 3, question(1)), { name: "BadLedger" });
  copyFileSync(`${path}.kept`, path);
  assert.equal(1, (await ledger.pages())[0]!.account.told.length);
});

test("a changed line is refused by every ledger that reads it", async (t) => {
  const { path, ledger, page } = await joined(t);
  await ledger.respond(page, 3, question(0));
  for (const [from, to] of [['"loss":', '"loss":1'], ['"said":', '"said":7'], ['"round":0', '"round":0,"round":0'], ['"hash":"', '"hash":"0']]) {
    const copy = join(folder(t), "copy");
    copyFileSync(path, copy);
    const database = new DatabaseSync(copy);
    database.prepare("update lines set text = replace(text, ?, ?)").run(from!, to!);
    database.close();
    await assert.rejects(openLedger(copy).spent(), { name: "BadLedger" }, from);
  }
});

test("a file that another process holds is waited for, and then refused", async (t) => {
  const { path, page } = await joined(t);
  const database = new DatabaseSync(path);
  database.exec("begin exclusive");
  const short = new Ledger(new SqliteFile(path, 0.05));
  await assert.rejects(short.respond(page, 3, question(0)), { name: "BadLedger", message: /locked/ });
  const waiting = openLedger(path).respond(page, 3, question(0));
  setTimeout(() => database.exec("rollback"), 20);
  assert.equal(0, (await waiting).question.round);
  database.close();
});

/** A store in memory whose writes fail when told to. */
class Memory implements Store {
  readonly lines: Stored[] = [];
  broken = false;

  async change(seen: number, act: (stored: readonly Stored[]) => Change): Promise<number> {
    const { add } = act(this.lines.filter(({ number }) => number === 1 || number > seen));
    await null;
    if (this.broken && add.length) throw new Error("the disk is full");
    for (const text of add) this.lines.push({ number: this.lines.length + 1, text });
    return this.lines.length;
  }
}

test("an answer that could not be stored is not given, and not remembered", async () => {
  const store = new Memory();
  const ledger = new Ledger(store);
  const page = await ledger.join(SERVER, new Survey("youngest", 3).message);
  store.broken = true;
  await assert.rejects(ledger.respond(page, 3, question(0)), { message: "the disk is full" });
  assert.deepEqual([0, 0], [page.account.told.length, await ledger.spent()]);
  store.broken = false;
  await ledger.respond(page, 3, question(0, 5));
  assert.equal(1, page.account.told.length);
});

test("a ledger that is not the one that joined a survey does not answer it", async (t) => {
  const { page } = await joined(t);
  await assert.rejects(openLedger(join(folder(t), "other")).respond(page, 3, question(0)), { name: "OffTerms", message: /^join survey youngest first/ });
});
